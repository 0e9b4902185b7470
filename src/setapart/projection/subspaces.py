"""Frames and the subspaces they span: the angles between two, the turn that brings one near the other, and the gauge.

The gauge is which of the frames with one span stands for all of them.
"""

import numpy as np

from setapart._types import FloatArray

__all__ = ["complement", "gauge", "principal_angles", "turned_towards", "upright"]


def principal_angles(frame: FloatArray, other: FloatArray) -> FloatArray:
    """The angles (k,) between the spans of two orthonormal frames (d, k), rising, in radians from 0 to π/2.

    Sines and cosines are both computed, so that small angles and right ones are accurate (Björck and Golub, "Numerical
    methods for computing angles between linear subspaces", Mathematics of Computation 27, 1973).
    """
    inner = frame.T @ other
    cosines = np.linalg.svd(inner, compute_uv=False)
    sines = np.linalg.svd(other - frame @ inner, compute_uv=False)[::-1]
    angles: FloatArray = np.arctan2(sines, cosines)
    return angles


def turned_towards(frame: FloatArray, target: FloatArray) -> FloatArray:
    """The frame (d, k) turned within its span to be as near the target as can be: orthogonal Procrustes.

    For one direction that is its sign. See Schönemann, "A generalized solution of the orthogonal Procrustes problem",
    Psychometrika 31 (1966).
    """
    left, _, right = np.linalg.svd(frame.T @ target)
    turned: FloatArray = frame @ (left @ right)
    return turned


def complement(frame: FloatArray) -> FloatArray:
    """An orthonormal basis (d, d - k) of all that is orthogonal to a frame (d, k)."""
    d, k = frame.shape
    whole, _ = np.linalg.qr(np.concatenate([frame, np.eye(d)], axis=1))
    basis: FloatArray = whole[:, k:]
    return basis


def gauge(directions: FloatArray, displacement: FloatArray, mass: FloatArray) -> FloatArray:
    """Fix the rotation and the signs that f leaves free.

    f(AQ) = f(A) for every orthogonal Q, so that only the span matters (docs/errata.md, E2). The columns of a frame
    (d, k) are turned to the principal axes of the projected displacement Σ π (Aᵀz)(Aᵀz)ᵀ, largest first, and each gets
    the sign that makes its largest loading positive. `displacement` (s, k) is Aᵀz for the pairs that the plan couples,
    of `mass` (s,).
    """
    moment = (displacement * mass[:, None]).T @ displacement
    _, axes = np.linalg.eigh(moment)
    turned = directions @ axes[:, ::-1]
    return upright(_polished(turned))


def upright(directions: FloatArray, basis: FloatArray | None = None) -> FloatArray:
    """Directions with the signs that make the largest loading of each positive, in a basis (d, r) if there is one."""
    loadings = directions if basis is None else basis @ directions
    peak = np.argmax(np.abs(loadings), axis=0)
    return directions * np.where(loadings[peak, np.arange(loadings.shape[1])] < 0.0, -1.0, 1.0)


def _polished(a: FloatArray) -> FloatArray:
    """One Newton step towards AᵀA = I, which squares the rounding error away."""
    return a @ (1.5 * np.eye(a.shape[1]) - 0.5 * (a.T @ a))
