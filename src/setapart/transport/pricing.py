"""Pricing: the reduced costs of all arcs from one source, and the least of them.

This is over half of the work of the network simplex, so the loops are shaped for vector registers: one pass of
arithmetic on contiguous rows, then an integer minimum.
"""

import numpy as np

from setapart.transport._jit import kernel

__all__ = ["FLIP", "FLIP32", "find_entry", "least_entry", "price_row"]

FLIP, FLIP32 = np.int64(0x7FFFFFFFFFFFFFFF), np.int32(0x7FFFFFFF)  # all bits but the sign
BLOCK = 64  # entries of a row compared at a time


@kernel(inline=True)
def price_row(x, i, y, sink_potential, squared, reduced):
    """Costs of the arcs from source i, less the potentials of the sinks."""
    k, m = y.shape
    if k == 2 and not squared:
        a, b = x[0, i], x[1, i]
        y0, y1 = y[0], y[1]
        for j in range(m):
            d0 = y0[j] - a
            d1 = y1[j] - b
            reduced[j] = np.sqrt(d0 * d0 + d1 * d1) - sink_potential[j]
    elif k == 3 and not squared:
        a, b, c = x[0, i], x[1, i], x[2, i]
        y0, y1, y2 = y[0], y[1], y[2]
        for j in range(m):
            d0 = y0[j] - a
            d1 = y1[j] - b
            d2 = y2[j] - c
            reduced[j] = np.sqrt(d0 * d0 + d1 * d1 + d2 * d2) - sink_potential[j]
    else:
        for j in range(m):
            reduced[j] = 0
        for q in range(k):
            a = x[q, i]
            y0 = y[q]
            for j in range(m):
                d0 = y0[j] - a
                reduced[j] += d0 * d0
        if squared:
            for j in range(m):
                reduced[j] -= sink_potential[j]
        else:
            for j in range(m):
                reduced[j] = np.sqrt(reduced[j]) - sink_potential[j]


@kernel(inline=True)
def least_entry(reduced, bits, m, shift, flip):
    """The ordered bits of the least of the first m entries; the entry itself goes to reduced[m].

    It is found among integers: their order is that of the floats once negative ones are flipped, and an integer minimum
    is what compilers turn into vector instructions.
    """
    for j in range(m):
        bits[j] ^= (bits[j] >> shift) & flip
    least = bits[0]
    for j in range(m):
        least = min(least, bits[j])
    bits[m] = least ^ ((least >> shift) & flip)
    return least


@kernel(inline=True)
def find_entry(bits, m, least):
    """The first position of `least`."""
    start = 0
    while start < m:
        hits = False
        for j in range(start, min(start + BLOCK, m)):
            hits |= bits[j] == least
        if hits:
            break
        start += BLOCK
    while bits[start] != least:
        start += 1
    return start
