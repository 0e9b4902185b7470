"""MMD-FUSE: the maximum mean discrepancy of many kernels, each in units of its own size, in a soft maximum.

Biggs, Schrab and Gretton, "MMD-FUSE: learning and combining kernels for two-sample testing without data splitting",
NeurIPS 2023.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.spatial.distance import pdist, squareform
from scipy.special import logsumexp

from setapart._checks import counted
from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray
from setapart.statistics.base import WithoutDirections
from setapart.statistics.dissimilarity import prepare_gram
from setapart.statistics.unbiased import PreparedUnbiased
from setapart.statistics.witness import WitnessFunction, leading_witness
from setapart.transport.conditioning import condition

__all__ = ["MOST_ROWS", "PreparedFused", "prepare_fused"]

MOST_ROWS = 2_000  # the kernels of which are kept: 320 MB
BANDWIDTHS = 10  # of either kernel


@dataclass(frozen=True, eq=False)
class PreparedFused(WithoutDirections):
    """The unbiased estimators of several kernels, each over the root of the mean square of its kernel."""

    members: tuple[PreparedUnbiased, ...]

    scale = 1.0

    @property
    def seconds(self) -> float:
        """Forecast for one labelling."""
        return sum(member.seconds for member in self.members)

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`."""
        if not self.members:
            return np.zeros(len(labels))
        n = np.minimum(labels.sum(axis=1), (~labels).sum(axis=1)).astype(float)
        strength = np.sqrt(n * np.maximum(n - 1.0, 1.0))
        values = np.stack([member.evaluate(labels) for member in self.members])
        fused: FloatArray = logsumexp(strength * values, axis=0) - np.log(len(values))
        return fused

    def witness(self, labels: BoolArray, among: BoolArray | None = None) -> WitnessFunction:
        """See `WithWitness`: that of the kernel whose means differ most."""
        return leading_witness([member.witness(labels, among) for member in self.members], labels, among)


def prepare_fused(pooled: FloatArray) -> PreparedFused:
    """The Gaussian and the Laplace kernel of pooled rows (N, d), each of ten bandwidths."""
    if len(pooled) > MOST_ROWS:
        raise ValueError(
            f"bandwidth='fuse' keeps twenty kernels of all rows, at most {counted(MOST_ROWS, 'row')}; got"
            f" {len(pooled):,} (use 'whitened', or bandwidth='aggregate')"
        )
    points, _ = condition(pooled)
    columns = np.ascontiguousarray(points.T)
    members = []
    for metric in ("cityblock", "sqeuclidean"):
        distances = pdist(points, metric)
        positive = distances[distances > 0.0]
        if not positive.size:
            continue
        low, high = np.quantile(positive, (0.05, 0.95))
        for bandwidth in np.linspace(0.5 * low, 2.0 * high, BANDWIDTHS):
            checkpoint()
            gram = np.exp(-distances / bandwidth)
            size = float(np.sqrt(np.mean(gram**2)))
            kernel = squareform(gram)
            np.fill_diagonal(kernel, 1.0)
            member = prepare_gram(kernel, columns)
            members.append(PreparedUnbiased(replace(member, factor=1.0 / size), member.sums()[0]))
    return PreparedFused(tuple(members))
