"""An order of points in which those that are near stand together: that of a k-d tree (Bentley, 1975)."""

from setapart.transport._jit import kernel

__all__ = ["sort_by_nearness"]


@kernel()
def sort_by_nearness(points, order, leaf):
    """Permute `order`, indices of columns of `points` (k, N), so that any aligned run of leaf · 2ʰ is a k-d cell.

    Cells are cut across their widest side; the first half of a cell is full.
    """
    size = leaf
    while size < order.size:
        size *= 2
    while size > leaf:
        half = size // 2
        for start in range(0, order.size - half, size):
            end = min(start + size, order.size)
            _select(points[_widest(points, order, start, end)], order, start, end, start + half)
        size = half


@kernel()
def _widest(points, order, start, end):
    """The coordinate in which the points of order[start:end] are farthest apart."""
    widest, most = 0, -1.0
    for c in range(points.shape[0]):
        p = points[c]
        low = high = p[order[start]]
        for t in range(start + 1, end):
            low = min(low, p[order[t]])
            high = max(high, p[order[t]])
        if high - low > most:
            widest, most = c, high - low
    return widest


@kernel()
def _select(p, order, start, end, middle):
    """Put the points of order[start:end] that are least in p before `middle` (Hoare, 1961)."""
    first, last = start, end - 1
    while first < last:
        a, b, c = p[order[first]], p[order[(first + last) // 2]], p[order[last]]
        pivot = max(min(a, b), min(max(a, b), c))
        i, j = first, last
        while i <= j:
            while p[order[i]] < pivot:
                i += 1
            while p[order[j]] > pivot:
                j -= 1
            if i <= j:
                order[i], order[j] = order[j], order[i]
                i += 1
                j -= 1
        if middle <= j:
            last = j
        elif middle >= i:
            first = i
        else:
            return
