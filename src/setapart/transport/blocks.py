"""Pricing with geometry: the least reduced cost of a row, found in a few blocks of near sinks.

Sinks stand in k-d order, in blocks of 64 with a bounding box each, and blocks in groups of 32. No arc from source i to
a block costs less than the distance to its box, less the largest potential in it. So a row looks into those blocks
alone where this bound is below the best reduced cost at hand: some nine, however many there are.

When a potential rises, so does the largest one of its block and of its group; when it falls, they stay as they are: an
upper bound, made exact when the block is looked into.

Loops index whole arrays, and their lengths are not constants. A view of an array costs two atomic operations, as do
arrays that are handed to an inlined function, and a loop of constant length the compiler would write out, and not use
vectors. So `price` is one long function: with the distances in functions of their own it took a third longer.

Boxes and their largest potentials, the *tops*, come 32 to a row: first those of the blocks of each group, then those of
32 groups each.
"""

from typing import NamedTuple

import numpy as np

from setapart._types import FloatArray
from setapart.transport._jit import kernel

__all__ = ["BLOCK", "GROUP", "Blocks", "aligned", "make_blocks", "price", "raise_tops", "set_tops"]

BLOCK, GROUP = 64, 32  # sinks in a block, blocks in a group
_LINE = 64  # bytes of the cache


class Blocks(NamedTuple):
    """Points of sinks and bounding boxes in one type of float, float32 or float64, with room to price a row in it."""

    points: FloatArray  # (b, k, 64) in as many blocks as fill the groups; what is empty is at infinity
    boxes: FloatArray  # (r, 2k, 32) of blocks, then of groups: lows, then highs
    near: FloatArray  # (32,)
    row: FloatArray  # (65,)


def make_blocks(y: FloatArray, dtype: type) -> Blocks:
    """The sinks y (k, m) in blocks."""
    k, m = y.shape
    points = np.full((k, -(-m // (BLOCK * GROUP)) * BLOCK * GROUP), np.inf)
    points[:, :m] = y
    boxes = np.concatenate([_boxes(y, np.minimum, np.inf), _boxes(y, np.maximum, -np.inf)], axis=1)
    points = points.reshape(k, -1, BLOCK).swapaxes(0, 1)
    return Blocks(
        aligned(points, dtype),
        aligned(boxes, dtype),
        aligned(np.zeros(GROUP), dtype),
        aligned(np.zeros(BLOCK + 1), dtype),
    )


def aligned(values: FloatArray, dtype: type, start: int = 0) -> FloatArray:
    """A copy whose element number `start` begins a cache line: a vector that lies across two lines costs double."""
    size = np.dtype(dtype).itemsize
    memory: FloatArray = np.empty(values.size + 2 * _LINE // size, dtype)
    offset = (-(memory.ctypes.data + start * size) % _LINE) // size
    copy: FloatArray = memory[offset : offset + values.size].reshape(values.shape)
    with np.errstate(over="ignore"):  # the solver refuses what is not finite
        copy[...] = values
    return copy


def _boxes(y: FloatArray, extreme: np.ufunc, empty: float) -> FloatArray:
    """One side of all boxes, (r, k, 32); those of nothing are `empty`."""
    k = len(y)
    sides = []
    for size in (BLOCK, GROUP):
        full = -(-y.shape[1] // (size * GROUP)) * size * GROUP
        padded = np.full((k, full), empty)
        padded[:, : y.shape[1]] = y
        y = extreme.reduce(padded.reshape(k, -1, size), axis=2)
        sides.append(y.reshape(k, -1, GROUP).swapaxes(0, 1))
    return np.concatenate(sides)


@kernel()
def set_tops(potential, tops, n_groups):
    """The largest of the sink potentials (m,) in each block and group."""
    tops[:] = -np.inf
    for j in range(potential.size):
        raise_tops(np.uint32(j), potential[j], tops, n_groups)


@kernel()
def raise_tops(j, potential, tops, n_groups):
    """Keep the largest potentials of the block and the group at or above that of sink j."""
    b = j // np.uint32(BLOCK)
    g, s = b // np.uint32(GROUP), b % np.uint32(GROUP)
    if potential > tops[g, s]:
        tops[g, s] = potential
        r, q = np.uint32(n_groups) + g // np.uint32(GROUP), g % np.uint32(GROUP)
        if potential > tops[r, q]:
            tops[r, q] = potential


@kernel()
def price(
    x, i, u, u_low, best, exact, blocks, v, v_low, v_bits, boxes, tops, n_groups, squared, noise, shift, flip,
    pending, near, row, bits,
):  # fmt: skip
    """The sink whose arc from source i has the least reduced cost, if that is below `best`, or -1; and the work.

    `u` is the potential of the source, `v` (b, 64) are those of the sinks; if `exact`, the low parts count too. `noise`
    is what a bound may lose to rounding, as a share of the numbers it is the difference of. All is of one type, float32
    or float64, and `shift` and `flip` are those of `least_entry` for it; the tops are float64.
    """
    k, size, width = x.shape[0], row.size - 1, near.size
    zero = row.dtype.type(0.0)
    found, work = -1, 0
    n_pending = boxes.shape[0] - n_groups
    for t in range(n_pending):
        pending[t] = n_groups + t
    at = 0
    while at < n_pending:
        r = pending[at]
        at += 1
        if k == 2 and not squared:
            a0, a1 = x[0, i], x[1, i]
            for t in range(width):
                d0 = max(max(boxes[r, 0, t] - a0, a0 - boxes[r, 2, t]), zero)
                d1 = max(max(boxes[r, 1, t] - a1, a1 - boxes[r, 3, t]), zero)
                near[t] = np.sqrt(d0 * d0 + d1 * d1)
        elif k == 3 and not squared:
            a0, a1, a2 = x[0, i], x[1, i], x[2, i]
            for t in range(width):
                d0 = max(max(boxes[r, 0, t] - a0, a0 - boxes[r, 3, t]), zero)
                d1 = max(max(boxes[r, 1, t] - a1, a1 - boxes[r, 4, t]), zero)
                d2 = max(max(boxes[r, 2, t] - a2, a2 - boxes[r, 5, t]), zero)
                near[t] = np.sqrt(d0 * d0 + d1 * d1 + d2 * d2)
        else:
            for t in range(width):
                near[t] = zero
            for c in range(k):
                a0 = x[c, i]
                for t in range(width):
                    d0 = max(max(boxes[r, c, t] - a0, a0 - boxes[r, k + c, t]), zero)
                    near[t] += d0 * d0
            if not squared:
                for t in range(width):
                    near[t] = np.sqrt(near[t])
        for t in range(width):
            top = row.dtype.type(tops[r, t])
            near[t] = near[t] - (u + top) - noise * (near[t] + abs(u) + abs(top))
        work += GROUP
        if r >= n_groups:
            for t in range(width):
                if near[t] < best:
                    pending[n_pending] = (r - n_groups) * GROUP + t
                    n_pending += 1
            continue

        for s in range(width):
            if not near[s] < best:  # what is empty is skipped, too: there it is NaN
                continue
            b = r * GROUP + s
            work += BLOCK
            if k == 2 and not squared:
                a0, a1 = x[0, i], x[1, i]
                for t in range(size):
                    d0, d1 = blocks[b, 0, t] - a0, blocks[b, 1, t] - a1
                    row[t] = np.sqrt(d0 * d0 + d1 * d1) - (u + v[b, t])
            elif k == 3 and not squared:
                a0, a1, a2 = x[0, i], x[1, i], x[2, i]
                for t in range(size):
                    d0, d1, d2 = blocks[b, 0, t] - a0, blocks[b, 1, t] - a1, blocks[b, 2, t] - a2
                    row[t] = np.sqrt(d0 * d0 + d1 * d1 + d2 * d2) - (u + v[b, t])
            else:
                for t in range(size):
                    row[t] = zero
                for c in range(k):
                    a0 = x[c, i]
                    for t in range(size):
                        d0 = blocks[b, c, t] - a0
                        row[t] += d0 * d0
                for t in range(size):
                    row[t] = (row[t] if squared else np.sqrt(row[t])) - (u + v[b, t])
            if exact:
                for t in range(size):
                    row[t] -= u_low + v_low[b, t]
            # The least reduced cost and the largest potential, among integers: see `least_entry`.
            least, top_bits = flip, ~flip
            for t in range(size):
                least = min(least, bits[t] ^ ((bits[t] >> shift) & flip))
            for t in range(size):
                top_bits = max(top_bits, v_bits[b, t] ^ ((v_bits[b, t] >> shift) & flip))
            bits[size] = top_bits ^ ((top_bits >> shift) & flip)
            tops[r, s] = row[size]
            bits[size] = least ^ ((least >> shift) & flip)
            if row[size] < best:
                best = row[size]
                t = 0
                while bits[t] != bits[size]:
                    t += 1
                found = b * BLOCK + t
        top64 = tops[r, 0]
        for t in range(1, width):
            top64 = max(top64, tops[r, t])
        tops[n_groups + r // GROUP, r % GROUP] = top64
    return found, work
