"""Statistics of counts: in each feature by itself, the rows of either sample up to or between given values.

With rows in the order of a feature and c_i of the first i in the first sample, the two distribution functions differ by
(N c_i - n i) / (nm) there. Where i matters is decided for all labellings alike: the ends of runs of equal values, or of
bins. Counts are whole numbers, so that values that should tie do.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.statistics.by_feature import ByFeature
from setapart.transport._jit import kernel

__all__ = ["CRAMER_VON_MISES", "LARGEST", "VARIATION", "PreparedCounts", "bin_ends", "prepare_counts", "run_ends"]

LARGEST, VARIATION, CRAMER_VON_MISES = 0, 1, 2  # what a kernel makes of the differences


@dataclass(frozen=True, eq=False)
class PreparedCounts(ByFeature):
    """The features that vary, each in order, and where their counts are compared.

    Attributes
    ----------
    pooled, features, centred, aggregate
        See `ByFeature`; groups are never centred.
    order : (v, N) uint32 array
        The rows in the order of each feature.
    ends : (v, N) bool array
        The places in that order up to which rows are counted; the last is one of them.
    kind : int
        `LARGEST`, the largest difference up to an end; `VARIATION`, half the sum of the differences between one end and
        the next; `CRAMER_VON_MISES`, the sum of the squared differences at all rows.
    """

    pooled: FloatArray
    order: NDArray[np.uint32]
    ends: BoolArray
    features: IntArray
    kind: int
    aggregate: str
    centred: bool = False

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        return 8e-10 * self.order.size

    def _fill(self, part: slice, member: NDArray[np.uint8], sizes: IntArray, value: FloatArray) -> None:
        compare_counts(self.order[part], self.ends[part], member, sizes.astype(float), self.kind, value)


def prepare_counts(
    pooled: FloatArray, ends: Callable[[FloatArray], BoolArray], *, kind: int, aggregate: str = "max"
) -> PreparedCounts:
    """Sort every feature of `pooled` (N, d) that varies; `ends` marks, in sorted values, where to count."""
    features = np.flatnonzero(np.any(pooled != pooled[0], axis=0))
    order = np.empty((features.size, len(pooled)), np.uint32)
    marks = np.empty(order.shape, bool)
    for f, column in enumerate(features):
        checkpoint()
        order[f] = np.argsort(pooled[:, column], kind="stable")
        marks[f] = ends(pooled[order[f], column])
    return PreparedCounts(pooled, order, marks, features, kind, aggregate)


def run_ends(values: FloatArray) -> BoolArray:
    """Where runs of equal values end, for sorted values (N,)."""
    return np.append(values[1:] != values[:-1], True)


def bin_ends(values: FloatArray, n_bins: int) -> BoolArray:
    """Where bins that end at quantiles do, for sorted values (N,); equal values share a bin."""
    size = values.size
    n_bins = min(n_bins, size)  # as with more, every value is an end
    places = -(-np.arange(1, n_bins + 1) * size // n_bins) - 1  # the least that have b / n_bins of the rows up to them
    ends = np.zeros(size, bool)
    ends[np.searchsorted(values, values[places], side="right") - 1] = True
    return ends


@kernel()
def compare_counts(order, ends, member, sizes, kind, value):  # type: ignore[no-untyped-def]
    """Differences of counts for every feature and labelling, into `value` (v, b); arrays as in `plain_values`."""
    size = order.shape[1]
    batch = member.shape[1]  # not a constant: see `plain_values`
    below, before, work = np.empty(batch), np.empty(batch), np.empty(batch)
    for f in range(order.shape[0]):
        rows, stops = order[f], ends[f]
        below[:] = 0.0
        before[:] = 0.0
        work[:] = 0.0
        run = 0.0
        for i in range(size):
            labels = member[rows[i]]
            run += 1.0
            for g in range(batch):
                below[g] += labels[g] * float(size) - sizes[g]
            if not stops[i]:
                continue
            if kind == 1:
                for g in range(batch):
                    work[g] += 0.5 * abs(below[g] - before[g])
                    before[g] = below[g]
            elif kind == 2:
                for g in range(batch):
                    work[g] += run * below[g] * below[g]
            else:
                for g in range(batch):
                    work[g] = max(work[g], abs(below[g]))
            run = 0.0
        for g in range(batch):
            value[f, g] = work[g] / (sizes[g] * (size - sizes[g]))
            if kind == 2:
                value[f, g] /= float(size) * float(size)
