"""The largest change of a rank correlation, over all pairs of features."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from setapart._types import BoolArray, FloatArray
from setapart.statistics.base import WithoutDirections
from setapart.statistics.pair_correlations import PairCorrelations
from setapart.statistics.traits import Traits

__all__ = ["Correlation", "PreparedCorrelation"]


@dataclass(frozen=True)
class Correlation:
    """The largest change of a rank correlation, over all pairs of features: max |artanh ρ_x - artanh ρ_y|.

    ρ_x and ρ_y are Spearman's correlations of a pair within the first and within the second sample, and artanh is
    Fisher's z, whose spread hardly depends on ρ. Ranks are those within a sample: what changes in single features,
    their location, spread or tails, has no part in the value. It has no unit, and does not depend on the units of the
    features. It sees one changed correlation among many, and neither single features nor dependence without
    correlation; for these see `Dictionary`. With one feature it is 0.

    References
    ----------
    Cai, Liu and Xia, "Two-sample covariance matrix testing and support recovery in high-dimensional and sparse
    settings", Journal of the American Statistical Association 108, 2013: the largest of all pairs. Fieller, Hartley and
    Pearson, "Tests for rank correlation coefficients", Biometrika 44, 1957: z of ranks.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(100, 10)), rng.normal(size=(100, 10))
    >>> y[:, 7] = 0.8 * y[:, 2] + 0.6 * y[:, 7]
    >>> sa.two_sample_test(x, y, statistic="correlation", n_resamples=99, rng=0).pvalue
    0.01
    """

    name: ClassVar[str] = "correlation"
    traits: ClassVar[Traits] = Traits(
        "largest change of a rank correlation, as Fisher's z",
        unit="",
        degree=0.0,
        unit_free=True,
        sees_means=False,
        features="few",
        directions=None,
    )

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> "PreparedCorrelation":
        """Sort the features that vary; see `Statistic.prepare`."""
        varying = np.any(pooled != pooled[0], axis=0)
        return PreparedCorrelation(PairCorrelations.of(pooled[:, varying], distances=False))


@dataclass(frozen=True, eq=False)
class PreparedCorrelation(WithoutDirections):
    """The order of the rows in each feature that varies."""

    pairs: PairCorrelations

    scale = 1.0  # values have no unit

    @property
    def seconds(self) -> float:
        """See `Prepared.seconds`."""
        return self.pairs.seconds

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`."""
        return self.pairs.largest(labels)
