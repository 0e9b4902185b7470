"""The search along the line on a device: the ascents of `projection.line_ascent`, one labelling a row, in lockstep.

Directions, projections and gradients are in float64, as on the processor; projected points are sorted and summed in the
precision of the device. Gradients of many rows in float32 are too coarse: of centred ascents of 10,000 rows, one in ten
went another way. Nothing comes back before the last step.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.devices.device import Device
from setapart.devices.starts import Groups, starting_directions
from setapart.projection.rules import NOISE, Geometric
from setapart.projection.search import Search, oriented
from setapart.projection.starts import ANGLES

__all__ = ["Ascents"]

_BYTES = 100  # for each row of a labelling: the order, points, sums and weights of a step
_EXACT = 1 << 24  # whole numbers up to which float32 has them all


@dataclass(frozen=True, eq=False)
class Ascents:
    """The values of a search for one direction."""

    search: Search
    device: Device

    def __call__(self, labels: BoolArray) -> FloatArray:
        """The largest W₁ found (b,) for labellings (b, N), in the units of the points; see `Search.values`."""
        values = np.zeros(len(labels))
        size, r = self.search.cloud.shape
        if r == 0:
            return values
        labels = self._in_order(oriented(labels))
        for part, first in self.device.batches(labels, size * _BYTES):
            values[part] = self._values(first).double().cpu().numpy()
        return values

    @cached_property
    def _rows(self) -> Any:
        return self.device.put(self.search.cloud.rows)

    @cached_property
    def _equal_rows(self) -> tuple[IntArray, IntArray, IntArray] | None:
        """An order (N,) with equal rows side by side, the group and the place in it of each; None if none are equal."""
        _, inverse, counts = np.unique(self.search.cloud.rows, axis=0, return_inverse=True, return_counts=True)
        inverse = inverse.reshape(-1)
        if counts.max() == 1:
            return None
        order = np.argsort(inverse, kind="stable")
        starts = np.cumsum(counts) - counts
        return order, inverse[order], np.arange(inverse.size) - np.repeat(starts, counts)

    def _in_order(self, labels: BoolArray) -> BoolArray:
        """Labellings (b, N) in which, of equal rows, those of the first sample come first.

        Labellings that differ in nothing but which of equal rows they take tie. In float32 rounding would part them,
        so that they are made the same.
        """
        if self._equal_rows is None:
            return labels
        order, group, place = self._equal_rows
        starts = np.flatnonzero(place == 0)
        taken = np.add.reduceat(labels[:, order], starts, axis=1, dtype=np.int64)
        ordered = np.empty_like(labels)
        ordered[:, order] = place < taken[:, group]
        return ordered

    def _values(self, labels: Any) -> Any:
        frames, groups = self.search.starting_frames, Groups.of(labels)
        if frames is None:  # one feature: there is nothing to climb
            only = labels.new_ones((len(labels), 1), dtype=self._rows.dtype)
            return self._climb(groups, only, np.zeros(1))
        assert isinstance(self.search.rule, Geometric)
        best = None
        for kind, start in starting_directions(frames, self._rows, groups, self.device):
            angles = self.search.rule.from_start(ANGLES[kind]).angles
            value = self._climb(groups, start, angles)
            best = value if best is None else self.device.torch.maximum(best, value)
        return best

    def _climb(self, groups: Groups, maps: Any, angles: FloatArray) -> Any:
        """The largest value (b,) that ascents from directions (b, r) meet; see `line_ascent`."""
        torch, rows = self.device.torch, self._rows
        supply = groups.supply(torch.float32 if groups.total_bound < _EXACT else torch.float64)
        memory, best = torch.zeros_like(maps), torch.zeros_like(maps[:, 0])
        for t, angle in enumerate(angles):
            checkpoint()
            points = maps @ rows.T
            if self.search.centred:
                points = groups.centred(points)
            points, order = torch.sort(points.to(self.device.dtype), dim=1, stable=True)
            below = torch.cumsum(torch.gather(supply, 1, order), 1).abs_()
            value = (below[:, :-1] * (points[:, 1:] - points[:, :-1])).sum(1).double() / groups.total
            best = torch.maximum(best, value)
            if t + 1 == len(angles):
                break
            change = -below
            change[:, 1:] += below[:, :-1]
            weights = torch.empty_like(change).scatter_(1, order, change).double() / groups.total[:, None]
            if self.search.centred:
                weights = groups.centred(weights)
            maps, memory = self._turned(maps, weights @ rows, memory, float(angle))
        return best

    def _turned(self, maps: Any, gradient: Any, memory: Any, angle: float) -> tuple[Any, Any]:
        """The next directions and the new memory, both (b, r); see `line_ascent._turn`."""
        torch = self.device.torch
        whole = torch.linalg.vector_norm(gradient, dim=1, keepdim=True)
        across = gradient - (maps * gradient).sum(1, keepdim=True) * maps
        length = torch.linalg.vector_norm(across, dim=1, keepdim=True)
        share = torch.where(length > NOISE * whole, 0.5 / length, torch.zeros_like(length))
        memory = 0.5 * memory + share * across
        memory = memory - (maps * memory).sum(1, keepdim=True) * maps
        length = torch.linalg.vector_norm(memory, dim=1, keepdim=True)
        moved = maps + torch.where(length > 0.0, angle / length, torch.zeros_like(length)) * memory
        moved = moved / torch.linalg.vector_norm(moved, dim=1, keepdim=True)
        return torch.where(length > 0.0, moved, maps), memory
