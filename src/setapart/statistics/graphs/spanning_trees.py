"""Tests on minimum spanning trees: Friedman and Rafsky's, and the generalised edge count of Chen and Friedman.

The trees are those of the distinct rows, one after the other, none with an edge of another (Prim's algorithm).
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from setapart._checks import check_integer
from setapart._interrupt import checkpoint
from setapart._types import IntArray
from setapart.statistics.base import settle
from setapart.statistics.distances import Distances, FromDistances
from setapart.statistics.graphs.distinct import DistinctRows, distance_row
from setapart.statistics.graphs.graph import Graph, PreparedGraph, graph_traits
from setapart.statistics.traits import Traits
from setapart.transport._jit import kernel

__all__ = ["EdgeCount", "FriedmanRafsky", "spanning_trees"]


@dataclass(frozen=True)
class FriedmanRafsky(FromDistances):
    """How few edges of the minimum spanning tree of all rows join the samples, in standard deviations.

    The value is (E J - J) / sd J, with J the number of edges of the Euclidean minimum spanning tree that have an end in
    either sample, and its mean and standard deviation over all relabellings; or zero where J is not below its mean, as
    for two copies of the same rows. It has no unit. The multivariate form of the test of Wald and Wolfowitz: sharp
    where few features matter, weak where distances say little.

    The tree does not depend on the order of the rows: among equal distances the rows with the smaller values come
    first, and equal rows count in the mean over all trees of them.

    Up to 10,000 pooled rows, all squared distances are held while the trees are built: 8 N² bytes. Beyond that only
    those of one row at a time are, and memory grows with the rows alone.

    Parameters
    ----------
    trees : int
        So many trees are laid over one another, each the shortest without the edges of those before; more of them see
        more of the neighbourhood of a row. At most half the number of rows.

    Raises
    ------
    TypeError, ValueError
        If the number of trees cannot be used; above half the number of rows when these are prepared.

    References
    ----------
    Friedman and Rafsky, "Multivariate generalizations of the Wald–Wolfowitz and Smirnov two-sample tests", Annals of
    Statistics 7, 1979. Repeated rows: Zhang and Chen, Statistica Sinica 32, 2022.

    Examples
    --------
    >>> import numpy as np
    >>> from setapart.statistics.graphs.spanning_trees import FriedmanRafsky
    >>> pooled = np.array([[0.0], [1.0], [2.5], [4.5]])  # three edges, of which 2 are expected to join
    >>> prepared = FriedmanRafsky().prepare(pooled, rng=np.random.default_rng(0))
    >>> prepared.evaluate(np.array([[True, True, False, False], [True, False, True, False]])).round(3).tolist()
    [1.225, 0.0]
    """

    name: ClassVar[str] = "friedman_rafsky"
    traits: ClassVar[Traits] = graph_traits(
        "lack of edges between the samples in the minimum spanning tree",
        unit="standard deviations over all relabellings",
        null="normal",
    )

    trees: int = 1

    def __post_init__(self) -> None:
        settle(self, trees=check_integer("trees", self.trees, minimum=1))

    def prepare_distances(self, distances: Distances, *, rng: np.random.Generator) -> PreparedGraph:
        """See `FromDistances`."""
        return PreparedGraph(spanning_trees(distances, self.trees))


@dataclass(frozen=True)
class EdgeCount(FromDistances):
    """Edges within either sample, each by itself: for differences of spread in many features, too.

    In many features, rows of a sample with less spread keep to themselves while those of the other find their
    neighbours among them, so that the edges within one sample are too many, within the other too few, and their sum is
    as expected. With R₁ and R₂ these numbers, and Z_w and Z_d the standardised forms of ((m - 1) R₁ + (n - 1) R₂) and
    R₁ - R₂ over all relabellings, the value is max(Z_w, 0)² + Z_d². It has no unit.

    It equals the statistic S of Chen and Friedman, Z_w² + Z_d², but for Z_w < 0. There the samples are more alike than
    by chance, as two copies of the same rows are, and S grows; this value is then Z_d².

    Up to 10,000 pooled rows, all squared distances are held while the trees are built: 8 N² bytes. Beyond that only
    those of one row at a time are, and memory grows with the rows alone.

    Parameters
    ----------
    trees : int, optional
        The graph is so many minimum spanning trees laid over one another, each the shortest without the edges of those
        before. By default 5, or a quarter of the rows if that is less; at most half of them.

    Raises
    ------
    TypeError, ValueError
        If the number of trees cannot be used; above half the number of rows when these are prepared.

    References
    ----------
    Chen and Friedman, "A new graph-based two-sample test for multivariate and object data", Journal of the American
    Statistical Association 112, 2017. Its parts Z_w and Z_d: Chu and Chen, Annals of Statistics 47, 2019.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> from setapart.statistics.graphs.spanning_trees import EdgeCount
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(40, 50)), 1.3 * rng.normal(size=(40, 50))
    >>> sa.two_sample_test(x, y, statistic=EdgeCount(), n_resamples=99, rng=0).pvalue
    0.01
    """

    name: ClassVar[str] = "edge_count"
    traits: ClassVar[Traits] = graph_traits(
        "generalised edge count",
        unit="",
        null="chi-square",
    )

    trees: int | None = None

    def __post_init__(self) -> None:
        if self.trees is not None:
            settle(self, trees=check_integer("trees", self.trees, minimum=1))

    def prepare_distances(self, distances: Distances, *, rng: np.random.Generator) -> PreparedGraph:
        """See `FromDistances`."""
        trees = min(5, max(1, distances.size // 4)) if self.trees is None else self.trees
        return PreparedGraph(spanning_trees(distances, trees), generalised=True)


def spanning_trees(distances: Distances, trees: int) -> Graph:
    """The union of `trees` minimum spanning trees, each without the edges of those before.

    There are at most half as many trees as rows, lest no edge be missing. Each edge between distinct rows becomes one
    between rows that equal its ends, and rows that equal one another are joined by a tree, all in the mean over the
    choices. Where the edges do not suffice for another tree, its parts are taken; where there are none left, all
    distinct rows are joined.
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
            ends = earlier[t]
            if ends[current] >= 0:
                row[ends[current]] = np.inf
            for j in range(row.size):
                if ends[j] == current:
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
