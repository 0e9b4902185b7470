"""The Kolmogorov–Smirnov statistic, feature by feature."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from setapart._types import FloatArray
from setapart.statistics.counts import LARGEST, PreparedCounts, prepare_counts, run_ends
from setapart.statistics.traits import Traits

__all__ = ["KolmogorovSmirnov"]


@dataclass(frozen=True)
class KolmogorovSmirnov:
    """The largest, over features, of the Kolmogorov–Smirnov statistic: max |F - G| of the distribution functions.

    It has no unit, is at most 1, and does not change when a feature is transformed by a rising function. It names the
    feature that differs most, and does not see what no feature shows by itself.

    References
    ----------
    Smirnov, "Table for estimating the goodness of fit of empirical distributions", Annals of Mathematical Statistics
    19, 1948.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(60, 9)), rng.normal(size=(60, 9))
    >>> y[:, 7] += 1.5
    >>> res = sa.two_sample_test(x, y, statistic=sa.KolmogorovSmirnov(), n_resamples=99, rng=0)
    >>> res.pvalue, int(np.argmax(res.directions))
    (0.01, 7)
    """

    name: ClassVar[str] = "ks"
    traits: ClassVar[Traits] = Traits(
        "largest Kolmogorov–Smirnov distance in a single feature",
        unit="",
        degree=0.0,
        unit_free=True,
        features="single",
        directions="feature",
    )

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> PreparedCounts:
        """Sort every feature that varies; see `Statistic.prepare`."""
        return prepare_counts(pooled, run_ends, kind=LARGEST)
