"""Weighted graphs on the pooled rows in which equal rows are equal.

An edge between rows carries a weight that depends on their values only, so that edges are listed between distinct rows.
Where a graph could be chosen in several ways among equal rows, each pair has the weight that it has in the mean over
these choices, as in Zhang and Chen, "Graph-based two-sample tests for data with repeated observations", Statistica
Sinica 32, 2022. Where all rows differ, weights are whole numbers.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from setapart._types import FloatArray, IntArray

__all__ = ["Graph"]


@dataclass(frozen=True, eq=False)
class Graph:
    """An undirected weighted graph on N rows, u of them distinct.

    Attributes
    ----------
    group : (N,) int array
        The distinct row that each row equals.
    counts : (u,) int array
        How many rows equal each distinct row.
    loops : (u,) float array
        The weight of each pair of rows that equal the same distinct row.
    edges : (e, 2) int array
        Pairs of distinct rows, each pair once.
    weights : (e,) float array
        The weight of each pair of rows that equal either end.
    """

    group: IntArray
    counts: IntArray
    loops: FloatArray
    edges: IntArray
    weights: FloatArray

    @cached_property
    def strengths(self) -> FloatArray:
        """The weight (u,) of all edges at a row that equals a distinct row; the degree, where weights are one."""
        found = self.loops * (self.counts - 1)
        for end, other in ((0, 1), (1, 0)):
            weight = self.weights * self.counts[self.edges[:, other]]
            found += np.bincount(self.edges[:, end], weight, minlength=self.counts.size)
        return found

    @cached_property
    def total(self) -> float:
        """The weight of all edges; their number, where weights are one."""
        return 0.5 * float(np.sum(self.counts * self.strengths))

    @cached_property
    def difference_spread(self) -> float:
        """Σ (sᵢ - s̄)² over rows with strengths sᵢ; zero if all are the same up to rounding.

        Times nm / (N(N - 1)) it is the permutation variance of R₁ - R₂, the weights within either sample.
        """
        size = self.group.size
        spread = float(np.sum(self.counts * (self.strengths - 2.0 * self.total / size) ** 2))
        return spread if spread > 1e-24 * self._squared_strengths else 0.0

    @cached_property
    def weighted_spread(self) -> float:
        """Σ w² - Σ sᵢ² / (N - 2) + 2 (Σ w)² / ((N - 1)(N - 2)) over edges w; zero if it is but rounding.

        Times n(n - 1)m(m - 1) / (N(N - 1)(N - 2)(N - 3)) it is the permutation variance of the weighted mean of R₁ and
        R₂ (see `PreparedGraph`); Chu and Chen, 2019, with weights.
        """
        size, counts = self.group.size, self.counts
        squares = 0.5 * float(np.sum(self.loops**2 * counts * (counts - 1)))
        squares += float(np.sum(self.weights**2 * counts[self.edges].prod(axis=1)))
        less = max(size - 2, 1)
        spread = squares - self._squared_strengths / less + 2.0 * self.total**2 / (max(size - 1, 1) * less)
        return spread if spread > 1e-12 * squares else 0.0

    @property
    def _squared_strengths(self) -> float:
        return float(np.sum(self.counts * self.strengths**2))
