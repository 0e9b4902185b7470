"""Rules: boxes of one, two or three features, and how many rows of either sample lie inside.

A box does not see the labels: its sides are at quantiles of all rows. So the largest standardised share over all boxes
is a statistic like any other, and its relabellings adjust what is told of each box for the choice among them.

Rows inside are counted by cells: the features of a box cut the rows into few cells, whose counts are summed up once for
each labelling, and give those of every box as differences.

Friedman and Fisher, "Bump hunting in high-dimensional data", Statistics and Computing 9, 1999, for boxes; Kulldorff, "A
spatial scan statistic", Communications in Statistics: Theory and Methods 26, 1997, for the largest over windows.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from setapart._checks import check_integer
from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.statistics.base import WithoutDirections, settle
from setapart.statistics.dictionary import chosen_pairs
from setapart.statistics.finite_class import spread_ranks
from setapart.statistics.traits import Traits
from setapart.transport._jit import kernel

__all__ = ["Bins", "PreparedRules", "Rules", "least_rows"]

MOST = 3  # features of a rule
FINE, COARSE = 8, 4  # bins of a feature: in rules of one or two, and of three
WIDTH = 64  # labellings in a pass
CELLS = 25_000_000  # of pairs: their number times rows and boxes, at most
LEAST_PAIRS = 200  # but so many pairs
TRIPLES = 1_200  # at most, or none: those of 20 features
FEWEST, SHARE = 5, 0.02  # rows inside a rule and outside, at least: the larger of a number and a share of all
EFFECTIVE = 0.7  # see `penalties`


@dataclass(frozen=True)
class Rules:
    """The largest standardised share of one sample in a box of one, two or three features.

    A rule says that a feature is above a value, at most a value, or between two; or that several features are, each of
    its own. The values are quantiles of all rows at eighths, and at quarters for rules of three features, which know
    no "between"; of a feature with up to eight values, every value counts. A rule must hold for at least five rows and
    2 % of all, and fail for as many.

    Of each rule the number of rows of the first sample inside is compared with what is to be expected of its share of
    all rows, in standard deviations over all relabellings, corrected for skewness. The value is the largest; the square
    of a rule of more features is lowered first, by what the many others beside it bring by chance. It has no unit, does
    not depend on the units of features, and sees what a person can say: "where age > 60 and dose ≤ 20".
    `Explanation.rules` says it.

    There are d features, all their pairs while these are few (with N rows, 25 million divided by N + 5,000, but at
    least 200), and all of three with at most 20 features. Of more pairs, those are taken that depend most on one
    another over all rows, as `Dictionary` does.

    Parameters
    ----------
    max_features : int
        The most features of a rule, 1 to 3.

    Raises
    ------
    TypeError, ValueError
        If the number cannot be used.

    References
    ----------
    Friedman and Fisher, "Bump hunting in high-dimensional data", Statistics and Computing 9, 1999. Kulldorff, "A
    spatial scan statistic", Communications in Statistics: Theory and Methods 26, 1997.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(2, 150, 10))
    >>> y = y[(y[:, 2] < 0) | (y[:, 7] < 0)]  # no rows in a corner
    >>> sa.two_sample_test(x, y, statistic="rules", n_resamples=99, rng=0).pvalue
    0.01
    """

    name: ClassVar[str] = "rules"
    traits: ClassVar[Traits] = Traits(
        "largest standardised share of one sample in a box of one to three features",
        unit="standard deviations",
        degree=0.0,
        unit_free=True,
        features="few",
        directions=None,
    )

    max_features: int = MOST

    def __post_init__(self) -> None:
        settle(self, max_features=check_integer("max_features", self.max_features, minimum=1, maximum=MOST))

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> "PreparedRules":
        """Cut the features that vary, and choose pairs; see `Statistic.prepare`."""
        features = np.flatnonzero(np.any(pooled != pooled[0], axis=0))
        columns = [pooled[:, feature] for feature in features]
        v, size = features.size, len(pooled)
        ranks = np.array([spread_ranks(column) for column in columns]).reshape(v, size)
        most = max(LEAST_PAIRS, CELLS // (size + 5_000))
        pairs = chosen_pairs(ranks, most) if self.max_features > 1 else np.empty((0, 2), np.int64)
        with_triples = self.max_features > 2 and v * (v - 1) * (v - 2) // 6 <= TRIPLES
        triples = np.argwhere(_rising(v)) if with_triples else np.empty((0, 3), np.int64)
        fine = Bins.of(columns, FINE, size)
        return PreparedRules(size, features, fine, fine.coarser(columns), pairs, triples)


def _rising(v: int) -> BoolArray:
    place = np.arange(v)
    rising: BoolArray = (place[:, None, None] < place[:, None]) & (place[:, None] < place)
    return rising


def least_rows(size: int) -> int:
    """How many of so many rows a rule must hold for, and fail for; of a few rows, a third."""
    return max(1, min(max(FEWEST, int(np.ceil(SHARE * size))), size // 3))


@dataclass(frozen=True, eq=False)
class Bins:
    """Features cut into bins, and the ranges of bins that a rule may ask for; after them one of a single bin."""

    codes: NDArray[np.uint8]  # (v + 1, N), the bin of each row
    cuts: tuple[FloatArray, ...]  # of each feature, the largest values of its bins, but for the last
    ranges: tuple[IntArray, ...]  # (r, 2) of each feature: the first bin, and that after the last

    @classmethod
    def of(cls, columns: list[FloatArray], bins: int, size: int) -> "Bins":
        """Cut columns (N,) near their quantiles, into so many bins or fewer."""
        return cls._with(columns, tuple(quantile_cuts(column, bins) for column in columns), size, between=True)

    def coarser(self, columns: list[FloatArray]) -> "Bins":
        """The same columns in fewer bins, of which rules ask for the first or the last."""
        cuts = tuple(quantile_cuts(column, COARSE) for column in columns)
        return self._with(columns, cuts, self.codes.shape[1], between=False)

    @classmethod
    def _with(cls, columns: list[FloatArray], cuts: tuple[FloatArray, ...], size: int, *, between: bool) -> "Bins":
        codes = np.zeros((len(columns) + 1, size), np.uint8)
        for place, (column, ends) in enumerate(zip(columns, cuts, strict=True)):
            codes[place] = np.searchsorted(ends, column)
        parts = [_ranges(ends.size + 1, between=between) for ends in cuts]
        return cls(codes, cuts, (*parts, np.array([[0, 1]])))

    @cached_property
    def counts(self) -> IntArray:
        """The number of ranges (v + 1,)."""
        return np.array([len(part) for part in self.ranges])

    @cached_property
    def table(self) -> IntArray:
        """The ranges (v + 1, r, 2) of all features in one array."""
        table = np.zeros((len(self.ranges), self.counts.max(), 2), np.int64)
        for place, part in enumerate(self.ranges):
            table[place, : len(part)] = part
        return table

    @cached_property
    def bins(self) -> IntArray:
        """The number of bins (v + 1,)."""
        return np.array([*(ends.size + 1 for ends in self.cuts), 1])


def quantile_cuts(values: FloatArray, bins: int) -> FloatArray:
    """The largest values of all bins but the last: where runs of equal values end, nearest to the quantiles.

    Of two that are equally near, the one towards the middle; so that a feature and its negative have the same bins.
    """
    distinct, counts = np.unique(values, return_counts=True)
    if distinct.size <= bins:
        return distinct[:-1]
    below = np.cumsum(counts)[:-1]
    wanted = np.arange(1, bins) * values.size / bins
    off = np.abs(below - wanted[:, None]) + 1e-6 * np.abs(below / values.size - 0.5)
    cuts: FloatArray = distinct[np.unique(off.argmin(axis=1))]
    return cuts


def _ranges(bins: int, *, between: bool) -> IntArray:
    first, last = np.triu_indices(bins + 1, 1)
    chosen = ((first == 0) != (last == bins)) | (between & (first > 0) & (last < bins))
    ranges: IntArray = np.column_stack([first, last])[chosen]
    return ranges


@dataclass(frozen=True, eq=False)
class PreparedRules(WithoutDirections):
    """All rules of N pooled rows; they are numbered by their features, and then by the ranges of these."""

    size: int  # N
    features: IntArray  # (v,), the columns of the pooled rows that vary, rising
    fine: Bins
    coarse: Bins
    pairs: IntArray  # (p, 2), places among the features
    triples: IntArray  # (t, 3)

    scale = 1.0  # values are in standard deviations

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        tuples = self.features.size + len(self.pairs) + len(self.triples)
        return 1e-6 + 5e-10 * self.size * tuples + 1.3e-9 * float(self.n_rules.sum())

    @cached_property
    def tuples(self) -> tuple[IntArray, ...]:
        """The features (t, 3) of rules of one, two and three, by their places; v where there is none."""
        v = self.features.size
        single = np.arange(v)[:, None]
        return tuple(
            np.pad(places, ((0, 0), (0, MOST - places.shape[1])), constant_values=v)
            for places in (single, self.pairs, self.triples)
        )

    @cached_property
    def n_rules(self) -> IntArray:
        """How many rules (3,) there are of one, two and three features."""
        counts = (self.bins_of(depth).counts[places].prod(axis=1).sum() for depth, places in enumerate(self.tuples))
        return np.array(list(counts))

    @cached_property
    def penalties(self) -> FloatArray:
        """By how much the squares of rules of one, two and three features are lowered (3,).

        Of M independent normal numbers the largest square is near 2 log M; rules overlap, and count for fewer. By 0.7
        the three kinds have about the same 95th percentile where nothing differs, for 80 to 2,000 rows and 2 to 50
        features. Whatever the number, the test is exact: it does not depend on the labels.
        """
        more = np.maximum(self.n_rules, 1) / max(int(self.n_rules[0]), 1)
        return 2.0 * EFFECTIVE * np.log(np.maximum(more, 1.0))

    def bins_of(self, depth: int) -> Bins:
        """The bins of rules of one feature (0), two or three."""
        return self.coarse if depth == MOST - 1 else self.fine

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`."""
        squares = np.square(self.largest(labels)) - self.penalties[:, None]
        values: FloatArray = np.sqrt(np.maximum(squares.max(axis=0), 0.0))
        return values

    def largest(self, labels: BoolArray) -> FloatArray:
        """The largest standardised shares (3, b) of rules of one, two and three features; labels are (b, N)."""
        largest = np.zeros((MOST, len(labels)))
        everywhere = np.ones((self.size, 1), np.uint8)
        for start in range(0, len(labels), WIDTH):
            part = slice(start, start + WIDTH)
            member = np.hstack([labels[part].T, everywhere]).astype(np.uint8)
            n = labels[part].sum(axis=1).astype(float)
            for depth, _, counts in self.counted(member):
                raise_largest(counts, n, least_rows(self.size), float(self.size), largest[depth, part])
        return largest

    def counted(self, member: NDArray[np.uint8]) -> Iterator[tuple[int, IntArray, NDArray[np.int32]]]:
        """The depth and features (3,) of rules, and how many rows (q, b) of each part (N, b) lie inside."""
        for depth, tuples in enumerate(self.tuples):
            bins = self.bins_of(depth)
            for places in tuples:
                checkpoint()
                counts = np.empty((bins.counts[places].prod(), member.shape[1]), np.int32)
                count_boxes(bins.codes, bins.bins, bins.table, bins.counts, places, member, counts)
                yield depth, places, counts


@kernel()
def count_boxes(codes, bins, ranges, n_ranges, places, member, counts):  # type: ignore[no-untyped-def]
    """How many rows of each part lie in the boxes of three features, into `counts` (q, b); `member` is (N, b)."""
    f, g, h = places
    parts = member.shape[1]
    cells = np.zeros((bins[h] + 1, bins[f] + 1, bins[g] + 1, parts), np.int32)
    for i in range(member.shape[0]):
        cell = cells[codes[h, i] + 1, codes[f, i] + 1, codes[g, i] + 1]
        for b in range(parts):
            cell[b] += member[i, b]
    for z in range(1, bins[h] + 1):
        for x in range(1, bins[f] + 1):
            for y in range(1, bins[g] + 1):
                for b in range(parts):
                    cells[z, x, y, b] += cells[z, x, y - 1, b]
            for y in range(1, bins[g] + 1):
                for b in range(parts):
                    cells[z, x, y, b] += cells[z, x - 1, y, b]
        if z > 1:
            for x in range(1, bins[f] + 1):
                for y in range(1, bins[g] + 1):
                    for b in range(parts):
                        cells[z, x, y, b] += cells[z - 1, x, y, b]
    q = 0
    for r in range(n_ranges[h]):
        slab = cells[ranges[h, r, 1]] - cells[ranges[h, r, 0]]
        for s in range(n_ranges[f]):
            lower, upper = slab[ranges[f, s, 0]], slab[ranges[f, s, 1]]
            for t in range(n_ranges[g]):
                first, last = ranges[g, t, 0], ranges[g, t, 1]
                for b in range(parts):
                    counts[q, b] = upper[last, b] - upper[first, b] - lower[last, b] + lower[first, b]
                q += 1


@kernel()
def raise_largest(counts, n, least, size, largest):  # type: ignore[no-untyped-def]
    """Raise `largest` (b,) to the standardised counts of the first samples, of n (b,) rows, in boxes.

    The last column of `counts` (q, b + 1) holds the rows of a box, s. Over all relabellings the count of the first
    sample, k, is hypergeometric, with mean n s / N, variance s (N - s) n m / (N² (N - 1)), and a skewness γ that is
    large where few rows are inside and n is not m: with a = γ z / 6, z (1 - a + a²) is near normal to the next order
    (Cornish and Fisher, 1937), and rises with z.
    """
    parts = n.size
    deviation, skewness = np.empty(parts), np.empty(parts)
    for b in range(parts):
        deviation[b] = np.sqrt((size - 1.0) / (n[b] * (size - n[b])))
        skewness[b] = (size - 2.0 * n[b]) * deviation[b] / max(size - 2.0, 1.0) / 6.0
    for q in range(counts.shape[0]):
        inside = float(counts[q, parts])
        if inside < least or size - inside < least:
            continue
        factor = 1.0 / np.sqrt(inside * (size - inside))
        skewed = (size - 2.0 * inside) * factor
        for b in range(parts):
            z = (size * counts[q, b] - n[b] * inside) * factor * deviation[b]
            a = skewed * skewness[b] * z
            largest[b] = max(largest[b], abs(z * (1.0 - a + a * a)))
