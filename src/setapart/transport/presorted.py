"""W₁ on the line under relabelling, for points that are sorted once: a labelling only colours them.

With the pooled points in order and c_i of the first i in the first sample, n m W₁ = Σ |N c_i - n i| (p_(i+1) - p_(i)):
one pass and no sort. Up to `WIDTH` labellings share the pass, and with it the order, the gaps and the visit to a row.

Where each group is moved to its own mean, the groups pass through one another, but the order within each remains. So
the points are split by label, and W₁ = ∫ |Q - R| of their quantile functions, which step where i/n or j/m is reached.

Counts are whole numbers, exact as floats up to 9·10⁷ rows. Each labelling is summed by itself, in one order, whatever
else is in the batch.
"""

import numpy as np

from setapart.transport._jit import kernel

__all__ = ["WIDTH", "centred_values", "plain_values"]

WIDTH = 16  # labellings in a pass: a byte of each, for every row, stays in the second cache up to some 10⁵ rows


@kernel()
def plain_values(order, points, member, sizes, value):  # type: ignore[no-untyped-def]
    """W₁ for every feature and labelling, into `value` (v, b).

    `order` (v, N), unsigned, has the rows of each feature in the order of their points, and `points` (v, N)
    those points. `member` (N, b), bytes, is 1 where a row belongs to the first sample, which has `sizes` (b,) rows,
    floats from 1 to N - 1.
    """
    size = order.shape[1]
    batch = member.shape[1]  # not a constant: the compiler would write the loops out, and not use vectors
    below, work = np.empty(batch), np.empty(batch)
    for f in range(order.shape[0]):
        rows, p = order[f], points[f]
        below[:] = 0.0
        work[:] = 0.0
        for i in range(size - 1):
            gap = p[i + 1] - p[i]
            labels = member[rows[i]]
            for g in range(batch):
                below[g] += labels[g] * float(size) - sizes[g]
                work[g] += abs(below[g]) * gap
        for g in range(batch):
            value[f, g] = work[g] / (sizes[g] * (size - sizes[g]))


@kernel()
def centred_values(order, points, labels, sizes, value):  # type: ignore[no-untyped-def]
    """W₁ of groups moved to their own means, for every feature and labelling, into `value` (v, b).

    As `plain_values`, but `labels` (b, N) for `member`, and whole `sizes`.
    """
    size = order.shape[1]
    first, second = np.empty(size + 1), np.empty(size + 1)
    for f in range(order.shape[0]):
        for b in range(labels.shape[0]):
            n = sizes[b]
            shift = split(order[f], points[f], labels[b], n, first, second)
            value[f, b] = quantile_distance(first[:n], second[: size - n], shift)


@kernel()
def split(rows, points, labels, n, first, second):  # type: ignore[no-untyped-def]
    """Copy the points of either label, in order; return how far the mean of the first is above that of the second."""
    i = j = np.int64(0)
    sum_first = sum_second = 0.0
    for r in range(rows.size):
        point, label = points[r], np.int64(labels[rows[r]])
        # Both are written, and the wrong one written over: no branch for the processor to guess.
        first[i] = point
        second[j] = point
        sum_first += point * label
        sum_second += point * (1 - label)
        i += label
        j += 1 - label
    return sum_first / n - sum_second / (rows.size - n)


@kernel()
def quantile_distance(first, second, shift):  # type: ignore[no-untyped-def]
    """The integral of |Q - R - shift| for the quantile functions Q and R of two samples in order."""
    n, m = np.int64(first.size), np.int64(second.size)
    i = j = reached = np.int64(0)
    next_first, next_second = m, n  # in units of 1/(nm), where all steps are whole
    work = 0.0
    while i < n and j < m:
        end = min(next_first, next_second)
        work += (end - reached) * abs(first[i] - second[j] - shift)
        reached = end
        a, b = np.int64(next_first == end), np.int64(next_second == end)
        i += a
        j += b
        next_first += m * a
        next_second += n * b
    return work / (float(n) * float(m))
