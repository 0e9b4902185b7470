"""The kernels of `setapart.MMD` between any two sets of points."""

from dataclasses import dataclass

import numpy as np

from setapart._types import FloatArray
from setapart.statistics.kernels import RADIAL, CallerKernel, HalfSquares
from setapart.theory.metrics.distances import distances

__all__ = ["SMOOTH", "LinearKernel", "NegativeKernel", "RadialKernel"]

FAR = 1e150  # bandwidths from which on every kernel is zero
SMOOTH = ("gaussian", "imq")  # √(2 - 2k) is at most distance / bandwidth


@dataclass(frozen=True)
class RadialKernel:
    """One less a built-in kernel, for every two points; see `kernel_ball.Dissimilarity`."""

    kernel: str
    bandwidth: float

    def __call__(self, a: FloatArray, b: FloatArray) -> FloatArray:
        """D (p, q) for points (p, d) and (q, d)."""
        with np.errstate(over="ignore"):
            ratios = distances(a, b) / self.bandwidth
        return RADIAL[self.kernel](np.square(np.minimum(ratios, FAR)))


@dataclass(frozen=True)
class LinearKernel:
    """½‖a - b‖², for every two points; see `kernel_ball.Dissimilarity`."""

    def __call__(self, a: FloatArray, b: FloatArray) -> FloatArray:
        """D (p, q) for points (p, d) and (q, d)."""
        return HalfSquares()(np.square(distances(a, b)))


@dataclass(frozen=True)
class NegativeKernel:
    """The negative of a caller's kernel, for every two points; see `kernel_ball.Dissimilarity`."""

    kernel: CallerKernel

    def __call__(self, a: FloatArray, b: FloatArray) -> FloatArray:
        """D (p, q) for points (p, d) and (q, d)."""
        return -self.kernel(a, b)
