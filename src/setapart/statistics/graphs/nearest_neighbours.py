"""The test of Schilling and Henze: how many of the nearest neighbours of rows are of their own sample."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from setapart._checks import check_integer
from setapart._interrupt import checkpoint
from setapart.statistics.base import settle
from setapart.statistics.distances import Distances, FromDistances
from setapart.statistics.graphs.distinct import DistinctRows, distance_row
from setapart.statistics.graphs.graph import Graph, PreparedGraph, graph_traits
from setapart.statistics.traits import Traits
from setapart.transport._jit import kernel

__all__ = ["NearestNeighbours", "neighbour_graph"]


@dataclass(frozen=True)
class NearestNeighbours(FromDistances):
    """How many of the nearest neighbours of all rows are of the same sample as the row, in standard deviations.

    The value is (T - E T) / sd T, with T the number of pairs of a row and one of its nearest neighbours in the same
    sample, and its mean and standard deviation over all relabellings; or zero where T is not above its mean, as for two
    copies of the same rows. It has no unit. It sees what changes the density in places that hold a few neighbours, and
    is weak where distances say little.

    Neighbours do not depend on the order of the rows: among equal distances the rows with the smaller values come
    first, and rows that equal one another share their place.

    Up to 10,000 pooled rows, all squared distances are held while the neighbours are found: 8 N² bytes. Beyond that
    only those of one row at a time are, and memory grows with the rows alone.

    Parameters
    ----------
    neighbours : int, optional
        Neighbours of each row; more of them see wider changes of density. By default 5, or a quarter of the rows if
        that is less.

    Raises
    ------
    TypeError, ValueError
        If the number of neighbours cannot be used; when rows are prepared, also if it is not below their number.

    References
    ----------
    Schilling, "Multivariate two-sample tests based on nearest neighbors", Journal of the American Statistical
    Association 81, 1986; Henze, "A multivariate two-sample test based on the number of nearest neighbor type
    coincidences", Annals of Statistics 16, 1988.

    Examples
    --------
    >>> import numpy as np
    >>> from setapart.statistics.graphs.nearest_neighbours import NearestNeighbours
    >>> pooled = np.array([[0.0], [1.0], [2.5], [3.5]])  # two pairs; a third of neighbours of the sample are expected
    >>> prepared = NearestNeighbours(1).prepare(pooled, rng=np.random.default_rng(0))
    >>> prepared.evaluate(np.array([[True, True, False, False], [True, False, True, False]])).round(3).tolist()
    [1.414, 0.0]
    """

    name: ClassVar[str] = "knn"
    traits: ClassVar[Traits] = graph_traits(
        "excess of nearest neighbours in the same sample",
        unit="standard deviations over all relabellings",
        null="normal",
    )

    neighbours: int | None = None

    def __post_init__(self) -> None:
        if self.neighbours is not None:
            settle(self, neighbours=check_integer("neighbours", self.neighbours, minimum=1))

    def prepare_distances(self, distances: Distances, *, rng: np.random.Generator) -> PreparedGraph:
        """See `FromDistances`."""
        neighbours = min(5, max(1, distances.size // 4)) if self.neighbours is None else self.neighbours
        return PreparedGraph(neighbour_graph(distances, neighbours))


def neighbour_graph(distances: Distances, neighbours: int) -> Graph:
    """The graph of rows and so many nearest neighbours, with weight 2 where each is a neighbour of the other."""
    check_integer("neighbours", neighbours, 1, max(distances.size - 1, 1))
    rows = DistinctRows.of(distances)
    equal = np.minimum(neighbours, rows.counts - 1)  # neighbours of a row at distance zero
    size = rows.counts.size
    width = min(neighbours, size - 1)
    neighbour, weights = np.full((size, width), -1), np.zeros((size, width))
    for start in range(0, size, rows.step):
        checkpoint()
        stop = min(start + rows.step, size)
        find_neighbours(*rows.geometry, rows.counts, neighbours - equal, start, stop, neighbour, weights)
    used = weights > 0.0
    ends = np.nonzero(used)[0], neighbour[used]
    pairs, which = np.unique(np.minimum(*ends) * size + np.maximum(*ends), return_inverse=True)
    edges = np.stack(np.divmod(pairs, size), axis=1)
    loops = 2.0 * equal / np.maximum(rows.counts - 1, 1)
    return Graph(rows.group, rows.counts, loops, edges, np.bincount(which, weights[used]).astype(float))


@kernel()
def find_neighbours(  # type: ignore[no-untyped-def]
    square, places, columns, counts, required, start, stop, neighbour, weights
):
    """For the distinct rows from `start` to `stop`, the nearest that make up `required` (u,) rows, the last in part.

    Into `neighbour` (u, k) and `weights` (u, k), the share of the rows at that place which are taken.
    """
    row = np.empty(counts.size)
    k = neighbour.shape[1]
    nearest = np.empty(k)
    for i in range(start, stop):
        distance_row(square, places, columns, i, row)
        nearest[:] = np.inf
        place = neighbour[i]
        for j in range(row.size):
            if j == i or not row[j] < nearest[k - 1]:
                continue
            p = k - 1
            while p > 0 and row[j] < nearest[p - 1]:
                nearest[p], place[p] = nearest[p - 1], place[p - 1]
                p -= 1
            nearest[p], place[p] = row[j], j
        missing = required[i]
        for p in range(k):
            taken = min(missing, counts[place[p]])
            weights[i, p] = taken / counts[place[p]]
            missing -= taken
