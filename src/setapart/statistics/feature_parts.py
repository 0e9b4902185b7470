"""How far two samples are apart in each feature: in location, spread and tails, and by W₁; one pass over its values.

With the pooled values of a feature in order and c_i of the first i in the first sample, every part is a sum over the
steps of c: of ranks about their middle (Wilcoxon), of the squares of these (Mood), of gaps times |F - G| (W₁), and
|F - G| itself where a share of the pooled values lies below, or above. Equal values share one step, and within a step
c goes straight. No part has a unit once it is divided by its root mean square over relabellings.

Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1, 1945. Mood, "On the asymptotic efficiency
of certain nonparametric two-sample tests", Annals of Mathematical Statistics 25, 1954.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.statistics.base import member_batches
from setapart.transport._jit import kernel

__all__ = ["FeatureParts"]

_LEVELS = (0.1, 0.05, 0.025, 0.01)  # shares of the pooled rows that are a tail
_EXPECTED = 10  # rows of the smaller sample in a tail, at least
_CELLS = 8_000_000  # entries × labellings of a kernel's call, about: it cannot be interrupted within


@dataclass(frozen=True, eq=False)
class FeatureParts:
    """The varying features of N pooled rows, each in rising order; of sparse rows, without their zeros."""

    size: int  # N
    features: IntArray  # (v,), the columns that vary, rising
    start: IntArray  # (v + 1,), where the entries of each feature begin
    rows: NDArray[np.uint32]  # (e,), the rows of the entries
    points: FloatArray  # (e,), their values: from 0 to 1 over the range of the feature
    zeros_after: IntArray  # (v,), entries below the rows that are left out
    zero: FloatArray  # (v,), the point of these rows
    levels: tuple[float, ...]  # shares of the rows that are a tail

    @classmethod
    def of(cls, pooled: Any, n: int) -> "FeatureParts":
        """Sort the features of pooled rows (N, d), dense or sparse; n of the rows make the first sample."""
        columns = _sparse_columns(pooled) if hasattr(pooled, "tocsc") else _dense_columns(pooled)
        features, counts, rows, points, below, zero = [], [0], [], [], [], []
        for feature, where, values, least, largest in columns:
            checkpoint()
            if not largest > least:
                continue
            order = np.argsort(values, kind="stable")
            features.append(feature)
            counts.append(order.size)
            rows.append(where[order].astype(np.uint32))
            points.append((values[order] - least) / (largest - least))
            below.append(int(np.sum(values < 0.0)))
            zero.append(-least / (largest - least))
        smaller = min(n, pooled.shape[0] - n)
        return cls(
            pooled.shape[0],
            np.array(features, np.int64),
            np.cumsum(counts),
            np.concatenate(rows) if rows else np.empty(0, np.uint32),
            np.concatenate(points) if points else np.empty(0),
            np.array(below, np.int64),
            np.array(zero, float),
            tuple(level for level in _LEVELS if level * smaller >= _EXPECTED),
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The parts, in the order of `values`."""
        tails = len(self.levels)
        return ("location", "spread", "distance", *(("lower tail",) * tails), *(("upper tail",) * tails))

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        return 1.5e-9 * self.points.size + 1e-8 * self.features.size

    def values(self, labels: BoolArray, first: int = 0, stop: int | None = None) -> FloatArray:
        """The parts (s, f, b) of labellings (b, N) in the features from `first` to `stop`, none negative."""
        stop = self.features.size if stop is None else stop
        cuts = self.size * np.array([*self.levels[::-1], *(1.0 - level for level in self.levels)])
        values = np.empty((len(self.names), stop - first, len(labels)))
        for batch, member, sizes in member_batches(labels):
            part = np.empty((values.shape[0], stop - first, sizes.size))
            begin = first
            while begin < stop:
                checkpoint()
                reach = self.start[begin] + _CELLS // max(1, sizes.size)
                end = min(stop, max(begin + 1, int(np.searchsorted(self.start, reach, side="right")) - 1))
                chunk = np.empty((values.shape[0], end - begin, sizes.size))
                part_values(
                    self.start[begin : end + 1],
                    self.rows,
                    self.points,
                    self.zeros_after[begin:end],
                    self.zero[begin:end],
                    cuts,
                    member,
                    sizes,
                    chunk,
                )
                part[:, begin - first : end - first] = chunk
                begin = end
            values[:, :, batch] = part
        return values


def _dense_columns(pooled: FloatArray) -> Any:
    where = np.arange(len(pooled))
    for feature, values in enumerate(pooled.T):
        yield feature, where, values, values.min(), values.max()


def _sparse_columns(pooled: Any) -> Any:
    columns = pooled.tocsc()
    for feature in range(columns.shape[1]):
        part = slice(columns.indptr[feature], columns.indptr[feature + 1])
        values = columns.data[part]
        zero = (0.0,) if values.size < columns.shape[0] else ()
        yield (
            feature,
            columns.indices[part],
            values,
            min((*zero, *values[:1], values.min(initial=np.inf))),
            max((*zero, *values[:1], values.max(initial=-np.inf))),
        )


@kernel()
def part_values(start, rows, points, zeros_after, zero, cuts, member, sizes, value):  # type: ignore[no-untyped-def]
    """The parts of every feature and labelling, into `value` (3 + c, f, b): location, spread, W₁, and at `cuts` (c,).

    `cuts` are numbers of pooled rows, rising, at which |F - G| is taken. `member` (N, b) and `sizes` (b,) are as in
    `plain_values`, the other arguments as in `FeatureParts`.
    """
    size = member.shape[0]
    batch = member.shape[1]  # not a constant: see `plain_values`
    below, before, in_entries = np.empty(batch), np.empty(batch), np.empty(batch)
    ranks, squares, work = np.empty(batch), np.empty(batch), np.empty(batch)
    for f in range(start.size - 1):
        begin, end = start[f], start[f + 1]
        n_zeros = size - (end - begin)
        zeros_at = begin + zeros_after[f] if n_zeros > 0 else -1
        in_entries[:] = 0.0
        if n_zeros > 0:
            add_labels(member, rows[begin:end], in_entries)
        below[:] = 0.0
        ranks[:] = 0.0
        squares[:] = 0.0
        work[:] = 0.0
        all_squares = 0.0
        i, seen, cut = begin, np.int64(0), 0
        while seen < size:
            before[:] = below
            if i == zeros_at and seen == i - begin:
                point, count = zero[f], n_zeros
                for g in range(batch):
                    below[g] += sizes[g] - in_entries[g]
            else:
                first, point = i, points[i]
                while i < end and points[i] == point:
                    i += 1
                add_labels(member, rows[first:i], below)
                count = i - first
            rank = (seen + 0.5 * (count - size)) / size  # of the step about the middle of all, from -1/2 to 1/2
            all_squares += count * rank * rank
            reached = seen + count
            gap = 0.0
            if reached < size:
                gap = (zero[f] if i == zeros_at and reached == i - begin else points[i]) - point
            add_step(rank, gap, size, reached, sizes, before, below, ranks, squares, work)
            while cut < cuts.size and cuts[cut] <= reached:
                take_cut(cuts[cut], (cuts[cut] - seen) / count, size, sizes, before, below, value[3 + cut, f])
                cut += 1
            seen = reached
        for g in range(batch):
            both = sizes[g] * (size - sizes[g])
            value[0, f, g] = abs(ranks[g]) * size / both
            value[1, f, g] = abs(squares[g] * size - all_squares * sizes[g]) / both
            value[2, f, g] = work[g] / both


@kernel(inline=True)
def add_labels(member, rows, counts):  # type: ignore[no-untyped-def]
    """Add to `counts` (b,) how many of these rows are in the first sample."""
    for i in range(rows.size):
        labels = member[rows[i]]
        for g in range(counts.size):
            counts[g] += labels[g]


@kernel(inline=True)
def add_step(rank, gap, size, reached, sizes, before, below, ranks, squares, work):  # type: ignore[no-untyped-def]
    """Add a step of c, from `before` to `below`, to the sums (b,) of ranks, of their squares and of W₁."""
    for g in range(sizes.size):
        added = below[g] - before[g]
        ranks[g] += rank * added
        squares[g] += rank * rank * added
        work[g] += abs(below[g] * size - reached * sizes[g]) * gap


@kernel(inline=True)
def take_cut(cut, within, size, sizes, before, below, value):  # type: ignore[no-untyped-def]
    """|F - G| after `cut` pooled rows, a part `within` of the step from `before` to `below`, into `value` (b,)."""
    for g in range(sizes.size):
        at_cut = before[g] + within * (below[g] - before[g])
        value[g] = abs(at_cut * size - cut * sizes[g]) / (sizes[g] * (size - sizes[g]))
