"""The gauge: which of the frames with one span stands for all of them.

f(AQ) = f(A) for every orthogonal Q, so that only the span matters (docs/errata.md, E2).
"""

import numpy as np

from setapart._types import FloatArray

__all__ = ["gauge"]


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
    turned = _polished(turned)
    peak = np.argmax(np.abs(turned), axis=0)
    return turned * np.where(turned[peak, np.arange(turned.shape[1])] < 0.0, -1.0, 1.0)


def _polished(a: FloatArray) -> FloatArray:
    """One Newton step towards AᵀA = I, which squares the rounding error away."""
    return a @ (1.5 * np.eye(a.shape[1]) - 0.5 * (a.T @ a))
