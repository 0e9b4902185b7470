"""The total variation distance of binned features, feature by feature."""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from setapart._checks import check_integer
from setapart._types import FloatArray
from setapart.statistics.counts import VARIATION, PreparedCounts, bin_ends, prepare_counts
from setapart.statistics.traits import Traits

__all__ = ["TotalVariation"]


@dataclass(frozen=True)
class TotalVariation:
    """The largest, over features, of the total variation distance ½ Σ |p_b - q_b| between shares of rows in bins.

    The bins of a feature end at its pooled quantiles, whatever the labels: bin b holds the values above the quantile of
    (b - 1) / n_bins, up to that of b / n_bins. Equal values share a bin, so that there may be fewer. It has no unit, is
    at most 1, and does not change when a feature is transformed by a rising function.

    Parameters
    ----------
    n_bins : int
        Bins of each feature. More of them show finer differences, and more chance.

    Raises
    ------
    TypeError, ValueError
        If the number cannot be used.

    References
    ----------
    Gibbs and Su, "On choosing and bounding probability metrics", International Statistical Review 70, 2002.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(60, 9)), rng.normal(size=(60, 9))
    >>> y[:, 7] = np.sign(y[:, 7])  # same mean, same spread
    >>> res = sa.two_sample_test(x, y, statistic=sa.TotalVariation(), n_resamples=99, rng=0)
    >>> res.pvalue, int(np.argmax(res.directions))
    (0.01, 7)
    """

    name: ClassVar[str] = "tv"
    traits: ClassVar[Traits] = Traits(
        "largest total variation distance in a single feature",
        unit="",
        degree=0.0,
        unit_free=True,
        features="single",
        directions="feature",
    )

    n_bins: int = 10

    def __post_init__(self) -> None:
        object.__setattr__(self, "n_bins", check_integer("n_bins", self.n_bins, minimum=2))

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> PreparedCounts:
        """Sort every feature that varies, and cut it into bins; see `Statistic.prepare`."""
        return prepare_counts(pooled, partial(bin_ends, n_bins=self.n_bins), kind=VARIATION)
