"""The classifier two-sample test: how well held-out rows are told apart."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from setapart._checks import check_choice, check_integer
from setapart._types import BoolArray, FloatArray
from setapart.statistics.base import settle
from setapart.statistics.cross_fitting import PreparedCrossFit, classifier_traits, prepare_cross_fit
from setapart.statistics.scikit_learn import check_classifier
from setapart.statistics.traits import Traits

__all__ = ["ClassifierTest", "area"]

METRICS = ("auc", "balanced_accuracy")
_EQUAL = 1e-12  # of the largest score: scores no further apart differ by rounding


@dataclass(frozen=True)
class ClassifierTest:
    """How well a classifier tells held-out rows of the samples apart (Lopez-Paz and Oquab, 2017).

    Every row is scored by a classifier that learned from the other folds, for each relabelling anew. Each sample counts
    as one half, whatever its size. The value is from ½, where nothing is learned, to 1; below ½ is chance, and counts
    as ½.

    Parameters
    ----------
    classifier : scikit-learn classifier, optional
        Anything with `fit` and `predict_proba` or `decision_function`; for "balanced_accuracy" `predict` will do. It
        gets the rows as they are, so put a scaler before it in a pipeline if it needs one. Where it leaves them open,
        `class_weight` is set to "balanced" and `random_state` to a number that is the same for all relabellings. By
        default Fisher's linear discriminant on standardised features, which takes no scikit-learn and next to no time;
        the covariance is that of all pooled rows, shrunk as Ledoit and Wolf (2004) propose.
    metric : {"auc", "balanced_accuracy"}
        The area under the ROC curve, of the scores of all folds together; or the mean share of rows, in either sample,
        that are told right, where a row on the boundary counts one half.
    n_folds : int
        At least 2. Folds are stratified, by the distance of rows to the pooled mean in standard deviations; there are
        no more of them than rows in either sample.

    Raises
    ------
    TypeError, ValueError
        If a setting cannot be used, or the classifier cannot learn from so few rows; the message names it.

    Notes
    -----
    How sure a classifier of scikit-learn is depends on the sizes of the samples, whether or not its classes are
    weighted. Its held-out scores, the log-odds if it has probabilities, are therefore shifted, all by as much, to where
    their mean probability is ½, each sample counting as one half. The area does not change by that.

    A sample of one row leaves nothing to hold out: then all rows are scored by what was learned from all of them. The
    test is exact all the same.

    References
    ----------
    Lopez-Paz and Oquab, "Revisiting classifier two-sample tests", ICLR 2017. Kim, Ramdas, Singh and Wasserman,
    "Classification accuracy as a proxy for two-sample testing", Annals of Statistics 49, 2021: Fisher's discriminant,
    and why to relabel.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(60, 5)), rng.normal(size=(40, 5))
    >>> y[:, 3] += 1.0
    >>> res = sa.two_sample_test(x, y, statistic=sa.ClassifierTest(), n_resamples=199, rng=0)
    >>> res.pvalue, res.features(top=1)["feature"].tolist()
    (0.005, ['x4'])
    """

    name: ClassVar[str] = "c2st"

    classifier: Any = None
    metric: str = "auc"
    n_folds: int = 5

    def __post_init__(self) -> None:
        check_choice("metric", self.metric, METRICS)
        if self.classifier is not None:
            scores = ("predict_proba", "decision_function")
            check_classifier(self.classifier, scores if self.metric == "auc" else (*scores, "predict"))
        settle(self, n_folds=check_integer("n_folds", self.n_folds, minimum=2))

    @property
    def traits(self) -> Traits:
        """See `Traits`."""
        words = "score of a classifier on held-out rows (0.5 is chance)"
        return classifier_traits(words, self.classifier, no_difference=0.5)

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> PreparedCrossFit:
        """Order the rows, and whiten them or balance the classifier; see `Statistic.prepare`."""
        measure = held_out_area if self.metric == "auc" else balanced_accuracy
        return prepare_cross_fit(pooled, self.classifier, self.n_folds, measure, rng)


def held_out_area(scores: FloatArray, labels: BoolArray) -> float:
    """The area under the ROC curve of scores (N,), or ½ if that is more."""
    return max(0.5, area(scores, labels))


def balanced_accuracy(scores: FloatArray, labels: BoolArray) -> float:
    """The mean over both samples of the share of scores (N,) on the right side of zero, or ½ if that is more."""
    side = np.sign(scores)
    return max(0.5, 0.5 + 0.25 * float(side[labels].mean() - side[~labels].mean()))


def area(scores: FloatArray, labels: BoolArray) -> float:
    """How often a row of the first sample scores above one of the second, ties counting half; arrays (N,)."""
    order = np.argsort(scores, kind="stable")
    apart = np.diff(scores[order]) > _EQUAL * np.abs(scores).max()
    level = np.concatenate([[0], np.cumsum(apart)])
    first = np.bincount(level, weights=labels[order])
    second = np.bincount(level) - first
    above = first @ (np.cumsum(second) - 0.5 * second)
    return float(above) / (float(first.sum()) * float(second.sum()))
