"""The test of Friedman and Rafsky: how many edges of a minimum spanning tree join the samples."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from setapart._checks import check_integer
from setapart.statistics.distances import Distances, FromDistances
from setapart.statistics.graphs.prepared import PreparedGraph
from setapart.statistics.graphs.trees import spanning_trees
from setapart.statistics.traits import Traits
from setapart.transport.conditioning import ENORMOUS

__all__ = ["FriedmanRafsky"]


@dataclass(frozen=True)
class FriedmanRafsky(FromDistances):
    """How few edges of the minimum spanning tree of all rows join the samples, in standard deviations.

    The value is (E J - J) / sd J, with J the number of edges of the Euclidean minimum spanning tree that have an end in
    either sample, and its mean and standard deviation over all relabellings; or zero where J is not below its mean, as
    for two copies of the same rows. It has no unit. The multivariate form of the test of Wald and Wolfowitz: sharp
    where few features matter, weak where distances say little.

    The tree does not depend on the order of the rows: among equal distances the rows with the smaller values come
    first, and equal rows count in the mean over all trees of them.

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
    >>> from setapart.statistics.graphs.friedman_rafsky import FriedmanRafsky
    >>> pooled = np.array([[0.0], [1.0], [2.5], [4.5]])  # three edges, of which 2 are expected to join
    >>> prepared = FriedmanRafsky().prepare(pooled, rng=np.random.default_rng(0))
    >>> prepared.evaluate(np.array([[True, True, False, False], [True, False, True, False]])).round(3).tolist()
    [1.225, 0.0]
    """

    name: ClassVar[str] = "friedman_rafsky"
    traits: ClassVar[Traits] = Traits(
        "lack of edges between the samples in the minimum spanning tree",
        unit="standard deviations over all relabellings",
        degree=0.0,
        rotation=True,
        directions=None,
        nulls=("normal",),
        figures_end=ENORMOUS,
        by_order=True,
        squares=True,
    )

    trees: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "trees", check_integer("trees", self.trees, minimum=1))

    def prepare_distances(self, distances: Distances, *, rng: np.random.Generator) -> PreparedGraph:
        """See `FromDistances`."""
        return PreparedGraph(spanning_trees(distances, self.trees))
