"""The solution for one labelling: its directions, the plan along them, and how good they are.

How good: the certificate of stationarity says how far the end of an ascent is from a critical point, and the upper
bound what no directions exceed.
"""

from dataclasses import dataclass

import numpy as np

from setapart._types import FloatArray
from setapart.projection.stiefel import horizontal
from setapart.transport.exact import transport
from setapart.transport.plan import Plan

__all__ = ["STATIONARY", "Solution", "squared_upper_bound", "stationarity", "upper_bound"]

STATIONARY = 0.02  # relative length of the shortest combined gradient below which a point counts as critical


@dataclass(frozen=True, eq=False)
class Solution:
    """Directions that (locally) maximise W₁ of two projected samples."""

    value: float  # W₁ along the directions: a lower bound of the maximum
    directions: FloatArray  # (d, k), orthonormal, in the gauge of `subspaces.gauge`
    plan: Plan  # an optimal coupling of the projected samples
    # "exact", "stationary" (at a critical point, as far as can be told), "unfinished" (before one) or, of a variance,
    # "approximate"; the message is the same as a sentence
    status: str
    message: str
    stationarity: float  # length of the shortest vector in the convex hull of the last gradients, relative to the value
    start: str  # the kind of start that led here
    n_steps: int  # evaluations used from that start


def stationarity(frame: FloatArray, gradients: list[FloatArray], value: float) -> float:
    """How far a point is from critical: min over convex weights of ‖Σ λ_j ξ_j‖ / f (Clarke's condition, by sampling).

    Maxima sit at kinks, where single gradients do not shrink but some convex combination of nearby ones does. The
    change of the frame, by which the printed algorithm stops, says nothing: it shrinks because the step does
    (docs/errata.md, E3). `gradients` are Euclidean ones (d, k) met close to the frame (d, k); `value` is f there, and
    0 gives 0.
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


def upper_bound(x: FloatArray, y: FloatArray, k: int) -> float:
    """A number that no k directions of samples (n, d) and (m, d) exceed.

    For any coupling π, W₁ along A is at most Σ π ‖Aᵀz‖ ≤ (tr AᵀVA)^(1/2) with V = Σ π zzᵀ, hence at most the root of
    the sum of the k largest eigenvalues of V; the coupling that is optimal for squared cost makes their sum small. W₁
    in the whole space bounds it as well. The smaller of the two is returned.
    """
    return min(transport(x, y).value, squared_upper_bound(x, y, k))


def squared_upper_bound(x: FloatArray, y: FloatArray, k: int) -> float:
    """The same of W₂, and so of W₁: the root of the k largest eigenvalues, with the coupling that is optimal for W₂."""
    plan = transport(x, y, squared=True).plan
    z = x[plan.rows] - y[plan.columns]
    size = float(np.max(np.abs(z), initial=0.0))
    if size == 0.0:
        return 0.0
    singular = np.linalg.svd(z / size * np.sqrt(plan.mass)[:, None], compute_uv=False)
    return size * float(np.sqrt(np.sum(singular[:k] ** 2)))
