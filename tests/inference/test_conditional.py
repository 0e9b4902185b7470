"""The test of a feature given others: its parts by their definition, its level on companions, and its power."""

import numpy as np
import pytest
from scipy import stats
from sklearn.linear_model import LogisticRegression, Ridge

from setapart.inference import conditional
from setapart.inference.conditional import conditional_pvalue, predictors

COMPANIONS = {
    "shifted": lambda rng, cause: cause + 0.7 * rng.normal(size=cause.size),
    "far": lambda rng, cause: cause + 0.7 * rng.standard_t(2, size=cause.size),
    "bent": lambda rng, cause: np.abs(cause) + 0.5 * rng.normal(size=cause.size),
    "uneven": lambda rng, cause: cause + 0.6 * rng.normal(size=cause.size) * np.exp(0.5 * cause),
    "counted": lambda rng, cause: rng.binomial(np.maximum(np.round(2.0 * cause + 5.0), 0).astype(int), 0.6).astype(
        float
    ),
}


def pvalue(values, others, labels, **design):
    return conditional_pvalue(values, others, labels, **{"unit_of_row": np.arange(len(values))} | design)


def test_predictors_are_a_feature_its_scores_and_their_squares():
    rng = np.random.default_rng(0)
    rows = np.column_stack([rng.normal(size=200), np.ones(200)])
    table = predictors(rows)
    scores = stats.norm.ppf((stats.rankdata(rows[:, 0]) - 0.5) / 200)
    for column, expected in zip(table.T[:3], (rows[:, 0], scores, scores**2), strict=True):
        assert np.corrcoef(column, expected)[0, 1] > 0.9999
    np.testing.assert_allclose(table[:, :3].std(axis=0), 1.0)
    assert not table[:, 3:].any()


def test_what_is_left_is_that_of_ridge_with_the_least_cross_validated_error():
    rng = np.random.default_rng(0)
    basis, values = rng.normal(size=(60, 5)), rng.normal(size=60)
    basis -= basis.mean(axis=0)
    values += basis[:, 0]
    left, errors = [], []
    for penalty in 60.0 * conditional._PENALTIES:
        model = Ridge(penalty).fit(basis, values)
        left.append(values - model.predict(basis))
        hat = basis @ np.linalg.solve(basis.T @ basis + penalty * np.eye(5), basis.T)
        errors.append(np.sum(left[-1] ** 2) / (1.0 - (np.trace(hat) + 1.0) / 60) ** 2)
    np.testing.assert_allclose(conditional._left(basis, values), left[np.argmin(errors)], atol=1e-9)


def test_probabilities_are_those_of_a_penalised_logistic_regression():
    rng = np.random.default_rng(0)
    basis, labels = rng.normal(size=(80, 4)), rng.random(80) < 0.4
    expected = LogisticRegression(C=1.0, tol=1e-10, max_iter=1000).fit(basis, labels).predict_proba(basis)[:, 1]
    np.testing.assert_allclose(conditional._probabilities(basis, labels), expected, atol=1e-6)


@pytest.mark.parametrize("kind", COMPANIONS)
def test_the_level_on_companions_of_a_cause(kind):
    """120 samples of 100 rows each, of which 12 or more are rejected at 0.05 with probability 0.02."""
    rng, rejections = np.random.default_rng(3), 0
    for _ in range(120):
        labels = np.arange(200) < 100
        others = rng.normal(size=(200, 3))
        others[labels, 0] += 1.0
        rejections += pvalue(COMPANIONS[kind](rng, others[:, 0]), others, labels) <= 0.05
    assert rejections <= 12


@pytest.mark.parametrize("change", ["location", "spread", "slope"])
def test_each_change_beyond_the_others_is_seen(change):
    rng = np.random.default_rng(0)
    labels, others, noise = np.arange(300) < 150, rng.normal(size=(300, 3)), rng.normal(size=300)
    values = {
        "location": others[:, 0] + 0.7 * noise + 0.7 * labels,
        "spread": others[:, 0] + noise * np.where(labels, 1.5, 0.7),
        "slope": others[:, 0] * np.where(labels, 1.5, 0.5) + 0.7 * noise,
    }[change]
    assert pvalue(values, others, labels) < 1e-4


def test_rows_of_a_cluster_count_as_one():
    """Ten rows that are the same say no more than one."""
    rng = np.random.default_rng(0)
    labels, others, values = np.arange(60) < 30, rng.normal(size=(60, 2)), rng.normal(size=60)
    values[labels] += 0.6
    repeated = np.repeat(np.arange(60), 10)
    whole = pvalue(values[repeated], others[repeated], labels[repeated], unit_of_row=repeated)
    assert whole == pytest.approx(pvalue(values, others, labels), rel=0.5)  # penalties count rows
    assert pvalue(values[repeated], others[repeated], labels[repeated]) < 1e-3 * whole


def test_strata_are_compared_within():
    """Strata of other levels and other shares of the samples: without them, the feature would differ."""
    rng = np.random.default_rng(0)
    strata = np.repeat([0, 1], 200)
    labels = np.r_[np.arange(200) < 150, np.arange(200) < 50]
    values, others = rng.normal(size=400) + 2.0 * strata, rng.normal(size=(400, 2))
    assert pvalue(values, others, labels) < 1e-6
    assert pvalue(values, others, labels, stratum_of_row=strata) > 0.05


def test_a_feature_that_the_others_determine_has_no_difference_left():
    rng = np.random.default_rng(0)
    labels, others = np.arange(100) < 50, rng.normal(size=(100, 2))
    assert pvalue(np.ones(100), others, labels) == 1.0
