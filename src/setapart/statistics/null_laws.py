"""The laws of -wᵀDw for many rows of one distribution, in closed form (Gretton et al., 2009).

With λ the eigenvalues of the centred kernel under the distribution, nm/(n + m) times the value tends to Σ λ z², z
independent standard normal. The *spectral* law takes λ from the pooled rows; the *gamma* law has the same mean and the
variance that relabellings give.

References
----------
Gretton, Fukumizu, Harchaoui and Sriperumbudur, "A fast, consistent kernel two-sample test", NeurIPS 2009.
"""

import numpy as np

from setapart._types import FloatArray

__all__ = ["NULLS", "gamma_tail", "spectral_tail"]

NULLS = ("gamma", "spectral")
_NEGLIGIBLE = 1e-14  # eigenvalues below this part of the largest are rounding
_NEAR_ZERO = 1e-20  # a value that no more than one in 10¹⁰ stay below
_NEGLECTED = 40.0  # the integrand is followed down to exp(-40)
_STEP = 0.1  # in standard deviations of the integrand
_MOST = 100_000  # steps


def gamma_tail(value: float, mean: float, spread: float) -> float:
    """The probability that a gamma variable of this mean and standard deviation reaches a value."""
    from scipy.special import gammaincc

    if value <= 0.0 or mean <= 0.0:
        return 1.0
    if spread <= 0.0:
        return 1.0 if value <= mean else 0.0
    shape = (mean / spread) ** 2
    return float(gammaincc(shape, shape * value / mean))


def spectral_tail(value: float, weights: FloatArray) -> float:
    """The probability that Σ λ z² reaches a value, for weights λ (r,) and z independent standard normal.

    By the inversion of the Laplace transform, P = (1/2πi) ∫ exp(K(ζ) - ζ s) / ζ dζ with K(ζ) = -½ Σ log(1 - 2λζ), along
    a parabola to the right of the pole, or for values below the mean to the left of it, which gives P - 1. It crosses
    the real axis where the integrand is least and opens to the right, where it falls off exponentially. The trapezoidal
    rule then has a relative error below 1e-9, however small the probability.
    """
    weights = weights[weights > _NEGLIGIBLE * weights.max(initial=0.0)]
    if not weights.size or value <= _NEAR_ZERO * weights.max():
        return 1.0
    rates, at = 2.0 * weights / weights.max(), value / float(weights.max())
    above = at > 0.5 * rates.sum()
    log_integral = _log_integral(_crossing(rates, at, 1.0 if above else -1.0), rates, at)
    return float(np.exp(log_integral) if above else 1.0 - np.exp(min(log_integral, 0.0)))


def _log_integral(crossing: float, rates: FloatArray, at: float) -> float:
    """The logarithm of |(1/2πi) ∫ …| along the parabola through a point of the real axis."""
    left = rates / (1.0 - rates * crossing)
    second = float(0.5 * np.sum(left**2)) + crossing**-2.0
    third = float(np.sum(left**3)) - 2.0 * crossing**-3.0
    unit = second**-0.5
    bend = max(third / (6.0 * second), 0.05 / unit)  # steepest descent, but always to the right
    height = _log_integrand(np.array([complex(crossing)]), rates, at)[0].real
    total, start, width = 0.5, 1, 256
    while start < _MOST:
        y = _STEP * unit * np.arange(start, start + width)
        logs = _log_integrand(crossing + bend * y**2 + 1j * y, rates, at) - height
        total += float(np.sum(np.real(np.exp(logs) * (1.0 - 2j * bend * y))))
        if logs[-1].real < -_NEGLECTED:
            break
        start, width = start + width, 2 * width
    return float(height + np.log(total * _STEP * unit / np.pi))


def _crossing(rates: FloatArray, at: float, side: float) -> float:
    """Where the integrand is least on the real axis, below the first branch point, 1/2, on one side of the pole, 0."""
    low, high = (0.0, 0.5) if side > 0.0 else (-60.0, 60.0)  # to the left, the logarithm of the distance to the pole
    for _ in range(60):
        middle = 0.5 * (low + high)
        point = middle if side > 0.0 else -np.exp(-middle)
        slope = 0.5 * np.sum(rates / (1.0 - rates * point)) - at - 1.0 / point
        low, high = (middle, high) if slope < 0.0 else (low, middle)
    return low if side > 0.0 else float(-np.exp(-low))


def _log_integrand(path: FloatArray, rates: FloatArray, at: float) -> FloatArray:
    """Of exp(K(ζ) - ζ s) / ζ on either side of the pole, without its sign there."""
    logs = np.array([-0.5 * np.sum(np.log(1.0 - rates * point)) for point in path])
    values: FloatArray = logs - path * at - np.log(path * np.sign(path[0].real))
    return values
