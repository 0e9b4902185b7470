"""One transport problem from beginning to end: W₁ with its plan and potentials."""

from dataclasses import dataclass

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.transport.conditioning import condition
from setapart.transport.plan import Plan
from setapart.transport.supplies import weight_supplies
from setapart.transport.trees import Trees

__all__ = ["Transport", "transport", "transport_seconds"]


@dataclass(frozen=True, eq=False)
class Transport:
    """The solution of one optimal transport problem.

    Attributes
    ----------
    value : float
        W₁, in the units of the data; for squared cost, W₂².
    plan : Plan
        An optimal coupling.
    x_potential, y_potential : (n,) and (m,) float arrays
        Kantorovich potentials u, v with u_i + v_j ≤ cost_ij, equal where mass moves; Σ w_i u_i + Σ w_j v_j = value.
        Rows of weight zero get the largest potential that keeps the inequality.
    """

    value: float
    plan: Plan
    x_potential: FloatArray
    y_potential: FloatArray


def transport(
    x: FloatArray,
    y: FloatArray,
    *,
    x_weights: FloatArray | IntArray | None = None,
    y_weights: FloatArray | IntArray | None = None,
    squared: bool = False,
) -> Transport:
    """Solve the transport problem between two weighted samples of any size, scale and dimension.

    Parameters
    ----------
    x, y : (n, d) and (m, d) float arrays
        Finite.
    x_weights, y_weights : (n,) and (m,) arrays, optional
        Non-negative, not all zero. Integers keep their ratios exactly.
    squared : bool
        Use squared Euclidean cost.
    """
    n, m = len(x), len(y)
    pooled, exponent = condition(np.concatenate([x, y]))
    x_supply, y_supply, total = weight_supplies(x_weights, n, y_weights, m)
    supply = np.concatenate([x_supply, -y_supply])
    carries = np.flatnonzero(supply)
    solver = _on_line if x.shape[1] == 1 and not squared else _in_space
    value, plan, potential = solver(pooled[carries], supply[carries], total, squared)

    x_rows, y_rows = carries[carries < n], carries[carries >= n] - n
    u, v = np.full(n, np.nan), np.full(m, np.nan)
    u[x_rows], v[y_rows] = potential[: x_rows.size], potential[x_rows.size :]
    _extend(u, v, pooled[:n], pooled[n:], y_rows, squared)
    power = exponent * (2 if squared else 1)
    return Transport(
        float(np.ldexp(value, power)),
        Plan(x_rows[plan.rows], y_rows[plan.columns], plan.mass, (n, m)),
        np.ldexp(u, power),
        np.ldexp(v, power),
    )


def transport_seconds(size: float, d: int) -> float:
    """Forecast for one problem of so many rows of both samples on one core, from timings: a sort, or a simplex."""
    return 6e-7 * size if d == 1 else 1e-8 * (1.0 + d / 10.0) * size**2


def _in_space(points: FloatArray, supply: IntArray, total: int, squared: bool) -> tuple[float, Plan, FloatArray]:
    trees = Trees(supply[None], np.array([total]))
    trees.solve(np.ascontiguousarray(points.T)[None], np.array([0]), squared=squared)
    return float(trees.value[0]), trees.plan(0), trees.potentials(0)


def _on_line(points: FloatArray, supply: IntArray, total: int, squared: bool) -> tuple[float, Plan, FloatArray]:
    """The monotone coupling; a potential falls with slope one where mass moves right, and rises where it moves left."""
    order = np.argsort(points[:, 0], kind="stable")
    running = np.cumsum(supply[order])[:-1]
    gaps = np.diff(points[order, 0])
    value = float(np.abs(running) @ gaps) / total

    level = np.empty(len(points))
    level[order] = np.concatenate([[0.0], np.cumsum(-np.sign(running) * gaps)])
    n = int(np.sum(supply > 0))

    rows, columns = order[order < n], order[order >= n] - n
    leaves, arrives = np.cumsum(supply[rows]), np.cumsum(-supply[n + columns])
    cuts = np.union1d(leaves, arrives)
    mass = np.diff(cuts, prepend=0) / total
    plan = Plan(
        rows[np.searchsorted(leaves, cuts)], columns[np.searchsorted(arrives, cuts)], mass, (n, len(points) - n)
    )
    return value, plan, np.where(supply > 0, level, -level)


def _extend(u: FloatArray, v: FloatArray, x: FloatArray, y: FloatArray, y_rows: IntArray, squared: bool) -> None:
    """Potentials of rows that carry no weight, by the c-transform of the others."""
    power = 2 if squared else 1
    for i in np.flatnonzero(np.isnan(u)):
        u[i] = np.min(np.linalg.norm(x[i] - y[y_rows], axis=1) ** power - v[y_rows])
    for j in np.flatnonzero(np.isnan(v)):
        v[j] = np.min(np.linalg.norm(y[j] - x, axis=1) ** power - u)
