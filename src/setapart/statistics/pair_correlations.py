"""How much the rank correlation of each pair of features differs between two samples, for many labellings at once.

Ranks are pooled, so that one pass serves all labellings; correlations are compared as Fisher's z, of which the spread
does not depend on their size.

Fieller, Hartley and Pearson, "Tests for rank correlation coefficients", Biometrika 44, 1957.
"""

from dataclasses import dataclass

import numpy as np

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray, IntArray

__all__ = ["PairCorrelations"]

_BOUND = 1.0 - 1e-6  # of a correlation, whose z would be infinite
_FLOPS = 4e10  # a second, of a product of matrices on one core


@dataclass(frozen=True, eq=False)
class PairCorrelations:
    """The pairs of some features of N pooled rows, by their ranks."""

    ranks: FloatArray  # (N, v), centred, of length one
    pairs: IntArray  # (p, 2), places among the v features
    products: FloatArray  # (v, v), ranksᵀ ranks

    names = ("correlation",)

    @classmethod
    def of(cls, pooled: FloatArray) -> "PairCorrelations":
        """Rank the features of pooled rows (N, v), each of which varies."""
        ranks = np.ascontiguousarray(np.column_stack([_ranks(values) for values in pooled.T]))
        return cls(ranks, np.column_stack(np.triu_indices(pooled.shape[1], 1)), ranks.T @ ranks)

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
        return float(2.0 * size * v * v / _FLOPS + 5e-8 * len(self.pairs) + 2e-9 * size * v)

    def values(self, labels: BoolArray, first: int = 0, stop: int | None = None) -> FloatArray:
        """The differences (1, p, b) of Fisher's z under labellings (b, N), for the pairs from `first` to `stop`."""
        pairs = self.pairs[first:stop]
        values = np.empty((1, len(pairs), len(labels)))
        for b, label in enumerate(labels):
            checkpoint()
            z = [np.arctanh(correlation) for correlation in self.correlations(label)]
            values[0, :, b] = np.abs(z[0] - z[1])[pairs[:, 0], pairs[:, 1]]
        return values

    def correlations(self, label: BoolArray) -> tuple[FloatArray, FloatArray]:
        """The rank correlations (v, v) in both samples of a labelling (N,); 0 where a feature does not vary there."""
        inside = self.ranks[label]
        products, sums, n = inside.T @ inside, inside.sum(axis=0), len(inside)
        # What is not in the first sample is in the second: the sums of all rows are known, the ranks being centred.
        second = self.products - products, -sums, self.size - n
        first = _correlation(products, sums, n)
        return first, _correlation(*second)


def _ranks(values: FloatArray) -> FloatArray:
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - 0.5 * (counts - 1))[place]
    ranks = ranks - ranks.mean()
    scaled: FloatArray = ranks / (np.linalg.norm(ranks) or 1.0)
    return scaled


def _correlation(products: FloatArray, sums: FloatArray, n: int) -> FloatArray:
    covariance = products - np.outer(sums, sums) / n
    variance = np.diag(covariance).copy()
    floor = 1e-12 / n
    deviation = np.sqrt(np.where(variance > floor, variance, np.inf))
    correlation: FloatArray = np.clip(covariance / np.outer(deviation, deviation), -_BOUND, _BOUND)
    return correlation
