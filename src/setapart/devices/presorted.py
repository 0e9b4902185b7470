"""W₁ along many lines on a device, where rows are sorted once: `transport.presorted`, in float64."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray
from setapart.devices.device import Device
from setapart.statistics.marginal import PreparedMarginal

__all__ = ["SortedLines"]

_BYTES = 40  # for each row of a labelling along a line


@dataclass(frozen=True, eq=False)
class SortedLines:
    """The values of features, or of other lines, in which the rows are in order."""

    prepared: PreparedMarginal
    device: Device

    def __call__(self, labels: BoolArray) -> FloatArray:
        """W₁ (v, b) of labellings (b, N) along each line; see `ByFeature.by_feature`."""
        lines, size = self.prepared.order.shape
        values = np.empty((lines, len(labels)))
        for part, first in self.device.batches(labels, size * _BYTES):
            values[:, part] = self._values(first).cpu().numpy()
        return values

    @cached_property
    def _lines(self) -> tuple[Any, Any]:
        """The order (v, N) of the rows and the gaps (v, N - 1) between them."""
        order = self.device.put(self.prepared.order.astype(np.int32))
        return order, self.device.put(np.diff(self.prepared.points, axis=1))

    def _values(self, first: Any) -> Any:
        order, gaps = self._lines
        (lines, size), torch = order.shape, self.device.torch
        n = first.sum(1, keepdim=True).double()
        share = n / size
        values = first.new_empty((lines, len(first)), dtype=torch.float64)
        step = max(1, int(self.device.bytes / (len(first) * size * _BYTES)))
        for start in range(0, lines, step):
            checkpoint()
            rows = order[start : start + step, :-1].long()
            below = torch.cumsum(first[:, rows], 2, dtype=torch.float64)  # (b, lines, N - 1)
            below -= share[:, :, None] * torch.arange(1, size, device=self.device.place)
            work = torch.einsum("bli,li->lb", below.abs_(), gaps[start : start + step])
            values[start : start + step] = work
        return values * (size / (n * (size - n)))[:, 0]
