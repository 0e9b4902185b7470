"""Pricing with geometry: the least reduced cost of a row, found in a few blocks of near sinks.

Sinks stand in k-d order, in blocks of 64 with a bounding box each, and blocks in groups of 32. No arc from source i to
a block costs less than the distance to its box, less the largest potential in it. So a row looks into those blocks
alone where this bound is below the best reduced cost at hand: some nine, however many there are.

When a potential rises, so does the largest one of its block and of its group; when it falls, they stay as they are: an
upper bound, made exact when the block is looked into.

Loops index whole arrays, and their lengths are not constants. A view of an array costs two atomic operations, and a
loop of constant length the compiler would write out, and not use vectors.
"""

import numpy as np

from setapart.transport._jit import kernel
from setapart.transport.pricing import FLIP32, least_entry

__all__ = ["BLOCK", "GROUP", "make_blocks", "make_boxes", "price_exactly", "price_single", "raise_tops", "set_tops"]

BLOCK, GROUP = 64, 32  # sinks in a block, blocks in a group
BOUND_NOISE = 2.0**-48  # what a bound may lose to rounding, as a share of the numbers it is the difference of


@kernel()
def make_blocks(y, blocks):
    """Copy the sinks y (k, m) into `blocks` (b, k, 64), filled up with points at infinity."""
    k, m = y.shape
    blocks[:] = np.inf
    for j in range(m):
        for c in range(k):
            blocks[j // BLOCK, c, j % BLOCK] = y[c, j]


@kernel()
def make_boxes(y, box, group_box):
    """Bounding boxes of the blocks, (groups, 2k, 32), and of the groups, (chunks, 2k, 32): lows, then highs.

    What is empty is at infinity.
    """
    k, m = y.shape
    for boxes in (box, group_box):
        boxes[:, :k] = np.inf
        boxes[:, k:] = -np.inf
    for c in range(k):
        for j in range(m):
            b = j // BLOCK
            g, s = b // GROUP, b % GROUP
            box[g, c, s] = min(box[g, c, s], y[c, j])
            box[g, k + c, s] = max(box[g, k + c, s], y[c, j])
        for g in range(box.shape[0]):
            group_box[g // GROUP, c, g % GROUP] = box[g, c].min()
            group_box[g // GROUP, k + c, g % GROUP] = box[g, k + c].max()


@kernel()
def set_tops(potential, block_top, group_top):
    """The largest of the sink potentials (m,) in each block, (groups, 32), and group, (chunks, 32)."""
    block_top[:] = -np.inf
    group_top[:] = -np.inf
    for j in range(potential.size):
        raise_tops(np.uint32(j), potential[j], block_top, group_top)


@kernel(inline=True)
def raise_tops(j, potential, block_top, group_top):
    """Keep the largest potentials of block and group at or above that of sink j."""
    b = j // np.uint32(BLOCK)
    g, s = b // np.uint32(GROUP), b % np.uint32(GROUP)
    if potential > block_top[g, s]:
        block_top[g, s] = potential
        c, q = g // np.uint32(GROUP), g % np.uint32(GROUP)
        if potential > group_top[c, q]:
            group_top[c, q] = potential


@kernel(inline=True)
def _to_boxes(x, i, boxes, r, squared, near):
    """Costs from source i to the nearest points of the 32 boxes (2k, 32) of row r."""
    k = x.shape[0]
    zero = boxes.dtype.type(0.0)
    if k == 2 and not squared:
        a, b = x[0, i], x[1, i]
        for t in range(near.size):
            d0 = max(max(boxes[r, 0, t] - a, a - boxes[r, 2, t]), zero)
            d1 = max(max(boxes[r, 1, t] - b, b - boxes[r, 3, t]), zero)
            near[t] = np.sqrt(d0 * d0 + d1 * d1)
    elif k == 3 and not squared:
        a, b, c = x[0, i], x[1, i], x[2, i]
        for t in range(near.size):
            d0 = max(max(boxes[r, 0, t] - a, a - boxes[r, 3, t]), zero)
            d1 = max(max(boxes[r, 1, t] - b, b - boxes[r, 4, t]), zero)
            d2 = max(max(boxes[r, 2, t] - c, c - boxes[r, 5, t]), zero)
            near[t] = np.sqrt(d0 * d0 + d1 * d1 + d2 * d2)
    else:
        for t in range(near.size):
            near[t] = zero
        for q in range(k):
            a = x[q, i]
            for t in range(near.size):
                d0 = max(max(boxes[r, q, t] - a, a - boxes[r, k + q, t]), zero)
                near[t] += d0 * d0
        if not squared:
            for t in range(near.size):
                near[t] = np.sqrt(near[t])


@kernel(inline=True)
def _to_points(x, i, blocks, b, squared, size, row):
    """Costs from source i to the 64 points of a block (k, 64)."""
    k = x.shape[0]
    zero = blocks.dtype.type(0.0)
    if k == 2 and not squared:
        a0, a1 = x[0, i], x[1, i]
        for t in range(size):
            d0 = blocks[b, 0, t] - a0
            d1 = blocks[b, 1, t] - a1
            row[t] = np.sqrt(d0 * d0 + d1 * d1)
    elif k == 3 and not squared:
        a0, a1, a2 = x[0, i], x[1, i], x[2, i]
        for t in range(size):
            d0 = blocks[b, 0, t] - a0
            d1 = blocks[b, 1, t] - a1
            d2 = blocks[b, 2, t] - a2
            row[t] = np.sqrt(d0 * d0 + d1 * d1 + d2 * d2)
    else:
        for t in range(size):
            row[t] = zero
        for q in range(k):
            a0 = x[q, i]
            for t in range(size):
                d0 = blocks[b, q, t] - a0
                row[t] += d0 * d0
        if not squared:
            for t in range(size):
                row[t] = np.sqrt(row[t])


@kernel()
def price_single(
    x, i, best, blocks, potential, potential_bits, box, group_box, block_top, group_top, squared, near_groups, near,
    row, bits,
):  # fmt: skip
    """The sink whose cost less potential is least and below `best`, or -1, and the arcs looked at; all in float32."""
    found, work, size = -1, 0, bits.size - 1
    for chunk in range(group_box.shape[0]):
        _to_boxes(x, i, group_box, chunk, squared, near_groups)
        for t in range(near_groups.size):
            near_groups[t] -= np.float32(group_top[chunk, t])
        work += GROUP
        for q in range(GROUP):
            if near_groups[q] >= best:
                continue
            g = chunk * GROUP + q
            _to_boxes(x, i, box, g, squared, near)
            for t in range(near.size):
                near[t] -= np.float32(block_top[g, t])
            work += GROUP
            for s in range(GROUP):
                if near[s] >= best:
                    continue
                b = g * GROUP + s
                _to_points(x, i, blocks, b, squared, size, row)
                for t in range(size):
                    row[t] -= potential[b, t]
                least = least_entry(row, bits, size, 31, FLIP32)
                work += BLOCK
                top = np.int32(-0x7FFFFFFF)  # among integers, as in `least_entry`
                for t in range(size):
                    top = max(top, potential_bits[b, t] ^ ((potential_bits[b, t] >> 31) & FLIP32))
                bits[size] = top ^ ((top >> 31) & FLIP32)
                block_top[g, s] = row[size]
                bits[size] = least ^ ((least >> 31) & FLIP32)
                if row[size] < best:
                    best = row[size]
                    t = 0
                    while bits[t] != least:
                        t += 1
                    found = b * BLOCK + t
            group_top[chunk, q] = _highest(block_top, g)
    return found, work


@kernel(inline=True)
def _highest(block_top, g):
    highest = block_top[g, 0]
    for t in range(1, GROUP):
        highest = block_top[g, t] if block_top[g, t] > highest else highest
    return highest


@kernel()
def price_exactly(
    x, i, u, u_low, blocks, v, v_low, box, group_box, block_top, group_top, squared, near_groups, near, row
):
    """The sink of least reduced cost below zero, or -1, and the arcs looked at; potentials are sums of two floats."""
    found, work, best = -1, 0, 0.0
    for chunk in range(group_box.shape[0]):
        _to_boxes(x, i, group_box, chunk, squared, near_groups)
        work += GROUP
        for q in range(GROUP):
            if not _bound(near_groups[q], u, group_top[chunk, q]) < best:  # skips what is empty, too: there it is NaN
                continue
            g = chunk * GROUP + q
            _to_boxes(x, i, box, g, squared, near)
            work += GROUP
            for s in range(GROUP):
                if not _bound(near[s], u, block_top[g, s]) < best:
                    continue
                b = g * GROUP + s
                _to_points(x, i, blocks, b, squared, row.size, row)
                work += BLOCK
                first = b * BLOCK
                top = v[first]
                for t in range(min(BLOCK, v.size - first)):
                    j = first + t
                    reduced = row[t] - ((u + v[j]) + (u_low + v_low[j]))
                    top = max(top, v[j])
                    if reduced < best:
                        best, found = reduced, j
                block_top[g, s] = top
            group_top[chunk, q] = _highest(block_top, g)
    return found, work


@kernel(inline=True)
def _bound(cost, u, top):
    """What no reduced cost of a box is below, in exact numbers."""
    return cost - (u + top) - BOUND_NOISE * (cost + abs(u) + abs(top))
