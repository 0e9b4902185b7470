"""A dictionary: polynomials of the ranks of each feature, and products of them for each pair of features."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from setapart._checks import check_integer
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.statistics.base import settle
from setapart.statistics.finite_class import PreparedClass, Whole, legendre, rounded, spread_ranks
from setapart.statistics.traits import Traits
from setapart.statistics.witness import WitnessFunction
from setapart.transport._jit import kernel

__all__ = ["Dictionary", "PreparedDictionary"]

FEW = 4  # features up to which the degrees are higher
CELLS = 50_000_000  # rows × functions of pairs, at most
LEAST_PAIRS = 200  # but so many pairs


@dataclass(frozen=True)
class Dictionary:
    """The largest change of a mean over a dictionary of functions of the ranks, in standard deviations.

    Each feature is replaced by its pooled ranks, spread over -1 to 1. The functions are Legendre's polynomials of
    degree 2 and more of one feature (spread, skewness, tails), and products of a polynomial of one feature with one of
    another: of degrees 1 and 1 the rank correlation, of higher ones dependence that no correlation shows, as of x on
    the size of another. The value is the largest difference of the two means of a function, in its standard deviation
    over all rows: an integral probability metric whose witness has a name. It has no unit, does not depend on the units
    of the features or on how heavy their tails are, and sees no shift of a mean by itself: for that see `Marginal`.

    With d features and N rows there are (degree - 1) d functions of one feature, and pair_degree² d (d - 1) / 2 of two.
    Where these would be more than 50 million values, and more than 200 pairs, the pairs are kept whose ranks, or whose
    distances from the middle rank, are most correlated over all rows, whatever the labels.

    Parameters
    ----------
    degree : int, optional
        The highest degree for one feature, 2 or more. By default 4, or 6 with at most 4 features.
    pair_degree : int, optional
        The highest degree of either feature of a pair; 0 leaves pairs out. By default 2, or 4 with at most 4 features.

    Raises
    ------
    TypeError, ValueError
        If a degree cannot be used.

    References
    ----------
    Neyman, "'Smooth' test for goodness of fit", Scandinavian Actuarial Journal 1937: the polynomials. Cai, Liu and Xia,
    "Two-sample covariance matrix testing and support recovery in high-dimensional and sparse settings", Journal of the
    American Statistical Association 108, 2013: the largest of all pairs.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(100, 10)), rng.normal(size=(100, 10))
    >>> y[:, 1] = np.abs(y[:, 0]) + 0.5 * y[:, 1] - 0.8  # no correlation changes
    >>> sa.two_sample_test(x, y, statistic="dictionary", n_resamples=99, rng=0).pvalue
    0.01
    """

    name: ClassVar[str] = "dictionary"
    traits: ClassVar[Traits] = Traits(
        "largest change of the mean of a function of the ranks of one feature or two",
        looks_at="spread, shape and dependence of one feature or two",
        unit="standard deviations",
        degree=0.0,
        unit_free=True,
        features="few",
        directions=None,
    )

    degree: int | None = None
    pair_degree: int | None = None

    def __post_init__(self) -> None:
        for setting, least in (("degree", 2), ("pair_degree", 0)):
            given = getattr(self, setting)
            settle(self, **{setting: None if given is None else check_integer(setting, given, minimum=least)})

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> "PreparedDictionary":
        """Rank the features that vary, and choose pairs; see `Statistic.prepare`."""
        features = np.flatnonzero(np.any(pooled != pooled[0], axis=0))
        few = features.size <= FEW
        degree = self.degree or (6 if few else 4)
        pair_degree = (4 if few else 2) if self.pair_degree is None else self.pair_degree
        ranks = np.empty((features.size, len(pooled)))
        for place, feature in enumerate(features):
            ranks[place] = spread_ranks(pooled[:, feature])
        table = rounded(legendre(ranks, max(degree, pair_degree)))
        most = max(LEAST_PAIRS, CELLS // (len(pooled) * max(pair_degree, 1) ** 2))
        pairs = chosen_pairs(ranks, most) if pair_degree else np.empty((0, 2), np.int64)
        return PreparedDictionary(len(pooled), table, features, pairs, degree, pair_degree)


def chosen_pairs(ranks: FloatArray, most: int) -> IntArray:
    """Pairs (p, 2) of the features of ranks (v, N): all, or those that depend most on one another over all rows."""
    first, second = np.triu_indices(len(ranks), 1)
    if first.size > most:
        strength = np.zeros((len(ranks), len(ranks)))
        for values in (ranks, np.abs(ranks)):
            centred = values - values.mean(axis=1, keepdims=True)
            lengths = np.linalg.norm(centred, axis=1, keepdims=True)
            unit = np.divide(centred, lengths, out=np.zeros_like(centred), where=lengths > 0.0)
            np.maximum(strength, np.abs(unit @ unit.T), out=strength)
        kept = np.sort(np.argsort(-strength[first, second].round(9), kind="stable")[:most])
        first, second = first[kept], second[kept]
    return np.column_stack([first, second])


@dataclass(frozen=True, eq=False)
class PreparedDictionary(PreparedClass):
    """The polynomials of each feature that varies, and pairs of features; the products are made when needed."""

    table: Whole  # (degrees, v, N), the polynomials as whole numbers
    features: IntArray  # (v,), the columns of the pooled rows that vary, rising
    pairs: IntArray  # (p, 2), places among them
    degree: int
    pair_degree: int

    @property
    def count(self) -> int:
        """See `PreparedClass.count`."""
        return (self.degree - 1) * self.features.size + self.pair_degree**2 * len(self.pairs)

    def functions(self, chosen: slice, rows: slice) -> Whole:
        """See `PreparedClass.functions`."""
        factors = self.factors(np.arange(chosen.start, chosen.stop))
        table = np.ascontiguousarray(self.table[:, :, rows])
        out = np.empty((len(factors), table.shape[2]), np.float32)
        multiply(table, factors, out)
        return out

    def witness(self, labels: BoolArray, among: BoolArray | None = None) -> WitnessFunction:
        """See `WithWitness`."""
        j, sign, values = self.leading(labels, among)
        ((first, degree, second, other),) = self.factors(np.array([j])).tolist()
        if not other:
            return WitnessFunction(values, named_alone(degree), (int(self.features[first]),), sign)
        pair = int(self.features[first]), int(self.features[second])
        # The feature whose distance counts is named last.
        return WitnessFunction(values, named_pair(degree, other), pair[::-1] if degree == 2 != other else pair, sign)

    def factors(self, which: IntArray) -> IntArray:
        """What functions are made of (q, 4): a feature's place and its degree, twice; degree 0 for one feature."""
        v, squared = self.features.size, max(self.pair_degree, 1) ** 2
        single = (self.degree - 1) * v
        factors = np.zeros((which.size, 4), np.int64)
        alone = which < single
        factors[alone, 0], factors[alone, 1] = which[alone] % max(v, 1), which[alone] // max(v, 1) + 2
        pair, kind = np.divmod(which[~alone] - single, squared)
        factors[~alone, 0], factors[~alone, 2] = self.pairs[pair].T
        factors[~alone, 1::2] = np.column_stack(np.divmod(kind, max(self.pair_degree, 1))) + 1
        return factors


def named_alone(degree: int) -> str:
    """What a polynomial of the ranks of one feature, of degree 2 or more, is about."""
    return {2: "spread of {}", 3: "skewness of {}", 4: "tails of {}"}.get(degree, f"shape of {{}}, degree {degree}")


def named_pair(first: int, second: int) -> str:
    """What a product of two polynomials is about; of one of degree 2, which is named last, the distance counts."""
    names = {
        (1, 1): "correlation of {} and {}",
        (1, 2): "{} with the distance of {} from its middle",
        (2, 2): "distances of {} and {} from their middles, together",
    }
    low, high = sorted((first, second))
    return names.get((low, high), f"dependence of {{}} and {{}}, degrees {first} and {second}")


@kernel()
def multiply(table, factors, out):  # type: ignore[no-untyped-def]
    """Products of two polynomials as whole numbers, or one alone, into `out` (q, r)."""
    unit = np.float32(1.0 / 4096.0)
    half_range = np.float32(12582912.0)  # 1.5 · 2²³: a sum with it has no fraction left, and is rounded as rint does
    for q in range(factors.shape[0]):
        first = table[factors[q, 1] - 1, factors[q, 0]]
        if factors[q, 3] == 0:
            out[q] = first
        else:
            second = table[factors[q, 3] - 1, factors[q, 2]]
            for i in range(first.size):
                out[q, i] = (first[i] * second[i] * unit + half_range) - half_range
