"""Statistics of counts: in each feature by itself, the rows of either sample up to or between given values.

With rows in the order of a feature and c_i of the first i in the first sample, the two distribution functions differ by
(N c_i - n i) / (nm) there. Where i matters is decided for all labellings alike: the ends of runs of equal values, or of
bins. Counts are whole numbers, so that values that should tie do.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from setapart._checks import counted
from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.projection.solution import Solution
from setapart.statistics.marginal import CELLS
from setapart.statistics.single_feature import single_feature
from setapart.transport._jit import kernel
from setapart.transport.presorted import WIDTH

__all__ = ["PreparedCounts", "prepare_counts"]


@dataclass(frozen=True, eq=False)
class PreparedCounts:
    """The features that vary, each in order, and where their counts are compared.

    Attributes
    ----------
    pooled : (N, d) float array
    order : (v, N) uint32 array
        The rows in the order of each feature.
    ends : (v, N) bool array
        The places in that order up to which rows are counted; the last is one of them.
    features : (v,) int array
        The columns of the pooled rows that vary, rising.
    between : bool
        Half the sum of the differences between one end and the next, rather than the largest up to an end.
    """

    pooled: FloatArray
    order: NDArray[np.uint32]
    ends: BoolArray
    features: IntArray
    between: bool

    @property
    def scale(self) -> float:
        """One: values are differences of probabilities."""
        return 1.0

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        return 8e-10 * self.order.size

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`."""
        batches = [self._by_feature(labels[start : start + WIDTH]) for start in range(0, len(labels), WIDTH)]
        largest: FloatArray = np.concatenate(batches, axis=1).max(axis=0, initial=0.0)
        return largest

    def describe(self, labels: BoolArray) -> Solution:
        """The feature that differs most, the first of several, with W₁ in the units of the data."""
        column = int(self.features[np.argmax(self._by_feature(labels[None])[:, 0])]) if self.features.size else 0
        message = f"Exact: the largest of the differences in {counted(self.pooled.shape[1], 'feature')}."
        return single_feature(self.pooled, labels, column, message)

    def _by_feature(self, labels: BoolArray) -> FloatArray:
        """The difference (v, b) in each feature for a few labellings (b, N)."""
        batch, size = labels.shape
        value = np.empty((self.features.size, batch))
        member = np.ascontiguousarray(labels.T).view(np.uint8)
        sizes = labels.sum(axis=1).astype(float)
        step = max(1, CELLS // (batch * size))
        for start in range(0, self.features.size, step):
            checkpoint()
            part = slice(start, start + step)
            compare_counts(self.order[part], self.ends[part], member, sizes, self.between, value[part])
        return value


def prepare_counts(pooled: FloatArray, ends: Callable[[FloatArray], BoolArray], *, between: bool) -> PreparedCounts:
    """Sort every feature of `pooled` (N, d) that varies; `ends` marks, in sorted values, where to count."""
    features = np.flatnonzero(np.any(pooled != pooled[0], axis=0))
    order = np.empty((features.size, len(pooled)), np.uint32)
    marks = np.empty(order.shape, bool)
    for f, column in enumerate(features):
        checkpoint()
        order[f] = np.argsort(pooled[:, column], kind="stable")
        marks[f] = ends(pooled[order[f], column])
    return PreparedCounts(pooled, order, marks, features, between)


@kernel()
def compare_counts(order, ends, member, sizes, between, value):  # type: ignore[no-untyped-def]
    """Differences of counts for every feature and labelling, into `value` (v, b); arrays as in `plain_values`."""
    size = order.shape[1]
    batch = member.shape[1]  # not a constant: see `plain_values`
    below, before, work = np.empty(batch), np.empty(batch), np.empty(batch)
    for f in range(order.shape[0]):
        rows, stops = order[f], ends[f]
        below[:] = 0.0
        before[:] = 0.0
        work[:] = 0.0
        for i in range(size):
            labels = member[rows[i]]
            for g in range(batch):
                below[g] += labels[g] * float(size) - sizes[g]
            if stops[i] and between:
                for g in range(batch):
                    work[g] += 0.5 * abs(below[g] - before[g])
                    before[g] = below[g]
            elif stops[i]:
                for g in range(batch):
                    work[g] = max(work[g], abs(below[g]))
        for g in range(batch):
            value[f, g] = work[g] / (sizes[g] * (size - sizes[g]))
