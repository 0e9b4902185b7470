"""The full story of one labelling: the directions found, the plan along them, and how good they are."""

from dataclasses import dataclass

import numpy as np

from setapart._types import FloatArray
from setapart.projection.stiefel import horizontal
from setapart.transport.plan import Plan

__all__ = ["STATIONARY", "Solution", "gauge", "stationarity"]

STATIONARY = 0.02  # relative length of the shortest combined gradient below which a point counts as critical


@dataclass(frozen=True, eq=False)
class Solution:
    """Directions that (locally) maximise W₁ of two projected samples.

    Attributes
    ----------
    value : float
        W₁ along the directions: a lower bound of the maximum.
    directions : (d, k) float array
        Orthonormal, in the gauge of `gauge`.
    plan : Plan
        An optimal coupling of the projected samples.
    status : str
        "exact", "stationary" or "unfinished".
    message : str
        The same as a sentence.
    stationarity : float
        Length of the shortest vector in the convex hull of the last gradients, relative to the value.
    start : str
        The kind of start that led here.
    n_steps : int
        Evaluations used from that start.
    """

    value: float
    directions: FloatArray
    plan: Plan
    status: str
    message: str
    stationarity: float
    start: str
    n_steps: int


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


def stationarity(frame: FloatArray, gradients: list[FloatArray], value: float) -> float:
    """How far a point is from critical: min over convex weights of ‖Σ λ_j ξ_j‖ / f (Clarke's condition, by sampling).

    Maxima sit at kinks, where single gradients do not shrink but some convex combination of nearby ones does.

    Parameters
    ----------
    frame : (d, k) float array
    gradients : list of (d, k) float arrays
        Euclidean gradients met close to `frame`.
    value : float
        f there; 0 gives 0.
    """
    from scipy.optimize import nnls

    if value <= 0.0 or not gradients:
        return 0.0
    columns = np.stack([horizontal(frame, g).ravel() / value for g in gradients], axis=1)
    gram = columns.T @ columns
    heavy = 1e3 * (1.0 + np.sqrt(np.trace(gram)))
    root = np.linalg.cholesky(gram + 1e-14 * (1.0 + np.trace(gram)) * np.eye(len(gram))).T
    system = np.vstack([root, np.full(len(gram), heavy)])
    weights, _ = nnls(system, np.concatenate([np.zeros(len(gram)), [heavy]]))
    weights /= weights.sum()
    return float(np.linalg.norm(columns @ weights))
