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

Layout: a node is a source (0 … n-1), a sink (n … n+m-1) or the root (n+m). A tree arc belongs to its child; arcs run
from sources to sinks, so that the arc of a source child points up and that of a sink child points down. A thread runs
through the nodes in preorder: the subtree of v is v and what follows it, as long as it is deeper than v.

References
----------
Ahuja, Magnanti and Orlin, *Network Flows* (1993), chapter 11. Cunningham, "A network simplex method", Mathematical
Programming 11 (1976).
"""

import math

import numpy as np

from setapart.transport._jit import kernel
from setapart.transport.pricing import find_entry, least_entry, price_row

__all__ = ["MORE", "OPTIMAL", "STALLED", "grow_star", "solve_batch"]

OPTIMAL, MORE, STALLED = 0, 1, 2  # solved and proved; work budget spent, call again; no progress or no proof

PARENT, DEPTH, THREAD, BACK = 0, 1, 2, 3  # the rows of a tree; THREAD lists the nodes in preorder, BACK the other way
CURSOR, CLEAN, EXACT, PIVOTS = 0, 1, 2, 3  # what a solve remembers between two calls

NOISE = 2.0**-49  # a reduced cost within this share of the cost it was computed from counts as zero
ROUNDING = 1e-27  # and within this share of the largest cost: what a potential of two floats may lose
SINGLE_NOISE = 2.0**-21  # the same for a float32 row, in units of the largest cost
FLIP, FLIP32 = np.int64(0x7FFFFFFFFFFFFFFF), np.int32(0x7FFFFFFF)  # all bits but the sign
PIVOT_CHARGE = 1_000  # what a pivot counts in the work budget, whose unit is one arc priced


@kernel(inline=True)
def _length(p, i, q, j, squared):
    total = 0.0
    for c in range(p.shape[0]):
        step = p[c, i] - q[c, j]
        total += step * step
    return total if squared else math.sqrt(total)


@kernel(inline=True)
def _arc_cost(v, parent, n, x, y, squared):
    return _length(x, v, y, parent - n, squared) if v < n else _length(x, parent, y, v - n, squared)


@kernel()
def grow_star(tree, flow, supply):
    """The first basis: every node hangs on the root by an artificial arc that carries its supply."""
    root = supply.size
    for v in range(root + 1):
        tree[PARENT, v] = root
        tree[DEPTH, v] = 1
        tree[THREAD, v] = v + 1
        tree[BACK, v] = v - 1
    tree[DEPTH, root] = 0
    tree[THREAD, root] = 0
    tree[BACK, 0] = root
    for v in range(root):
        flow[v] = abs(supply[v])


@kernel(inline=True)
def _difference(a, b, low):
    """A - b - low as an unevaluated sum of two floats, exact up to the rounding of the smaller (Dekker, 1971)."""
    head = a - b
    back = head - a
    tail = ((a - (head - back)) - (b + back)) - low
    total = head + tail
    return total, tail - (total - head)


@kernel()
def _set_potentials(tree, n, x, y, squared, link, potential, residue, single):
    """Potentials u, v with u + v = cost on every tree arc, from the root down (Ahuja et al., section 11.4)."""
    root = n + y.shape[1]
    potential[root] = residue[root] = 0.0
    v = tree[THREAD, root]
    while v != root:
        parent = tree[PARENT, v]
        cost = link if parent == root else _arc_cost(v, parent, n, x, y, squared)
        potential[v], residue[v] = _difference(cost, potential[parent], residue[parent])
        single[v] = potential[v]
        v = tree[THREAD, v]


@kernel(inline=True)
def _reduced_cost(cost, u, u_low, v, v_low):
    """The cost less u + v, as a sum of two floats."""
    head, tail = _difference(cost, u, u_low)
    return _difference(head, v, v_low - tail)


@kernel(inline=True)
def _move(tree, v, n, shift, rise, rise_low, potential, residue, single):
    """Give a node of the turned subtree its new depth and potential; sources rise, sinks fall."""
    tree[DEPTH, v] += shift
    sign = 1.0 if v < n else -1.0
    potential[v], residue[v] = _difference(potential[v], -sign * rise, -(residue[v] + sign * rise_low))
    single[v] = potential[v]


@kernel(inline=True)
def _leaving_arc(tree, flow, n, i, j):
    """Where the cycle of the entering arc (i, j) closes, the arc that leaves, whether it lies below i, and the flow.

    Flow falls on the arcs of sources below i and of sinks below j. The arc that leaves is the last blocking one when
    the cycle is walked from the join along the entering arc: Cunningham's rule, which keeps the tree strongly feasible.
    """
    a, b = np.uint32(i), np.uint32(j)
    room_a, room_b = np.int64(1) << 62, np.int64(1) << 62
    leaving_a, leaving_b = a, b
    while a != b:
        if tree[DEPTH, a] >= tree[DEPTH, b]:
            if a < n and flow[a] < room_a:
                room_a, leaving_a = flow[a], a
            a = tree[PARENT, a]
        else:
            if b >= n and flow[b] <= room_b:
                room_b, leaving_b = flow[b], b
            b = tree[PARENT, b]
    if room_a < room_b:
        return a, leaving_a, True, room_a
    return a, leaving_b, False, room_b


@kernel(inline=True)
def _push(tree, flow, n, start, join, step):
    """Change the flow on the path from `start` up to `join`: sources lose `step`, sinks gain it."""
    u = np.uint32(start)
    while u != join:
        flow[u] += -step if u < n else step
        u = tree[PARENT, u]


@kernel(inline=True)
def _turn(tree, flow, n, top, hook, leaving, step, rise, rise_low, potential, residue, single):
    """Cut off the subtree below the arc of `leaving`, turn it over to hang from `top`, and hang it on `hook`.

    In the new preorder each node of the stem, from `top` to `leaving`, is followed by the part of its old subtree that
    is not yet listed. While the thread is relinked, the nodes it passes get their new depths and potentials.
    """
    before = tree[BACK, leaving]
    above, carried, u = hook, step, top
    last, after, below = top, top, top  # the end of the new list, what followed it, and the stem node listed before
    while True:
        old_depth = tree[DEPTH, u]
        shift = np.uint32(tree[DEPTH, above] + 1 - old_depth)  # modulo 2³², where a fall is a large rise
        if u != top:
            tree[THREAD, last] = u
            tree[BACK, u] = last
            v = u
            while v != below:
                _move(tree, v, n, shift, rise, rise_low, potential, residue, single)
                last = v
                v = tree[THREAD, v]
            if tree[DEPTH, after] > old_depth:
                tree[THREAD, last] = after
                tree[BACK, after] = last
        while after == top or tree[DEPTH, after] > old_depth:
            _move(tree, after, n, shift, rise, rise_low, potential, residue, single)
            last = after
            after = tree[THREAD, after]
        parent, old_flow = tree[PARENT, u], flow[u]
        tree[PARENT, u] = above
        flow[u] = carried
        if u == leaving:
            break
        above, carried, below, u = u, old_flow, u, parent
    tree[THREAD, before] = after
    tree[BACK, after] = before
    following = tree[THREAD, hook]
    tree[THREAD, hook] = top
    tree[BACK, top] = hook
    tree[THREAD, last] = following
    tree[BACK, following] = last


@kernel(inline=True)
def _pivot(tree, flow, n, i, j, gain, gain_low, potential, residue, single):
    """Bring the arc from source i to sink node j into the tree; its (negative) reduced cost comes in two parts."""
    join, leaving, below_source, step = _leaving_arc(tree, flow, n, i, j)
    if step > 0:
        _push(tree, flow, n, i, join, step)
        _push(tree, flow, n, j, join, -step)
    source, sink = np.uint32(i), np.uint32(j)
    if below_source:
        _turn(tree, flow, n, source, sink, leaving, step, gain, gain_low, potential, residue, single)
    else:
        _turn(tree, flow, n, sink, source, leaving, step, -gain, -gain_low, potential, residue, single)


@kernel()
def _link_cost(x, y, squared):
    """A cost for artificial arcs above that of every real one, so that they end up empty."""
    link = 0.0
    for c in range(x.shape[0]):
        span = max(x[c].max(), y[c].max()) - min(x[c].min(), y[c].min())
        link += span * span
    return 1.001 * (link if squared else math.sqrt(link)) + 1e-300


@kernel()
def _check(tree, flow, supply, n, x, y, squared, potential, residue):
    """The cost of the flow, and by how much it can differ from the value of the potentials.

    The flow must deliver every supply, exactly. The value of the potentials is then Σ flow (u + v) over the arcs that
    carry flow, so that the two differ by the reduced costs of these arcs.
    """
    root = supply.size
    delivered = np.zeros(root + 1, np.int64)
    primal = error = 0.0
    for v in range(root):
        parent = tree[PARENT, v]
        delivered[v] += flow[v]
        delivered[parent] += flow[v]
        if flow[v] != 0:
            if parent == root or flow[v] < 0:
                return 0.0, np.inf
            cost = _arc_cost(v, parent, n, x, y, squared)
            left, rest = _reduced_cost(cost, potential[v], residue[v], potential[parent], residue[parent])
            primal += flow[v] * cost
            error += flow[v] * abs(left + rest)
    for v in range(root):
        if delivered[v] != abs(supply[v]):
            return 0.0, np.inf
    return primal, error


@kernel()
def _solve(tree, flow, progress, supply, x, y, x32, y32, squared, budget, potential, residue, single, rows):
    """Pivot until no arc has a negative reduced cost; return the status, the value and the gap, in supply units."""
    n, m = x.shape[1], y.shape[1]
    root = n + m
    link = _link_cost(x, y, squared)
    limit = 10_000 + 1_000 * np.int64(root)
    row, bits, row32, bits32, nothing = rows
    _set_potentials(tree, n, x, y, squared, link, potential, residue, single)
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
            cost = _length(x, i, y, j, squared)
            gain, gain_low = _reduced_cost(cost, potential[i], residue[i], sink[j], sink_low[j])
            enters = gain < -(NOISE * cost + ROUNDING * link)
        if enters:
            _pivot(tree, flow, n, i, n + j, gain, gain_low, potential, residue, single)
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
    primal, error = _check(tree, flow, supply, n, x, y, squared, potential, residue)
    return OPTIMAL if error <= 1e-9 * primal + 2.0 * ROUNDING * link * np.abs(supply).sum() else STALLED, primal, error


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
