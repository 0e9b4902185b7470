"""The unit ball of a reproducing kernel Hilbert space: distance, witness and suprema in closed form.

For weights w, the largest Σ w_i f(z_i) over ‖f‖ ≤ 1 is √(wᵀKw), reached by f = Σ w_i k(z_i, ·) / √(wᵀKw) (Gretton et
al., 2012, section 2). Where w sums to zero, as for two samples, K may be replaced by -D with D_ij = h_i + h_j - K_ij
for any h, which changes f by a constant. A D that vanishes on the diagonal loses no digits where kernels are all but
one.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from setapart._types import FloatArray
from setapart.statistics.dissimilarity import ROUNDING
from setapart.statistics.kernels import NEGATIVE

__all__ = ["Dissimilarity", "KernelFunction", "ball_suprema", "ball_witness"]

Dissimilarity = Callable[[FloatArray, FloatArray], FloatArray]  # points (p, d) and (q, d) to D (p, q)


def ball_witness(x: FloatArray, y: FloatArray, dissimilarity: Dissimilarity) -> "tuple[float, KernelFunction]":
    """The distance of samples (n, d) and (m, d), and the function of norm one that reaches it, up to a constant."""
    points = np.concatenate([x, y])
    weights = np.concatenate([np.full(len(x), 1.0 / len(x)), np.full(len(y), -1.0 / len(y))])
    between = dissimilarity(points, points)
    value = _root(-float(weights @ (between @ weights)), float(np.abs(between).mean()))
    return value, KernelFunction(points, weights / value if value > 0.0 else np.zeros_like(weights), dissimilarity)


def ball_suprema(between: FloatArray, offsets: FloatArray, signs: FloatArray) -> FloatArray:
    """√(σᵀKσ) / n for each row σ of `signs` (b, n), with K = h_i + h_j - D_ij from D (n, n) and `offsets` h (n,)."""
    n = len(offsets)
    size = float(np.abs(between).mean()) * n**2
    squares = (2.0 * float(row.sum()) * float(row @ offsets) - float(row @ (between @ row)) for row in signs)
    return np.array([_root(square, size) / n for square in squares])


@dataclass(frozen=True, eq=False)
class KernelFunction:
    """z ↦ -Σ a_i D(z_i, z) for points z_i (N, d) and coefficients a (N,) that sum to zero."""

    points: FloatArray
    coefficients: FloatArray
    dissimilarity: Dissimilarity

    def __call__(self, points: FloatArray) -> FloatArray:
        """Values (q,) at points (q, d)."""
        return -(self.dissimilarity(points, self.points) @ self.coefficients)


def _root(square: float, size: float) -> float:
    if square < -NEGATIVE * size:
        raise ValueError(f"kernel must be positive definite; a sum of squares came out as {square:.3g}")
    return float(np.sqrt(square)) if square > ROUNDING * size else 0.0
