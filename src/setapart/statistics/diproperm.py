"""Direction, projection, permutation: a direction learned from all rows, and how far apart they are along it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from setapart._checks import check_choice
from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray
from setapart.projection.coordinates import Coordinates, span_coordinates
from setapart.projection.solution import Solution
from setapart.statistics.arrangement import Arrangement, arrange
from setapart.statistics.base import single_direction
from setapart.statistics.c2st import area
from setapart.statistics.scikit_learn import clone
from setapart.statistics.traits import Traits
from setapart.transport.conditioning import condition

__all__ = ["DIRECTIONS", "DiProPerm", "PreparedDiProPerm"]

DIRECTIONS = {
    "mean_difference": "the difference of means",
    "logistic": "a logistic regression",
    "svm": "a linear support vector machine",
}
_NONE = 1e-9  # a direction no longer than this, with features near one, is rounding
_LARGEST = 1e6  # the largest t


@dataclass(frozen=True)
class DiProPerm:
    """DiProPerm (Wei, Lee, Wichers and Marron, 2016): both samples along the direction of a linear classifier.

    The direction is learned anew for each relabelling, from all of its rows, so that what the search for it flatters is
    the same under the hypothesis. It is meant for many features and few rows.

    Parameters
    ----------
    direction : {"mean_difference", "logistic", "svm"}
        That of the difference of means; or that of a logistic regression or a linear support vector machine (squared
        hinge loss), with penalty C = 1 on rows brought to a mean variance of one, and either sample weighted as one
        half. The latter two need scikit-learn.
    summary : {"mean_difference", "t", "auc"}
        Of the rows along the direction at length one: the difference of means, in the unit of the data; Student's t,
        with the pooled variance; or the area under the ROC curve. The difference of means is that of the reference
        implementations, and sees means above all; t also counts how the rows spread along the direction.

    Raises
    ------
    ValueError
        If a setting cannot be used; the message names it.
    ImportError
        When rows are prepared, if the direction needs scikit-learn and it is not installed.

    Notes
    -----
    Distance-weighted discrimination, the direction that the authors use most, is in no package this one builds on. With
    both settings at "mean_difference" the value is ‖x̄ - ȳ‖. Values of t above 10⁶ count as 10⁶: without spread along
    the direction there would be no bound.

    References
    ----------
    Wei, Lee, Wichers and Marron, "Direction-projection-permutation for high-dimensional hypothesis tests", Journal of
    Computational and Graphical Statistics 25, 2016.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(20, 100)), rng.normal(size=(20, 100))
    >>> y[:, 7] += 4.0
    >>> res = sa.two_sample_test(x, y, statistic=sa.DiProPerm(), n_resamples=99, rng=0)
    >>> res.pvalue, res.features(top=1)["feature"].tolist()
    (0.01, ['x8'])
    """

    name: ClassVar[str] = "diproperm"

    direction: str = "mean_difference"
    summary: str = "mean_difference"

    def __post_init__(self) -> None:
        check_choice("direction", self.direction, DIRECTIONS)
        check_choice("summary", self.summary, SUMMARIES)

    @property
    def traits(self) -> Traits:
        """See `Traits`."""
        length = self.summary == "mean_difference"
        words = f"{SUMMARIES[self.summary].words} along the direction of {DIRECTIONS[self.direction]}"
        return Traits(
            "distance between the means" if length and self.direction == "mean_difference" else words,
            unit=None if length else "",
            degree=1.0 if length else 0.0,
            rotation=True,
            directions="direction",
            no_difference=0.5 if self.summary == "auc" else 0.0,
            figures_end=1e8,  # the direction takes squares of lengths: half the figures
        )

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> "PreparedDiProPerm":
        """Order and scale the rows, and turn them to the space they span; see `Statistic.prepare`."""
        arrangement = arrange(pooled, rng)
        points, exponent = condition(pooled[arrangement.order])
        coordinates = span_coordinates(points)
        rows = arrangement.settle(coordinates.rows - coordinates.rows.mean(axis=0))
        unit = float(np.sqrt(np.mean(rows**2))) if rows.size else 1.0
        spread = float(np.mean(np.linalg.norm(rows, axis=1)))
        return PreparedDiProPerm(
            self, pooled, arrangement, coordinates, rows / unit, unit, exponent, spread, _classifier(self.direction)
        )


@dataclass(frozen=True, eq=False)
class PreparedDiProPerm:
    """The rows, arranged and scaled, and the classifier if one is needed."""

    settings: DiProPerm
    pooled: FloatArray  # (N, d)
    arrangement: Arrangement
    coordinates: Coordinates  # the way back to the features
    rows: FloatArray  # (N, r), arranged, with mean variance one
    unit: float  # what brings `rows` back to the unit of the conditioned rows,
    exponent: int  # and these to that of the data
    spread: float  # mean distance of the conditioned rows to their centre
    classifier: Any  # linear, yet to be fit; None stands for the difference of means

    @property
    def scale(self) -> float:
        """Mean distance of the pooled rows to their centre in the units of the data; one for "t" and "auc"."""
        return float(np.ldexp(self.spread, self.exponent)) if self.settings.summary == "mean_difference" else 1.0

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        learns = 0.0 if self.classifier is None else 2e-3 + 1e-7 * self.rows.size
        return learns + 1e-4 + 4e-9 * self.rows.size

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`."""
        values = np.array([self._value(row) for row in labels])
        if self.settings.summary != "mean_difference":
            return values
        restored: FloatArray = np.ldexp(values * self.unit, self.exponent)
        return restored

    def describe(self, labels: BoolArray) -> Solution:
        """The direction, with W₁ along it in the units of the data."""
        frame = self._direction(self.arrangement.place(labels)[0])
        direction = self.coordinates.lift(frame[:, None])[:, 0]
        return single_direction(self.pooled, labels, direction, "The direction was learned from all rows.")

    def _value(self, labels: BoolArray) -> float:
        checkpoint()
        placed, _ = self.arrangement.place(labels)
        along = np.einsum("ij,j->i", self.rows, self._direction(placed))
        return SUMMARIES[self.settings.summary].value(along, placed)

    def _direction(self, labels: BoolArray) -> FloatArray:
        """The direction (r,) for arranged labels, at length one; or zero, if nothing differs."""
        if self.rows.shape[1] == 0:
            return np.zeros(0)
        if self.classifier is None:
            toward = self.rows[labels].mean(axis=0) - self.rows[~labels].mean(axis=0)
        else:
            toward = clone(self.classifier).fit(self.rows, labels).coef_[0]
        length = float(np.linalg.norm(toward))
        direction: FloatArray = toward / length if length > _NONE else np.zeros_like(toward)
        return direction


def _classifier(direction: str) -> Any:
    """A linear classifier of scikit-learn that draws nothing at random, or None where none is needed."""
    if direction == "mean_difference":
        return None
    try:
        from sklearn.linear_model import LogisticRegression
        from sklearn.svm import LinearSVC
    except ImportError:
        raise ImportError(f"direction={direction!r} needs scikit-learn: pip install 'setapart[ml]'") from None
    if direction == "logistic":
        return LogisticRegression(class_weight="balanced", max_iter=10_000)
    return LinearSVC(class_weight="balanced", dual=False, max_iter=10_000)


def _gap(along: FloatArray, labels: BoolArray) -> float:
    return abs(float(along[labels].mean() - along[~labels].mean()))


def _student(along: FloatArray, labels: BoolArray) -> float:
    gap = _gap(along, labels)
    if gap == 0.0:
        return 0.0
    n, m = int(np.sum(labels)), int(np.sum(~labels))
    within = n * float(np.var(along[labels])) + m * float(np.var(along[~labels]))
    error = np.sqrt(within / max(1, n + m - 2) * (1.0 / n + 1.0 / m))
    return gap / max(float(error), gap / _LARGEST)


def _area(along: FloatArray, labels: BoolArray) -> float:
    first = area(along, labels)
    return max(first, 1.0 - first)


class _Summary(NamedTuple):
    """What is made of the rows along a direction, and what that is called."""

    value: Callable[[FloatArray, BoolArray], float]
    words: str


SUMMARIES = {
    "mean_difference": _Summary(_gap, "difference of means"),
    "t": _Summary(_student, "t statistic"),
    "auc": _Summary(_area, "area under the ROC curve"),
}
