"""One feature at a time: the largest, or the mean, of the one-dimensional distances, each in standard deviations."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from setapart._checks import check_choice, counted
from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.projection.solution import Solution
from setapart.statistics.single_feature import single_feature
from setapart.transport.conditioning import condition
from setapart.transport.presorted import WIDTH, centred_values, plain_values

__all__ = ["AGGREGATES", "Marginal", "PreparedMarginal"]

AGGREGATES = ("max", "mean")

CELLS = 4_000_000  # points × labellings of a kernel's call, about: it cannot be interrupted within
ROUNDING = 1e-13  # relative: features that carry the same numbers in other units differ by less


@dataclass(frozen=True)
class Marginal:
    """The largest, over features, of W₁ between the samples in that feature alone, in pooled standard deviations.

    The pooled standard deviation is that of all N rows (divisor N), whatever their labels; features that do not vary
    are left out. Hence the statistic has no unit, and does not depend on the units of the features. It is the projected
    Wasserstein distance of scaled features with the directions restricted to the axes, so that there is nothing to
    search: the value is exact.

    The largest is strong where single features differ, among however many, and names the feature that differs most. The
    mean is strong where many features differ a little. Neither sees what no feature shows by itself, such as a change
    of correlations, and both change when the data are rotated.

    Parameters
    ----------
    centred : bool
        Move each relabelled group to its own mean first, so that only spread and shape count, and chance differences of
        the means no longer hide them. The standard deviation remains that of the rows as they are.
    aggregate : {"max", "mean"}
        The largest distance, or the mean over the features that vary; the mean has no direction to show.
    ranks : bool
        Replace each feature by its pooled ranks first, ties by their mean rank: robust against heavy tails, which a
        standard deviation is not, but blind to how far out the outer rows are.

    Raises
    ------
    TypeError, ValueError
        If a setting cannot be used; the message names it.

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

    centred: bool = False
    aggregate: str = "max"
    ranks: bool = False

    def __post_init__(self) -> None:
        check_choice("aggregate", self.aggregate, AGGREGATES)
        for name in ("centred", "ranks"):
            value = getattr(self, name)
            if not isinstance(value, bool | np.bool_):
                raise TypeError(f"{name} must be True or False, got {value!r}")
            object.__setattr__(self, name, bool(value))

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "marginal"

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> "PreparedMarginal":
        """Sort every feature that varies, and bring it to a standard deviation of one; see `Statistic.prepare`."""
        size = len(pooled)
        features = np.flatnonzero(np.any(pooled != pooled[0], axis=0))
        order = np.empty((features.size, size), np.uint32)
        points = np.empty((features.size, size))
        for f, column in enumerate(features):
            checkpoint()
            # Each feature by itself: its unit may be far from those of the others.
            values = _midranks(pooled[:, column]) if self.ranks else condition(pooled[:, column, None])[0][:, 0]
            order[f] = np.argsort(values, kind="stable")
            points[f] = values[order[f]] / values.std()
        return PreparedMarginal(pooled, order, points, features, self.centred, self.aggregate)


def _midranks(values: FloatArray) -> FloatArray:
    """Ranks from 1 to N, those of equal values replaced by their mean."""
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: FloatArray = (np.cumsum(counts) - 0.5 * (counts - 1))[which]
    return ranks


@dataclass(frozen=True, eq=False)
class PreparedMarginal:
    """The features that vary, each in order and in standard deviations.

    Attributes
    ----------
    pooled : (N, d) float array
    order : (v, N) uint32 array
        The rows in the order of each feature.
    points : (v, N) float array
        The features, or their ranks, in that order and with standard deviation one.
    features : (v,) int array
        The columns of the pooled rows that vary, rising.
    centred : bool
        Whether each group of a labelling is moved to its own mean.
    aggregate : str
        "max" or "mean".
    """

    pooled: FloatArray
    order: NDArray[np.uint32]
    points: FloatArray
    features: IntArray
    centred: bool
    aggregate: str

    @property
    def scale(self) -> float:
        """One: values are in standard deviations."""
        return 1.0

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        return (4e-9 if self.centred else 6e-10) * self.points.size

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`."""
        batches = [self._by_feature(labels[start : start + WIDTH]) for start in range(0, len(labels), WIDTH)]
        by_feature: FloatArray = np.concatenate(batches, axis=1)
        if self.aggregate == "max" or not self.features.size:
            largest: FloatArray = by_feature.max(axis=0, initial=0.0)
            return largest
        # One after the other: a sum over an axis may take another order where there is but one labelling.
        total: FloatArray = np.cumsum(by_feature, axis=0)[-1]
        return total / self.features.size

    def describe(self, labels: BoolArray) -> Solution | None:
        """The feature that differs most, its distance in the units of the data; a mean has none to show."""
        if self.aggregate == "mean":
            return None
        column, d = 0, self.pooled.shape[1]
        if self.features.size:
            by_feature = self._by_feature(labels[None])[:, 0]
            column = int(
                self.features[np.argmax(by_feature >= (1.0 - ROUNDING) * by_feature.max())]
            )  # of equals the first
        message = f"Exact: the largest of the distances in {counted(d, 'feature')}."
        return single_feature(self.pooled, labels, column, message, centred=self.centred)

    def _by_feature(self, labels: BoolArray) -> FloatArray:
        """The distance (v, b) in each feature for a few labellings (b, N)."""
        batch, size = labels.shape
        value = np.empty((self.features.size, batch))
        colours = np.ascontiguousarray(labels if self.centred else labels.T).view(np.uint8)
        sizes = labels.sum(axis=1)
        step = max(1, CELLS // (batch * size))
        for start in range(0, self.features.size, step):
            checkpoint()
            part = slice(start, start + step)
            if self.centred:
                centred_values(self.order[part], self.points[part], colours, sizes, value[part])
            else:
                plain_values(self.order[part], self.points[part], colours, sizes.astype(float), value[part])
        return value
