"""How much of a graph's weight lies within the samples, in standard deviations over all relabellings.

R₁ and R₂ are the weights of the edges within the first and the second sample, of n and m of the N rows. Two
combinations of them are uncorrelated under relabelling (Chu and Chen, "Asymptotic distribution-free change-point
detection for multivariate and non-Euclidean data", Annals of Statistics 47, 2019): their weighted mean

    R_w = ((m - 1) R₁ + (n - 1) R₂) / (N - 2),

large where rows of either sample keep to themselves, and R₁ - R₂, far from its mean where one sample is more crowded
than the other. Moments over all relabellings of n and m rows are exact.
"""

from dataclasses import dataclass

import numpy as np

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray
from setapart.statistics.graphs.graph import Graph
from setapart.transport._jit import kernel
from setapart.transport.presorted import WIDTH

__all__ = ["PreparedGraph"]


@dataclass(frozen=True, eq=False)
class PreparedGraph:
    """A graph on the pooled rows, and what is made of the weights within the samples.

    Attributes
    ----------
    graph : Graph
    generalised : bool
        max(Z_w, 0)² + Z_d² with R_w and R₁ - R₂ standardised, rather than max(Z, 0) with R₁ + R₂ standardised.
    """

    graph: Graph
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

    def describe(self, labels: BoolArray) -> None:
        """Return nothing: a graph has no directions."""

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
        for start in range(0, len(labels), WIDTH):
            checkpoint()
            part = slice(start, start + WIDTH)
            member = np.ascontiguousarray(labels[part].T).view(np.uint8)
            arrays = graph.group, graph.loops, graph.strengths, graph.edges, graph.weights
            sum_weights(*arrays, member, within[part], strength[part])
        return within, strength


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
