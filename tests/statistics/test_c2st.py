"""The classifier two-sample test: fold by fold with scikit-learn, few rows, unequal sizes, what is refused."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.special import expit
from scipy.stats import norm
from sklearn.calibration import CalibratedClassifierCV
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import IsolationForest, RandomForestClassifier, VotingClassifier
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.metrics import balanced_accuracy_score, roc_auc_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC, OneClassSVM

import setapart as sa
from setapart.inference.relabellings import AllSplits
from setapart.statistics.c2st import area, balanced_accuracy


def prepare(statistic, pooled):
    return statistic.prepare(pooled, rng=np.random.default_rng(0))


def value(statistic, x, y):
    labels = np.arange(len(x) + len(y)) < len(x)
    return float(prepare(statistic, np.concatenate([x, y])).evaluate(labels[None])[0])


def two_samples(n, m, d=3, shift=1.0):
    rng = np.random.default_rng(n + m)
    return rng.standard_normal((n, d)) + shift, rng.standard_normal((m, d))


def by_hand(classifier, x, y, n_folds):
    """Rows by their standardised distance to the mean, each sample dealt to the folds in turn; scores and labels."""
    pooled = np.concatenate([x, y])
    labels = np.arange(len(pooled)) < len(x)
    order = np.argsort(np.linalg.norm((pooled - pooled.mean(axis=0)) / pooled.std(axis=0), axis=1))
    folds = np.empty(len(pooled), int)
    for side in (True, False):
        own = [i for i in order if labels[i] == side]
        folds[own] = np.arange(len(own)) % n_folds
    scores = np.empty(len(pooled))
    for fold in range(n_folds):
        held = folds == fold
        scores[held] = classifier.fit(pooled[~held], labels[~held]).decision_function(pooled[held])
    return scores, labels


@pytest.mark.parametrize("classifier", [LogisticRegression(class_weight="balanced"), RidgeClassifier()])
def test_fold_by_fold(classifier):
    x, y = two_samples(17, 12)
    balanced = type(classifier)(class_weight="balanced")
    scores, labels = by_hand(balanced, x, y, 4)
    halves = np.where(labels, 0.5 / 17, 0.5 / 12)
    scores -= brentq(lambda at: halves @ expit(scores - at) - 0.5, -50.0, 50.0, xtol=1e-14)
    found = value(sa.ClassifierTest(classifier, n_folds=4), x, y)
    assert found == pytest.approx(roc_auc_score(labels, scores), rel=1e-12)
    found = value(sa.ClassifierTest(classifier, "balanced_accuracy", 4), x, y)
    assert found == pytest.approx(balanced_accuracy_score(labels, scores > 0.0), rel=1e-12)


def test_rows_on_the_boundary_count_one_half():
    labels = np.array([True, True, False, False])
    assert balanced_accuracy(np.array([1.0, 0.0, 0.0, -1.0]), labels) == 0.75
    assert balanced_accuracy(np.array([1.0, -1.0, -1.0, -1.0]), labels) == 0.75
    assert balanced_accuracy(np.array([-1.0, -1.0, 1.0, 1.0]), labels) == 0.5


@pytest.mark.parametrize("metric", ["auc", "balanced_accuracy"])
def test_two_rows_each_are_exact(metric):
    x, y = np.array([[0.0], [1.0]]), np.array([[10.0], [11.0]])
    res = sa.two_sample_test(x, y, statistic=sa.ClassifierTest(metric=metric))
    assert res.exact
    assert (res.statistic, res.pvalue) == (1.0, 1 / 3)  # the split and its mirror, of six


def test_a_single_row_is_scored_by_what_saw_it():
    rng = np.random.default_rng(0)
    y = rng.standard_normal((19, 2))
    res = sa.two_sample_test(np.array([[30.0, 30.0]]), y, statistic="c2st")
    assert res.exact
    assert res.statistic == 1.0
    assert res.pvalue == np.mean(res.null_distribution == 1.0) == 0.1  # one outer row of y can be set apart, too
    assert value(sa.ClassifierTest(LogisticRegression()), np.array([[30.0, 30.0]]), y) == 1.0


def test_the_level_with_450_against_50_rows():
    """A guess of the larger sample is right in 90 % of the rows, and counts as 50 %."""
    rng = np.random.default_rng(1)
    statistic = sa.ClassifierTest(metric="balanced_accuracy")
    small = 0
    for seed in range(60):
        x, y = rng.standard_normal((450, 2)), rng.standard_normal((50, 2))
        res = sa.two_sample_test(x, y, statistic=statistic, n_resamples=9, rng=seed)
        assert res.statistic < 0.65
        small += res.pvalue <= 0.1
    assert small <= 15  # binomial with 60 trials of 0.1: more but once in 3,000


@pytest.mark.parametrize(
    "classifier",
    [
        LogisticRegression(class_weight={0: 1.0, 1: 1.0}),
        LogisticRegression(class_weight={0: 9.0, 1: 1.0}),
        CalibratedClassifierCV(LinearSVC(), cv=2),
        RandomForestClassifier(n_estimators=30, max_depth=3),
    ],
)
def test_450_against_50_rows_are_told_apart_whatever_a_classifier_thinks_of_sizes(classifier):
    """The best rule, the middle between the means, is right in Φ(0.75) = 0.773 of the rows."""
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((450, 2)), rng.standard_normal((50, 2)) + [1.5, 0.0]
    found = value(sa.ClassifierTest(classifier, "balanced_accuracy"), x, y)
    assert found == pytest.approx(norm.cdf(0.75), abs=0.06)  # two standard errors, of the share of 50 rows


def test_answers_without_scores_count_as_they_are():
    x, y = two_samples(40, 15)
    vote = VotingClassifier([("one", LogisticRegression())])  # hard
    found = value(sa.ClassifierTest(vote, "balanced_accuracy"), x, y)
    scores, labels = by_hand(LogisticRegression(class_weight="balanced"), x, y, 5)
    assert found == pytest.approx(balanced_accuracy_score(labels, scores > 0.0), rel=1e-12)
    with pytest.raises(TypeError, match="classifier with predict_proba or decision_function, or None; got Voting"):
        sa.ClassifierTest(vote)


@pytest.mark.parametrize("classifier", [DummyClassifier(strategy="prior"), GaussianNB()])
def test_odds_leave_out_the_sizes_of_the_samples(classifier):
    x, y = two_samples(90, 10, shift=0.0)
    assert value(sa.ClassifierTest(classifier, "balanced_accuracy"), x, y) < 0.75
    assert value(sa.ClassifierTest(DummyClassifier(strategy="prior")), x, y) == 0.5


def test_another_classifier_sees_more():
    rng = np.random.default_rng(2)
    x, y = rng.standard_normal((60, 2)), 4.0 * rng.standard_normal((60, 2))
    assert value(sa.ClassifierTest(), x, y) < 0.65
    res = sa.two_sample_test(x, y, statistic=sa.ClassifierTest(GaussianNB()), n_resamples=19, rng=0)
    assert res.statistic > 0.8
    assert res.pvalue == 0.05
    assert res.projection is None


def test_a_forest_ties_where_labellings_say_the_same():
    """It draws rows by their place, and yet: equal rows exchanged, or samples the other way round, to the last bit."""
    rng = np.random.default_rng(3)
    pooled = rng.integers(0, 3, (12, 2)).astype(float)
    forest = RandomForestClassifier(n_estimators=3)
    prepared = prepare(sa.ClassifierTest(forest, n_folds=2), pooled)
    labels = AllSplits(5, 7).rows(0, 4)
    values = prepared.evaluate(labels)
    assert np.array_equal(prepared.evaluate(~labels), values)
    for row, found in zip(labels, values, strict=True):
        for equal in (np.flatnonzero(np.all(pooled == one, axis=1)) for one in np.unique(pooled, axis=0)):
            row[equal] = rng.permutation(row[equal])
        assert prepared.evaluate(row[None])[0] == found
    assert forest.random_state is None
    assert not hasattr(forest, "estimators_")


def test_what_a_classifier_leaves_open_is_set_and_nothing_else():
    chain = make_pipeline(StandardScaler(), LogisticRegression())
    chosen = prepare(sa.ClassifierTest(chain), np.eye(4)).learner.classifier.get_params()
    assert chosen["logisticregression__class_weight"] == "balanced"
    assert isinstance(chosen["logisticregression__random_state"], int)
    own = LogisticRegression(class_weight={0: 1.0, 1: 2.0}, random_state=7)
    learner = prepare(sa.ClassifierTest(own), np.eye(4)).learner
    assert learner.classifier.get_params() == own.get_params()
    assert learner.seconds > 0.0


def test_the_direction_of_a_linear_classifier():
    x, y = two_samples(15, 20)
    y[:, 1] -= 4.0
    labels = np.arange(35) < 15
    pooled = np.concatenate([x, y])
    wanted = LogisticRegression(class_weight="balanced").fit(pooled, labels).coef_[0]
    found = prepare(sa.ClassifierTest(LogisticRegression()), pooled).describe(labels).directions[:, 0]
    assert abs(found @ wanted) / np.linalg.norm(wanted) == pytest.approx(1.0, abs=1e-6)  # lbfgs, rows in another order


def test_the_default_needs_no_scikit_learn(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn", None)
    x, y = two_samples(20, 20)
    assert sa.two_sample_test(x, y, statistic="c2st", n_resamples=9).pvalue == 0.1


@pytest.mark.parametrize(
    "classifier", [LogisticRegression, "logistic", StandardScaler(), OneClassSVM(), IsolationForest()]
)
def test_no_classifier(classifier):
    message = "classifier must be a scikit-learn classifier with predict_proba or decision_function, or None; got"
    with pytest.raises(TypeError, match=message):
        sa.ClassifierTest(classifier)


@pytest.mark.parametrize(
    ("classifier", "rows", "of", "why"),
    [
        (CalibratedClassifierCV(GaussianNB(), cv=5), 6, 6, "5-fold cross-validation"),
        (KNeighborsClassifier(5), 4, 4, "Expected n_neighbors <= n_samples_fit"),
        (KNeighborsClassifier(5), 4, 6, "Expected n_neighbors <= n_samples_fit"),  # without a fold
    ],
)
def test_too_few_rows_to_learn_from(classifier, rows, of, why):
    pooled = np.random.default_rng(0).standard_normal((of, 2))
    message = rf"classifier={type(classifier).__name__}\(…\) cannot learn from {rows} of {of} pooled rows: .*{why}"
    with pytest.raises(ValueError, match=message):
        sa.two_sample_test(pooled[::2], pooled[1::2], statistic=sa.ClassifierTest(classifier))


def test_bad_settings():
    with pytest.raises(ValueError, match="metric must be one of 'auc', 'balanced_accuracy', got 'accuracy'"):
        sa.ClassifierTest(metric="accuracy")
    with pytest.raises(ValueError, match="n_folds must be at least 2, got 1"):
        sa.ClassifierTest(n_folds=1)


def by_pairs(scores, labels):
    gaps = scores[labels][:, None] - scores[~labels]
    return np.mean(np.where(gaps == 0.0, 0.5, gaps > 0.0))


@given(st.integers(0, 2**32 - 1), st.integers(1, 9), st.integers(1, 9), st.booleans())
def test_the_share_of_pairs_in_order(seed, n, m, ties):
    rng = np.random.default_rng(seed)
    scores = rng.integers(-2, 3, n + m).astype(float) if ties else rng.standard_normal(n + m)
    labels = rng.permutation(n + m) < n
    assert abs(area(scores, labels) - by_pairs(scores, labels)) < 1e-15
    assert abs(area(scores, labels) + area(-scores, labels) - 1.0) < 1e-15
    assert area(scores, labels) == area(-scores, ~labels)


def test_what_differs_by_rounding_ties():
    scores, labels = np.array([0.3, 0.1 + 0.2, -5.0, 7.0]), np.array([False, True, True, False])
    assert scores[0] != scores[1]
    assert area(scores, labels) == 0.125  # half of one pair of four
