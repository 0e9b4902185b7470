"""The Stiefel manifold {A in R^(d×k) : AᵀA = I}: its vocabulary, for one point or a batch (…, d, k).

References
----------
Absil, Mahony and Sepulchre, *Optimization Algorithms on Matrix Manifolds* (2008), chapters 3 and 4.
Wen and Yin, "A feasible method for optimization with orthogonality constraints", Math. Programming 142 (2013).
Edelman, Arias and Smith, "The geometry of algorithms with orthogonality constraints", SIAM J. Matrix Anal. 20 (1998).
"""

from collections.abc import Callable

import numpy as np

from setapart._types import FloatArray

__all__ = [
    "RETRACTIONS",
    "cayley",
    "exponential",
    "horizontal",
    "orthonormalise",
    "polar",
    "qr",
    "random_point",
    "tangent",
]


def _t(a: FloatArray) -> FloatArray:
    return np.swapaxes(a, -1, -2)


def tangent(a: FloatArray, g: FloatArray) -> FloatArray:
    """Orthogonal projection of `g` onto the tangent space at `a`: G - A (AᵀG + GᵀA) / 2."""
    ag = _t(a) @ g
    return g - a @ (0.5 * (ag + _t(ag)))


def horizontal(a: FloatArray, g: FloatArray) -> FloatArray:
    """The part of `g` that moves the span of `a`: (I - AAᵀ) G."""
    if a.shape[-1] == 1:  # a batch of dot products is cheaper than a batch of 1 × 1 matrix products
        along: FloatArray = np.sum(a * g, axis=-2, keepdims=True)
        return g - a * along
    return g - a @ (_t(a) @ g)


def polar(a: FloatArray, step: FloatArray) -> FloatArray:
    """Polar retraction: the orthonormal frame nearest to A + ξ, (A + ξ)(I + ξᵀξ)^(-1/2)."""
    moved = a + step
    if a.shape[-1] == 1:
        length: FloatArray = np.sqrt(np.sum(moved * moved, axis=-2, keepdims=True))
        return moved / length
    weight, basis = np.linalg.eigh(_t(moved) @ moved)
    root: FloatArray = (basis / np.sqrt(weight)[..., None, :]) @ _t(basis)
    return moved @ root


def qr(a: FloatArray, step: FloatArray) -> FloatArray:
    """QR retraction: Gram–Schmidt of A + ξ, with a positive diagonal."""
    return orthonormalise(a + step)


def cayley(a: FloatArray, step: FloatArray) -> FloatArray:
    """Cayley retraction (I - W/2)⁻¹ (I + W/2) A with W = P ξ Aᵀ - A ξᵀ P and P = I - AAᵀ/2 (Wen and Yin, 2013).

    W has rank 2k, so that only a 2k × 2k system is solved.
    """
    half = step - a @ (0.5 * (_t(a) @ step))
    left = np.concatenate([half, a], axis=-1)
    right = np.concatenate([a, -half], axis=-1)
    inner = np.eye(left.shape[-1]) - 0.5 * (_t(right) @ left)
    return orthonormalise(a + left @ np.linalg.solve(inner, _t(right) @ a))


def exponential(a: FloatArray, step: FloatArray) -> FloatArray:
    """Geodesic of the span (Grassmann exponential): A V cos(Σ) Vᵀ + U sin(Σ) Vᵀ with UΣVᵀ the horizontal part of ξ."""
    left, sigma, right = np.linalg.svd(horizontal(a, step), full_matrices=False)
    cos, sin = np.cos(sigma)[..., None, :], np.sin(sigma)[..., None, :]
    return orthonormalise((a @ _t(right) * cos + left * sin) @ right)


RETRACTIONS: dict[str, Callable[[FloatArray, FloatArray], FloatArray]] = {
    "polar": polar,
    "qr": qr,
    "cayley": cayley,
    "exponential": exponential,
}


def orthonormalise(a: FloatArray) -> FloatArray:
    """Gram–Schmidt of the columns, each keeping its side: the Q of a QR with positive diagonal."""
    q, r = np.linalg.qr(a)
    diagonal = np.diagonal(r, axis1=-2, axis2=-1)
    framed: FloatArray = q * np.where(diagonal < 0.0, -1.0, 1.0)[..., None, :]
    return framed


def random_point(rng: np.random.Generator, shape: tuple[int, ...]) -> FloatArray:
    """Frames of the given shape (…, d, k), drawn from the uniform (Haar) distribution."""
    return orthonormalise(rng.standard_normal(shape))
