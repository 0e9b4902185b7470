"""The unbiased estimator of the squared maximum mean discrepancy.

It is the counterpart of -wᵀDw in which means within a sample leave out the pairs of a row with itself. D vanishes on
the diagonal, so that leaving these pairs out is dividing the sums S_x and S_y within the samples by n (n - 1) and
m (m - 1) instead of n² and m². Both sums follow from v = -wᵀDw, c = wᵀD1 and t = 1ᵀD1:
N² S_x = n² (t + 2 m c - m² v) and N² S_y = m² (t - 2 n c - n² v).
"""

from dataclasses import dataclass

import numpy as np

from setapart._types import BoolArray, FloatArray
from setapart.statistics.base import WithoutDirections
from setapart.statistics.dissimilarity import PreparedDissimilarity, inner
from setapart.statistics.witness import WitnessFunction
from setapart.transport._jit import kernel
from setapart.transport.supplies import label_supplies

__all__ = ["PreparedUnbiased"]


@dataclass(frozen=True, eq=False)
class PreparedUnbiased(WithoutDirections):
    """A prepared statistic of that form, and D1 (N,), the sums of the rows of D."""

    biased: PreparedDissimilarity
    sums: FloatArray

    @property
    def scale(self) -> float:
        """See `PreparedDissimilarity.scale`."""
        return self.biased.scale

    @property
    def seconds(self) -> float:
        """See `PreparedDissimilarity.seconds`."""
        return self.biased.seconds

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`. Values may be negative."""
        supply, total = label_supplies(labels)
        size = labels.shape[1]
        n = labels.sum(axis=1).astype(float)
        m = size - n
        if min(n.min(), m.min()) < 2.0:
            raise ValueError("the unbiased estimator needs at least 2 rows in each sample; got a sample of 1 row")
        c = np.empty(len(labels))
        inner_products(supply.astype(float), self.sums, c)
        c *= self.biased.factor / total
        t, v = self.sums.sum() * self.biased.factor, self.biased.evaluate(labels)
        within = (t + 2.0 * m * c - m * m * v) / (n - 1.0) + (t - 2.0 * n * c - n * n * v) / (m - 1.0)
        values: FloatArray = v - within / size**2
        return values

    def witness(self, labels: BoolArray, among: BoolArray | None = None) -> WitnessFunction:
        """See `WithWitness`."""
        return self.biased.witness(labels, among)

    def asymptotic_pvalue(self, labels: BoolArray, *, null: str = "gamma") -> float:
        """See `PreparedDissimilarity.asymptotic_pvalue`."""
        return self.biased.null_tail(float(self.evaluate(labels[None])[0]), labels, null, unbiased=True)


@kernel()
def inner_products(weights, sums, out):  # type: ignore[no-untyped-def]
    """The inner product of each row of `weights` (b, N) with `sums` (N,), into `out` (b,)."""
    for b in range(weights.shape[0]):
        out[b] = inner(weights[b], sums)
