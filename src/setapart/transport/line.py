"""W₁ on the line, for a batch of signed measures: sort, sum, and read off the gradient.

With the pooled points in order and F the running sum of their signed weights, W₁ = Σ |F_i| (p_(i+1) - p_(i)). It needs
no plan and holds for any sizes and weights. The derivative with respect to the i-th point in order is
|F_{i-1}| - |F_i|. Weights are integers, so that F is exact and vanishes exactly where it should.

Sorting is most of the work: a radix sort by the bits of the points rounded to float32, then insertion for the few that
rounding made equal, and a merge sort where they are not few.
"""

import numpy as np

from setapart.transport._jit import kernel

__all__ = ["evaluate_batch"]

SIGN, ALL = np.uint32(0x80000000), np.uint32(0xFFFFFFFF)
SMALL = 2_000  # points up to which digits of 8 bits sort faster than digits of 11
PATIENCE = 8  # moves per point that insertion may take before merging takes over


@kernel()
def _argsort(points, order, single, bits, spare_order, spare_bits, counts):
    """Put into `order` the indices that sort `points`; equal points keep their order."""
    size = points.size
    width, passes = (8, 4) if size <= SMALL else (11, 3)
    mask = (1 << width) - 1
    counts[:passes] = 0
    for i in range(size):
        single[i] = points[i]
    for i in range(size):  # unsigned integers in the order of the floats
        key = bits[i]
        key ^= ALL if key & SIGN else SIGN
        bits[i] = key
        order[i] = i
        for p in range(passes):
            counts[p, (key >> (p * width)) & mask] += 1
    here, there = order, spare_order
    keys, moved = bits, spare_bits
    for p in range(passes):
        tally, shift = counts[p], p * width
        if tally[(keys[0] >> shift) & mask] == size:
            continue  # this digit is the same everywhere
        total = 0
        for digit in range(mask + 1):
            count = tally[digit]
            tally[digit] = total
            total += count
        for i in range(size):
            digit = (keys[i] >> shift) & mask
            place = tally[digit]
            tally[digit] = place + 1
            there[place] = here[i]
            moved[place] = keys[i]
        here, there = there, here
        keys, moved = moved, keys
    if not _insertion_sort(points, here, PATIENCE * size):
        here = _merge_sort(points, here, there)
    if here is not order:
        for i in range(size):
            order[i] = here[i]


@kernel()
def _insertion_sort(points, order, moves):
    """Sort indices that are almost in order; give up and return False after too many moves."""
    for i in range(1, order.size):
        index = order[i]
        value = points[index]
        j = i - 1
        while j >= 0 and points[order[j]] > value:
            order[j + 1] = order[j]
            j -= 1
        order[j + 1] = index
        moves -= i - 1 - j
        if moves < 0:
            return False
    return True


@kernel()
def _merge_sort(points, order, spare):
    """Sort indices by merging ever longer runs; return the array that holds them."""
    size, width = order.size, 1
    while width < size:
        for start in range(0, size, 2 * width):
            left, right = start, min(start + width, size)
            middle, stop = right, min(start + 2 * width, size)
            for out in range(start, stop):
                if left < middle and (right >= stop or points[order[left]] <= points[order[right]]):
                    spare[out] = order[left]
                    left += 1
                else:
                    spare[out] = order[right]
                    right += 1
        order, spare = spare, order
        width *= 2
    return order


@kernel()
def evaluate_batch(active, points, supply, total, value, gradient):
    """W₁ and its gradient, `value` (a,) and `gradient` (a, N), at `points` (a, N) for the problems listed in `active`.

    Of each problem, `supply` (b, N) holds the signed integer weights by row of the pooled sample, and `total` (b,) the
    sum of the positive ones.
    """
    size = points.shape[1]
    order, spare_order = np.empty(size, np.uint32), np.empty(size, np.uint32)
    single, spare_bits = np.empty(size, np.float32), np.empty(size, np.uint32)
    bits = single.view(np.uint32)
    counts = np.empty((4, 2048), np.uint32)
    for a in range(active.size):
        b = active[a]
        p = points[a]
        _argsort(p, order, single, bits, spare_order, spare_bits, counts)
        below, work = np.int64(0), 0.0
        scale = 1.0 / total[b]
        previous = p[order[0]]
        for i in range(size):
            row = order[i]
            work += abs(below) * (p[row] - previous)
            previous = p[row]
            above = below + supply[b, row]
            gradient[a, row] = (abs(below) - abs(above)) * scale
            below = above
        value[a] = work * scale
