"""The rows that a difference rests on: how far the transport takes each, and how near the other sample comes to it."""

from collections.abc import Sequence

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.transport.conditioning import condition
from setapart.transport.plan import Plan

__all__ = ["moves", "nearest"]


def moves(
    x_projected: FloatArray, y_projected: FloatArray, plan: Plan, *, centred: bool
) -> tuple[FloatArray, FloatArray]:
    """How far the plan takes each row of the first sample (n,) and of the second (m,), on average over its mass.

    Their means are the distance of the samples, to which every row contributes its part. The samples (n, k) and (m, k)
    are as they are; the plan couples each at its own mean where `centred`.

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


def nearest(
    x_projected: FloatArray, y_projected: FloatArray, rows: Sequence[IntArray], *, centred: bool
) -> tuple[FloatArray, FloatArray]:
    """How far from some rows of each sample, (r,) and (q,), the nearest row of the other is.

    Where one sample is wider than the other, rows of the narrower one are moved far although rows of the other are
    near: they make room. A row that is moved far and has none near is another matter. The samples (n, k) and (m, k) are
    as they are, and moved each to its own mean first where `centred`.

    Examples
    --------
    >>> x, y = np.array([[0.0], [1.0]]), np.array([[0.0], [4.0]])
    >>> nearest(x, y, [np.array([0, 1]), np.array([1])], centred=False)
    (array([0., 1.]), array([3.]))
    """
    from scipy.spatial import KDTree

    sides = (x_projected, y_projected)
    if centred:
        sides = (x_projected - x_projected.mean(axis=0), y_projected - y_projected.mean(axis=0))
    points, exponent = condition(np.concatenate(sides))  # squares stay in range
    x, y = np.split(points, [len(x_projected)])
    to_y, to_x = KDTree(y).query(x[rows[0]])[0], KDTree(x).query(y[rows[1]])[0]
    return np.ldexp(to_y, exponent), np.ldexp(to_x, exponent)
