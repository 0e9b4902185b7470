"""Kernels: three radial ones and the linear one by name, and any function of the caller's; and their bandwidths.

Those with a name are taken as dissimilarities that vanish at zero, precise also where a radial kernel is all but one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import check_choice, check_positive
from setapart._errors import phrase
from setapart._types import FloatArray
from setapart.statistics.distances import Distances

__all__ = [
    "KERNELS",
    "NEGATIVE",
    "RADIAL",
    "AnyKernel",
    "CallerKernel",
    "HalfSquares",
    "KernelDissimilarity",
    "check_apart",
    "check_bandwidth",
    "check_kernel",
    "in_bandwidths",
    "square_factor",
]

AnyKernel = str | Callable[[FloatArray, FloatArray], Any]

VANISHING = 1e-290  # a mean dissimilarity that is no longer precise
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

        Refused if it has another shape, holds what is no finite real number, or is not symmetric where `a` is `b`.
        """
        returned = self.kernel(a, b)
        if np.iscomplexobj(returned):
            raise ValueError("kernel must return real numbers, got complex ones")
        try:  # what is masked is no number
            values: FloatArray = np.asarray(np.ma.filled(np.ma.asarray(returned, dtype=float), np.nan))
        except (TypeError, ValueError) as error:
            raise ValueError(f"kernel must return numbers: {error}") from None
        shape = (len(a), len(b))
        if values.shape != shape or not np.isfinite(values).all():
            raise ValueError(
                f"kernel must return finite numbers of shape {shape} for points of shapes {a.shape} and {b.shape};"
                f" got shape {values.shape}" + ("" if values.shape != shape else " with NaN or infinite values")
            )
        if a is b and np.abs(values - values.T).max() > NEGATIVE * np.abs(values).max():
            raise ValueError("kernel must be symmetric: k(a, b) differs from k(b, a)")
        return values


NARROW = 2.0**-200  # bandwidths, in units of the farthest row, below which rows are measured by the bandwidth
SMALLEST, WIDE = float(np.finfo(float).tiny), 2.0**500  # bandwidths at which nothing, or everything, looks the same


def check_bandwidth(bandwidth: object, kernel: AnyKernel, names: tuple[str, ...]) -> float | str:
    """The bandwidth of a kernel, a positive number or one of some names; both are checked."""
    check_kernel(kernel)
    if isinstance(bandwidth, str):
        if bandwidth not in names:
            *first, last = map(repr, names)
            accepted = f"a positive number{''.join(f', {name}' for name in first)} or {last}"
            raise ValueError(f"bandwidth must be {accepted}, got {bandwidth!r}")
    else:
        bandwidth = check_positive("bandwidth", bandwidth)
    if bandwidth != "median" and (callable(kernel) or kernel == "linear"):
        has_none = "a kernel that is a function has its own" if callable(kernel) else "kernel='linear' has none"
        said = f"bandwidth is for the radial kernels: {has_none}; got bandwidth={bandwidth!r}"
        raise ValueError(phrase(said, bandwidth, name="bandwidth of no radial kernel"))
    return bandwidth


def in_bandwidths(bandwidth: float | str, distances: Distances, rng: np.random.Generator) -> tuple[Distances, float]:
    """The distances, and a bandwidth in their unit that neither vanishes nor overflows when squared."""
    if isinstance(bandwidth, str):
        unit = distances.median(rng)
    else:
        with np.errstate(over="ignore"):
            unit = min(max(float(np.ldexp(bandwidth, -distances.exponent)), SMALLEST), WIDE)
    if unit < NARROW:  # a power of two goes to the rows, exactly
        mantissa, binary = np.frexp(unit)
        return Distances(np.ldexp(distances.columns, -binary), distances.exponent + int(binary)), float(mantissa)
    return distances, unit


def check_apart(mean: float, distances: Distances, bandwidth: object) -> None:
    """Refuse a bandwidth at which rows that differ have a mean dissimilarity that is no longer precise."""
    if distances.columns.any() and mean < VANISHING:
        raise ValueError(
            "bandwidth must not be so far above the distances between rows that all rows look the same;"
            f" got {bandwidth!r}"
        )


def square_factor(distances: Distances) -> float:
    """What brings squared distances to the unit of the data, if they stay in the range of a 64-bit float."""
    if not -511 <= distances.exponent <= 500:
        raise ValueError(
            "the squared distances of the linear kernel are beyond the range of a 64-bit float for these rows;"
            " rescale the features"
        )
    return float(2.0 ** (2 * distances.exponent))
