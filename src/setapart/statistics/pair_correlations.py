"""How much the rank correlation of each pair of features differs between two samples, for many labellings at once.

Ranks are pooled, so that one pass serves all labellings; correlations are compared as Fisher's z, the spread of which
hardly depends on their size.

Fieller, Hartley and Pearson, "Tests for rank correlation coefficients", Biometrika 44, 1957.
"""

from dataclasses import dataclass

import numpy as np

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.statistics.ranks import mid_ranks

__all__ = ["PairCorrelations"]

_BOUND = 1.0 - 1e-6  # of a correlation, whose z would be infinite
_CELLS = 4_000_000  # products of ranks that are held at a time
_FLOPS = 4e10  # a second, of a product of matrices on one core


@dataclass(frozen=True, eq=False)
class PairCorrelations:
    """The pairs of some features of N pooled rows, by their ranks."""

    ranks: FloatArray  # (N, v), centred, of length one
    pairs: IntArray  # (p, 2), places among the v features

    names = ("correlation",)

    @classmethod
    def of(cls, pooled: FloatArray) -> "PairCorrelations":
        """Rank the features of pooled rows (N, v), each of which varies."""
        ranks = np.ascontiguousarray(np.column_stack([_ranks(values) for values in pooled.T]))
        return cls(ranks, np.column_stack(np.triu_indices(pooled.shape[1], 1)))

    @property
    def size(self) -> int:
        """N."""
        return len(self.ranks)

    @property
    def features(self) -> IntArray:
        """The pairs, by their place."""
        return np.arange(len(self.pairs))

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        size, v = self.ranks.shape
        return float(2.0 * size * len(self.pairs) / _FLOPS + 5e-8 * len(self.pairs) + 2e-9 * size * v)

    def values(self, labels: BoolArray, first: int = 0, stop: int | None = None) -> FloatArray:
        """The differences (1, p, b) of Fisher's z under labellings (b, N), for the pairs from `first` to `stop`."""
        first_sample, second = self.correlations(labels, slice(first, stop))
        differences: FloatArray = np.abs(np.arctanh(first_sample) - np.arctanh(second)).T[None]
        return differences

    def correlations(self, labels: BoolArray, chosen: slice = slice(None)) -> tuple[FloatArray, FloatArray]:
        """The rank correlations (b, p) of pairs in both samples of labellings (b, N); 0 where a feature is constant."""
        inside = labels.astype(float)
        sizes, sums, squares = inside.sum(axis=1)[:, None], inside @ self.ranks, inside @ self.ranks**2
        i, j = self.pairs[chosen].T
        products, totals = np.empty((len(labels), i.size)), np.empty(i.size)
        step = max(1, _CELLS // self.size)
        for start in range(0, i.size, step):
            checkpoint()
            part = slice(start, start + step)
            columns = self.ranks[:, i[part]] * self.ranks[:, j[part]]
            products[:, part], totals[part] = inside @ columns, columns.sum(axis=0)
        # What is not in the first sample is in the second: the sums of all rows are known, the ranks being centred.
        return (
            _correlation(products, sums[:, i], sums[:, j], squares[:, i], squares[:, j], sizes),
            _correlation(
                totals - products, -sums[:, i], -sums[:, j], 1 - squares[:, i], 1 - squares[:, j], self.size - sizes
            ),
        )


def _ranks(values: FloatArray) -> FloatArray:
    ranks = mid_ranks(values)
    ranks = ranks - ranks.mean()
    scaled: FloatArray = ranks / (np.linalg.norm(ranks) or 1.0)
    return scaled


def _correlation(
    products: FloatArray, a: FloatArray, b: FloatArray, a_squares: FloatArray, b_squares: FloatArray, size: FloatArray
) -> FloatArray:
    """From sums (b, p) of products, of both features and of their squares over rows, so many (b, 1) of them."""
    floor = 1e-12 / size
    a_variance, b_variance = a_squares - a**2 / size, b_squares - b**2 / size
    varying = (a_variance > floor) & (b_variance > floor)
    deviation = np.sqrt(np.where(varying, a_variance * b_variance, np.inf))
    correlation: FloatArray = np.clip((products - a * b / size) / deviation, -_BOUND, _BOUND)
    return correlation
