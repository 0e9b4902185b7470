"""Radial kernels by name: one less each, as a dissimilarity, precise also where the kernel is all but one."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from setapart._types import FloatArray

__all__ = ["RADIAL", "KernelDissimilarity"]

FAR = 2.0**1000  # squares from which on every kernel is zero, for bandwidths below one


def _gaussian(squares: FloatArray) -> FloatArray:
    return -np.expm1(-0.5 * squares)


def _laplace(squares: FloatArray) -> FloatArray:
    return -np.expm1(-np.sqrt(squares))


def _inverse_multiquadric(squares: FloatArray) -> FloatArray:
    root = np.sqrt(1.0 + squares)
    return np.asarray((squares / root) / (1.0 + root))


# As a function of the squared distance in units of the bandwidth.
RADIAL: dict[str, Callable[[FloatArray], FloatArray]] = {
    "gaussian": _gaussian,
    "laplace": _laplace,
    "imq": _inverse_multiquadric,
}


@dataclass(frozen=True)
class KernelDissimilarity:
    """One less a kernel of a bandwidth, which neither vanishes nor overflows when squared; see `Dissimilarity`."""

    kernel: str
    bandwidth: float

    def __call__(self, squares: FloatArray) -> FloatArray:
        """See `Dissimilarity`."""
        return RADIAL[self.kernel](np.minimum(squares, FAR) * (1.0 / self.bandwidth**2))
