"""Classifiers of scikit-learn, cross-fitted: a fit for each labelling and fold."""

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray, IntArray

__all__ = ["Estimator", "check_classifier", "clone", "prepare_estimator"]

_SUREST = 1e-12  # how near to 0 or 1 a probability may be


def check_classifier(classifier: Any, methods: tuple[str, ...]) -> None:
    """Refuse what is no classifier, or has none of the methods that tell how sure it is."""
    can = all(hasattr(classifier, needed) for needed in ("fit", "get_params", "set_params"))
    if isinstance(classifier, type) or not (can and any(hasattr(classifier, method) for method in methods)):
        raise TypeError(
            f"classifier must be a scikit-learn classifier with {' or '.join(methods)}, or None; got {classifier!r}"
        )


@dataclass(frozen=True, eq=False)
class Estimator:
    """A classifier that is yet to be fit, and the arranged rows (N, d) it learns from.

    Attributes
    ----------
    classifier : object
    rows : (N, d) float array
    balanced : bool
        Whether it weighs the samples as if they were of one size.
    seconds : float
        What a labelling takes, with as many folds as there will be.
    """

    classifier: Any
    rows: FloatArray
    balanced: bool
    seconds: float = 0.0

    def scores(self, labels: BoolArray, folds: IntArray, count: int) -> FloatArray:
        """The held-out score of each row (N,), a log-odds where there are probabilities; see `Learner`."""
        scores = np.empty(len(labels))
        for fold in range(count):
            checkpoint()
            held = folds == fold
            learns = ~held if count > 1 else held
            scores[held] = self._score(self._fit(labels, learns), self.rows[held], labels[learns])
        return scores

    def direction(self, labels: BoolArray) -> FloatArray | None:
        """The coefficients (d,) of a linear classifier that learns from all rows."""
        coefficients = getattr(self._fit(labels, np.ones_like(labels)), "coef_", None)
        if not isinstance(coefficients, np.ndarray) or coefficients.size != self.rows.shape[1]:
            return None
        return coefficients.ravel().astype(float)

    def _fit(self, labels: BoolArray, learns: BoolArray) -> Any:
        return clone(self.classifier).fit(self.rows[learns], labels[learns].astype(np.int64))

    def _score(self, model: Any, rows: FloatArray, learned: BoolArray) -> FloatArray:
        if not hasattr(model, "predict_proba"):
            score: FloatArray = np.asarray(model.decision_function(rows), float)
            return score
        second, first = np.clip(np.asarray(model.predict_proba(rows), float), _SUREST, 1.0).T
        # What the sizes of the samples add to the odds says nothing about a row.
        prior = 0.0 if self.balanced else np.log(np.sum(learned) / np.sum(~learned))
        odds: FloatArray = np.log(first) - np.log(second) - prior
        return odds


def prepare_estimator(classifier: Any, rows: FloatArray, n_folds: int, rng: np.random.Generator) -> Estimator:
    """Balance a classifier and fix its randomness where it leaves these open, and time a fit to labels in turn."""
    wanted = {"class_weight": "balanced", "random_state": int(rng.integers(2**31 - 1))}
    settings = [(name, name.rpartition("__")[2], value) for name, value in classifier.get_params().items()]
    chosen = clone(classifier).set_params(
        **{name: wanted[kind] for name, kind, value in settings if kind in wanted and value is None}
    )
    estimator = Estimator(chosen, rows, balanced=any(kind == "class_weight" for _, kind, _ in settings))
    in_turn = np.arange(len(rows)) % 2 == 0
    started = time.perf_counter()
    estimator.scores(in_turn, np.zeros(len(rows), np.int64), 1)
    return replace(estimator, seconds=n_folds * (time.perf_counter() - started))


def clone(classifier: Any) -> Any:
    """The same classifier, yet to be fit."""
    from sklearn.base import clone

    return clone(classifier)
