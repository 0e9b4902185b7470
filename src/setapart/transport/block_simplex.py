"""The network simplex for many rows: the pivots of `simplex`, with pricing by blocks and a first basis of near pairs."""

import numpy as np

from setapart.transport._jit import kernel
from setapart.transport.basis import (
    BACK, CLEAN, CURSOR, DEPTH, EXACT, MORE, NOISE, OPTIMAL, PARENT, PIVOT_CHARGE, PIVOTS, ROUNDING, SINGLE_NOISE,
    STALLED, THREAD, check_flow, length, link_cost, pivot, reduced_cost, set_potentials,
)  # fmt: skip
from setapart.transport.blocks import (
    BLOCK, GROUP, make_blocks, make_boxes, price, set_tops,
)  # fmt: skip
from setapart.transport.first_tree import grow_near_tree
from setapart.transport.nearness import sort_by_nearness
from setapart.transport.pricing import FLIP, FLIP32

__all__ = ["pays", "solve_in_blocks", "sort_nodes"]

BOUND_NOISE = 2.0**-48  # what a bound may lose to rounding, as a share of the numbers it is the difference of
_FEWEST, _MANY = {2: 2500, 3: 3000, 4: 4000, 5: 5000, 6: 7000}, 1 << 62  # rows of both samples, as measured


def pays(k: int, n: int, m: int) -> bool:
    """Whether n sources and m sinks in k dimensions are so many that blocks are faster than whole rows."""
    return m >= BLOCK and n + m >= _FEWEST.get(k, _MANY)


@kernel()
def sort_nodes(points, n, nodes, supply, tree, flow):
    """Number the sources and the sinks of a problem in k-d order of the pooled `points` (k, N), with all that is theirs.

    `nodes` (N,) is the row of each node, sources first.
    """
    size = nodes.size
    order = np.arange(size)
    place = np.empty(size + 1, np.uint32)
    here = np.empty((points.shape[0], size))
    for c in range(points.shape[0]):
        for v in range(size):
            here[c, v] = points[c, nodes[v]]
    sort_by_nearness(here, order[:n], BLOCK)
    sort_by_nearness(here, order[n:], BLOCK)
    for v in range(size):
        place[order[v]] = v
    place[size] = size
    nodes[:] = nodes[order]
    supply[:] = supply[order]
    flow[:size] = flow[:size][order]
    old = tree.copy()
    for v in range(size + 1):
        tree[DEPTH, place[v]] = old[DEPTH, v]
        for line in (PARENT, THREAD, BACK):
            tree[line, place[v]] = place[old[line, v]]


@kernel()
def _solve(tree, flow, progress, supply, x, y, x32, y32, squared, fresh, points, budget, kept_potential, kept_residue):
    """Pivot until no arc has a negative reduced cost; return the status, the value and the gap, in supply units."""
    k, n = x.shape
    m = y.shape[1]
    root = n + m
    link = link_cost(x, y, squared)
    limit = 10_000 + 1_000 * np.int64(root)
    boxes = make_boxes(y)
    n_groups = (m + BLOCK * GROUP - 1) // (BLOCK * GROUP)
    boxes32, tops = boxes.astype(np.float32), np.empty((boxes.shape[0], GROUP))
    blocks = np.empty((n_groups * GROUP, k, BLOCK))
    make_blocks(y, blocks)
    blocks32 = blocks.astype(np.float32)
    pending, row, row32 = np.empty(boxes.shape[0], np.int64), np.empty(BLOCK + 1), np.empty(BLOCK + 1, np.float32)
    near, near32 = np.empty(GROUP), np.empty(GROUP, np.float32)
    bits, bits32 = row.view(np.int64), row32.view(np.int32)
    nothing, shift32 = np.float32(0.0), np.int32(31)
    buffers32 = nothing, shift32, FLIP32, pending, near32, row32, bits32
    if fresh:
        grow_near_tree(points, supply, n, x32, blocks32, boxes32, tops, n_groups, squared, buffers32, tree, flow)

    # One array for the sources, then the sinks; beyond, up to whole blocks, sinks that no arc may go to.
    potential = np.full(n + n_groups * GROUP * BLOCK + 1, -np.inf)
    residue, single = np.zeros(potential.size), potential.astype(np.float32)
    set_potentials(tree, n, x, y, squared, link, potential, residue, single)
    potential[root] = -np.inf
    sink, sink_low, sink_single = potential[n:-1], residue[n:-1], single[n:-1]
    v, v_low, v_single = (
        sink.reshape((-1, BLOCK)), sink_low.reshape((-1, BLOCK)), sink_single.reshape((-1, BLOCK))
    )  # fmt: skip
    v_bits, v_single_bits = v.view(np.int64), v_single.view(np.int32)
    set_tops(sink[:m], tops, n_groups)
    hedge = np.float32(-SINGLE_NOISE * link)
    i = progress[CURSOR]
    while True:
        if progress[EXACT]:
            j, work = price(
                x, i, potential[i], residue[i], 0.0, True, blocks, v, v_low, v_bits,
                boxes, tops, n_groups, squared, BOUND_NOISE, 63, FLIP, pending, near, row, bits,
            )  # fmt: skip
        else:
            j, work = price(
                x32, i, single[i], nothing, hedge, False, blocks32, v_single, v_single, v_single_bits,
                boxes32, tops, n_groups, squared, nothing, shift32, FLIP32, pending, near32, row32, bits32,
            )  # fmt: skip
        budget -= work
        enters = j >= 0
        if enters:
            cost = length(x, i, y, j, squared)
            gain, gain_low = reduced_cost(cost, potential[i], residue[i], sink[j], sink_low[j])
            enters = gain < -(NOISE * cost + ROUNDING * link)
        if enters:
            pivot(tree, flow, n, i, n + j, gain, gain_low, potential, residue, single, tops, n_groups)
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
            set_tops(sink[:m], tops, n_groups)
        if budget < 0:
            progress[CURSOR] = i
            return MORE, 0.0, np.inf
    kept_potential[:] = potential[: root + 1]
    kept_residue[:] = residue[: root + 1]
    kept_potential[root] = 0.0
    primal, error = check_flow(tree, flow, supply, n, x, y, squared, potential, residue)
    return OPTIMAL if error <= 1e-9 * primal + 2.0 * ROUNDING * link * np.abs(supply).sum() else STALLED, primal, error


@kernel()
def solve_in_blocks(points, nodes, n, supply, tree, flow, progress, squared, fresh, budget, potential, residue):
    """Solve one problem until it is optimal or the work budget is spent; return the status, the value and the gap.

    `points` (k, N) are the coordinates of the pooled rows, `nodes` (N,) the row of each node, from `sort_nodes`. If
    `fresh`, a first basis is made.
    """
    k, size = points.shape
    x, y = np.empty((k, n)), np.empty((k, size - n))
    for c in range(k):
        for v in range(n):
            x[c, v] = points[c, nodes[v]]
        for v in range(size - n):
            y[c, v] = points[c, nodes[n + v]]
    here = np.concatenate((x, y), axis=1)
    return _solve(
        tree, flow, progress, supply, x, y, x.astype(np.float32), y.astype(np.float32),
        squared, fresh, here, budget, potential, residue,
    )  # fmt: skip
