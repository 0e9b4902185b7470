"""The largest change of variance on a device: `statistics.covariance`, in float64."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from setapart._types import BoolArray, FloatArray
from setapart.devices.device import Device
from setapart.devices.starts import Groups, starting_directions
from setapart.projection.search import Search

__all__ = ["Variances"]

_BYTES = 60  # for each row of a labelling


@dataclass(frozen=True, eq=False)
class Variances:
    """The variances along the direction where they differ most, which is the spectral start of a search."""

    search: Search
    device: Device

    def __call__(self, labels: BoolArray) -> FloatArray:
        """The variances (2, b) of the first and the second samples of labellings (b, N)."""
        variances = np.empty((2, len(labels)))
        for part, first in self.device.batches(labels, labels.shape[1] * _BYTES):
            groups = Groups.of(first)
            squares = groups.centred(self._directions(groups) @ self._rows.T) ** 2
            for values, member in zip(variances, (first, ~first), strict=True):
                values[part] = ((squares * member).sum(1) / member.sum(1)).cpu().numpy()
        return variances

    @cached_property
    def _rows(self) -> Any:
        return self.device.put(self.search.cloud.rows)

    def _directions(self, groups: Groups) -> Any:
        frames = self.search.starting_frames
        if frames is None:  # the rows span one direction
            return self._rows.new_ones((len(groups.first), 1))
        [(_, directions)] = starting_directions(frames, self._rows, groups, self.device)
        return directions
