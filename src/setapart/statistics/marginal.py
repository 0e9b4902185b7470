"""One feature at a time: the largest, or the mean, of the one-dimensional distances."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from setapart._checks import check_boolean, check_choice
from setapart._errors import phrase
from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.statistics.base import settle
from setapart.statistics.by_feature import AGGREGATES, ByFeature
from setapart.statistics.counts import CRAMER_VON_MISES, LARGEST, VARIATION, bin_ends, prepare_counts, run_ends
from setapart.statistics.ranks import mid_ranks
from setapart.statistics.traits import Traits
from setapart.transport._jit import kernel
from setapart.transport.conditioning import condition
from setapart.transport.presorted import centred_values, plain_values

__all__ = ["Marginal", "PreparedMarginal", "PreparedMeanDifferences"]

DISTANCES = {
    "w1": "Wasserstein distance",
    "ks": "Kolmogorov–Smirnov distance",
    "cvm": "Cramér–von Mises statistic",
    "tv": "total variation distance",
    "t": "absolute t statistic",
}

_BINS = partial(bin_ends, n_bins=10)
_COUNTS: dict[str, tuple[Callable[[FloatArray], BoolArray], int]] = {
    "ks": (run_ends, LARGEST),
    "cvm": (run_ends, CRAMER_VON_MISES),
    "tv": (_BINS, VARIATION),
}


@dataclass(frozen=True)
class Marginal:
    """The largest, over features, of W₁ between the samples in that feature alone, in pooled standard deviations.

    Another distance may stand for W₁. The result has a test of every feature as well: see
    `TwoSampleResult.feature_tests`.

    The pooled standard deviation is that of all N rows (divisor N), whatever their labels; features that do not vary
    are left out. Hence the statistic has no unit, and does not depend on the units of the features. It is the projected
    Wasserstein distance of scaled features with the directions restricted to the axes, so that there is nothing to
    search: the value is exact.

    The largest is strong where single features differ, among however many, and names the feature that differs most. The
    mean is strong where many features differ a little. Neither sees what no feature shows by itself, such as a change
    of correlations, and both change when the data are rotated.

    Besides the rows, 12 bytes a value are kept for "w1" (the features in order, and their order), 8 for "t", and 5 for
    the others.

    Parameters
    ----------
    centred : bool
        Move each relabelled group to its own mean first, so that only spread and shape count, and chance differences of
        the means no longer hide them. The standard deviation remains that of the rows as they are.
    aggregate : {"max", "mean"}
        The largest distance, or the mean over the features that vary; the mean has no direction to show.
    ranks : bool
        Replace each feature by its pooled ranks first, ties by their mean rank: robust against heavy tails, which a
        standard deviation is not, but blind to how far out the outer rows are. For "w1" and "t"; the others look at the
        order of the rows alone.
    distance : {"w1", "ks", "cvm", "tv", "t"}
        What is compared in each feature: W₁ in standard deviations; the Kolmogorov–Smirnov statistic; that of Cramér
        and von Mises, nm/N² times the sum over all rows of (F - G)² of the distribution functions; the total variation
        of ten bins that end at pooled quantiles; or the absolute value of Student's t.

    Raises
    ------
    TypeError, ValueError
        If a setting cannot be used; the message names it.

    References
    ----------
    Anderson, "On the distribution of the two-sample Cramér–von Mises criterion", Annals of Mathematical Statistics 33,
    1962.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> from setapart.statistics.marginal import Marginal
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(60, 200)), rng.normal(size=(60, 200))
    >>> y[:, 7] *= 3.0  # the only feature of 200 that differs, and not in its mean
    >>> res = sa.two_sample_test(x, y, statistic=Marginal(), n_resamples=99, rng=0)
    >>> res.pvalue, int(np.argmax(res.directions))
    (0.01, 7)
    """

    name: ClassVar[str] = "marginal"

    centred: bool = False
    aggregate: str = "max"
    ranks: bool = False
    distance: str = "w1"

    def __post_init__(self) -> None:
        check_choice("aggregate", self.aggregate, AGGREGATES)
        check_choice("distance", self.distance, DISTANCES)
        settle(self, centred=check_boolean("centred", self.centred), ranks=check_boolean("ranks", self.ranks))
        if self.centred and self.distance != "w1":
            said = f"centred=True is for distance='w1', got distance={self.distance!r}"
            raise ValueError(phrase(said, self.distance, name="centred with"))
        if self.ranks and self.distance in _COUNTS:
            said = f"ranks=True changes nothing for distance={self.distance!r}"
            raise ValueError(phrase(said, self.distance, name="ranks with") + ", which goes by order alone")

    @property
    def traits(self) -> Traits:
        """See `Traits`."""
        distance = DISTANCES[self.distance]
        mean = self.aggregate == "mean"
        deviations = "standard deviations of the ranks" if self.ranks else "pooled standard deviations"
        return Traits(
            f"mean {distance} over the features" if mean else f"largest {distance} in a single feature",
            unit=deviations if self.distance == "w1" else "",
            degree=0.0,
            unit_free=True,
            sees_means=not self.centred,
            features="single",
            directions=None if mean else "feature",
        )

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> ByFeature:
        """Sort every feature that varies, and bring it to a standard deviation of one; see `Statistic.prepare`."""
        if self.distance in _COUNTS:
            ends, kind = _COUNTS[self.distance]
            return prepare_counts(pooled, ends, kind=kind, aggregate=self.aggregate)
        size = len(pooled)
        features = np.flatnonzero(np.any(pooled != pooled[0], axis=0))
        columns = np.empty((features.size, size))
        for f, column in enumerate(features):
            checkpoint()
            # Each feature by itself: its unit may be far from those of the others.
            values = mid_ranks(pooled[:, column]) if self.ranks else condition(pooled[:, column, None])[0][:, 0]
            columns[f] = values / values.std()
        if self.distance == "t":
            return PreparedMeanDifferences(pooled, columns, features, self.aggregate)
        order = np.empty((features.size, size), np.uint32)
        for f, values in enumerate(columns):
            checkpoint()
            order[f] = np.argsort(values, kind="stable")
            columns[f] = values[order[f]]
        return PreparedMarginal(pooled, order, columns, features, self.centred, self.aggregate)


@dataclass(frozen=True, eq=False)
class PreparedMarginal(ByFeature):
    """The features that vary, each in order and in standard deviations; W₁ in each. See `ByFeature`."""

    pooled: FloatArray
    order: NDArray[np.uint32]  # (v, N), the rows in the order of each feature
    points: FloatArray  # (v, N), the features, or their ranks, in that order and with standard deviation one
    features: IntArray
    centred: bool
    aggregate: str
    elsewhere: Callable[[BoolArray], FloatArray] | None = None  # `by_feature` on a device, see `devices`

    def by_feature(self, labels: BoolArray) -> FloatArray:
        """See `ByFeature.by_feature`."""
        return super().by_feature(labels) if self.elsewhere is None else self.elsewhere(labels)

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        return (4e-9 if self.centred else 6e-10) * self.points.size

    def _fill(self, part: slice, member: NDArray[np.uint8], sizes: FloatArray, value: FloatArray) -> None:
        if self.centred:
            labels = np.ascontiguousarray(member.T)
            centred_values(self.order[part], self.points[part], labels, sizes.astype(np.int64), value)
        else:
            plain_values(self.order[part], self.points[part], member, sizes, value)


@dataclass(frozen=True, eq=False)
class PreparedMeanDifferences(ByFeature):
    """The features that vary, and |t| of the difference of means in each; see `ByFeature`."""

    pooled: FloatArray
    columns: FloatArray  # (v, N), the features, or their ranks, with standard deviation one
    features: IntArray
    aggregate: str
    centred: bool = False

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        return 1e-9 * self.columns.size

    def _fill(self, part: slice, member: NDArray[np.uint8], sizes: FloatArray, value: FloatArray) -> None:
        student(self.columns[part], member, sizes, value)


@kernel()
def student(columns, member, sizes, value):  # type: ignore[no-untyped-def]
    """Absolute t, with the pooled variance, for every feature and labelling, into `value` (v, b).

    `columns` (v, N) have variance one; `member` and `sizes` are as in `plain_values`. Variance within the samples below
    1e-24 of all is rounding, and counts as 1e-24, so that no value is infinite.
    """
    size = columns.shape[1]
    batch = member.shape[1]  # not a constant: see `plain_values`
    first, second, within = np.empty(batch), np.empty(batch), np.empty(batch)
    for f in range(columns.shape[0]):
        z = columns[f]
        first[:] = 0.0
        second[:] = 0.0
        within[:] = 0.0
        for i in range(size):
            labels = member[i]
            for g in range(batch):
                first[g] += labels[g] * z[i]
                second[g] += (1 - labels[g]) * z[i]
        for g in range(batch):
            first[g] /= sizes[g]
            second[g] /= size - sizes[g]
        for i in range(size):
            labels = member[i]
            for g in range(batch):
                rest = z[i] - (first[g] if labels[g] else second[g])
                within[g] += rest * rest
        for g in range(batch):
            apart = abs(first[g] - second[g])
            if apart < 1e-12:  # in standard deviations: the same rows in another order
                apart = 0.0
            harmonic = sizes[g] * (size - sizes[g]) / size
            variance = max(within[g], 1e-24 * size) / max(size - 2, 1)
            value[f, g] = apart * np.sqrt(harmonic / variance)
