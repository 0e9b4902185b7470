"""The network simplex for many rows: the pivots of `simplex`, with pricing by blocks and a first basis of near pairs."""

import numpy as np

from setapart.transport._jit import kernel
from setapart.transport.basis import (
    BACK, CLEAN, CURSOR, DEPTH, EXACT, MORE, NOISE, OPTIMAL, PARENT, PIVOT_CHARGE, PIVOTS, ROUNDING, SINGLE_NOISE,
    STALLED, THREAD, check_flow, length, link_cost, pivot, reduced_cost, set_potentials,
)  # fmt: skip
from setapart.transport.blocks import (
    BLOCK, GROUP, make_blocks, make_boxes, price_exactly, price_single, set_tops,
)  # fmt: skip
from setapart.transport.first_tree import grow_near_tree
from setapart.transport.nearness import sort_by_nearness

__all__ = ["solve_in_blocks", "sort_nodes"]


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
def _solve(tree, flow, progress, supply, x, y, x32, y32, squared, fresh, points, budget, potential, residue):
    """Pivot until no arc has a negative reduced cost; return the status, the value and the gap, in supply units."""
    k, n = x.shape
    m = y.shape[1]
    root = n + m
    link = link_cost(x, y, squared)
    limit = 10_000 + 1_000 * np.int64(root)
    n_groups = (m + BLOCK * GROUP - 1) // (BLOCK * GROUP)
    n_blocks = n_groups * GROUP
    blocks, blocks32 = np.empty((n_blocks, k, BLOCK)), np.empty((n_blocks, k, BLOCK), np.float32)
    make_blocks(y, blocks)
    make_blocks(y32, blocks32)
    n_chunks = (n_groups + GROUP - 1) // GROUP
    box, group_box = np.empty((n_groups, 2 * k, GROUP)), np.empty((n_chunks, 2 * k, GROUP))
    make_boxes(y, box, group_box)
    box32, group_box32 = box.astype(np.float32), group_box.astype(np.float32)
    block_top, group_top = np.empty((n_groups, GROUP)), np.empty((n_chunks, GROUP))
    near_groups, near, row = np.empty(GROUP), np.empty(GROUP), np.empty(BLOCK)
    near_groups32, near32, row32 = np.empty(GROUP, np.float32), np.empty(GROUP, np.float32), np.empty(BLOCK + 1, np.float32)
    bits32 = row32.view(np.int32)
    if fresh:
        grow_near_tree(
            points, supply, n, x32, blocks32, box32, group_box32, block_top, group_top, squared,
            (near_groups32, near32, row32, bits32), tree, flow,
        )  # fmt: skip
    single = np.full(n + n_blocks * BLOCK, -np.inf, np.float32)
    single_sinks = single[n:].reshape((n_blocks, BLOCK))
    single_bits = single_sinks.view(np.int32)
    set_potentials(tree, n, x, y, squared, link, potential, residue, single)
    sink, sink_low = potential[n:root], residue[n:root]
    set_tops(sink, block_top, group_top)
    hedge = np.float32(SINGLE_NOISE * link)
    i = progress[CURSOR]
    while True:
        if progress[EXACT]:
            j, work = price_exactly(
                x, i, potential[i], residue[i], blocks, sink, sink_low, box, group_box,
                block_top, group_top, squared, near_groups, near, row,
            )  # fmt: skip
        else:
            j, work = price_single(
                x32, i, np.float32(potential[i]) - hedge, blocks32, single_sinks, single_bits, box32, group_box32,
                block_top, group_top, squared, near_groups32, near32, row32, bits32,
            )  # fmt: skip
        budget -= work
        enters = j >= 0
        if enters:
            cost = length(x, i, y, j, squared)
            gain, gain_low = reduced_cost(cost, potential[i], residue[i], sink[j], sink_low[j])
            enters = gain < -(NOISE * cost + ROUNDING * link)
        if enters:
            pivot(tree, flow, n, i, n + j, gain, gain_low, potential, residue, single, block_top, group_top)
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
            set_tops(sink, block_top, group_top)
        if budget < 0:
            progress[CURSOR] = i
            return MORE, 0.0, np.inf
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
