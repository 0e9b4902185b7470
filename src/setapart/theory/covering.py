"""Covering numbers of the 1-Lipschitz functions g on a ball in Rᵏ, as logarithms, and sums over scales that use them.

A function g with g(0) = 0 is known up to ε once its values on an ε/2-net of the ball are known up to ε/2. The net is
connected by steps of at most ε, so that walking through it from 0 there are three choices a point: its neighbour's
rounded value, or that ± ε. A net in a ball of radius ρ in Rᵏ has at most (1 + 4ρ/ε)ᵏ points (docs/errata.md, E9).

Numbers 𝒩 themselves leave the range of a double at once; nothing here forms them.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from setapart._types import FloatArray

__all__ = ["Scales", "log_covering", "log_covering_paper", "over_scales", "variation", "variation_paper"]

_FINEST, _COARSEST, _GRID = 1e-12, 1e3, 600  # scales tried, in units of the support: any scale gives a valid bound
_JUMPS = np.arange(1.0, 1001.0)  # where the rounding in the printed number makes it jump, the coarsest first
_PATIENCE = 3  # longer chains tried after the best


class Scales(NamedTuple):
    """Variation and bias of a bound that is a minimum over scales, and the scales where their sum is least."""

    variation: float
    bias: float
    epsilon: tuple[float, ...]


def log_covering_paper(epsilon: FloatArray | float, k: int, diameter: float) -> FloatArray:
    """Log 𝒩 as printed in Proposition 3: log(2⌈2B/ε⌉ + 1) + (1 + 2B/ε)ᵏ log 2.

    Not the logarithm of a covering number; see docs/errata.md, E9.
    """
    ratio = 2.0 * diameter / np.asarray(epsilon)
    with np.errstate(over="ignore"):  # a bound of infinity is one that never is the least
        bound: FloatArray = np.log(2.0 * np.ceil(ratio) + 1.0) + np.exp(k * np.log1p(ratio)) * np.log(2.0)
    return bound


def log_covering(epsilon: FloatArray | float, k: int, radius: float) -> FloatArray:
    """A bound of log 𝒩 at scale ε that holds: ((1 + 4ρ/ε)ᵏ - 1) log 3; see docs/errata.md, E9."""
    with np.errstate(over="ignore"):
        bound: FloatArray = np.expm1(k * np.log1p(4.0 * radius / np.asarray(epsilon))) * np.log(3.0)
    return bound


def variation_paper(n: int, k: int, diameter: float, radius: float) -> tuple[float, float]:
    """J_n as printed in Proposition 3: inf over ε of 2ε + √((36/n)(B² + 4D²) log 𝒩), and the ε where it is reached."""
    spread = 6.0 * np.hypot(diameter, 2.0 * radius) / np.sqrt(float(n))
    return _least(
        lambda e: 2.0 * e + spread * np.sqrt(log_covering_paper(e, k, diameter)),
        diameter,
        candidates=2.0 * diameter / _JUMPS,
    )


def variation(n: int, k: int, radius: float) -> tuple[float, float]:
    """The same, corrected (docs/errata.md, E9 and L3): inf over ε of 2ε + √(2ρ² log 𝒩 / n), and that ε."""
    spread = np.sqrt(2.0 / n) * radius
    return _least(lambda e: 2.0 * e + spread * np.sqrt(log_covering(e, k, radius)), radius)


def over_scales(n: int, k: int, radius: float, bias: float) -> Scales:
    """The sum over a chain of scales, which repairs the rate (docs/errata.md, E10).

    Let τ_1 > … > τ_S, and let π_s g be a member of the class with the same rounded values as g at scale ε = τ_s/2, so
    that |g - π_s g| ≤ τ_s; π_0 g = 0. In R_n = E sup (1/n) Σσ_i g(Aᵀx_i) write g as a sum of links π_s g - π_{s-1} g
    and the rest g - π_S g, which adds at most τ_S. A link is bounded by H_s = τ_s + τ_{s-1} and Lipschitz with constant
    2 (the first by H_1 = ρ, and with 1), and there are at most N_s N_{s-1} of them. For a single link the supremum over
    A has mean at most 2b and at most H_s (the first: b), b the bias of the class; about its mean it is sub-Gaussian
    with variance H_s²/n, since another (x_i, σ_i) changes it by at most 2H_s/n. Hence

        R_n ≤ τ_S + Σ_s [min(2b, H_s) + H_s √(2 (log N_s + log N_{s-1}) / n)],    log N_s = ((1 + 8ρ/τ_s)ᵏ - 1) log 3,

    where the minimum is b, and N_0 = 1, for s = 1. Scales are geometric from ρ to τ_S; S and τ_S are free. S = 1 is the
    bound at one scale. Of n rows and k directions; ρ is `radius`, and b, `bias`, is the largest value of
    E sup_A (1/n) Σσ_i g(Aᵀx_i) over the class.
    """
    bounds: list[tuple[float, Scales]] = []  # by the length of the chain, with the value of each
    while len(bounds) - _best(bounds) <= _PATIENCE:
        length = len(bounds) + 1
        chain = partial(_chain, length=length, n=n, k=k, radius=radius, bias=bias)
        total, finest = _least(lambda scales, chain=chain: np.add(*chain(scales)), radius)  # type: ignore[misc]
        parts = chain(np.array([finest]))
        epsilon = radius * (finest / radius) ** (np.arange(1, length + 1) / length)
        bounds.append((total, Scales(parts[0].item(), parts[1].item(), tuple(epsilon.tolist()))))
    return bounds[_best(bounds)][1]


def _best(bounds: list[tuple[float, Scales]]) -> int:
    return min(range(len(bounds)), key=lambda i: bounds[i][0], default=0)


def _chain(
    finest: FloatArray, length: int, n: int, k: int, radius: float, bias: float
) -> tuple[FloatArray, FloatArray]:
    """Variation and bias of a chain of so many scales, for every finest one."""
    varying, biased = finest.astype(float), np.full(finest.shape, bias)
    bound = before = np.full(finest.shape, radius)
    log_before = np.zeros(finest.shape)
    for s in range(1, length + 1):
        scale = radius * (finest / radius) ** (s / length)
        log_here = log_covering(scale / 2.0, k, radius)
        if s > 1:
            bound = scale + before
            biased = biased + np.minimum(2.0 * bias, bound)
        varying = varying + bound * np.sqrt(2.0 / n * (log_here + log_before))
        before, log_before = scale, log_here
    return varying, biased


def _least(
    bound: Callable[[FloatArray], FloatArray], unit: float, *, candidates: FloatArray | None = None
) -> tuple[float, float]:
    """The least value over scales, and where: the best of a grid, refined between its neighbours."""
    from scipy.optimize import minimize_scalar

    grid = unit * np.geomspace(_FINEST, _COARSEST, _GRID)
    if candidates is not None:
        grid = np.sort(np.concatenate([grid, candidates]))
    values = bound(grid)
    at = int(np.argmin(values))
    low, high = (float(np.log(grid[i])) for i in (max(at - 1, 0), min(at + 1, len(grid) - 1)))
    refined = minimize_scalar(lambda t: bound(np.exp([t])).item(), bounds=(low, high), method="bounded")
    if refined.fun < values[at]:
        return float(refined.fun), float(np.exp(refined.x))
    return float(values[at]), float(grid[at])
