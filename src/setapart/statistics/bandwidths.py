"""Bandwidths of kernels, and the unit of squared distances where a kernel has none."""

import numpy as np

from setapart._checks import check_positive
from setapart.statistics.distances import Distances
from setapart.statistics.kernels import AnyKernel, check_kernel

__all__ = ["check_bandwidth", "in_bandwidths", "square_factor"]

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
        raise ValueError(f"bandwidth is for the radial kernels: {has_none}; got bandwidth={bandwidth!r}")
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


def square_factor(distances: Distances) -> float:
    """What brings squared distances to the unit of the data.

    Raises
    ------
    ValueError
        If their squares leave the range of a 64-bit float.
    """
    if not -511 <= distances.exponent <= 500:
        raise ValueError(
            "squared distances (kernel='linear') are beyond the range of a 64-bit float for these rows; rescale the"
            " features"
        )
    return float(2.0 ** (2 * distances.exponent))
