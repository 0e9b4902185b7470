"""The certificate of stationarity: how far the end of an ascent is from a critical point.

The change of the frame, by which the printed algorithm stops, says nothing about that: it shrinks because the step does
(docs/errata.md, E3).
"""

import numpy as np

from setapart._types import FloatArray
from setapart.projection.stiefel import horizontal

__all__ = ["STATIONARY", "stationarity"]

STATIONARY = 0.02  # relative length of the shortest combined gradient below which a point counts as critical


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
