"""Weighted graphs on the pooled rows, and how much of their weight lies within the samples.

An edge between rows carries a weight that depends on their values only, so that edges are listed between distinct rows.
Where a graph could be chosen in several ways among equal rows, each pair has the weight that it has in the mean over
these choices, as in Zhang and Chen, "Graph-based two-sample tests for data with repeated observations", Statistica
Sinica 32, 2022. Where all rows differ, weights are whole numbers.

R₁ and R₂ are the weights of the edges within the first and the second sample, of n and m of the N rows. Two
combinations of them are uncorrelated under relabelling (Chu and Chen, "Asymptotic distribution-free change-point
detection for multivariate and non-Euclidean data", Annals of Statistics 47, 2019): their weighted mean

    R_w = ((m - 1) R₁ + (n - 1) R₂) / (N - 2),

large where rows of either sample keep to themselves, and R₁ - R₂, far from its mean where one sample is more crowded
than the other. Moments over all relabellings of n and m rows are exact.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.statistics.base import WithoutDirections, member_batches
from setapart.statistics.traits import Traits
from setapart.statistics.witness import WitnessFunction, learning_samples, signed_share
from setapart.transport._jit import kernel
from setapart.transport.conditioning import ENORMOUS

__all__ = ["Graph", "PreparedGraph", "graph_traits"]


def graph_traits(words: str, *, unit: str, null: str) -> Traits:
    """The traits of a test on a graph of near rows, which differ in their words, unit and limit law."""
    return Traits(
        words,
        looks_at="which rows are nearest to one another",
        unit=unit,
        degree=0.0,
        rotation=True,
        directions=None,
        nulls=(null,),
        figures_end=ENORMOUS,
        by_order=True,
        squares=True,
    )


@dataclass(frozen=True, eq=False)
class Graph:
    """An undirected weighted graph on N rows, u of them distinct."""

    group: IntArray  # (N,), the distinct row that each row equals
    counts: IntArray  # (u,), how many rows equal each distinct row
    loops: FloatArray  # (u,), the weight of each pair of rows that equal the same distinct row
    edges: IntArray  # (e, 2), pairs of distinct rows, each pair once
    weights: FloatArray  # (e,), the weight of each pair of rows that equal either end

    @cached_property
    def strengths(self) -> FloatArray:
        """The weight (u,) of all edges at a row that equals a distinct row; the degree, where weights are one."""
        strengths = self.loops * (self.counts - 1)
        for end, other in ((0, 1), (1, 0)):
            weight = self.weights * self.counts[self.edges[:, other]]
            strengths += np.bincount(self.edges[:, end], weight, minlength=self.counts.size)
        return strengths

    def sums(self, samples: BoolArray) -> FloatArray:
        """The weight (2, N) of the edges of each row to two samples (2, N)."""
        sums = np.empty(samples.shape)
        for part, sample in zip(sums, samples, strict=True):
            held = np.bincount(self.group[sample], minlength=self.counts.size).astype(float)
            to_others = self.loops * held
            for end, other in ((0, 1), (1, 0)):
                to_others += np.bincount(
                    self.edges[:, end], self.weights * held[self.edges[:, other]], minlength=self.counts.size
                )
            part[:] = to_others[self.group] - self.loops[self.group] * sample
        return sums

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


@dataclass(frozen=True, eq=False)
class PreparedGraph(WithoutDirections):
    """A graph on the pooled rows, and what is made of the weights within the samples."""

    graph: Graph
    # max(Z_w, 0)² + Z_d² with R_w and R₁ - R₂ standardised, rather than max(Z, 0) with R₁ + R₂ standardised
    generalised: bool = False

    @property
    def scale(self) -> float:
        """The root of the number of edges: about what all of them are in standard deviations."""
        return float(np.sqrt(self.graph.total))

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        return 5e-6 + 2e-9 * (len(self.graph.edges) + self.graph.group.size)

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`."""
        graph = self.graph
        within, strength = self._weights(labels)
        total, size = graph.total, labels.shape[1]
        n = labels.sum(axis=1).astype(float)
        m = size - n
        less = max(size - 2, 1)
        pairs = size * (size - 1)
        difference_variance = n * m / pairs * graph.difference_spread
        others = less * max(size - 3, 1)
        weighted_variance = n * (n - 1) * m * (m - 1) / (pairs * others) * graph.weighted_spread
        if self.generalised:
            difference = strength - 2.0 * total * n / size
            weighted = within - (n - 1) / less * (strength - total) - total * (n - 1) * (m - 1) / ((size - 1) * less)
            squares: FloatArray = _ratio(np.maximum(weighted, 0.0) ** 2, weighted_variance)
            return squares + _ratio(difference**2, difference_variance)
        both = 2.0 * within - strength + total  # in this order: sums of whole numbers are exact
        mean = total * (n * (n - 1) + m * (m - 1)) / pairs
        # R₁ + R₂ = 2 R_w + (n - m) / (N - 2) (R₁ - R₂), of which the terms are uncorrelated.
        variance = 4.0 * weighted_variance + ((n - m) / less) ** 2 * difference_variance
        return _ratio(np.maximum(both - mean, 0.0), np.sqrt(variance))

    def witness(self, labels: BoolArray, among: BoolArray | None = None) -> WitnessFunction:
        """See `WithWitness`: of the edges of a row, how many more than expected lead to the first sample.

        Of the generalised statistic, how many edges a row has, where that differs more.
        """
        graph, samples = self.graph, learning_samples(labels, among)
        near = WitnessFunction(signed_share(graph.sums(samples), samples), "samples of the nearest rows")
        if not self.generalised:
            return near
        strengths = graph.strengths[graph.group]
        sign = 1 if strengths[samples[0]].mean() >= strengths[samples[1]].mean() else -1
        crowded = WitnessFunction(sign * strengths, "number of near rows", sign=sign, numbers=strengths)
        return max(near, crowded, key=lambda function: _standard_difference(function.values, samples))

    def asymptotic_pvalue(self, labels: BoolArray) -> float:
        """The p-value of one labelling (N,) as if R₁ and R₂ were normal; for many rows, and relabelling without limits.

        For the generalised statistic it is ½ P(χ₁² ≥ s) + ½ P(χ₂² ≥ s), as one of its two terms is zero half the time.
        """
        from scipy.stats import chi2, norm

        value = float(self.evaluate(labels[None])[0])
        if value == 0.0:  # what no labelling stays below
            return 1.0
        return float((chi2.sf(value, 1) + chi2.sf(value, 2)) / 2.0 if self.generalised else norm.sf(value))

    def _weights(self, labels: BoolArray) -> tuple[FloatArray, FloatArray]:
        """R₁ (b,), and the strengths (b,) of all rows of the first sample."""
        graph = self.graph
        within, strength = np.empty((2, len(labels)))
        for part, member, _ in member_batches(labels):
            checkpoint()
            arrays = graph.group, graph.loops, graph.strengths, graph.edges, graph.weights
            sum_weights(*arrays, member, within[part], strength[part])
        return within, strength


def _standard_difference(values: FloatArray, samples: BoolArray) -> float:
    """The difference of the means in two samples, in standard deviations."""
    difference = float(values[samples[0]].mean() - values[samples[1]].mean())
    return difference / (float(values[samples.any(axis=0)].std()) or np.inf)


def _ratio(deviation: FloatArray, spread: FloatArray) -> FloatArray:
    """Zero where nothing can vary."""
    return np.divide(deviation, spread, out=np.zeros_like(deviation), where=spread > 0.0)


@kernel()
def sum_weights(group, loops, strengths, edges, weights, member, within, strength):  # type: ignore[no-untyped-def]
    """For a few labellings, the weight within the first sample and the strengths of its rows; `member` is (N, b)."""
    batch = member.shape[1]
    counts = np.zeros((loops.size, batch))  # of the first sample, among the rows that are equal
    for i in range(group.size):
        row, labels = counts[group[i]], member[i]
        for g in range(batch):
            row[g] += labels[g]
    within[:] = 0.0
    strength[:] = 0.0
    for u in range(loops.size):
        row, loop, all_edges = counts[u], 0.5 * loops[u], strengths[u]
        for g in range(batch):
            within[g] += loop * (row[g] * (row[g] - 1.0))
            strength[g] += all_edges * row[g]
    for e in range(weights.size):
        first, second, weight = counts[edges[e, 0]], counts[edges[e, 1]], weights[e]
        for g in range(batch):
            within[g] += weight * (first[g] * second[g])
