"""Kernels: those built in, by name, and any function of the caller's."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._types import FloatArray
from setapart.statistics.kernels import RADIAL
from setapart.theory.metrics.distances import distances
from setapart.theory.metrics.kernel_ball import NEGATIVE

__all__ = ["SMOOTH", "CallerKernel", "RadialKernel"]

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
class CallerKernel:
    """The negative of a caller's kernel, for every two points; see `kernel_ball.Dissimilarity`."""

    kernel: Callable[[FloatArray, FloatArray], Any]

    def __call__(self, a: FloatArray, b: FloatArray) -> FloatArray:
        """D (p, q) for points (p, d) and (q, d)."""
        values = np.asarray(self.kernel(a, b), dtype=float)
        wanted = (len(a), len(b))
        if values.shape != wanted or not np.isfinite(values).all():
            raise ValueError(
                f"kernel must return finite numbers of shape {wanted} for points of shapes {a.shape} and {b.shape};"
                f" got shape {values.shape}" + ("" if values.shape != wanted else " with NaN or infinite values")
            )
        if a is b and np.abs(values - values.T).max() > NEGATIVE * np.abs(values).max():
            raise ValueError("kernel must be symmetric: k(a, b) differs from k(b, a)")
        return -values
