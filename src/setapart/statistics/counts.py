"""Statistics of counts: in each feature by itself, the rows of either sample up to or between given values.

With rows in the order of a feature and c_i of the first i in the first sample, the two distribution functions differ by
(N c_i - n i) / (nm) there. Where i matters is decided for all labellings alike: the ends of runs of equal values, or of
bins. Counts are whole numbers, so that values that should tie do.

Kolmogorov–Smirnov and total variation are such; so are some distances of `Marginal`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from setapart._checks import check_integer
from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.statistics.base import settle
from setapart.statistics.by_feature import ByFeature
from setapart.statistics.traits import Traits
from setapart.transport._jit import kernel

__all__ = [
    "CRAMER_VON_MISES",
    "LARGEST",
    "VARIATION",
    "KolmogorovSmirnov",
    "PreparedCounts",
    "TotalVariation",
    "bin_ends",
    "prepare_counts",
    "run_ends",
]

# What a kernel makes of the differences:
LARGEST = 0  # the largest difference up to an end
VARIATION = 1  # half the sum of the differences between one end and the next
CRAMER_VON_MISES = 2  # the sum of the squared differences at all rows


@dataclass(frozen=True, eq=False)
class PreparedCounts(ByFeature):
    """The features that vary, each in order, and where their counts are compared; see `ByFeature`."""

    pooled: FloatArray
    order: NDArray[np.uint32]  # (v, N), the rows in the order of each feature
    ends: BoolArray  # (v, N), the places in that order up to which rows are counted; the last is one of them
    features: IntArray
    kind: int  # `LARGEST`, `VARIATION` or `CRAMER_VON_MISES`
    aggregate: str
    centred: bool = False

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        return 8e-10 * self.order.size

    def _fill(self, part: slice, member: NDArray[np.uint8], sizes: FloatArray, value: FloatArray) -> None:
        compare_counts(self.order[part], self.ends[part], member, sizes, self.kind, value)


def prepare_counts(
    pooled: FloatArray, ends: Callable[[FloatArray], BoolArray], *, kind: int, aggregate: str = "max"
) -> PreparedCounts:
    """Sort every feature of `pooled` (N, d) that varies; `ends` marks, in sorted values, where to count."""
    features = np.flatnonzero(np.any(pooled != pooled[0], axis=0))
    order = np.empty((features.size, len(pooled)), np.uint32)
    marks = np.empty(order.shape, bool)
    for f, column in enumerate(features):
        checkpoint()
        order[f] = np.argsort(pooled[:, column], kind="stable")
        marks[f] = ends(pooled[order[f], column])
    return PreparedCounts(pooled, order, marks, features, kind, aggregate)


def run_ends(values: FloatArray) -> BoolArray:
    """Where runs of equal values end, for sorted values (N,)."""
    return np.append(values[1:] != values[:-1], True)


def bin_ends(values: FloatArray, n_bins: int) -> BoolArray:
    """Where bins that end at quantiles do, for sorted values (N,); equal values share a bin."""
    size = values.size
    n_bins = min(n_bins, size)  # as with more, every value is an end
    places = -(-np.arange(1, n_bins + 1) * size // n_bins) - 1  # the least that have b / n_bins of the rows up to them
    ends = np.zeros(size, bool)
    ends[np.searchsorted(values, values[places], side="right") - 1] = True
    return ends


@kernel()
def compare_counts(order, ends, member, sizes, kind, value):  # type: ignore[no-untyped-def]
    """Differences of counts for every feature and labelling, into `value` (v, b); arrays as in `plain_values`."""
    size = order.shape[1]
    batch = member.shape[1]  # not a constant: see `plain_values`
    below, before, work = np.empty(batch), np.empty(batch), np.empty(batch)
    for f in range(order.shape[0]):
        rows, stops = order[f], ends[f]
        below[:] = 0.0
        before[:] = 0.0
        work[:] = 0.0
        run = 0.0
        for i in range(size):
            labels = member[rows[i]]
            run += 1.0
            for g in range(batch):
                below[g] += labels[g] * float(size) - sizes[g]
            if not stops[i]:
                continue
            if kind == 1:
                for g in range(batch):
                    work[g] += 0.5 * abs(below[g] - before[g])
                    before[g] = below[g]
            elif kind == 2:
                for g in range(batch):
                    work[g] += run * below[g] * below[g]
            else:
                for g in range(batch):
                    work[g] = max(work[g], abs(below[g]))
            run = 0.0
        for g in range(batch):
            value[f, g] = work[g] / (sizes[g] * (size - sizes[g]))
            if kind == 2:
                value[f, g] /= float(size) * float(size)


def _traits(words: str) -> Traits:
    return Traits(words, unit="", degree=0.0, unit_free=True, features="single", directions="feature")


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
    traits: ClassVar[Traits] = _traits("largest Kolmogorov–Smirnov distance in a single feature")

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> PreparedCounts:
        """Sort every feature that varies; see `Statistic.prepare`."""
        return prepare_counts(pooled, run_ends, kind=LARGEST)


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
    traits: ClassVar[Traits] = _traits("largest total variation distance in a single feature")

    n_bins: int = 10

    def __post_init__(self) -> None:
        settle(self, n_bins=check_integer("n_bins", self.n_bins, minimum=2))

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> PreparedCounts:
        """Sort every feature that varies, and cut it into bins; see `Statistic.prepare`."""
        return prepare_counts(pooled, partial(bin_ends, n_bins=self.n_bins), kind=VARIATION)
