"""Student's t, feature by feature."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from setapart._types import FloatArray, IntArray
from setapart.statistics.by_feature import ByFeature
from setapart.transport._jit import kernel

__all__ = ["PreparedMeanDifferences"]


@dataclass(frozen=True, eq=False)
class PreparedMeanDifferences(ByFeature):
    """The features that vary, and |t| of the difference of means in each.

    Attributes
    ----------
    pooled, features, centred, aggregate
        See `ByFeature`; groups are never centred.
    columns : (v, N) float array
        The features, or their ranks, with standard deviation one.
    """

    pooled: FloatArray
    columns: FloatArray
    features: IntArray
    aggregate: str
    centred: bool = False

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        return 1e-9 * self.columns.size

    def _fill(self, part: slice, member: NDArray[np.uint8], sizes: IntArray, value: FloatArray) -> None:
        student(self.columns[part], member, sizes.astype(float), value)


@kernel()
def student(columns, member, sizes, value):  # type: ignore[no-untyped-def]
    """Absolute t, with the pooled variance, for every feature and labelling, into `value` (v, b).

    `columns` (v, N) have variance one; `member` and `sizes` are as in `plain_values`. Variance within the samples below
    1e-24 of all is rounding, and counts as 1e-24, so that no value is infinite.
    """
    size = columns.shape[1]
    batch = member.shape[1]  # not a constant: see `plain_values`
    first, second, within = np.empty(batch), np.empty(batch), np.empty(batch)
    for f in range(columns.shape[0]):
        z = columns[f]
        first[:] = 0.0
        second[:] = 0.0
        within[:] = 0.0
        for i in range(size):
            labels = member[i]
            for g in range(batch):
                first[g] += labels[g] * z[i]
                second[g] += (1 - labels[g]) * z[i]
        for g in range(batch):
            first[g] /= sizes[g]
            second[g] /= size - sizes[g]
        for i in range(size):
            labels = member[i]
            for g in range(batch):
                rest = z[i] - (first[g] if labels[g] else second[g])
                within[g] += rest * rest
        for g in range(batch):
            apart = abs(first[g] - second[g])
            if apart < 1e-12:  # in standard deviations: the same rows in another order
                apart = 0.0
            harmonic = sizes[g] * (size - sizes[g]) / size
            variance = max(within[g], 1e-24 * size) / max(size - 2, 1)
            value[f, g] = apart * np.sqrt(harmonic / variance)
