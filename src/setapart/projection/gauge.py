"""The gauge: which of the frames with one span stands for all of them.

f(AQ) = f(A) for every orthogonal Q, so that only the span matters (docs/errata.md, E2).
"""

import numpy as np

from setapart._types import FloatArray

__all__ = ["gauge", "upright"]


def gauge(directions: FloatArray, displacement: FloatArray, mass: FloatArray) -> FloatArray:
    """Fix the rotation and the signs that f leaves free.

    Columns are turned to the principal axes of the projected displacement Σ π (Aᵀz)(Aᵀz)ᵀ, largest first, and each gets
    the sign that makes its largest loading positive.

    Parameters
    ----------
    directions : (d, k) float array
        Orthonormal.
    displacement : (s, k) float array
        Aᵀz for the pairs that the plan couples.
    mass : (s,) float array
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
