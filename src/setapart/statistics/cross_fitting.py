"""Statistics that learn to tell the samples apart on some rows, and measure it on the others.

Each row is scored by what was learned without its fold, for every relabelling anew. Folds are stratified: the rows of
either sample, in the order of `arrangement`, are dealt to the folds in turn. That is one rule for all labellings, and
so the test is exact. A sample of a single row leaves nothing to hold out: all rows are then scored by what was learned
from all of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.projection.solution import Solution
from setapart.statistics.arrangement import Arrangement, arrange
from setapart.statistics.base import single_direction
from setapart.statistics.discriminant import Discriminant, QuadraticDiscriminant
from setapart.statistics.scikit_learn import prepare_estimator
from setapart.statistics.traits import Traits

__all__ = ["Learner", "Measure", "PreparedCrossFit", "classifier_traits", "prepare_cross_fit"]

Measure = Callable[[FloatArray, BoolArray], float]


class Learner(Protocol):
    """What learns from arranged rows."""

    @property
    def seconds(self) -> float:
        """See `Prepared.seconds`."""
        ...

    def scores(self, labels: BoolArray, folds: IntArray, count: int) -> FloatArray:
        """The score of each row (N,) by what was learned from the rows of the other folds 0, …, `count` - 1.

        Above zero a row looks more like the first sample; a single fold learns from itself.
        """
        ...

    def direction(self, labels: BoolArray) -> FloatArray | None:
        """The direction (d,) learned from all rows, if there is one; its length is of no account."""
        ...


def classifier_traits(words: str, classifier: Any, *, no_difference: float = 0.0) -> Traits:
    """The traits of what a classifier measures on held-out rows."""
    return Traits(
        words,
        unit="",
        degree=0.0 if classifier is None else None,
        unit_free=classifier is None,  # our own discriminant standardises; others, who knows
        directions="direction",
        no_difference=no_difference,
    )


@dataclass(frozen=True, eq=False)
class PreparedCrossFit:
    """The rows in order, what learns from them, and the measure of its held-out scores."""

    pooled: FloatArray  # (N, d)
    arrangement: Arrangement
    learner: Learner
    n_folds: int  # fewer where a sample has fewer rows
    measure: Measure  # (scores, labels) → value

    scale = 1.0  # values are probabilities, or means of log-odds

    @property
    def seconds(self) -> float:
        """Forecast for one labelling."""
        return self.learner.seconds + 1e-4 + 4e-7 * len(self.pooled)

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`."""
        return np.array([self._value(row) for row in labels])

    def describe(self, labels: BoolArray) -> Solution | None:
        """The direction learned from all rows, with W₁ along it in the units of the data."""
        direction = self.learner.direction(self.arrangement.place(labels)[0])
        if direction is None:
            return None
        return single_direction(
            self.pooled, labels, direction, "The direction of a classifier that learned from all rows."
        )

    def _value(self, labels: BoolArray) -> float:
        checkpoint()
        placed, turned = self.arrangement.place(labels)
        count = min(self.n_folds, int(np.sum(placed)), int(np.sum(~placed)))
        folds = (np.where(placed, np.cumsum(placed), np.cumsum(~placed)) - 1) % count
        scores = self.learner.scores(placed, folds, count)
        return self.measure(-scores, ~placed) if turned else self.measure(scores, placed)


def prepare_cross_fit(
    pooled: FloatArray,
    classifier: Any,
    n_folds: int,
    measure: Measure,
    rng: np.random.Generator,
    *,
    quadratic: bool = False,
) -> PreparedCrossFit:
    """Order the rows (N, d), and prepare what learns from them; a discriminant in closed form without a classifier."""
    arrangement = arrange(pooled, rng)
    learner: Learner
    if classifier is None:
        learner = (QuadraticDiscriminant if quadratic else Discriminant).of(pooled, arrangement)
    else:
        learner = prepare_estimator(classifier, pooled[arrangement.order], n_folds, rng)
    return PreparedCrossFit(pooled, arrangement, learner, n_folds, measure)
