"""Bases of the transport problem: spanning trees with flow and potentials, and the pivot from one to the next.

A node is a source (0 … n-1), a sink (n … n+m-1) or the root (n+m). A tree arc belongs to its child; arcs run from
sources to sinks, so that the arc of a source child points up and that of a sink child points down. A thread runs
through the nodes in preorder: the subtree of v is v and what follows it, as long as it is deeper than v.

References
----------
Ahuja, Magnanti and Orlin, *Network Flows* (1993), chapter 11. Cunningham, "A network simplex method", Mathematical
Programming 11 (1976).
"""

import math

import numpy as np

from setapart.transport._jit import kernel
from setapart.transport.blocks import raise_tops

__all__ = [
    "BACK", "BUDGET", "CLEAN", "CURSOR", "DEPTH", "EXACT", "MORE", "NOISE", "OPTIMAL", "PARENT",
    "PIVOTS", "PIVOT_CHARGE", "ROUNDING", "SINGLE_NOISE", "STALLED", "THREAD", "check_flow", "grow_star", "length",
    "link_cost", "pivot", "reduced_cost", "set_potentials", "verdict",
]  # fmt: skip

OPTIMAL, MORE, STALLED = 0, 1, 2  # solved and proved; work budget spent, call again; no progress or no proof

PARENT, DEPTH, THREAD, BACK = 0, 1, 2, 3  # the rows of a tree; THREAD lists the nodes in preorder, BACK the other way
CURSOR, CLEAN, EXACT, PIVOTS = 0, 1, 2, 3  # what a solve remembers between two calls

NOISE = 2.0**-49  # a reduced cost within this share of the cost it was computed from counts as zero
ROUNDING = 1e-27  # and within this share of the largest cost: what a potential of two floats may lose
SINGLE_NOISE = 2.0**-21  # the same for a float32 row, in units of the largest cost
BUDGET = 300_000_000  # arcs priced between two checkpoints: well under a second
PIVOT_CHARGE = 1_000  # what a pivot counts in the work budget, whose unit is one arc priced


@kernel()
def length(p, i, q, j, squared):
    """The distance of points p_i and q_j, or its square."""
    total = 0.0
    for c in range(p.shape[0]):
        step = p[c, i] - q[c, j]
        total += step * step
    return total if squared else math.sqrt(total)


@kernel()
def _arc_cost(v, parent, n, x, y, squared):
    return length(x, v, y, parent - n, squared) if v < n else length(x, parent, y, v - n, squared)


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
def set_potentials(tree, n, x, y, squared, link, potential, residue, single):
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
def reduced_cost(cost, u, u_low, v, v_low):
    """The cost less u + v, as a sum of two floats."""
    head, tail = _difference(cost, u, u_low)
    return _difference(head, v, v_low - tail)


@kernel()
def _turn(tree, flow, n, top, hook, leaving, step, rise, rise_low, potential, residue, single, tops, n_groups):
    """Cut off the subtree below the arc of `leaving`, turn it over to hang from `top`, and hang it on `hook`.

    In the new preorder each node of the stem, from `top` to `leaving`, is followed by the part of its old subtree that
    is not yet listed. While the thread is relinked, the nodes it passes get their new depths and potentials: sources
    rise, sinks fall.
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
        while True:
            tree[DEPTH, v] += shift
            sign = 1.0 if v < n else -1.0
            potential[v], residue[v] = _difference(potential[v], -sign * rise, -(residue[v] + sign * rise_low))
            single[v] = potential[v]
            if n_groups > 0 and v >= n:
                raise_tops(v - np.uint32(n), potential[v], tops, n_groups)
            last = v
            v = tree[THREAD, v]
            if v == below and u != top:  # what is listed already: go on behind it
                v = after
                if tree[DEPTH, v] > old_depth:
                    tree[THREAD, last] = v
                    tree[BACK, v] = last
            if tree[DEPTH, v] <= old_depth:
                break
        after = v
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


@kernel()
def pivot(tree, flow, n, i, j, gain, gain_low, potential, residue, single, tops, n_groups):
    """Bring the arc from source i to sink node j into the tree; its (negative) reduced cost comes in two parts.

    Flow falls on the arcs of sources below i and of sinks below j. The arc that leaves is the last blocking one when
    the cycle is walked from the join along the entering arc: Cunningham's rule, which keeps the tree strongly feasible.
    `tops` are those of the blocks of sinks, of which there are `n_groups` groups, or none; see `blocks`.
    """
    source, sink = np.uint32(i), np.uint32(j)
    a, b, leaving_a, leaving_b = source, sink, source, sink
    room_a, room_b = np.int64(1) << 62, np.int64(1) << 62
    while a != b:
        if tree[DEPTH, a] >= tree[DEPTH, b]:
            if a < n and flow[a] < room_a:
                room_a, leaving_a = flow[a], a
            a = tree[PARENT, a]
        else:
            if b >= n and flow[b] <= room_b:
                room_b, leaving_b = flow[b], b
            b = tree[PARENT, b]
    join, step = a, min(room_a, room_b)
    if step > 0:
        for u in (source, sink):
            forward = step if u == sink else -step
            while u != join:
                flow[u] += forward if u < n else -forward
                u = tree[PARENT, u]
    if room_a < room_b:
        top, hook, leaving, sign = source, sink, leaving_a, 1.0
    else:
        top, hook, leaving, sign = sink, source, leaving_b, -1.0
    _turn(
        tree, flow, n, top, hook, leaving, step, sign * gain, sign * gain_low,
        potential, residue, single, tops, n_groups,
    )  # fmt: skip


@kernel()
def link_cost(x, y, squared):
    """A cost for artificial arcs above that of every real one, so that they end up empty."""
    link = 0.0
    for c in range(x.shape[0]):
        span = max(x[c].max(), y[c].max()) - min(x[c].min(), y[c].min())
        link += span * span
    return 1.001 * (link if squared else math.sqrt(link)) + 1e-300


@kernel()
def check_flow(tree, flow, supply, n, x, y, squared, potential, residue):
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
            left, rest = reduced_cost(cost, potential[v], residue[v], potential[parent], residue[parent])
            primal += flow[v] * cost
            error += flow[v] * abs(left + rest)
    for v in range(root):
        if delivered[v] != abs(supply[v]):
            return 0.0, np.inf
    return primal, error


@kernel()
def verdict(primal, error, link, supply):
    """Whether what `check_flow` says is a proof: OPTIMAL, or else STALLED."""
    return OPTIMAL if error <= 1e-9 * primal + 2.0 * ROUNDING * link * np.abs(supply).sum() else STALLED
