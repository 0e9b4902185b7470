"""How differently two features go together in two samples, for all pairs of features and many labellings.

Ranks are those within a sample, and correlations are compared as Fisher's z, the spread of which hardly depends on
their size: what changes in one feature alone has no part in them. Besides the rank there is the distance from the
middle rank, without what the rank itself says of it (which is nothing if no values tie): so that a pair has four
correlations, of rank with rank, of one's distance with the other's rank, and of both distances.

With the pooled values of a feature in order and c_i of the first i in the first sample, a row of that sample in the
step from i to j has the mid-rank (c_i + c_j + 1) / 2. Ranks are centred and doubled, c_i + c_j - n: whole numbers,
whose products have exact sums in any order, below 200,000 rows.

Fieller, Hartley and Pearson, "Tests for rank correlation coefficients", Biometrika 44, 1957.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from setapart._interrupt import checkpoint
from setapart._threads import one_blas_thread
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.transport._jit import kernel

__all__ = ["PARTS", "PairCorrelations"]

# What is correlated: ranks, or in the place of one or both the distance from the middle.
PARTS = ("correlation", "second distance", "first distance", "both distances")

# Three more parts of the same weight would take much of the power of correlations; and where one of these changes,
# distances often go together differently as well, without being what there is to tell.
_WEIGHT = 0.8
_BLOCK = 512  # features that are held against all others at a time
_CELLS = 20_000_000  # ranks and products × labellings of a kernel's call, about: it cannot be interrupted within
_FLOPS = 2e10  # a second, of a product of matrices on one core


@dataclass(frozen=True, eq=False)
class PairCorrelations:
    """The pairs of v features of N pooled rows, in the order of `numpy.triu_indices`."""

    order: NDArray[np.uint32]  # (v, N), the rows by rising value
    last: BoolArray  # (v, N), whether the next value in this order is another one
    names: tuple[str, ...] = PARTS  # or the correlation alone

    @classmethod
    def of(cls, pooled: FloatArray, *, distances: bool = True) -> "PairCorrelations":
        """Sort the features of pooled rows (N, v), for ranks with `distances` from the middle or without."""
        order = np.argsort(pooled, axis=0, kind="stable")
        values = np.take_along_axis(pooled, order, axis=0)
        last = np.ones(pooled.shape, bool)
        last[:-1] = values[1:] != values[:-1]
        rows = np.ascontiguousarray(order.T.astype(np.uint32))
        return cls(rows, np.ascontiguousarray(last.T), PARTS if distances else PARTS[:1])

    @property
    def size(self) -> int:
        """N."""
        return int(self.order.shape[1])

    @property
    def pairs(self) -> IntArray:
        """The features (p, 2) of each pair."""
        return np.column_stack(np.triu_indices(len(self.order), 1))

    @property
    def features(self) -> IntArray:
        """The pairs, by their place."""
        return np.arange(self._first[-1])

    @property
    def weights(self) -> FloatArray:
        """What the parts (s,) count, once they are in one unit: a correlation more than the others."""
        return np.array([1.0, *(_WEIGHT for _ in self.names[1:])])

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        v, parts = len(self.order), len(self.names)
        return 2e-6 + 5e-9 * self.size * v + parts * v**2 * (2.0 * self.size / _FLOPS + 1e-8)

    def values(self, labels: BoolArray, first: int = 0, stop: int | None = None) -> FloatArray:
        """The differences (s, p, b) of Fisher's z under labellings (b, N), for the pairs from `first` to `stop`."""
        stop = self.features.size if stop is None else stop
        values = np.empty((len(self.names), stop - first, len(labels)))
        for batch, begin, end in self._pieces(labels, first, stop):
            begun = self._first[begin]
            value = np.empty((len(self.names), self._first[end] - begun, len(labels[batch])))
            with one_blas_thread():
                fill_differences(
                    self.order[begin:], self.last[begin:], labels[batch].view(np.uint8), end - begin, value
                )
            low, high = max(first, begun), min(stop, self._first[end])
            values[:, low - first : high - first, batch] = value[:, low - begun : high - begun]
        return values

    def largest(self, labels: BoolArray) -> FloatArray:
        """The largest differences (b,) of Fisher's z of ranks under labellings (b, N); 0 where there are no pairs."""
        largest = np.zeros(len(labels))
        for batch, begin, end in self._pieces(labels, 0, self.features.size):
            members = labels[batch].view(np.uint8)
            with one_blas_thread():
                raise_to_largest(self.order[begin:], self.last[begin:], members, end - begin, largest[batch])
        return largest

    def correlations(self, label: BoolArray) -> FloatArray:
        """The correlations (2, s, p) of pairs in both samples of a labelling (N,); 0 where a feature is constant."""
        correlations = np.empty((2, len(self.names), self.features.size))
        fill_correlations(self.order, self.last, label.view(np.uint8), len(self.order), correlations)
        return correlations

    @property
    def _first(self) -> IntArray:
        """The place of the first pair of each feature with later ones (v,), and the number of pairs."""
        return np.concatenate([[0], np.cumsum(np.arange(len(self.order) - 1, -1, -1))])

    def _pieces(self, labels: BoolArray, first: int, stop: int) -> Iterator[tuple[slice, int, int]]:
        """Some labellings, and features from the first to the last that pairs from `first` to `stop` begin with."""
        if stop <= first:
            return
        low, high = int(np.searchsorted(self._first, first, "right")) - 1, int(np.searchsorted(self._first, stop))
        v, parts = len(self.order) - low, len(self.names)
        step = max(1, _CELLS // (v * (self.size + parts * min(v, _BLOCK))))
        for begin in range(low, high, _BLOCK):
            for start in range(0, len(labels), step):
                checkpoint()
                yield slice(start, start + step), begin, min(begin + _BLOCK, high)


@kernel()
def fill_ranks(order, last, member, first, second):  # type: ignore[no-untyped-def]
    """Write ranks (v, n) and (v, m) within both samples of a labelling `member` (N,)."""
    size = member.size
    n, m = first.shape[1], second.shape[1]
    place = np.empty(size, np.int64)  # in its sample
    counts = np.zeros(2, np.int64)
    for row in range(size):
        place[row] = counts[member[row]]
        counts[member[row]] += 1
    for f in range(order.shape[0]):
        start, before = 0, 0  # of the step: its first place, and the rows of the first sample below it
        while start < size:
            end, below = start, before
            searching = True
            while searching:
                below += member[order[f, end]]
                searching = not last[f, end]
                end += 1
            for i in range(start, end):
                row = order[f, i]
                if member[row]:
                    first[f, place[row]] = before + below - n
                else:
                    second[f, place[row]] = start - before + end - below - m
            start, before = end, below


@kernel()
def fill_distances(scores, v):  # type: ignore[no-untyped-def]
    """Below the ranks of v features, write how far they are from the middle, without what they say of it (2v, n)."""
    n = scores.shape[1]
    for f in range(v):
        total, squares, products = 0.0, 0.0, 0.0
        for i in range(n):
            rank = scores[f, i]
            total += abs(rank)
            squares += rank * rank
            products += abs(rank) * rank
        slope = products / squares if squares > 0.0 else 0.0
        rest = 0.0
        for i in range(n):
            rank = scores[f, i]
            away = abs(rank) - total / n - slope * rank
            scores[v + f, i] = away
            rest += away * away
        if rest <= 1e-9 * squares:  # rounding
            scores[v + f] = 0.0


@kernel()
def correlate(scores, v, end, correlation):  # type: ignore[no-untyped-def]
    """Correlations of features up to `end` with all later ones, from scores (v, n) or (2v, n), into (s, q)."""
    kinds = scores.shape[0] // v
    length = np.empty(scores.shape[0])
    for g in range(scores.shape[0]):
        square = 0.0
        for i in range(scores.shape[1]):
            square += scores[g, i] * scores[g, i]
        length[g] = np.sqrt(square) if square > 0.0 else np.inf
    bound = 1.0 - 1e-6  # where z would be infinite
    for a in range(kinds):
        products = np.dot(scores[a * v : a * v + end], scores.T)
        for b in range(kinds):
            q = 0
            for i in range(end):
                for j in range(i + 1, v):
                    value = products[i, b * v + j] / length[a * v + i] / length[b * v + j]
                    correlation[2 * a + b, q] = max(-bound, min(bound, value))
                    q += 1


@kernel()
def fill_correlations(order, last, member, end, correlation):  # type: ignore[no-untyped-def]
    """Correlations (2, s, q) in both samples, of features up to `end` with all later ones."""
    v, size = order.shape
    n = np.int64(0)
    for row in range(size):
        n += member[row]
    kinds = 1 if correlation.shape[1] == 1 else 2
    first, second = np.empty((kinds * v, n)), np.empty((kinds * v, size - n))
    fill_ranks(order, last, member, first[:v], second[:v])
    if kinds == 2:
        fill_distances(first, v)
        fill_distances(second, v)
    correlate(first, v, end, correlation[0])
    correlate(second, v, end, correlation[1])


@kernel()
def fill_differences(order, last, members, end, value):  # type: ignore[no-untyped-def]
    """|artanh x - artanh y| of the correlations x and y under labellings (b, N), into `value` (s, q, b)."""
    correlation = np.empty((2, value.shape[0], value.shape[1]))
    for b in range(members.shape[0]):
        fill_correlations(order, last, members[b], end, correlation)
        for s in range(value.shape[0]):
            for q in range(value.shape[1]):
                x, y = correlation[0, s, q], correlation[1, s, q]
                value[s, q, b] = 0.5 * abs(np.log((1.0 + x) * (1.0 - y) / ((1.0 - x) * (1.0 + y))))


@kernel()
def raise_to_largest(order, last, members, end, largest):  # type: ignore[no-untyped-def]
    """Raise `largest` (b,) to the differences of the first part; see `fill_differences`."""
    pairs = end * (2 * order.shape[0] - end - 1) // 2
    correlation = np.empty((2, 1, pairs))
    for b in range(members.shape[0]):
        fill_correlations(order, last, members[b], end, correlation)
        ratio = 1.0  # log rises with it: one is enough
        for q in range(pairs):
            x, y = correlation[0, 0, q], correlation[1, 0, q]
            here = (1.0 + x) * (1.0 - y) / ((1.0 - x) * (1.0 + y))
            ratio = max(ratio, max(here, 1.0 / here))
        largest[b] = max(largest[b], 0.5 * np.log(ratio))
