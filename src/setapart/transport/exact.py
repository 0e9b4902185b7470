"""One transport problem from beginning to end: W₁ with its plan and potentials."""

from dataclasses import dataclass

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.transport import block_simplex
from setapart.transport.basis import ROUNDING
from setapart.transport.conditioning import condition, far_clusters
from setapart.transport.plan import Plan
from setapart.transport.supplies import weight_supplies
from setapart.transport.trees import TransportError, Trees

__all__ = ["Transport", "transport", "transport_seconds"]

_FINE = 1e-9  # relative: what a value is proved to
_APART = 1e6  # in terms of what is near: clusters are solved one by one, before centring costs as many figures


@dataclass(frozen=True, eq=False)
class Transport:
    """The solution of one optimal transport problem."""

    value: float  # W₁, in the units of the data; for squared cost, W₂²
    plan: Plan  # an optimal coupling
    # Kantorovich potentials u (n,) and v (m,) with u_i + v_j ≤ cost_ij, equal where mass moves; Σ w_i u_i + Σ w_j v_j
    # is the value. Rows of weight zero get the largest potential that keeps the inequality.
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
    """Solve the transport problem between two weighted samples (n, d) and (m, d) of any size, scale and dimension.

    Values are finite; weights (n,) and (m,) are non-negative and not all zero, and integers keep their ratios exactly.
    The cost is the Euclidean distance, or its square.
    """
    n, m = len(x), len(y)
    rows = np.concatenate([x, y])
    pooled, exponent = condition(rows)
    x_supply, y_supply, total = weight_supplies(x_weights, n, y_weights, m)
    supply = np.concatenate([x_supply, -y_supply])
    carries = np.flatnonzero(supply)
    value, plan, potential = _solve(rows[carries], pooled[carries], exponent, supply[carries], total, squared)

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


def _solve(
    rows: FloatArray, points: FloatArray, exponent: int, supply: IntArray, total: int, squared: bool
) -> tuple[float, Plan, FloatArray]:
    """The value, plan and potentials in the unit of `points`, the conditioned `rows`; the first sample's come first."""
    clusters = far_clusters(rows, _APART)
    if clusters is not None:
        balance = np.zeros(int(clusters.max()) + 1, np.int64)
        np.add.at(balance, clusters, supply)
        if not balance.any():
            return _by_cluster(rows, clusters, exponent, supply, total, squared)
    solver = _on_line if rows.shape[1] == 1 and not squared else _in_space
    return solver(points, supply, total, squared)


def _by_cluster(
    rows: FloatArray, clusters: IntArray, exponent: int, supply: IntArray, total: int, squared: bool
) -> tuple[float, Plan, FloatArray]:
    """The clusters one by one, each conditioned by itself: what is near keeps its figures beside what is far."""
    n = int(np.sum(supply > 0))
    value, potential = 0.0, np.empty(len(rows))
    sources: list[IntArray] = []
    sinks: list[IntArray] = []
    masses: list[FloatArray] = []
    for number in range(int(clusters.max()) + 1):
        member = np.flatnonzero(clusters == number)
        points, cluster_exponent = condition(rows[member])
        cluster_value, plan, cluster_potential = _solve(
            rows[member], points, cluster_exponent, supply[member], total, squared
        )
        power = (cluster_exponent - exponent) * (2 if squared else 1)
        value += float(np.ldexp(cluster_value, power))
        potential[member] = np.ldexp(cluster_potential, power)
        n_sources = int(np.sum(supply[member] > 0))
        sources.append(member[plan.rows])
        sinks.append(member[n_sources + plan.columns] - n)
        masses.append(plan.mass)
    rows_from, rows_to, mass = np.concatenate(sources), np.concatenate(sinks), np.concatenate(masses)
    order = np.lexsort((rows_to, rows_from))
    return value, Plan(rows_from[order], rows_to[order], mass[order], (n, len(rows) - n)), potential


def transport_seconds(size: float, d: int) -> float:
    """Forecast for one problem of so many rows of both samples on one core, from timings: a sort, or a simplex."""
    if block_simplex.pays(d, int(size) // 2, int(size) // 2, True):
        return float(7e-8 * (d / 3.0) ** 2 * size**1.7)
    return 6e-7 * size if d == 1 else 1e-8 * (1.0 + d / 10.0) * size**2


def _in_space(points: FloatArray, supply: IntArray, total: int, squared: bool) -> tuple[float, Plan, FloatArray]:
    n = int(np.sum(supply > 0))
    swapped = 2 * n > len(points) and block_simplex.pays(points.shape[1], len(points) - n, n, True)
    trees = Trees(-supply[None] if swapped else supply[None], np.array([total]))  # rows are best few, and columns many
    trees.solve(np.ascontiguousarray(points.T)[None], np.array([0]), squared=squared)
    value, extent = float(trees.value[0]), float(np.max(np.ptp(points, axis=0)))
    # The solver proves a plan up to this share of the largest cost; the value must be as fine.
    if value > 0.0 and ROUNDING * extent ** (2 if squared else 1) > _FINE * value:
        raise TransportError(
            f"the rows are {extent / value:.1g} times as far apart as the value, so that float64 holds no proof of it; "
            "look for values far from all others, such as fill values (1e20, 9.97e36), and replace or leave out"
            " their rows"
        )
    plan, potential = trees.plan(0), trees.potentials(0)
    if swapped:
        order = np.lexsort((plan.rows, plan.columns))
        plan = Plan(plan.columns[order], plan.rows[order], plan.mass[order], plan.shape[::-1])
        potential = np.roll(potential, n)
    return value, plan, potential


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
