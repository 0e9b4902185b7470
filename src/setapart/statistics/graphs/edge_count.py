"""The generalised edge-count test of Chen and Friedman, with its right tail only."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from setapart._checks import check_integer
from setapart.statistics.distances import Distances, FromDistances
from setapart.statistics.graphs.prepared import PreparedGraph
from setapart.statistics.graphs.trees import spanning_trees
from setapart.statistics.traits import Traits
from setapart.transport.conditioning import ENORMOUS

__all__ = ["EdgeCount"]


@dataclass(frozen=True)
class EdgeCount(FromDistances):
    """Edges within either sample, each by itself: for differences of spread in many features, too.

    In many features, rows of a sample with less spread keep to themselves while those of the other find their
    neighbours among them, so that the edges within one sample are too many, within the other too few, and their sum is
    as expected. With R₁ and R₂ these numbers, and Z_w and Z_d the standardised forms of ((m - 1) R₁ + (n - 1) R₂) and
    R₁ - R₂ over all relabellings, the value is max(Z_w, 0)² + Z_d². It has no unit.

    It equals the statistic S of Chen and Friedman, Z_w² + Z_d², but for Z_w < 0. There the samples are more alike than
    by chance, as two copies of the same rows are, and S grows; this value is then Z_d².

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
    >>> from setapart.statistics.graphs.edge_count import EdgeCount
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(40, 50)), 1.3 * rng.normal(size=(40, 50))
    >>> sa.two_sample_test(x, y, statistic=EdgeCount(), n_resamples=99, rng=0).pvalue
    0.01
    """

    name: ClassVar[str] = "edge_count"
    traits: ClassVar[Traits] = Traits(
        "generalised edge count",
        unit="",
        degree=0.0,
        rotation=True,
        directions=None,
        nulls=("chi-square",),
        figures_end=ENORMOUS,
        by_order=True,
        squares=True,
    )

    trees: int | None = None

    def __post_init__(self) -> None:
        if self.trees is not None:
            object.__setattr__(self, "trees", check_integer("trees", self.trees, minimum=1))

    def prepare_distances(self, distances: Distances, *, rng: np.random.Generator) -> PreparedGraph:
        """See `FromDistances`."""
        trees = min(5, max(1, distances.size // 4)) if self.trees is None else self.trees
        return PreparedGraph(spanning_trees(distances, trees), generalised=True)
