"""Classifiers of scikit-learn, cross-fitted: a fit for each labelling and fold."""

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray, IntArray

__all__ = ["Estimator", "check_classifier", "clone", "prepare_estimator"]

_SUREST = 1e-12  # how near to 0 or 1 a probability may be
_ZERO = 1e-9  # a log-odds no larger than this is rounding


def check_classifier(classifier: Any, methods: tuple[str, ...]) -> None:
    """Refuse what is no classifier, or has none of the methods."""
    can = all(hasattr(classifier, needed) for needed in ("fit", "get_params", "set_params"))
    can = can and any(hasattr(classifier, method) for method in methods)
    if isinstance(classifier, type) or not (can and _classifies(classifier)):
        raise TypeError(
            f"classifier must be a scikit-learn classifier with {' or '.join(methods)}, or None; got {classifier!r}"
        )


def _classifies(estimator: Any) -> bool:
    from sklearn.base import is_classifier

    try:
        return bool(is_classifier(estimator))
    except AttributeError:  # it does not say what it is
        return False


@dataclass(frozen=True, eq=False)
class Estimator:
    """A classifier that is yet to be fit, and the arranged rows it learns from."""

    classifier: Any
    rows: FloatArray  # (N, d)
    seconds: float = 0.0  # what a labelling takes, with as many folds as there will be

    def scores(self, labels: BoolArray, folds: IntArray, count: int) -> FloatArray:
        """The held-out score of each row (N,), a log-odds where there are probabilities; see `Learner`."""
        scores = np.empty(len(labels))
        for fold in range(count):
            checkpoint()
            held = folds == fold
            learns = ~held if count > 1 else held
            try:
                scores[held] = np.asarray_chkfinite(_score(self._fit(labels, learns), self.rows[held]))
            except ValueError as error:
                raise ValueError(
                    f"classifier={type(self.classifier).__name__}(…) cannot learn from {np.sum(learns)} of "
                    f"{len(learns)} pooled rows: {error}"
                ) from error
        return _balanced(scores, labels)

    def direction(self, labels: BoolArray) -> FloatArray | None:
        """The coefficients (d,) of a linear classifier that learns from all rows."""
        coefficients = getattr(self._fit(labels, np.ones_like(labels)), "coef_", None)
        if not isinstance(coefficients, np.ndarray) or coefficients.size != self.rows.shape[1]:
            return None
        return coefficients.ravel().astype(float)

    def _fit(self, labels: BoolArray, learns: BoolArray) -> Any:
        return clone(self.classifier).fit(self.rows[learns], labels[learns].astype(np.int64))


def _score(model: Any, rows: FloatArray) -> FloatArray:
    if hasattr(model, "predict_proba"):
        second, first = np.clip(np.asarray(model.predict_proba(rows), float), _SUREST, 1.0).T
        odds: FloatArray = np.log(first) - np.log(second)
        return odds
    if hasattr(model, "decision_function"):
        return np.asarray(model.decision_function(rows), float)
    return 2.0 * np.asarray(model.predict(rows), float) - 1.0


def _balanced(scores: FloatArray, labels: BoolArray) -> FloatArray:
    """Scores (N,) less what makes the mean probability ½, each sample counting as one half, if they are log-odds.

    What the sizes of the samples, or weights, add to all log-odds says nothing about a row.
    """
    from scipy.optimize import brentq

    weights = np.where(labels, 1.0 / np.sum(labels), 1.0 / np.sum(~labels))
    middle = brentq(lambda at: np.sum(weights * np.tanh((scores - at) / 2)), scores.min(), scores.max(), maxiter=1_000)
    shifted = scores - middle
    return np.where(np.abs(shifted) > _ZERO, shifted, 0.0)


def prepare_estimator(classifier: Any, rows: FloatArray, n_folds: int, rng: np.random.Generator) -> Estimator:
    """Balance a classifier and fix its randomness where it leaves these open, and time a fit to labels in turn."""
    defaults = {"class_weight": "balanced", "random_state": int(rng.integers(2**31 - 1))}
    settings = [(name, name.rpartition("__")[2], value) for name, value in classifier.get_params().items()]
    chosen = clone(classifier).set_params(
        **{name: defaults[kind] for name, kind, value in settings if kind in defaults and value is None}
    )
    estimator = Estimator(chosen, rows)
    in_turn = np.arange(len(rows)) % 2 == 0
    started = time.perf_counter()
    estimator.scores(in_turn, np.zeros(len(rows), np.int64), 1)
    return replace(estimator, seconds=n_folds * (time.perf_counter() - started))


def clone(classifier: Any) -> Any:
    """The same classifier, yet to be fit."""
    from sklearn.base import clone

    return clone(classifier)
