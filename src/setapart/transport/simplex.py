"""The network simplex: exact optimal transport for Euclidean cost, in kernels without the GIL.

The bases of the transport problem between n sources and m sinks are the spanning trees of the complete bipartite
graph (with one artificial root). A pivot brings in an arc of negative reduced cost, pushes flow round the cycle it
closes and drops the arc that empties first. Five choices make it fast and safe:

- Costs are computed from coordinates when they are needed: memory is O((n + m) k), never n × m.
- Supplies are integers, so flows are exact and marginals cannot drift.
- Trees are *strongly feasible* (Cunningham, 1976): an arc without flow points towards the root. With the matching
  choice of the leaving arc, degenerate pivots cannot cycle.
- One row of arcs is priced at a time, in float32; the arc it proposes is priced again before the pivot. Once a whole
  float32 sweep is clean, exact sweeps finish and prove optimality. There a potential is a sum of two floats: it may be
  the difference of distances to something far away, and must still be right to the last figure for what is near.
- The basis outlives the solve. When only the points move, the old tree is still primal feasible, and solving again
  starts from it.

References
----------
Ahuja, Magnanti and Orlin, *Network Flows* (1993), chapter 11. Cunningham, "A network simplex method", Mathematical
Programming 11 (1976).
"""

import numpy as np

from setapart.transport._jit import kernel
from setapart.transport.basis import (
    CLEAN,
    CURSOR,
    EXACT,
    MORE,
    NOISE,
    PIVOT_CHARGE,
    PIVOTS,
    ROUNDING,
    SINGLE_NOISE,
    STALLED,
    check_flow,
    length,
    link_cost,
    pivot,
    reduced_cost,
    set_potentials,
    verdict,
)  # fmt: skip
from setapart.transport.pricing import FLIP, FLIP32, find_entry, least_entry, price_row

__all__ = ["solve_batch"]


@kernel()
def _solve(tree, flow, progress, supply, x, y, x32, y32, squared, budget, potential, residue, single, rows):
    """Pivot until no arc has a negative reduced cost; return the status, the value and the gap, in supply units."""
    n, m = x.shape[1], y.shape[1]
    root = n + m
    link = link_cost(x, y, squared)
    limit = 10_000 + 1_000 * np.int64(root)
    row, bits, row32, bits32, nothing = rows
    no_tops = np.empty((0, 0))  # there are no blocks
    set_potentials(tree, n, x, y, squared, link, potential, residue, single)
    sink, sink_low, sink_single = potential[n:root], residue[n:root], single[n:root]
    i = progress[CURSOR]
    while True:
        j = -1
        if progress[EXACT]:
            price_row(x, i, y, nothing, squared, row)
            u, u_low = potential[i], residue[i]
            for q in range(m):
                row[q] -= (u + sink[q]) + (u_low + sink_low[q])
            least = least_entry(row, bits, m, 63, FLIP)
            if row[m] < 0.0:
                j = find_entry(bits, m, least)
        else:
            price_row(x32, i, y32, sink_single, squared, row32)
            least32 = least_entry(row32, bits32, m, 31, FLIP32)
            if row32[m] - potential[i] < -SINGLE_NOISE * link:
                j = find_entry(bits32, m, least32)
        budget -= m
        enters = j >= 0
        if enters:
            cost = length(x, i, y, j, squared)
            gain, gain_low = reduced_cost(cost, potential[i], residue[i], sink[j], sink_low[j])
            enters = gain < -(NOISE * cost + ROUNDING * link)
        if enters:
            pivot(tree, flow, n, i, n + j, gain, gain_low, potential, residue, single, no_tops, 0)
            budget -= PIVOT_CHARGE
            progress[CLEAN] = 0
            progress[PIVOTS] += 1
            if progress[PIVOTS] > limit:
                return STALLED, 0.0, np.inf
        else:
            progress[CLEAN] += 1
        i = i + 1 if i + 1 < n else 0
        if progress[CLEAN] >= n:
            if progress[EXACT]:
                break
            progress[EXACT] = 1
            progress[CLEAN] = 0
        if budget < 0:
            progress[CURSOR] = i
            return MORE, 0.0, np.inf
    primal, error = check_flow(tree, flow, supply, n, x, y, squared, potential, residue)
    return verdict(primal, error, link, supply), primal, error


@kernel()
def solve_batch(
    active,
    points,
    nodes,
    n_sources,
    supply,
    tree,
    flow,
    progress,
    squared,
    budget,
    status,
    value,
    gap,
    potential,
    residue,
):
    """Solve the problems listed in `active` until each is optimal or the work budget is spent.

    `points` (a, k, N) hold the coordinates of the pooled rows for each of these problems; all else is indexed by the
    problem itself. `nodes` (b, N) is the row of each node, sources first.
    """
    k = points.shape[1]
    size = nodes.shape[1]
    single = np.empty(size + 1, np.float32)
    for a in range(active.size):
        b = active[a]
        if status[b] != MORE:
            continue
        n = n_sources[b]
        m = size - n
        x, y = np.empty((k, n)), np.empty((k, m))
        for c in range(k):
            for v in range(n):
                x[c, v] = points[a, c, nodes[b, v]]
            for v in range(m):
                y[c, v] = points[a, c, nodes[b, n + v]]
        row, row32 = np.empty(m + 1), np.empty(m + 1, np.float32)
        rows = row, row.view(np.int64), row32, row32.view(np.int32), np.zeros(m)
        x32, y32 = x.astype(np.float32), y.astype(np.float32)
        before = progress[b, PIVOTS]
        status[b], value[b], gap[b] = _solve(
            tree[b], flow[b], progress[b], supply[b], x, y, x32, y32, squared, budget,
            potential[b], residue[b], single, rows,
        )  # fmt: skip
        if status[b] == MORE:
            return
        budget -= (progress[b, PIVOTS] - before) * PIVOT_CHARGE + n * m
        if budget < 0:
            return
