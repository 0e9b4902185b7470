"""The network simplex for many rows: the pivots of `simplex`, priced by blocks, from a first basis of near pairs."""

import numpy as np

from setapart._interrupt import checkpoint
from setapart._types import FloatArray, IntArray
from setapart.transport import basis
from setapart.transport._jit import kernel
from setapart.transport.basis import (
    BACK,
    CLEAN,
    CURSOR,
    DEPTH,
    EXACT,
    MORE,
    NOISE,
    OPTIMAL,
    PARENT,
    PIVOT_CHARGE,
    PIVOTS,
    ROUNDING,
    SINGLE_NOISE,
    STALLED,
    THREAD,
    check_flow,
    length,
    link_cost,
    pivot,
    reduced_cost,
    set_potentials,
    verdict,
)  # fmt: skip
from setapart.transport.blocks import (
    BLOCK,
    GROUP,
    aligned,
    make_blocks,
    price,
    set_tops,
)  # fmt: skip
from setapart.transport.coarse import RUN, gather, share_out
from setapart.transport.first_tree import grow_tree
from setapart.transport.matching import match_near
from setapart.transport.nearness import sort_by_nearness
from setapart.transport.pricing import FLIP, FLIP32

__all__ = ["pays", "solve_in_blocks", "sort_nodes"]

BOUND_NOISE = 2.0**-48  # what a bound may lose to rounding, as a share of the numbers it is the difference of
_COARSE = 1_000  # rows of either sample from which a coarser problem is solved first
# Rows of both samples from which blocks were faster for k coordinates: from the start, and from a basis that is warm.
_FEWEST = {2: (1_500, 2_500), 3: (2_400, 4_500), 4: (2_600, 5_500), 5: (3_500, 8_000), 6: (5_000, 12_000)}


def pays(k: int, n: int, m: int, fresh: bool) -> bool:
    """Whether n sources and m sinks in k dimensions are so many that blocks are faster than whole rows."""
    return m >= BLOCK and k in _FEWEST and n + m >= _FEWEST[k][0 if fresh else 1]


def sort_nodes(points: FloatArray, n: int, nodes: IntArray, supply: IntArray, tree: IntArray, flow: IntArray) -> None:
    """Number the sources and the sinks of a problem in k-d order of `points` (k, N), and all that is theirs.

    `nodes` (N,) is the row of each node, sources first.
    """
    order = np.arange(nodes.size + 1)
    here = points[:, nodes]
    sort_by_nearness(here, order[:n], RUN)
    sort_by_nearness(here, order[n:-1], RUN)
    place = np.empty(order.size, tree.dtype)
    place[order] = np.arange(order.size)
    for values in (nodes, supply, flow[:-1]):
        values[:] = values[order[:-1]]
    tree[DEPTH] = tree[DEPTH, order]
    for line in (PARENT, THREAD, BACK):
        tree[line] = place[tree[line, order]]


def _first_matches(points: FloatArray, supply: IntArray, n: int, squared: bool) -> IntArray:
    """Matches (t, 3), a source, a sink and what goes, that deliver all supplies: greedy, or from a coarser problem."""
    greedy = match_near(points, supply)
    if min(n, supply.size - n) < _COARSE:
        return greedy
    centres, supplies, run = gather(points, supply, n)
    arcs = _solve_coarse(centres, supplies, int(run[n]), squared)
    if arcs is None:
        return greedy
    refined = share_out(arcs, centres, run, points, supply, n)
    return min(greedy, refined, key=lambda matches: _cost(matches, points, squared))


def _cost(matches: IntArray, points: FloatArray, squared: bool) -> float:
    squares = np.sum((points[:, matches[:, 0]] - points[:, matches[:, 1]]) ** 2, axis=0)
    return float(matches[:, 2] @ (squares if squared else np.sqrt(squares)))


def _solve_coarse(points: FloatArray, supply: IntArray, n: int, squared: bool) -> IntArray | None:
    """The arcs (s, 3) of an optimal plan, a source, a sink and what goes; None if the solver stops without a proof."""
    size = supply.size
    tree: IntArray = np.empty((4, size + 1), np.uint32)
    flow, progress = np.zeros(size + 1, np.int64), np.zeros(4, np.int64)
    potential, residue = np.zeros(size + 1), np.zeros(size + 1)
    status, fresh = MORE, True
    while status == MORE:
        checkpoint()
        status, _, _ = solve_in_blocks(
            points, np.arange(size), n, supply, tree, flow, progress, squared, fresh, basis.BUDGET, potential, residue
        )
        fresh = False
    if status != OPTIMAL:
        return None
    child = np.flatnonzero(flow[:size])
    parent = tree[PARENT, child].astype(np.int64)
    return np.stack([np.minimum(child, parent), np.maximum(child, parent), flow[child]], axis=1)


def solve_in_blocks(
    points: FloatArray,
    nodes: IntArray,
    n: int,
    supply: IntArray,
    tree: IntArray,
    flow: IntArray,
    progress: IntArray,
    squared: bool,
    fresh: bool,
    budget: int,
    potential: FloatArray,
    residue: FloatArray,
) -> tuple[int, float, float]:
    """Solve one problem until it is optimal or the work budget is spent; return the status, the value and the gap.

    `points` (k, N) are the coordinates of the pooled rows, `nodes` (N,) the row of each node, from `sort_nodes`. If
    `fresh`, a first basis is made.
    """
    here = points[:, nodes]
    x, y = np.ascontiguousarray(here[:, :n]), np.ascontiguousarray(here[:, n:])
    x32, blocks, blocks32 = aligned(x, np.float32), make_blocks(y, np.float64), make_blocks(y, np.float32)
    if fresh:
        grow_tree(_first_matches(here, supply, n, squared), x32, blocks32, squared, tree, flow)
    # One array for the sources, then the sinks; beyond, up to whole blocks, sinks that no arc may go to.
    empty = np.full(n + len(blocks.points) * BLOCK + 1, -np.inf)
    high, low = aligned(empty, np.float64, n), aligned(np.zeros_like(empty), np.float64, n)
    single = aligned(empty, np.float32, n)
    solved: tuple[int, float, float] = _solve(
        tree, flow, progress, supply, x, y, x32, blocks, blocks32, high, low, single, squared, budget
    )
    potential[:-1], residue[:-1] = high[: nodes.size], low[: nodes.size]
    return solved


@kernel()
def _solve(tree, flow, progress, supply, x, y, x32, blocks, blocks32, potential, residue, single, squared, budget):
    """Pivot until no arc has a negative reduced cost; return the status, the value and the gap, in supply units."""
    n, m = x.shape[1], y.shape[1]
    root = n + m
    link = link_cost(x, y, squared)
    limit = 10_000 + 1_000 * np.int64(root)
    points, boxes, near, row = blocks
    points32, boxes32, near32, row32 = blocks32
    bits, bits32 = row.view(np.int64), row32.view(np.int32)
    n_groups = points.shape[0] // GROUP
    tops, pending = np.empty((boxes.shape[0], GROUP)), np.empty(boxes.shape[0], np.int64)
    shift, shift32, zero32, hedge = np.int64(63), np.int32(31), np.float32(0.0), np.float32(-SINGLE_NOISE * link)

    set_potentials(tree, n, x, y, squared, link, potential, residue, single)
    potential[root] = -np.inf
    sink, sink_low = potential[n:-1], residue[n:-1]
    v, v_low = sink.reshape((-1, BLOCK)), sink_low.reshape((-1, BLOCK))
    v32 = single[n:-1].reshape((-1, BLOCK))
    v_bits, v32_bits = v.view(np.int64), v32.view(np.int32)
    set_tops(sink[:m], tops, n_groups)
    i, exact = progress[CURSOR], progress[EXACT] != 0
    while True:
        if exact:
            j, work = price(
                x, i, potential[i], residue[i], 0.0, True, points, v, v_low, v_bits,
                boxes, tops, n_groups, squared, BOUND_NOISE, shift, FLIP, pending, near, row, bits,
            )  # fmt: skip
        else:
            j, work = price(
                x32, i, single[i], zero32, hedge, False, points32, v32, v32, v32_bits,
                boxes32, tops, n_groups, squared, zero32, shift32, FLIP32, pending, near32, row32, bits32,
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
            if exact:
                break
            exact = True
            progress[EXACT] = 1
            progress[CLEAN] = 0
            set_tops(sink[:m], tops, n_groups)
        if budget < 0:
            progress[CURSOR] = i
            return MORE, 0.0, np.inf
    primal, error = check_flow(tree, flow, supply, n, x, y, squared, potential, residue)
    return verdict(primal, error, link, supply), primal, error
