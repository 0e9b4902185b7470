"""The table of features: kinds, what is told, and intervals that cover."""

import numpy as np
import pytest
from scipy import sparse, stats

import setapart as sa
from setapart._designs import Paired
from setapart.explain.feature_table import _binomial_quantile, _critical_value, feature_table
from setapart.results.feature_table import PROBABILITIES


def table_of(x, y, **options):
    x, y = (np.asarray(rows, float).reshape(len(rows), -1) for rows in (x, y))
    names = tuple(f"f{j}" for j in range(x.shape[1]))
    return feature_table(np.concatenate([x, y]), len(x), names=names, **options)


def test_kinds():
    rng = np.random.default_rng(0)
    zeros = np.where(rng.random((2, 50, 1)) < 0.7, 0.0, rng.normal(size=(2, 50, 1)))
    parts = [
        rng.normal(size=(2, 50, 1)),
        rng.poisson(2.0, size=(2, 50, 1)),
        rng.integers(0, 2, size=(2, 50, 1)) * 3 - 1,
        zeros,
        np.full((2, 50, 1), 4.0),
        rng.integers(0, 1000, size=(2, 50, 1)),
    ]
    x, y = np.concatenate(parts, axis=2)
    assert table_of(x, y).kinds == ("number", "count", "two values", "mostly zero", "constant", "number")
    assert table_of(x, y, levels={"f0"}).kinds[0] == "category"


def test_what_is_told_of_each_kind():
    rng = np.random.default_rng(1)
    x, y = rng.normal(10.0, 1.0, size=(2, 400, 3))
    x[:, 1], y[:, 1] = rng.random((2, 400)) < [[0.2], [0.6]]
    y[:, 0] += 1.0
    y[:, 2] = 10.0 + 3.0 * (y[:, 2] - 10.0)
    table = table_of(x, y, parts=("location", "location", "spread"))
    assert table.changes == ("median", "share", "interquartile range")
    assert table.first[1] == x[:, 1].mean()
    assert table.second[0] == pytest.approx(np.median(y[:, 0]))
    np.testing.assert_allclose(table.quantiles[1, 2], np.quantile(y[:, 2], PROBABILITIES))
    np.testing.assert_allclose(table.means[0], x.mean(axis=0))
    pooled = np.sqrt((x.var(axis=0) + y.var(axis=0)) * 400 / 798)
    pooled[1] = np.sqrt(np.mean([table.first[1] * (1 - table.first[1]), table.second[1] * (1 - table.second[1])]))
    np.testing.assert_allclose(table.in_sd, table.difference / pooled)


def test_sparse_rows_have_the_table_of_dense_ones():
    rng = np.random.default_rng(2)
    rows = np.where(rng.random((80, 5)) < 0.6, 0.0, rng.gamma(2.0, size=(80, 5)))
    names = tuple("abcde")
    dense, thin = (feature_table(form(rows), 30, names=names) for form in (np.asarray, sparse.csr_array))
    assert dense.kinds == thin.kinds
    np.testing.assert_array_equal(dense.quantiles, thin.quantiles)
    np.testing.assert_allclose(dense.low, thin.low, rtol=1e-12)


@pytest.mark.parametrize("design", [None, Paired()])
def test_intervals_cover(design):
    """In 95 of 100 samples, of a median, a tail, a mean and a share; pairs that go together are as sure as they are."""
    rng = np.random.default_rng(3)
    trials, n = 150, 120
    covered = np.zeros(3)
    for _ in range(trials):
        common = rng.normal(size=(n, 1)) if design else 0.0
        x, y = (np.exp(common + rng.normal(size=(n, 3))) for _ in range(2))
        x[:, 2], y[:, 2] = rng.random((2, n)) < [[0.2], [0.5]]
        table = table_of(x, y, design=design)
        low, high = table.quantile_intervals
        for k, (j, q) in enumerate([(0, 0.5), (1, 0.9)]):
            p = PROBABILITIES.index(q)
            covered[k] += low[j, p] <= 0.0 <= high[j, p]
        covered[2] += table.low[2] <= 0.3 <= table.high[2]
    assert np.all(covered >= 0.88 * trials), covered  # 3.5 standard errors below 0.95


def test_every_result_has_it_under_every_method():
    rng = np.random.default_rng(4)
    x, y = rng.normal(size=(2, 40, 3))
    y[:, 1] += 2.0
    for options in (
        {"statistic": "energy"},
        {"statistic": "hotelling", "method": sa.Asymptotic()},
        {"statistic": "pw_split"},
        {"statistic": "marginal t"},
        {"method": sa.Permutation(stopping="besag-clifford")},
        {"design": "paired"},
        {"scale": "rank"},
    ):
        table = sa.two_sample_test(x, y, n_resamples=99, **options).feature_tests()
        assert table["feature"][0] == "x2", options
        assert table["adjusted_pvalue"][0] == pytest.approx(0.01)
        assert table["median_second"][0] == pytest.approx(np.median(y[:, 1]))  # in the units of the data


@pytest.mark.parametrize("n", [1, 7, 40, 1000])
def test_quantiles_of_the_binomial_distribution_are_those_of_scipy(n):
    p = np.array(PROBABILITIES)
    for probability in (0.025, 0.975):
        np.testing.assert_array_equal(_binomial_quantile(probability, n, p), stats.binom.ppf(probability, n, p))


@pytest.mark.parametrize(("n", "chosen"), [(5, []), (6, [0.5]), (15, [0.5]), (16, [0.25, 0.5, 0.75])])
def test_too_few_rows_have_no_interval(n, chosen):
    """The outermost of n rows enclose a median with probability 1 - 2/2ⁿ."""
    table = table_of(np.arange(n) / 7.0, np.arange(n) / 7.0 + 0.1)
    known = [p for p, low in zip(PROBABILITIES, table.quantile_intervals[0, 0], strict=True) if np.isfinite(low)]
    assert known == chosen
    assert np.isfinite(table.low[0]) == (n >= 6)


@pytest.mark.parametrize(("n", "finite"), [(1, False), (3, False), (6, True)])
def test_the_mean_of_few_equal_rows_has_no_interval(n, finite):
    table = table_of(np.full(n, 2.0), np.arange(40.0) % 4.0)
    assert table.changes == ("mean",)
    assert np.isfinite(table.low[0]) == np.isfinite(table.high[0]) == finite


def test_values_beyond_the_root_of_the_largest_number_have_finite_intervals():
    x = np.random.default_rng(0).normal(size=40)
    small, large = table_of(x[:20], x[20:] * 3.0), table_of(x[:20] * 2.0**990, x[20:] * 3.0 * 2.0**990)
    assert np.ldexp(small.high, 990) == large.high
    assert small.changes == large.changes


def test_joint_intervals_of_quantiles_hold_together():
    """The largest error among all quantiles of uniform rows, each over its standard error, as brute force has it."""
    p = np.array([0.05, 0.1, 0.25, 0.75, 0.9, 0.95])
    rng = np.random.default_rng(0)
    rows = np.sort(rng.random((4000, 1999)), axis=1)[:, np.round(2000 * p).astype(int) - 1]
    errors = np.abs(rows - p) / np.sqrt(p * (1.0 - p) / 2000)
    share = np.mean(errors.max(axis=1) <= _critical_value(tuple(p)))
    assert share == pytest.approx(0.95, abs=0.011)  # three standard errors
    assert _critical_value((0.25,)) == pytest.approx(stats.norm.ppf(0.975))


def test_the_interval_of_what_is_told_covers_although_it_is_chosen():
    """Of samples without a difference, by the tests' own choice; plain intervals cover 0.88 (issue 15)."""
    x, y = np.random.default_rng(11).normal(size=(2, 200, 400))
    table = sa.two_sample_test(x, y, statistic="energy", n_resamples=99).by_feature
    assert np.mean((table.low <= 0.0) & (table.high >= 0.0)) > 0.917  # three standard errors below 0.95
