"""Warm bases of the network simplex, one for each problem of a batch."""

import numpy as np

from setapart._interrupt import checkpoint
from setapart._types import FloatArray, IntArray
from setapart.transport import basis, block_simplex, simplex
from setapart.transport._jit import kernel
from setapart.transport.basis import PARENT
from setapart.transport.plan import Plan

__all__ = ["TransportError", "Trees"]


class TransportError(ArithmeticError):
    """A transport problem that could not be solved to proven optimality."""


class Trees:
    """Spanning trees that survive from one solve to the next, while the points move.

    `supply` (b, N) holds the signed integer weights of the pooled rows, positive at sources, negative at sinks, never
    zero; each row sums to zero, and its positive entries to `total` (b,). `value` (b,) is the optimal cost of the last
    solve.
    """

    def __init__(self, supply: IntArray, total: IntArray) -> None:
        batch, size = supply.shape
        self.total = total
        self.n_sources = (supply > 0).sum(axis=1)
        self.nodes = np.argsort(supply < 0, axis=1, kind="stable").astype(np.int32)
        self.supply = np.take_along_axis(supply, self.nodes, axis=1)
        self.tree = np.empty((batch, 4, size + 1), np.uint32)
        self.flow = np.zeros((batch, size + 1), np.int64)
        self.potential, self.residue = np.zeros((batch, size + 1)), np.zeros((batch, size + 1))
        self.progress = np.zeros((batch, 4), np.int64)
        self.status = np.empty(batch, np.int64)
        self.value, self.gap = np.empty(batch), np.empty(batch)
        self.fresh = np.ones(batch, bool)  # whether a problem has not been solved yet
        for b in range(batch):
            basis.grow_star(self.tree[b], self.flow[b], self.supply[b])

    def solve(self, points: FloatArray, active: IntArray, *, squared: bool = False) -> None:
        """Make the bases of the problems in `active` (a,) optimal for the pooled `points` (a, k, N), of moderate size.

        A `TransportError` says that a solve ended without a proof of optimality.
        """
        self.status[active] = basis.MORE
        self.progress[active] = 0
        k, size = points.shape[1:]
        sizes, fresh = self.n_sources[active].tolist(), self.fresh[active].tolist()
        in_blocks = np.array([block_simplex.pays(k, n, size - n, new) for n, new in zip(sizes, fresh, strict=True)])
        plain = active
        if in_blocks.any():
            for points_b, b in zip(points[in_blocks], active[in_blocks], strict=True):
                self._solve_in_blocks(points_b, b, squared)
            points, plain = points[~in_blocks], active[~in_blocks]
        while plain.size:
            checkpoint()
            simplex.solve_batch(
                plain, points, self.nodes, self.n_sources, self.supply, self.tree, self.flow, self.progress,
                squared, basis.BUDGET, self.status, self.value, self.gap, self.potential, self.residue,
            )  # fmt: skip
            if not np.any(self.status[plain] == basis.MORE):
                break
        self.fresh[active] = False
        if np.any(self.status[active] == basis.STALLED):
            worst = int(active[np.argmax(self.status[active] == basis.STALLED)])
            raise TransportError(
                f"optimal transport stopped without a proof of optimality (gap {self.gap[worst]:.3g} in supply units "
                f"after {self.progress[worst, basis.PIVOTS]} pivots); please report the data"
            )
        self.value[active] /= self.total[active]

    def _solve_in_blocks(self, points: FloatArray, b: int, squared: bool) -> None:
        """Solve problem `b` for `points` (k, N) in blocks, with its nodes numbered anew."""
        n = int(self.n_sources[b])
        basis_of_b = self.supply[b], self.tree[b], self.flow[b]
        block_simplex.sort_nodes(points, n, self.nodes[b], *basis_of_b)
        fresh = bool(self.fresh[b])
        while self.status[b] == basis.MORE:
            checkpoint()
            self.status[b], self.value[b], self.gap[b] = block_simplex.solve_in_blocks(
                points, self.nodes[b], n, *basis_of_b, self.progress[b],
                squared, fresh, basis.BUDGET, self.potential[b], self.residue[b],
            )  # fmt: skip
            fresh = False

    def gradient(self, points: FloatArray, active: IntArray, out: FloatArray) -> None:
        """Derivative of the Euclidean cost with respect to the points, (a, k, N), at the plans of the last solve."""
        _gradient(active, points, self.nodes, self.n_sources, self.tree, self.flow, self.total, out)

    def potentials(self, b: int) -> FloatArray:
        """Potentials of the nodes of problem `b`, sources first, at a level where those of most nodes are small."""
        n = int(self.n_sources[b])
        level = int(np.argsort(self.potential[b, :n])[n // 2])
        sign = np.where(np.arange(self.nodes.shape[1]) < n, -1.0, 1.0)
        near: FloatArray = self.potential[b, :-1] + sign * self.potential[b, level]
        near += self.residue[b, :-1] + sign * self.residue[b, level]
        place = self._places(b)
        return near[np.argsort(place + np.where(np.arange(place.size) < n, 0, n))]

    def plan(self, b: int) -> Plan:
        """The coupling of problem `b`, with indices that count within each sample."""
        n, size = int(self.n_sources[b]), self.nodes.shape[1]
        child = np.flatnonzero((self.flow[b, :size] > 0) & (self.tree[b, PARENT, :size] < size))
        parent = self.tree[b, PARENT, child].astype(np.int64)
        place = self._places(b)
        rows, columns = place[np.minimum(child, parent)], place[np.maximum(child, parent)]
        order = np.lexsort((columns, rows))
        return Plan(rows[order], columns[order], self.flow[b, child[order]] / float(self.total[b]), (n, size - n))

    def _places(self, b: int) -> IntArray:
        """The place (N,) of each node of problem `b` among the rows of its sample, as they are pooled."""
        n = int(self.n_sources[b])
        place: IntArray = np.empty(self.nodes.shape[1], np.int64)
        for sample in (slice(0, n), slice(n, None)):
            place[sample] = np.argsort(np.argsort(self.nodes[b, sample]))
        return place


@kernel()
def _gradient(active, points, nodes, n_sources, tree, flow, total, out):  # type: ignore[no-untyped-def]
    k, size = points.shape[1], points.shape[2]
    step = np.empty(k)
    for a in range(active.size):
        b = active[a]
        out[a] = 0.0
        for v in range(size):
            parent = tree[b, PARENT, v]
            if flow[b, v] == 0 or parent == size:
                continue
            source, sink = (v, parent) if v < n_sources[b] else (parent, v)
            i, j = nodes[b, source], nodes[b, sink]
            length = 0.0
            for c in range(k):
                step[c] = points[a, c, i] - points[a, c, j]
                length += step[c] * step[c]
            if length > 0.0:  # a pair at distance zero contributes the subgradient zero
                share = flow[b, v] / (total[b] * np.sqrt(length))
                for c in range(k):
                    out[a, c, i] += share * step[c]
                    out[a, c, j] -= share * step[c]
