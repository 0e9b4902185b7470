"""A first basis that is nearly right: near rows matched with near rows, and the pairs linked to near pairs.

The pooled rows stand in k-d order. From the smallest cells to the largest, what a half cell has left over, sources or
sinks, is matched with what its twin has left over, nearest first. Each match ends a source or a sink, or both; so the
matches are a forest. Where a match ends both, a component of the forest is complete, with one source as its top: that
source hangs, by an arc without flow, on the nearest sink of an earlier component, and such an arc points towards the
root, as strong feasibility asks for. Components come in an order that is coarse first: every second one of the k-d
order after all those between them.
"""

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.transport._jit import kernel
from setapart.transport.basis import BACK, DEPTH, PARENT, THREAD
from setapart.transport.blocks import BLOCK, GROUP, Blocks, price, raise_tops
from setapart.transport.nearness import sort_by_nearness
from setapart.transport.pricing import FLIP32

__all__ = ["grow_near_tree"]

LEAF = 8  # pooled rows in the smallest cell
_SORTED = 4_096  # pairs of left-overs that are sorted by distance; of more, each row takes the nearest in turn
_COMPARED = 64  # pairs compared for each row of a cell; where there are more, they are matched in the order at hand


@kernel(inline=True)
def _squared_length(points, a, b):
    total = 0.0
    for c in range(points.shape[0]):
        step = points[c, a] - points[c, b]
        total += step * step
    return total


@kernel()
def _match(points, left, right, rest, matches, n_matches):
    """Match the rows of `left` with those of `right`, nearest first, until one side has nothing left.

    `rest` (N,) is what each row has left; a match (two rows, what goes) is added to `matches` (N, 3).
    """
    if left.size * right.size <= _SORTED:
        lengths = np.empty(left.size * right.size)
        for a in range(left.size):
            for b in range(right.size):
                lengths[a * right.size + b] = _squared_length(points, left[a], right[b])
        for pair in np.argsort(lengths, kind="mergesort"):
            a, b = left[pair // right.size], right[pair % right.size]
            step = min(rest[a], rest[b])
            if step > 0:
                n_matches = _ship(a, b, step, rest, matches, n_matches)
        return n_matches
    in_turn = left.size * right.size > _COMPARED * points.shape[1]
    if left.size > right.size:
        left, right = right, left
    waiting = right.copy()
    n_waiting, at = waiting.size, 0
    for a in left:
        while rest[a] > 0 and at < n_waiting:
            nearest = at
            if not in_turn:
                least = np.inf
                for t in range(n_waiting):
                    square = _squared_length(points, a, waiting[t])
                    if square < least:
                        least, nearest = square, t
            b = waiting[nearest]
            n_matches = _ship(a, b, min(rest[a], rest[b]), rest, matches, n_matches)
            if rest[b] == 0:
                if in_turn:
                    at += 1
                else:
                    n_waiting -= 1
                    waiting[nearest] = waiting[n_waiting]
    return n_matches


@kernel(inline=True)
def _ship(a, b, step, rest, matches, n_matches):
    rest[a] -= step
    rest[b] -= step
    matches[n_matches, 0] = a
    matches[n_matches, 1] = b
    matches[n_matches, 2] = step
    return n_matches + 1


@kernel()
def _match_cells(points, supply, order, rest, matches):
    """Match the rows of `points` (k, N), of signed `supply` (N,), cell by cell; return the number of matches.

    `order` (N,), in which they stand by nearness, is overwritten.
    """
    size = supply.size
    count = np.zeros((size + LEAF - 1) // LEAF + 1, np.int64)  # rows left over in each cell, at its start in `order`
    n_matches = np.int64(0)
    for cell in range(0, size, LEAF):
        rows = order[cell : cell + LEAF].copy()
        sources, sinks = rows[supply[rows] > 0], rows[supply[rows] < 0]
        n_matches = _match(points, sources, sinks, rest, matches, n_matches)
        count[cell // LEAF] = _keep(rows, rest, order, cell)
    half = LEAF
    while half < size:
        for cell in range(0, size - half, 2 * half):
            twin = cell + half
            left = order[cell : cell + count[cell // LEAF]].copy()
            right = order[twin : twin + count[twin // LEAF]].copy()
            if left.size and right.size and (supply[left[0]] > 0) != (supply[right[0]] > 0):
                n_matches = _match(points, left, right, rest, matches, n_matches)
            kept = _keep(left, rest, order, cell)
            count[cell // LEAF] = kept + _keep(right, rest, order, cell + kept)
        half *= 2
    return n_matches


@kernel(inline=True)
def _keep(rows, rest, order, start):
    """List the rows that have something left in order[start:]; return their number."""
    kept = 0
    for row in rows:
        if rest[row] > 0:
            order[start + kept] = row
            kept += 1
    return kept


@kernel()
def _hang(matches, n_matches, tree, flow, component):
    """Parents and flows of the forest of matches, and the component of each node; return the number of components.

    Backwards, a match that ended one row finds the other in the forest already; one that ended both begins a component.
    """
    n_components = 0
    component[:] = -1
    for t in range(n_matches - 1, -1, -1):
        a, b, step = matches[t, 0], matches[t, 1], matches[t, 2]
        if component[a] < 0 and component[b] < 0:
            source, sink = min(a, b), max(a, b)
            tree[PARENT, source] = component.size
            flow[source] = 0
            component[source] = n_components
            n_components += 1
            child, parent = sink, source
        elif component[a] < 0:
            child, parent = a, b
        else:
            child, parent = b, a
        component[child] = component[parent]
        tree[PARENT, child] = parent
        flow[child] = step
    return n_components


@kernel()
def _link(x32, n, tree, component, n_components, blocks, squared):
    """Hang the top source of each component but the first on the nearest sink of an earlier one, coarse first."""
    n_nodes = component.size
    root = n_nodes
    heads = np.empty(n_components, np.int64)  # the top source of each, in the order of sources
    rank = np.empty(n_components, np.int64)  # of a component, by its head
    count = 0
    for i in range(n):
        if tree[PARENT, i] == root:
            heads[count] = i
            rank[component[i]] = count
            count += 1
    starts = np.zeros(n_components + 1, np.int64)
    for v in range(n, n_nodes):
        starts[rank[component[v]] + 1] += 1
    starts = np.cumsum(starts)
    members, filled = np.empty(n_nodes - n, np.int64), starts.copy()
    for v in range(n, n_nodes):
        place = rank[component[v]]
        members[filled[place]] = v - n
        filled[place] += 1

    points, boxes, near, row = blocks
    n_groups = points.shape[0] // GROUP
    near_sinks = np.full((points.shape[0], BLOCK), -np.inf, np.float32)  # 0 where a sink is in the tree
    tops, pending = np.full((boxes.shape[0], GROUP), -np.inf), np.empty(boxes.shape[0], np.int64)
    zero, shift, bits = np.float32(0.0), np.int32(31), row.view(np.int32)
    near_bits = near_sinks.view(np.int32)
    stride = 1
    while stride < n_components:
        stride *= 2
    _open(members[: starts[1]], near_sinks, tops, n_groups)
    while stride > 1:
        stride //= 2
        for place in range(stride, n_components, 2 * stride):
            i, j = heads[place], members[starts[place - stride]]
            square = np.float32(0.0)
            for c in range(x32.shape[0]):
                step = x32[c, i] - points[j // BLOCK, c, j % BLOCK]
                square += step * step
            best = square if squared else np.sqrt(square)
            nearest, _ = price(
                x32, i, zero, zero, best, False, points, near_sinks, near_sinks, near_bits,
                boxes, tops, n_groups, squared, zero, shift, FLIP32, pending, near, row, bits,
            )  # fmt: skip
            tree[PARENT, i] = n + (nearest if nearest >= 0 else j)
            _open(members[starts[place] : starts[place + 1]], near_sinks, tops, n_groups)


@kernel(inline=True)
def _open(members, near_sinks, tops, n_groups):
    for j in members:
        near_sinks[j // BLOCK, j % BLOCK] = 0.0
        raise_tops(np.uint32(j), 0.0, tops, n_groups)


@kernel()
def _thread(tree):
    """Depths and the preorder from the parents."""
    root = tree.shape[1] - 1
    child = np.full(root + 1, -1, np.int64)
    sibling = np.full(root + 1, -1, np.int64)
    for v in range(root):
        parent = tree[PARENT, v]
        sibling[v] = child[parent]
        child[parent] = v
    tree[DEPTH, root] = 0
    tree[PARENT, root] = root
    last, v = root, child[root]
    while v >= 0:
        tree[DEPTH, v] = tree[DEPTH, tree[PARENT, v]] + 1
        tree[THREAD, last] = v
        tree[BACK, v] = last
        last = v
        if child[v] >= 0:
            v = child[v]
        else:
            while v != root and sibling[v] < 0:
                v = np.int64(tree[PARENT, v])
            v = sibling[v] if v != root else -1
    tree[THREAD, last] = root
    tree[BACK, root] = last


def grow_near_tree(
    points: FloatArray, supply: IntArray, n: int, x32: FloatArray, blocks32: Blocks,
    squared: bool, tree: IntArray, flow: IntArray,
) -> None:  # fmt: skip
    """Make `tree` and `flow` a strongly feasible basis for `points` (k, N) and signed `supply` (N,), sources first.

    The sources (k, n) and the blocks of the sinks are given in float32, too.
    """
    order, rest = np.arange(supply.size), np.abs(supply)
    sort_by_nearness(points, order, LEAF)
    matches = np.empty((supply.size, 3), np.int64)
    n_matches = _match_cells(points, supply, order, rest, matches)
    component = np.empty(supply.size, np.int64)
    n_components = _hang(matches, n_matches, tree, flow, component)
    _link(x32, n, tree, component, n_components, blocks32, squared)
    _thread(tree)
