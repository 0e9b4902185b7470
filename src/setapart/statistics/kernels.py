"""Kernels: three radial ones and the linear one by name, and any function of the caller's.

Those with a name are taken as dissimilarities that vanish at zero, precise also where a radial kernel is all but one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import check_choice
from setapart._types import FloatArray

__all__ = [
    "KERNELS",
    "NEGATIVE",
    "RADIAL",
    "AnyKernel",
    "CallerKernel",
    "HalfSquares",
    "KernelDissimilarity",
    "check_kernel",
]

AnyKernel = str | Callable[[FloatArray, FloatArray], Any]

FAR = 2.0**1000  # squares from which on every kernel is zero, for bandwidths below one
NEGATIVE = 1e-8  # relative to the terms that cancel, a square below minus this is not rounding


def _gaussian(squares: FloatArray) -> FloatArray:
    return -np.expm1(-0.5 * squares)


def _laplace(squares: FloatArray) -> FloatArray:
    return -np.expm1(-np.sqrt(squares))


def _inverse_multiquadric(squares: FloatArray) -> FloatArray:
    root = np.sqrt(1.0 + squares)
    return np.asarray((squares / root) / (1.0 + root))


# One less the kernel, as a function of the squared distance in units of the bandwidth.
RADIAL: dict[str, Callable[[FloatArray], FloatArray]] = {
    "gaussian": _gaussian,
    "laplace": _laplace,
    "imq": _inverse_multiquadric,
}
KERNELS = (*RADIAL, "linear")


def check_kernel(kernel: object) -> None:
    """Refuse what is neither the name of a kernel nor a function."""
    if not callable(kernel):
        check_choice("kernel", kernel, KERNELS)


@dataclass(frozen=True)
class KernelDissimilarity:
    """One less a radial kernel of a bandwidth, whose square neither vanishes nor overflows; see `Dissimilarity`."""

    kernel: str
    bandwidth: float

    def __call__(self, squares: FloatArray) -> FloatArray:
        """See `Dissimilarity`."""
        return RADIAL[self.kernel](np.minimum(squares, FAR) * (1.0 / self.bandwidth**2))


@dataclass(frozen=True)
class HalfSquares:
    """½‖a - b‖² = ½‖a‖² + ½‖b‖² - aᵀb, the dissimilarity of the linear kernel; see `Dissimilarity`."""

    def __call__(self, squares: FloatArray) -> FloatArray:
        """See `Dissimilarity`."""
        return 0.5 * squares


@dataclass(frozen=True)
class CallerKernel:
    """A caller's kernel, of which every answer is checked."""

    kernel: Callable[[FloatArray, FloatArray], Any]

    def __call__(self, a: FloatArray, b: FloatArray) -> FloatArray:
        """K (p, q) for points (p, d) and (q, d).

        Raises
        ------
        ValueError
            If it has another shape, holds what is no finite real number, or is not symmetric where `a` is `b`.
        """
        returned = self.kernel(a, b)
        if np.iscomplexobj(returned):
            raise ValueError("kernel must return real numbers, got complex ones")
        try:  # what is masked is no number
            values: FloatArray = np.asarray(np.ma.filled(np.ma.asarray(returned, dtype=float), np.nan))
        except (TypeError, ValueError) as error:
            raise ValueError(f"kernel must return numbers: {error}") from None
        wanted = (len(a), len(b))
        if values.shape != wanted or not np.isfinite(values).all():
            raise ValueError(
                f"kernel must return finite numbers of shape {wanted} for points of shapes {a.shape} and {b.shape};"
                f" got shape {values.shape}" + ("" if values.shape != wanted else " with NaN or infinite values")
            )
        if a is b and np.abs(values - values.T).max() > NEGATIVE * np.abs(values).max():
            raise ValueError("kernel must be symmetric: k(a, b) differs from k(b, a)")
        return values
