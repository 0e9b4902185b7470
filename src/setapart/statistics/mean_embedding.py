"""Mean embeddings compared at a few locations: Hotelling's T² of kernel values."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from setapart._checks import check_integer
from setapart._errors import message
from setapart._types import BoolArray, FloatArray
from setapart.statistics.base import settle
from setapart.statistics.distances import Distances, FromDistances
from setapart.statistics.hotelling import Hotelling, PreparedHotelling
from setapart.statistics.traits import Traits

__all__ = ["MeanEmbedding", "PreparedMeanEmbedding"]


@dataclass(frozen=True)
class MeanEmbedding(FromDistances):
    """Hotelling's T² of the features exp(-‖z - v‖² / 2h²), one for each of a few locations v: the ME test.

    The bandwidth h is the median distance of the pooled rows. The locations are drawn, whatever the labels, from the
    normal law around the medians of the features with the second moments of the pooled rows, of which those farther
    than h from there are drawn in to h, so that outliers do not carry the locations out of reach. They come in pairs on
    either side of the medians, which are one of them if their number is odd. It costs next to nothing at any number of
    rows, and sees differences of every kind, though not as sharply as statistics that compare all pairs of rows. It has
    no directions and no unit.

    Parameters
    ----------
    n_locations : int
        More of them see finer differences, and more chance. Where there are n + m - 2 or more, T² has a ridge.

    Raises
    ------
    TypeError, ValueError
        If the number cannot be used.

    References
    ----------
    Chwialkowski, Ramdas, Sejdinovic and Gretton, "Fast two-sample testing with analytic representations of probability
    measures", NeurIPS 2015; Jitkrittum, Szabó, Chwialkowski and Gretton, "Interpretable distribution features with
    maximum testing power", NeurIPS 2016, who also choose the locations, on rows that the test must then do without.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(200, 3)), rng.normal(size=(200, 3)) * 1.5
    >>> sa.two_sample_test(x, y, statistic=sa.MeanEmbedding(), n_resamples=99, rng=0).pvalue
    0.01
    """

    name: ClassVar[str] = "mean_embedding"
    traits: ClassVar[Traits] = Traits(
        "T² statistic of mean embeddings", unit="", degree=0.0, directions=None, nulls=("limiting F",), squares=True
    )

    n_locations: int = 5

    def __post_init__(self) -> None:
        settle(self, n_locations=check_integer("n_locations", self.n_locations, minimum=1))

    def prepare_distances(self, distances: Distances, *, rng: np.random.Generator) -> "PreparedMeanEmbedding":
        """See `FromDistances`."""
        bandwidth = distances.median(rng)
        rows = (distances.columns.T - np.median(distances.columns, axis=1)) / bandwidth
        features = np.empty((distances.size, self.n_locations))
        for j, location in enumerate(self._locations(rows, rng)):
            features[:, j] = np.exp(-0.5 * np.sum((rows - location) ** 2, axis=1))
        return PreparedMeanEmbedding(**vars(Hotelling().prepare(features, rng=rng)))

    def _locations(self, rows: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Locations (J, d) for centred rows (N, d): C^½ g and its opposite, for normal g and second moments C."""
        size, d = rows.shape
        lengths = np.sqrt(np.sum(rows**2, axis=1, keepdims=True))
        _, sigma, right = np.linalg.svd(rows / np.maximum(lengths, 1.0), full_matrices=False)
        drawn = rng.standard_normal((self.n_locations // 2, d))
        # The symmetric root, as the singular vectors have signs that depend on the order of the rows.
        one_side = (drawn @ right.T * (sigma / np.sqrt(size))) @ right
        return np.concatenate([one_side, -one_side, np.zeros((self.n_locations % 2, d))])


class PreparedMeanEmbedding(PreparedHotelling):
    """The kernel values as features of `PreparedHotelling`, whose directions say nothing about the rows."""

    def describe(self, labels: BoolArray) -> None:  # type: ignore[override]
        """Return nothing: a difference at locations has no direction."""

    def asymptotic_pvalue(self, labels: BoolArray) -> float:
        """See `PreparedHotelling.asymptotic_pvalue`, of which the features are the locations."""
        size, n_locations = self.pooled.shape
        if self.ridged:
            raise ValueError(
                message(
                    "{'method=Asymptotic'} needs at least three rows more than locations, got {size} rows and "
                    "{n_locations} locations ({'use the permutation test, method=None'}, or fewer locations)",
                    size=size,
                    n_locations=n_locations,
                )
            )
        return super().asymptotic_pvalue(labels)

    def _without_variance(self, labels: BoolArray) -> str:
        """See `PreparedHotelling`."""
        return "the kernel at the locations takes one value in all rows of either sample"
