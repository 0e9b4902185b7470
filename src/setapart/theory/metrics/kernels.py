"""Kernels: those built in, by name, and any function of the caller's."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._types import FloatArray
from setapart.theory.metrics.distances import distances

__all__ = ["CallerKernel", "RadialKernel"]

FAR = 1e150  # bandwidths from which on every kernel is zero


def _gaussian(r: FloatArray) -> FloatArray:
    return -np.expm1(-0.5 * np.square(r))


def _laplace(r: FloatArray) -> FloatArray:
    return -np.expm1(-r)


def _inverse_multiquadric(r: FloatArray) -> FloatArray:
    root = np.sqrt(1.0 + np.square(r))
    return np.asarray((r / root) * (r / (1.0 + root)))


# By name, one less the kernel as a function of distance / bandwidth, precise also where the kernel is all but one.
RADIAL: dict[str, Callable[[FloatArray], FloatArray]] = {
    "gaussian": _gaussian,
    "laplace": _laplace,
    "inverse_multiquadric": _inverse_multiquadric,
}
SMOOTH = ("gaussian", "inverse_multiquadric")  # √(2 - 2k) is at most distance / bandwidth


@dataclass(frozen=True)
class RadialKernel:
    """One less a built-in kernel, for every two points; see `kernel_ball.Dissimilarity`."""

    kernel: str
    bandwidth: float

    def __call__(self, a: FloatArray, b: FloatArray) -> FloatArray:
        """D (p, q) for points (p, d) and (q, d)."""
        with np.errstate(over="ignore"):
            ratios = distances(a, b) / self.bandwidth
        return RADIAL[self.kernel](np.minimum(ratios, FAR))


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
        return -values
