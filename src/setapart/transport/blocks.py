"""Pricing with geometry: the least reduced cost of a row, found in a few blocks of near sinks.

Sinks stand in k-d order, in blocks of 64 with a bounding box each, and blocks in groups of 32. No arc from source i to
a block costs less than the distance to its box, less the largest potential in it. So a row looks into those blocks
alone where this bound is below the best reduced cost at hand: some nine, however many there are.

When a potential rises, so does the largest one of its block and of its group; when it falls, they stay as they are: an
upper bound, made exact when the block is looked into.
"""

import numpy as np

from setapart.transport._jit import kernel
from setapart.transport.basis import BLOCK_BITS, GROUP_BITS
from setapart.transport.pricing import FLIP32, least_entry

__all__ = ["BLOCK", "GROUP", "make_blocks", "make_boxes", "price_exactly", "price_single", "set_tops"]

BLOCK, GROUP = 1 << BLOCK_BITS, 1 << GROUP_BITS
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
def make_boxes(y, low, high, group_low, group_high):
    """Bounding boxes of the blocks, (groups, k, 32), and of the groups, (chunks, k, 32); what is empty is at infinity."""
    k, m = y.shape
    low[:] = np.inf
    high[:] = -np.inf
    group_low[:] = np.inf
    group_high[:] = -np.inf
    for c in range(k):
        for j in range(m):
            g, t = j // (BLOCK * GROUP), j // BLOCK % GROUP
            low[g, c, t] = min(low[g, c, t], y[c, j])
            high[g, c, t] = max(high[g, c, t], y[c, j])
        for g in range(low.shape[0]):
            group_low[g // GROUP, c, g % GROUP] = low[g, c].min()
            group_high[g // GROUP, c, g % GROUP] = high[g, c].max()


@kernel()
def set_tops(potential, block_top, group_top):
    """The largest of the sink potentials (m,) in each block and group."""
    block_top[:] = -np.inf
    group_top[:] = -np.inf
    for j in range(potential.size):
        block_top[j // BLOCK] = max(block_top[j // BLOCK], potential[j])
    for b in range(block_top.size):
        group_top[b // GROUP] = max(group_top[b // GROUP], block_top[b])


@kernel(inline=True)
def _to_boxes(x, i, low, high, distance):
    """Distances from source i to 32 boxes (k, 32), squared."""
    for t in range(GROUP):
        distance[t] = 0
    for c in range(low.shape[0]):
        p = x[c, i]
        lows, highs = low[c], high[c]
        for t in range(GROUP):
            below, above = lows[t] - p, p - highs[t]
            gap = below if below > above else above
            gap = gap if gap > 0 else gap * 0
            distance[t] += gap * gap


@kernel(inline=True)
def _to_points(x, i, block, distance):
    """Distances from source i to the 64 points of a block (k, 64), squared."""
    k = block.shape[0]
    if k == 2:
        a, b = x[0, i], x[1, i]
        y0, y1 = block[0], block[1]
        for t in range(BLOCK):
            d0, d1 = y0[t] - a, y1[t] - b
            distance[t] = d0 * d0 + d1 * d1
    elif k == 3:
        a, b, c = x[0, i], x[1, i], x[2, i]
        y0, y1, y2 = block[0], block[1], block[2]
        for t in range(BLOCK):
            d0, d1, d2 = y0[t] - a, y1[t] - b, y2[t] - c
            distance[t] = d0 * d0 + d1 * d1 + d2 * d2
    else:
        for t in range(BLOCK):
            distance[t] = 0
        for q in range(k):
            a = x[q, i]
            y0 = block[q]
            for t in range(BLOCK):
                d0 = y0[t] - a
                distance[t] += d0 * d0


@kernel()
def price_single(x, i, best, blocks, potential, boxes, block_top, group_top, squared, rows):
    """The sink whose cost less potential is least and below `best`, or -1, and the arcs looked at; all in float32."""
    low, high, group_low, group_high = boxes
    to_groups, to_blocks, row, bits = rows
    found, work = -1, 0
    for chunk in range(group_low.shape[0]):
        _to_boxes(x, i, group_low[chunk], group_high[chunk], to_groups)
        first_group = chunk * GROUP
        for t in range(GROUP):
            cost = to_groups[t] if squared else np.sqrt(to_groups[t])
            to_groups[t] = cost - np.float32(group_top[first_group + t])
        work += GROUP
        for q in range(GROUP):
            if to_groups[q] >= best:
                continue
            g = first_group + q
            _to_boxes(x, i, low[g], high[g], to_blocks)
            first_block = g * GROUP
            for t in range(GROUP):
                cost = to_blocks[t] if squared else np.sqrt(to_blocks[t])
                to_blocks[t] = cost - np.float32(block_top[first_block + t])
            work += GROUP
            for s in range(GROUP):
                if to_blocks[s] >= best:
                    continue
                b = first_block + s
                prices = potential[b]
                _to_points(x, i, blocks[b], row)
                for t in range(BLOCK):
                    row[t] = (row[t] if squared else np.sqrt(row[t])) - prices[t]
                least = least_entry(row, bits, BLOCK, 31, FLIP32)
                work += BLOCK
                top = prices[0]
                for t in range(BLOCK):
                    top = prices[t] if prices[t] > top else top
                block_top[b] = top
                if row[BLOCK] < best:
                    best = row[BLOCK]
                    t = 0
                    while bits[t] != least:
                        t += 1
                    found = b * BLOCK + t
            top = block_top[first_block]
            for t in range(GROUP):
                top = max(top, block_top[first_block + t])
            group_top[g] = top
    return found, work


@kernel()
def price_exactly(x, i, u, u_low, blocks, v, v_low, boxes, block_top, group_top, squared, rows):
    """The sink of least reduced cost below zero, or -1, and the arcs looked at; potentials are sums of two floats."""
    low, high, group_low, group_high = boxes
    to_groups, to_blocks, row, _ = rows
    found, work, best = -1, 0, 0.0
    for chunk in range(group_low.shape[0]):
        _to_boxes(x, i, group_low[chunk], group_high[chunk], to_groups)
        work += GROUP
        for q in range(GROUP):
            g = chunk * GROUP + q
            if not _bound(to_groups[q], u, group_top[g], squared) < best:  # skips what is empty, too: there it is NaN
                continue
            _to_boxes(x, i, low[g], high[g], to_blocks)
            work += GROUP
            for s in range(GROUP):
                b = g * GROUP + s
                if not _bound(to_blocks[s], u, block_top[b], squared) < best:
                    continue
                _to_points(x, i, blocks[b], row)
                work += BLOCK
                first = b * BLOCK
                block_top[b] = v[first]
                for t in range(min(BLOCK, v.size - first)):
                    j = first + t
                    cost = row[t] if squared else np.sqrt(row[t])
                    reduced = cost - ((u + v[j]) + (u_low + v_low[j]))
                    block_top[b] = max(block_top[b], v[j])
                    if reduced < best:
                        best, found = reduced, j
            group_top[g] = block_top[g * GROUP : (g + 1) * GROUP].max()
    return found, work


@kernel(inline=True)
def _bound(square, u, top, squared):
    """What no reduced cost of a box is below, in exact numbers."""
    cost = square if squared else np.sqrt(square)
    return cost - (u + top) - BOUND_NOISE * (cost + abs(u) + abs(top))
