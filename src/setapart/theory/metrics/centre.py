"""The point where the functions of a class vanish.

Lipschitz functions can be moved by constants. A distance does not notice, but (1/n) Σ σ_i f(z_i) then has no bound;
the class of the paper's equation (1) has infinite complexity (docs/errata.md, E5). So functions are made to vanish at
one point.
"""

from typing import Any

import numpy as np

from setapart._types import FloatArray
from setapart.data.arrays import to_matrix

__all__ = ["balanced", "centre_of", "check_centre"]


def check_centre(centre: Any) -> tuple[float, ...] | None:
    """A point as a tuple of numbers; None stays None."""
    if centre is None:
        return None
    values = to_matrix(centre, "centre")
    if values.shape[1] != 1 or not np.isfinite(values).all():
        raise ValueError(f"centre must be one point, a finite number for each feature; got {centre!r}")
    return tuple(values[:, 0].tolist())


def centre_of(points: FloatArray, centre: tuple[float, ...] | None) -> FloatArray:
    """The centre (d,): the given one, or the mean of `points` (n, d)."""
    if centre is None:
        return np.asarray(points.mean(axis=0))
    if len(centre) != points.shape[1]:
        raise ValueError(f"centre must have a number for each of the {points.shape[1]} features, got {len(centre)}")
    return np.array(centre)


def balanced(points: FloatArray, signs: FloatArray, centre: FloatArray) -> tuple[FloatArray, FloatArray, float]:
    """The transport problem whose cost is n times the supremum of (1/n) Σ σ_i g(z_i) over 1-Lipschitz g, g(c) = 0.

    Mass leaves where the sign is positive and arrives where it is negative; what one side lacks, the centre c makes up.
    Proof: as g(c) = 0, Σ σ_i g(z_i) = ∫ g dτ with τ = Σ σ_i δ(z_i) - (Σ σ_i) δ(c). As τ has no mass in total, g may be
    moved by any constant, and the supremum over all 1-Lipschitz g is the cost of moving τ⁺ to τ⁻ (Kantorovich and
    Rubinstein).

    Returns
    -------
    sources, sinks : (p, d) arrays
        With copies of the centre, so that they are as many.
    mass : float
        p / n: W₁ of sources and sinks is the supremum divided by this.
    """
    lacking = int(signs.sum())
    copies = np.tile(centre, (abs(lacking), 1))
    sources, sinks = points[signs > 0.0], points[signs < 0.0]
    if lacking > 0:
        sinks = np.concatenate([sinks, copies])
    else:
        sources = np.concatenate([sources, copies])
    return sources, sinks, len(sources) / len(points)
