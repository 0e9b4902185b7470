"""The rows that a difference rests on: those that the transport along the directions takes farthest."""

import numpy as np

from setapart._types import FloatArray
from setapart.transport.plan import Plan

__all__ = ["moves"]


def moves(
    x_projected: FloatArray, y_projected: FloatArray, plan: Plan, *, centred: bool
) -> tuple[FloatArray, FloatArray]:
    """How far the plan takes each row of the first sample (n,) and of the second (m,), on average over its mass.

    Their means are the distance of the samples, to which every row contributes its part.

    Parameters
    ----------
    x_projected, y_projected : (n, k) and (m, k) float arrays
        The samples along the directions, as they are.
    plan : Plan
    centred : bool
        Whether the plan couples the samples each at its own mean.

    Examples
    --------
    >>> plan = Plan(np.array([0, 1]), np.array([0, 1]), np.array([0.5, 0.5]), (2, 2))
    >>> moves(np.array([[0.0], [1.0]]), np.array([[0.0], [4.0]]), plan, centred=False)[0]
    array([0., 3.])
    """
    apart = x_projected[plan.rows] - y_projected[plan.columns]
    if centred:
        apart = apart - (x_projected.mean(axis=0) - y_projected.mean(axis=0))
    farthest = float(np.abs(apart).max()) or 1.0  # squares stay in range
    work = plan.mass * np.sqrt(np.sum((apart / farthest) ** 2, axis=1)) * farthest
    sides = zip((plan.rows, plan.columns), plan.shape, strict=True)
    first, second = (size * np.bincount(of_row, work, size).astype(np.float64) for of_row, size in sides)
    return first, second
