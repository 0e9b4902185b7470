"""Hotelling's T²: values of another package, the formula, Student's t, exact arithmetic, and its F distribution."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kstest, ttest_ind
from statsmodels.stats import multivariate

import setapart as sa
from setapart.statistics.hotelling import Hotelling
from strategies import SEEDS


def prepare(x, y, ridge=None):
    return Hotelling(ridge).prepare(np.concatenate([x, y]), rng=np.random.default_rng(0))


def observed(x, y):
    return np.arange(len(x) + len(y)) < len(x)


def value(x, y, ridge=None):
    return float(prepare(x, y, ridge).evaluate(observed(x, y)[None])[0])


def within(x, y, ridge=0.0):
    """S, with the ridge."""
    size = len(x) + len(y)
    scatter = sum((z - z.mean(axis=0)).T @ (z - z.mean(axis=0)) for z in (x, y))
    total = size * np.concatenate([x, y]).var(axis=0)
    return (scatter + ridge * np.diag(total)) / (size - 2)


def formula(x, y, ridge=0.0):
    apart = x.mean(axis=0) - y.mean(axis=0)
    return len(x) * len(y) / (len(x) + len(y)) * apart @ np.linalg.solve(within(x, y, ridge), apart)


def example():
    rng = np.random.default_rng(11)
    return rng.standard_normal((14, 4)), rng.standard_normal((11, 4)) + [0.0, 0.5, 0.0, 0.2]


def test_the_value_and_the_pvalue_of_statsmodels():
    """statsmodels 0.15.0, `stats.multivariate.test_mvmean_2indep`: F = 2.5429686779719707 with 4 and 20 degrees."""
    x, y = example()
    assert value(x, y) == pytest.approx(11.697655918671064, rel=1e-12)
    assert prepare(x, y).asymptotic_pvalue(observed(x, y)) == pytest.approx(0.0715959770831723, rel=1e-12)


def test_against_statsmodels_itself():
    rng = np.random.default_rng(2)
    x, y = rng.standard_normal((9, 3)), 2.0 * rng.standard_normal((17, 3)) + 0.3
    wanted = multivariate.test_mvmean_2indep(x, y)
    assert value(x, y) == pytest.approx(float(wanted.t2), rel=1e-11)
    assert prepare(x, y).asymptotic_pvalue(observed(x, y)) == pytest.approx(float(wanted.pvalue), rel=1e-11)


@given(SEEDS, st.integers(4, 12), st.integers(4, 12), st.integers(1, 4), st.sampled_from([None, 1e-3, 0.5, 10.0]))
def test_the_formula(seed, n, m, d, ridge):
    rng = np.random.default_rng(seed)
    x, y = rng.standard_normal((n, d)) * 10.0 ** np.arange(d), rng.standard_normal((m, d)) + 0.5
    assert value(x, y, ridge) == pytest.approx(formula(x, y, ridge or 0.0), rel=1e-8)  # the solve loses some digits


@given(SEEDS, st.integers(1, 12), st.integers(2, 12))
def test_with_one_feature_it_is_the_square_of_t(seed, n, m):
    rng = np.random.default_rng(seed)
    x, y = rng.integers(-5, 6, (n, 1)) + 0.5, rng.standard_normal((m, 1))
    t = ttest_ind(x[:, 0], y[:, 0])
    assert value(x, y) == pytest.approx(t.statistic**2, rel=1e-10, abs=1e-13)
    assert prepare(x, y).asymptotic_pvalue(observed(x, y)) == pytest.approx(t.pvalue, rel=1e-9)


@given(SEEDS)
def test_it_does_not_change_under_invertible_linear_maps(seed):
    rng = np.random.default_rng(seed)
    x, y = rng.standard_normal((9, 3)), rng.standard_normal((8, 3)) + 0.5
    matrix = rng.standard_normal((3, 3)) + 3.0 * np.eye(3)
    conditioned = 1e-14 * np.linalg.cond(matrix)
    assert value(x @ matrix + 7.0, y @ matrix + 7.0) == pytest.approx(value(x, y), rel=100.0 * conditioned)


@pytest.mark.parametrize("ridge", [None, 0.5])
def test_units_far_apart(ridge):
    x, y = example()
    units = [1e-300, 1.0, 1e300, -1.0]
    assert value(x * units, y * units, ridge) == pytest.approx(value(x, y, ridge), rel=1e-12)


@pytest.mark.parametrize("apart", [1.0, 1e3, 1e6])
def test_groups_far_apart_keep_their_digits(apart):
    """The within scatter comes from residuals, of relative size 1 / apart: so many digits are lost, and no more."""
    rng = np.random.default_rng(1)
    x, y = rng.standard_normal(9), rng.standard_normal(7) + apart
    groups = [[Fraction(z) for z in rows] for rows in (x, y)]
    first, second = (sum(rows) / len(rows) for rows in groups)
    scatter = sum((z - mean) ** 2 for rows, mean in zip(groups, (first, second), strict=True) for z in rows)
    wanted = float(Fraction(9 * 7, 16) * (first - second) ** 2 * 14 / scatter)
    assert value(x[:, None], y[:, None]) == pytest.approx(wanted, rel=1e-14 * max(10.0, apart))


def test_groups_without_spread_are_as_far_apart_as_can_be():
    x, y = np.zeros((5, 2)), np.ones((5, 2))
    res = sa.two_sample_test(x, y, statistic="hotelling")
    assert (res.statistic, res.pvalue, res.exact) == (pytest.approx(8e24), 2 / 252, True)
    assert res.directions.ravel() == pytest.approx([0.5**0.5] * 2)
    assert res.projection.value == pytest.approx(2**0.5)
    assert res.to_json()


@pytest.mark.parametrize(("n", "d", "ridge"), [(4, 5, False), (4, 6, True), (4, 50, True), (2, 2, True), (2, 1, False)])
def test_the_ridge_begins_where_the_covariance_has_hardly_an_inverse(n, d, ridge):
    rng = np.random.default_rng(3)
    x, y = rng.standard_normal((n, d)), rng.standard_normal((n, d)) + 0.3
    assert prepare(x, y).ridged == ridge
    assert value(x, y) == pytest.approx(formula(x, y, 0.3 if ridge else 0.0), rel=1e-9)
    if ridge:
        with pytest.raises(ValueError, match="needs T² without a ridge, and so more rows than features"):
            prepare(x, y).asymptotic_pvalue(observed(x, y))


def test_features_that_say_the_same_count_once():
    x, y = example()
    doubled = [np.column_stack([z, z[:, 0] + z[:, 1], np.full(len(z), 3.0)]) for z in (x, y)]
    assert value(*doubled) == pytest.approx(value(x, y), rel=1e-9)
    assert prepare(*doubled).asymptotic_pvalue(observed(x, y)) == pytest.approx(0.0715959770831723, rel=1e-9)


@pytest.mark.parametrize("ridge", [None, 0.5])
def test_the_direction_is_that_of_the_means_in_units_of_the_covariance(ridge):
    x, y = example()
    found = prepare(x, y, ridge).describe(observed(x, y))
    wanted = np.linalg.solve(within(x, y, ridge or 0.0), y.mean(axis=0) - x.mean(axis=0))
    wanted *= np.sign(wanted[np.argmax(np.abs(wanted))]) / np.linalg.norm(wanted)
    assert found.directions[:, 0] == pytest.approx(wanted, rel=1e-9)
    assert found.value == pytest.approx(sa.wasserstein(x @ wanted, y @ wanted).value, rel=1e-12)
    assert (", with a ridge." in found.message) == (ridge is not None)


@pytest.mark.parametrize(("n", "m", "seed"), [(3, 4, 0), (4, 4, 1), (2, 6, 2)])
def test_exact_pvalues_by_enumeration(n, m, seed):
    """With one feature T² grows with the difference of means, in whole numbers."""
    pooled = np.random.default_rng(seed).integers(0, 5, n + m)
    res = sa.two_sample_test(pooled[:n], pooled[n:], statistic="hotelling")
    total = int(pooled.sum())
    apart = [abs((n + m) * int(pooled[list(c)].sum()) - n * total) for c in itertools.combinations(range(n + m), n)]
    assert res.exact
    assert res.pvalue == np.mean(np.array(apart) >= apart[0])


def test_pvalues_in_closed_form_are_uniform_for_normal_rows_of_any_covariance():
    rng = np.random.default_rng(4)
    matrix = rng.standard_normal((5, 5))
    pvalues = []
    for _ in range(1000):
        x, y = rng.standard_normal((7, 5)) @ matrix, rng.standard_normal((5, 5)) @ matrix
        pvalues.append(prepare(x, y).asymptotic_pvalue(observed(x, y)))
    assert kstest(pvalues, "uniform").pvalue > 1e-3


@settings(max_examples=30)
@given(SEEDS, st.sampled_from([None, 1.0]))
def test_the_same_bits_for_any_batch_and_either_order(seed, ridge):
    rng = np.random.default_rng(seed)
    prepared = Hotelling(ridge).prepare(rng.standard_normal((13, 4)), rng=rng)
    labels = np.array([rng.permutation(13) < 5 for _ in range(19)])
    whole = prepared.evaluate(labels)
    assert np.array_equal(whole, [prepared.evaluate(row[None])[0] for row in labels])
    assert np.array_equal(whole, prepared.evaluate(~labels))


def test_two_rows_say_nothing():
    res = sa.two_sample_test([0.0], [1.0], statistic="hotelling")
    assert (res.pvalue, np.isfinite(res.statistic)) == (1.0, True)
    with pytest.raises(ValueError, match=r"needs n \+ m of at least 3, got 2 rows"):
        prepare(np.zeros((1, 1)), np.ones((1, 1))).asymptotic_pvalue(np.array([True, False]))


@pytest.mark.parametrize("ridge", [0.0, -1.0, np.inf])
def test_a_ridge_that_cannot_be_used(ridge):
    with pytest.raises(ValueError, match="ridge must be positive and finite"):
        Hotelling(ridge)
