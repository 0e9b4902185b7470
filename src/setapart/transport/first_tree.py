"""A first basis from a forest of matches of sources and sinks: its components, linked to near ones.

A component hangs, by an arc without flow, from one of its sources on a sink of an earlier component, and such an arc
points towards the root, as strong feasibility asks for. Components come in an order that is coarse first: every second
one of the k-d order after all those between them.
"""

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.transport._jit import kernel
from setapart.transport.basis import BACK, DEPTH, PARENT, THREAD
from setapart.transport.blocks import BLOCK, GROUP, Blocks, price, raise_tops
from setapart.transport.pricing import FLIP32

__all__ = ["grow_tree"]


def grow_tree(
    matches: IntArray,
    x32: FloatArray,
    blocks32: Blocks,
    squared: bool,
    tree: IntArray,
    flow: IntArray,
) -> None:
    """Make `tree` and `flow` a strongly feasible basis with the `matches` (t, 3), a source, a sink and what goes.

    The sources x (k, n) and the blocks of the sinks are given in float32.
    """
    queue, starts = np.empty(flow.size - 1, np.int64), np.empty(x32.shape[1] + 1, np.int64)
    n_components = _hang(matches, x32.shape[1], tree, flow, queue, starts)
    _link(x32, tree, queue, starts[: n_components + 1], blocks32, squared)
    _thread(tree)


@kernel()
def _hang(matches, n, tree, flow, queue, starts):
    """Parents and flows from the matches; the nodes of component c are queue[starts[c] : starts[c + 1]], top first."""
    root = flow.size - 1
    ends = np.zeros(root + 1, np.int64)
    for t in range(matches.shape[0]):
        ends[matches[t, 0]] += 1
        ends[matches[t, 1]] += 1
    ends = np.cumsum(ends)
    other, goes = np.empty(ends[-1], np.int64), np.empty(ends[-1], np.int64)
    for t in range(matches.shape[0]):
        for side in range(2):
            v = matches[t, side]
            ends[v] -= 1
            other[ends[v]], goes[ends[v]] = matches[t, 1 - side], matches[t, 2]
    seen = np.zeros(root, np.bool_)
    n_components, filled, at = 0, 0, 0
    for i in range(n):
        if seen[i]:
            continue
        starts[n_components] = filled
        n_components += 1
        tree[PARENT, i], flow[i], seen[i], queue[filled] = root, 0, True, i
        filled += 1
        while at < filled:
            u = queue[at]
            at += 1
            for t in range(ends[u], ends[u + 1]):
                v = other[t]
                if not seen[v]:
                    tree[PARENT, v], flow[v], seen[v], queue[filled] = u, goes[t], True, v
                    filled += 1
    starts[n_components] = filled
    return n_components


@kernel()
def _link(x32, tree, queue, starts, blocks, squared):
    """Hang the top source of each component but the first on the nearest sink of an earlier one, coarse first."""
    n, n_components = x32.shape[1], starts.size - 1
    points, boxes, near, row = blocks
    n_groups = points.shape[0] // GROUP
    known = np.full((points.shape[0], BLOCK), -np.inf, np.float32)  # 0 where a sink is in the tree
    known_bits = known.view(np.int32)
    tops, pending = np.full((boxes.shape[0], GROUP), -np.inf), np.empty(boxes.shape[0], np.int64)
    zero, shift, bits = np.float32(0.0), np.int32(31), row.view(np.int32)
    stride = 1
    while stride < n_components:
        stride *= 2
    _add(queue[: starts[1]], n, known, tops, n_groups)
    while stride > 1:
        stride //= 2
        for place in range(stride, n_components, 2 * stride):
            i, j = queue[starts[place]], queue[starts[place - stride] + 1] - n  # what follows a top is a sink
            square = zero
            for c in range(x32.shape[0]):
                step = x32[c, i] - points[j // BLOCK, c, j % BLOCK]
                square += step * step
            best = square if squared else np.sqrt(square)
            best_j, _ = price(
                x32, i, zero, zero, best, False, points, known, known, known_bits,
                boxes, tops, n_groups, squared, zero, shift, FLIP32, pending, near, row, bits,
            )  # fmt: skip
            tree[PARENT, i] = n + (best_j if best_j >= 0 else j)
            _add(queue[starts[place] : starts[place + 1]], n, known, tops, n_groups)


@kernel()
def _add(nodes, n, known, tops, n_groups):
    """Note that the sinks among the nodes are in the tree."""
    for v in nodes:
        j = v - n
        if j >= 0:
            known[j // BLOCK, j % BLOCK] = 0.0
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
