"""Minimum spanning trees of the distinct rows, one after the other, none with an edge of another (Prim's algorithm)."""

import numpy as np

from setapart._checks import check_integer
from setapart._interrupt import checkpoint
from setapart._types import IntArray
from setapart.statistics.distances import Distances
from setapart.statistics.graphs.distinct import DistinctRows, distance_row
from setapart.statistics.graphs.graph import Graph
from setapart.transport._jit import kernel

__all__ = ["spanning_trees"]


def spanning_trees(distances: Distances, trees: int) -> Graph:
    """The union of `trees` minimum spanning trees, each without the edges of those before.

    Each edge between distinct rows becomes one between rows that equal its ends, and rows that equal one another are
    joined by a tree, all in the mean over the choices. Where the edges do not suffice for another tree, its parts are
    taken; where there are none left, all distinct rows are joined.

    Raises
    ------
    ValueError
        If there are more trees than half the rows, so that no edge would be missing.
    """
    check_integer("trees", trees, 1, max(distances.size // 2, 1))
    rows = DistinctRows.of(distances)
    links = np.full((trees, rows.counts.size), -1)
    for tree in range(trees):
        grow_tree(rows, links[:tree], links[tree])
    edges = np.argwhere(links.T >= 0)  # by the row at one end, for the sake of the cache
    edges[:, 1] = links.T[links.T >= 0]
    # In the mean, a tree on c equal rows holds each of their c(c - 1)/2 pairs in c - 1 of as many cases.
    return Graph(rows.group, rows.counts, 2.0 / rows.counts, edges, 1.0 / rows.counts[edges].prod(axis=1))


def grow_tree(rows: DistinctRows, earlier: IntArray, link: IntArray) -> None:
    """Write into `link` (u,), from -1 on, the other end of the edge by which each row came into the tree."""
    best = np.full(link.size, np.inf)
    current = 0
    for start in range(1, link.size, rows.step):
        checkpoint()
        current = grow(*rows.geometry, earlier, best, link, current, min(rows.step, link.size - start))


@kernel()
def grow(square, places, columns, earlier, best, link, current, steps):  # type: ignore[no-untyped-def]
    """Add `current`, then the nearest row outside the tree and so on; return the last found, yet to be added.

    `best` holds the squared distance of each row from the tree, through `link`, or -1 within.
    """
    row = np.empty(best.size)
    for _ in range(steps):
        best[current] = -1.0
        distance_row(square, places, columns, current, row)
        for t in range(earlier.shape[0]):
            known = earlier[t]
            if known[current] >= 0:
                row[known[current]] = np.inf
            for j in range(row.size):
                if known[j] == current:
                    row[j] = np.inf
        nearest = -1
        for j in range(row.size):
            if best[j] < 0.0:
                continue
            if row[j] < best[j]:
                best[j] = row[j]
                link[j] = current
            if nearest < 0 or best[j] < best[nearest]:
                nearest = j
        current = nearest
    return current
