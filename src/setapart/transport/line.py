"""W₁ on the line, for a batch of signed measures: sort, sum, and read off the gradient.

With the pooled points in order and F the running sum of their signed weights, W₁ = Σ |F_i| (p_(i+1) - p_(i)). It needs
no plan and holds for any sizes and weights. The derivative with respect to the i-th point in order is
|F_{i-1}| - |F_i|. Weights are integers, so that F is exact and vanishes exactly where it should.

Each row keeps its order between calls: along an ascent the points move little, and sorting what is almost sorted is
cheap. Nothing one row does depends on another row, so the numbers are the same however a batch is cut up.
"""

import numpy as np

from setapart.transport._jit import kernel

__all__ = ["evaluate_batch"]

RUN = 16  # insertion sort below this length, merging above it


@kernel()
def _sort(key, order, spare_key, spare_order):
    """Sort `key` and carry `order` along: insertion sort on short runs, then merges that skip what is in order."""
    size = key.size
    for start in range(0, size, RUN):
        for i in range(start + 1, min(start + RUN, size)):
            value, index = key[i], order[i]
            j = i - 1
            while j >= start and key[j] > value:
                key[j + 1] = key[j]
                order[j + 1] = order[j]
                j -= 1
            key[j + 1] = value
            order[j + 1] = index
    width = RUN
    while width < size:
        for start in range(0, size - width, 2 * width):
            middle, stop = start + width, min(start + 2 * width, size)
            if key[middle - 1] <= key[middle]:
                continue
            for i in range(start, middle):
                spare_key[i - start] = key[i]
                spare_order[i - start] = order[i]
            left, right, out = 0, middle, start
            while left < width and right < stop:
                if key[right] < spare_key[left]:
                    key[out] = key[right]
                    order[out] = order[right]
                    right += 1
                else:
                    key[out] = spare_key[left]
                    order[out] = spare_order[left]
                    left += 1
                out += 1
            while left < width:
                key[out] = spare_key[left]
                order[out] = spare_order[left]
                left += 1
                out += 1
        width *= 2


@kernel()
def evaluate_batch(active, points, supply, total, order, value, gradient):
    """W₁ and its gradient, `value` (a,) and `gradient` (a, N), at `points` (a, N) for the problems listed in `active`.

    Of each problem, `supply` (b, N) holds the signed integer weights by row of the pooled sample, `total` (b,) the sum
    of the positive ones, and `order` (b, N) any permutation on entry and the sorting one on return.
    """
    size = points.shape[1]
    key, spare_key = np.empty(size), np.empty(size)
    spare_order = np.empty(size, np.int32)
    for a in range(active.size):
        b = active[a]
        ranks = order[b]
        for i in range(size):
            key[i] = points[a, ranks[i]]
        _sort(key, ranks, spare_key, spare_order)
        below, work = np.int64(0), 0.0
        scale = 1.0 / total[b]
        for i in range(size):
            above = below + supply[b, ranks[i]]
            gradient[a, ranks[i]] = (abs(below) - abs(above)) * scale
            if i + 1 < size:
                work += abs(above) * (key[i + 1] - key[i])
            below = above
        value[a] = work * scale
