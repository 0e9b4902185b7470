"""Quadratic forms wᵀDw of a dissimilarity on a device: `statistics.dissimilarity`, in float64."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from setapart._interrupt import checkpoint
from setapart._types import FloatArray
from setapart.devices.device import Device
from setapart.statistics.dissimilarity import PreparedDissimilarity
from setapart.statistics.distances import symmetric_matrix
from setapart.statistics.energy import Power
from setapart.statistics.kernels import FAR, HalfSquares, KernelDissimilarity

__all__ = ["QuadraticForms", "quadratic_forms"]

_TILE = 4096  # rows of a block of D, at most


@dataclass(frozen=True, eq=False)
class QuadraticForms:
    """The dissimilarities of all rows: kept if the memory of the device holds them, or else made block by block."""

    prepared: PreparedDissimilarity
    device: Device
    function: Callable[[Any], Any] | None  # the dissimilarity of distances on the device; None where D is kept

    def __call__(self, weights: FloatArray) -> FloatArray:
        """WᵀDw (b,) for each w of `weights` (b, N)."""
        on_device = self.device.put(weights)
        sums = on_device.new_zeros(len(weights))
        for rows, columns, block in self._blocks():
            checkpoint()
            along = on_device[:, rows] @ block
            sums += ((1.0 if rows == columns else 2.0) * along * on_device[:, columns]).sum(1)
        values: FloatArray = sums.cpu().numpy()
        return values

    @property
    def _size(self) -> int:
        return int(self.prepared.columns.shape[1])

    @cached_property
    def _kept(self) -> Any:
        """D (N, N), or None where it would take too much memory."""
        size = self._size
        if self.function is None:
            return self.device.put(symmetric_matrix(self.prepared.each_panel(), size))
        if 8.0 * size**2 > 0.5 * self.device.bytes:
            return None
        whole = self._rows.new_empty((size, size))
        for rows, columns, block in self._made(self.function):
            whole[rows, columns] = block
            whole[columns, rows] = block.T
        return whole

    @cached_property
    def _rows(self) -> Any:
        return self.device.put(np.ascontiguousarray(self.prepared.columns.T))

    def _blocks(self) -> Iterator[tuple[slice, slice, Any]]:
        """Rows and columns of blocks on and above the diagonal, and the blocks."""
        if self.function is None or self._kept is not None:
            yield slice(0, self._size), slice(0, self._size), self._kept
        else:
            yield from self._made(self.function)

    def _made(self, function: Callable[[Any], Any]) -> Iterator[tuple[slice, slice, Any]]:
        for i in range(0, self._size, _TILE):
            for j in range(i, self._size, _TILE):
                rows, columns = slice(i, i + _TILE), slice(j, j + _TILE)
                distances = self.device.torch.cdist(
                    self._rows[rows], self._rows[columns], compute_mode="donot_use_mm_for_euclid_dist"
                )
                yield rows, columns, function(distances)


def quadratic_forms(prepared: PreparedDissimilarity, device: Device) -> QuadraticForms | None:
    """The forms on the device; None where the dissimilarity is neither kept nor one that a device can make."""
    if prepared.panels is not None:
        return QuadraticForms(prepared, device, None)
    function = _of_distances(prepared.dissimilarity, device)
    return None if function is None else QuadraticForms(prepared, device, function)


def _of_distances(dissimilarity: Any, device: Device) -> Callable[[Any], Any] | None:
    """The dissimilarity as a function of distances on the device; None for one that it does not know."""
    torch = device.torch
    match dissimilarity:
        case Power(exponent=p):
            return lambda r: r if p == 1.0 else r**p
        case HalfSquares():
            return lambda r: 0.5 * r**2
        case KernelDissimilarity(kernel="gaussian", bandwidth=h):
            return lambda r: -torch.expm1(-0.5 * _scaled_squares(r, h))
        case KernelDissimilarity(kernel="laplace", bandwidth=h):
            return lambda r: -torch.expm1(-_scaled_squares(r, h).sqrt())
        case KernelDissimilarity(bandwidth=h):
            return lambda r: _multiquadric(_scaled_squares(r, h))
        case _:
            return None


def _scaled_squares(distances: Any, bandwidth: float) -> Any:
    return (distances**2).clamp(max=FAR) * (1.0 / bandwidth**2)


def _multiquadric(squares: Any) -> Any:
    root = (1.0 + squares).sqrt()
    return (squares / root) / (1.0 + root)
