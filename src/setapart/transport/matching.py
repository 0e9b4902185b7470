"""A greedy matching of sources with near sinks, along k-d cells.

From the smallest cells to the largest, what a half cell has left over, sources or sinks, is matched with what its twin
has left over, nearest first. Each match ends a source or a sink, or both; so the matches are a forest.
"""

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.transport._jit import kernel
from setapart.transport.nearness import sort_by_nearness

__all__ = ["match_near"]

LEAF = 8  # pooled rows in the smallest cell
_SORTED = 4_096  # pairs of left-overs that are sorted by distance; of more, each row takes the nearest in turn
_COMPARED = 64  # pairs compared for each row of a cell; where there are more, they are matched in the order at hand


def match_near(points: FloatArray, supply: IntArray) -> IntArray:
    """Matches (t, 3): a source, a sink and what goes, for `points` (k, N) of signed `supply` (N,)."""
    order = np.arange(supply.size)
    sort_by_nearness(points, order, LEAF)
    matches = np.empty((supply.size, 3), np.int64)
    matches = matches[: _match_cells(points, supply, order, np.abs(supply), matches)]
    matches[:, :2].sort(axis=1)  # sources come first
    return matches


@kernel(inline=True)
def _squared_length(points, a, b):
    total = 0.0
    for c in range(points.shape[0]):
        step = points[c, a] - points[c, b]
        total += step * step
    return total


@kernel()
def _match(points, left, right, rest, matches, n_matches):
    """Match the rows of `left` with those of `right`, nearest first, until one side has nothing left.

    `rest` (N,) is what each row has left; a match (two rows, what goes) is added to `matches` (N, 3).
    """
    if left.size * right.size <= _SORTED:
        lengths = np.empty(left.size * right.size)
        for a in range(left.size):
            for b in range(right.size):
                lengths[a * right.size + b] = _squared_length(points, left[a], right[b])
        for pair in np.argsort(lengths, kind="mergesort"):
            a, b = left[pair // right.size], right[pair % right.size]
            step = min(rest[a], rest[b])
            if step > 0:
                n_matches = _ship(a, b, step, rest, matches, n_matches)
        return n_matches
    in_turn = left.size * right.size > _COMPARED * points.shape[1]
    if left.size > right.size:
        left, right = right, left
    waiting = right.copy()
    n_waiting, at = waiting.size, 0
    for a in left:
        while rest[a] > 0 and at < n_waiting:
            nearest = at
            if not in_turn:
                least = np.inf
                for t in range(n_waiting):
                    square = _squared_length(points, a, waiting[t])
                    if square < least:
                        least, nearest = square, t
            b = waiting[nearest]
            n_matches = _ship(a, b, min(rest[a], rest[b]), rest, matches, n_matches)
            if rest[b] == 0:
                if in_turn:
                    at += 1
                else:
                    n_waiting -= 1
                    waiting[nearest] = waiting[n_waiting]
    return n_matches


@kernel(inline=True)
def _ship(a, b, step, rest, matches, n_matches):
    rest[a] -= step
    rest[b] -= step
    matches[n_matches, 0] = a
    matches[n_matches, 1] = b
    matches[n_matches, 2] = step
    return n_matches + 1


@kernel()
def _match_cells(points, supply, order, rest, matches):
    """Match the rows of `points` (k, N), of signed `supply` (N,), cell by cell; return the number of matches.

    `order` (N,), in which they stand by nearness, is overwritten.
    """
    size = supply.size
    count = np.zeros((size + LEAF - 1) // LEAF + 1, np.int64)  # rows left over in each cell, at its start in `order`
    n_matches = np.int64(0)
    for cell in range(0, size, LEAF):
        rows = order[cell : cell + LEAF].copy()
        sources, sinks = rows[supply[rows] > 0], rows[supply[rows] < 0]
        n_matches = _match(points, sources, sinks, rest, matches, n_matches)
        count[cell // LEAF] = _keep(rows, rest, order, cell)
    half = LEAF
    while half < size:
        for cell in range(0, size - half, 2 * half):
            twin = cell + half
            left = order[cell : cell + count[cell // LEAF]].copy()
            right = order[twin : twin + count[twin // LEAF]].copy()
            if left.size and right.size and (supply[left[0]] > 0) != (supply[right[0]] > 0):
                n_matches = _match(points, left, right, rest, matches, n_matches)
            kept = _keep(left, rest, order, cell)
            count[cell // LEAF] = kept + _keep(right, rest, order, cell + kept)
        half *= 2
    return n_matches


@kernel(inline=True)
def _keep(rows, rest, order, start):
    """List the rows that have something left in order[start:]; return their number."""
    kept = 0
    for row in rows:
        if rest[row] > 0:
            order[start + kept] = row
            kept += 1
    return kept
