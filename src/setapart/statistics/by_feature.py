"""Statistics that are computed in each feature by itself, and the largest or the mean of them."""

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from setapart._checks import counted
from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.projection.solution import Solution
from setapart.statistics.base import member_batches, single_feature

__all__ = ["AGGREGATES", "CELLS", "ByFeature"]

AGGREGATES = ("max", "mean")

CELLS = 4_000_000  # points × labellings of a kernel's call, about: it cannot be interrupted within
ROUNDING = 1e-13  # relative: features that carry the same numbers in other units differ by less


class ByFeature(ABC):
    """What such statistics share once they are prepared."""

    pooled: FloatArray  # (N, d)
    features: IntArray  # (v,), the columns of the pooled rows that vary, rising
    centred: bool  # whether each group of a labelling is moved to its own mean
    aggregate: str  # "max" or "mean"

    scale = 1.0  # values have no unit

    @property
    @abstractmethod
    def seconds(self) -> float:
        """See `Prepared.seconds`."""

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`."""
        return self.aggregated(self.by_feature(labels))

    def describe(self, labels: BoolArray) -> Solution | None:
        """The feature that differs most, with W₁ in the units of the data; a mean has none to show."""
        if self.aggregate == "mean":
            return None
        column, d = 0, self.pooled.shape[1]
        if self.features.size:
            by_feature = self.by_feature(labels[None])[:, 0]
            first_of_equals = np.argmax(by_feature >= (1.0 - ROUNDING) * by_feature.max())
            column = int(self.features[first_of_equals])
        among = f"found exactly among {counted(d, 'feature')}"
        message = f"The direction is the feature with the largest distance, {among}."
        return single_feature(self.pooled, labels, column, message, centred=self.centred)

    def by_feature(self, labels: BoolArray) -> FloatArray:
        """The values (v, b) of labellings (b, N) in each feature that varies."""
        values = np.empty((self.features.size, len(labels)))
        for batch, member, sizes in member_batches(labels):
            value = np.empty((self.features.size, sizes.size))
            step = max(1, CELLS // member.size)
            for start in range(0, self.features.size, step):
                checkpoint()
                part = slice(start, start + step)
                self._fill(part, member, sizes, value[part])
            values[:, batch] = value
        return values

    def aggregated(self, by_feature: FloatArray) -> FloatArray:
        """The values (b,) that are made of those in each feature (v, b)."""
        if self.aggregate == "max" or not self.features.size:
            largest: FloatArray = by_feature.max(axis=0, initial=0.0)
            return largest
        # One after the other: a sum over an axis may take another order where there is but one labelling.
        total: FloatArray = np.cumsum(by_feature, axis=0)[-1]
        return total / self.features.size

    @abstractmethod
    def _fill(self, part: slice, member: NDArray[np.uint8], sizes: FloatArray, value: FloatArray) -> None:
        """Write the values of some features into `value` (p, b).

        `member` (N, b) is 1 where a row belongs to the first sample, of which there are `sizes` (b,).
        """
