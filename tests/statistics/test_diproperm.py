"""Direction, projection, permutation: against formulas, scipy's tests on a line, and scikit-learn's directions."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu, ttest_ind
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

import setapart as sa
from setapart.inference.relabellings import RandomSplits
from strategies import SEEDS, pairs


def prepare(statistic, pooled):
    return statistic.prepare(pooled, rng=np.random.default_rng(0))


def value(statistic, x, y):
    labels = np.arange(len(x) + len(y)) < len(x)
    return float(prepare(statistic, np.concatenate([x, y])).evaluate(labels[None])[0])


@given(pairs())
def test_along_the_difference_of_means_it_is_their_distance(pair):
    x, y = pair
    wanted = np.linalg.norm(x.mean(axis=0) - y.mean(axis=0))
    assert value(sa.DiProPerm(), x, y) == pytest.approx(wanted, rel=1e-9, abs=1e-8)


@given(SEEDS, st.integers(2, 9), st.integers(2, 9))
def test_tests_on_a_line(seed, n, m):
    rng = np.random.default_rng(seed)
    x, y = rng.standard_normal((n, 1)), rng.standard_normal((m, 1)) + 1.0
    t = abs(ttest_ind(x[:, 0], y[:, 0]).statistic)
    assert value(sa.DiProPerm(summary="t"), x, y) == pytest.approx(t, rel=1e-9)
    share = mannwhitneyu(x[:, 0], y[:, 0]).statistic / (n * m)
    assert value(sa.DiProPerm(summary="auc"), x, y) == pytest.approx(max(share, 1.0 - share), abs=1e-12)


MODELS = {
    "logistic": LogisticRegression(class_weight="balanced", max_iter=10_000),
    "svm": LinearSVC(class_weight="balanced", dual=False, max_iter=10_000),
}


@pytest.mark.parametrize("direction", MODELS)
@pytest.mark.parametrize("d", [3, 40])
def test_directions_of_scikit_learn(direction, d):
    """Rows in another order, or turned to the space they span: the solvers stop within 1e-4 or so of each other."""
    rng = np.random.default_rng(d)
    x, y = 5.0 * rng.standard_normal((9, d)) + 3.0, 5.0 * rng.standard_normal((14, d))
    pooled, labels = np.concatenate([x, y]), np.arange(23) < 9
    centred = pooled - pooled.mean(axis=0)
    unit = np.sqrt(np.sum(centred**2) / 23 / min(d, 22))
    wanted = MODELS[direction].fit(centred / unit, labels).coef_[0]
    wanted = wanted / np.linalg.norm(wanted)
    prepared = prepare(sa.DiProPerm(direction), pooled)
    gap = abs((pooled[labels] @ wanted).mean() - (pooled[~labels] @ wanted).mean())
    assert prepared.evaluate(labels[None])[0] == pytest.approx(gap, rel=1e-2)
    assert abs(prepared.describe(labels).directions[:, 0] @ wanted) > 0.999


@pytest.mark.parametrize("direction", ["mean_difference", *MODELS])
def test_labellings_that_say_the_same_have_the_same_value(direction):
    rng = np.random.default_rng(4)
    pooled = rng.integers(0, 3, (11, 2)).astype(float)
    prepared = prepare(sa.DiProPerm(direction, "t"), pooled)
    labels = RandomSplits(5, 6, 3, 0).rows(0, 4)
    values = prepared.evaluate(labels)
    assert np.array_equal(prepared.evaluate(~labels), values)
    for row, found in zip(labels, values, strict=True):
        for equal in (np.flatnonzero(np.all(pooled == one, axis=1)) for one in np.unique(pooled, axis=0)):
            row[equal] = rng.permutation(row[equal])
        assert prepared.evaluate(row[None])[0] == found


def test_samples_without_spread_have_the_largest_t():
    x, y = np.zeros((3, 2)), np.ones((4, 2))
    res = sa.two_sample_test(x, y, statistic=sa.DiProPerm(summary="t"))
    assert res.statistic == pytest.approx(1e6)
    assert res.pvalue == 1 / 35


@pytest.mark.parametrize("direction", ["mean_difference", *MODELS])
def test_many_features_and_few_rows(direction):
    rng = np.random.default_rng(5)
    x, y = rng.standard_normal((8, 200)), rng.standard_normal((8, 200)) + 0.5
    res = sa.two_sample_test(x, y, statistic=sa.DiProPerm(direction), n_resamples=19, rng=0)
    assert res.pvalue == 0.05
    assert "learned from all rows" in res.projection.message


def test_units_and_extreme_lengths():
    rng = np.random.default_rng(6)
    x, y = rng.standard_normal((6, 3)), rng.standard_normal((7, 3))
    for factor in (1e-300, 1e300):
        assert value(sa.DiProPerm(), factor * x, factor * y) == pytest.approx(factor * value(sa.DiProPerm(), x, y))


def test_what_is_refused(monkeypatch):
    with pytest.raises(ValueError, match="direction must be one of 'mean_difference', 'logistic', 'svm', got 'dwd'"):
        sa.DiProPerm("dwd")
    with pytest.raises(ValueError, match="summary must be one of 'mean_difference', 't', 'auc', got 'median'"):
        sa.DiProPerm(summary="median")
    monkeypatch.setitem(sys.modules, "sklearn.svm", None)
    with pytest.raises(ImportError, match=r"direction='svm' needs scikit-learn: pip install 'setapart\[ml\]'"):
        prepare(sa.DiProPerm("svm"), np.eye(3))
