"""Displacement: how far an optimal plan for squared cost moves each row, Σ_j π_ij (p_i - q_j).

It is half the derivative of W₂² = Σ π_ij ‖p_i - q_j‖² with respect to the rows. The plan comes from a basis of the
network simplex, or, on the line, from matching the rows in order.
"""

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.transport._jit import kernel
from setapart.transport.basis import PARENT
from setapart.transport.trees import Trees

__all__ = ["displacement", "line_displacement"]


def displacement(trees: Trees, points: FloatArray, active: IntArray) -> FloatArray:
    """The displacement (a, k, N) of `points` (a, k, N) by the plans of the last solve of the problems in `active`.

    The points need not be those of the solve.
    """
    moves = np.empty_like(points)
    _displacement(active, points, trees.nodes, trees.n_sources, trees.tree, trees.flow, trees.total, moves)
    return moves


@kernel()
def _displacement(active, points, nodes, n_sources, tree, flow, total, moves):  # type: ignore[no-untyped-def]
    k, size = points.shape[1], points.shape[2]
    for a in range(active.size):
        b = active[a]
        moves[a] = 0.0
        for v in range(size):
            parent = tree[b, PARENT, v]
            if flow[b, v] == 0 or parent == size:
                continue
            source, sink = (v, parent) if v < n_sources[b] else (parent, v)
            i, j = nodes[b, source], nodes[b, sink]
            share = flow[b, v] / total[b]
            for c in range(k):
                move = share * (points[a, c, i] - points[a, c, j])
                moves[a, c, i] += move
                moves[a, c, j] -= move


@kernel()
def line_displacement(active, points, order, supply, total, value, moves):  # type: ignore[no-untyped-def]
    """W₂² into `value` (a,) and the displacement into `moves` (a, N), for `points` (a, N) on the line.

    `order` (a, N) sorts the points; `supply` (b, N) and `total` (b,) are those of all problems, `active` (a,) lists
    the ones at hand.
    """
    size = points.shape[1]
    for a in range(active.size):
        signs, p, rows, move = supply[active[a]], points[a], order[a], moves[a]
        move[:] = 0.0
        work = 0.0
        at_source = at_sink = -1
        source = sink = 0
        leaves = arrives = reached = 0
        while reached < total[active[a]]:
            while leaves == 0:
                at_source += 1
                source = rows[at_source]
                leaves = max(signs[source], 0)
            while arrives == 0:
                at_sink += 1
                sink = rows[at_sink]
                arrives = max(-signs[sink], 0)
            step = min(leaves, arrives)
            gap = p[source] - p[sink]
            work += step * gap * gap
            move[source] += step * gap
            move[sink] -= step * gap
            leaves -= step
            arrives -= step
            reached += step
        value[a] = work / total[active[a]]
        for i in range(size):
            move[i] /= total[active[a]]
