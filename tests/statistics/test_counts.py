"""Kolmogorov–Smirnov and binned total variation, feature by feature, against their definitions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ks_2samp

import setapart as sa
from setapart.statistics.counts import bin_ends
from strategies import pairs


def prepare(statistic, x, y):
    prepared = statistic.prepare(np.concatenate([x, y]), rng=np.random.default_rng(0))
    return prepared, (np.arange(len(x) + len(y)) < len(x))[None]


def value(statistic, x, y):
    prepared, labels = prepare(statistic, x, y)
    return float(prepared.evaluate(labels)[0])


def variation(x, y, n_bins):
    """½ Σ |p_b - q_b| for one feature, with bins that end at inverted-CDF quantiles of the pooled values."""
    pooled = np.concatenate([x, y])
    edges = np.unique(np.quantile(pooled, np.arange(1, n_bins + 1) / n_bins, method="inverted_cdf"))
    counts = [np.bincount(np.searchsorted(edges, rows), minlength=edges.size) / len(rows) for rows in (x, y)]
    return 0.5 * np.abs(counts[0] - counts[1]).sum()


@given(pairs())
def test_ks_is_the_largest_of_those_of_the_features(pair):
    x, y = pair
    wanted = max(ks_2samp(a, b, method="exact").statistic for a, b in zip(x.T, y.T, strict=True))
    assert value(sa.KolmogorovSmirnov(), x, y) == pytest.approx(wanted, rel=1e-12, abs=1e-15)


@given(pairs(), st.sampled_from([2, 4, 8, 10]))
def test_tv_is_the_largest_of_those_of_the_features(pair, n_bins):
    x, y = pair
    if n_bins == 10 and (len(x) + len(y)) % 10:
        n_bins = 8  # b / 10 is rounded, and may lie beyond a step of the distribution function
    wanted = max(variation(a, b, n_bins) for a, b in zip(x.T, y.T, strict=True))
    assert value(sa.TotalVariation(n_bins), x, y) == pytest.approx(wanted, rel=1e-12, abs=1e-15)


def test_by_hand():
    x, y = np.array([[1.0], [2.0], [2.0]]), np.array([[2.0], [3.0]])
    assert value(sa.KolmogorovSmirnov(), x, y) == 0.5  # up to 2: all of x, half of y
    assert value(sa.TotalVariation(), x, y) == 0.5  # 1: ⅓ and 0; 2: ⅔ and ½; 3: 0 and ½
    assert value(sa.TotalVariation(2), x, y) == 0.5  # the median 2 ends the first bin


def test_rising_functions_change_nothing():
    x, y = np.random.default_rng(0).standard_normal((2, 12, 3))
    for statistic in (sa.KolmogorovSmirnov(), sa.TotalVariation()):
        assert value(statistic, np.exp(5.0 * x), np.exp(5.0 * y)) == value(statistic, x, y)


def test_the_first_of_equal_features_is_told():
    x, y = np.zeros((5, 4)), np.zeros((5, 4))
    y[:, 2:] = 2.0
    for name in ("ks", "tv"):
        res = sa.two_sample_test(x, y, statistic=name, n_resamples=999)
        assert res.directions.ravel().tolist() == [0.0, 0.0, 1.0, 0.0]
        assert (res.statistic, res.projection.value, res.pvalue) == (1.0, 2.0, 2 / 252)
        assert res.projection.message.endswith(", found exactly among 4 features.")


def test_values_that_should_tie_do():
    """Counts are whole: the values of all labellings are multiples of 1 / (nm)."""
    x, y = np.random.default_rng(0).standard_normal((9, 2)), np.random.default_rng(1).standard_normal((7, 2))
    prepared, _ = prepare(sa.KolmogorovSmirnov(), x, y)
    labels = np.array([np.random.default_rng(i).permutation(16) < 9 for i in range(200)])
    values = prepared.evaluate(labels)
    assert set(values) <= {i / 63 for i in range(64)}
    assert np.array_equal(prepared.evaluate(~labels), values)


def test_bins_beyond_the_rows_change_nothing():
    values = np.array([1.0, 1.0, 2.0, 3.0, 5.0])
    for n_bins in (5, 6, 11, 10**12):
        assert bin_ends(values, n_bins).tolist() == [False, True, True, True, True]


@pytest.mark.parametrize(
    ("n_bins", "error", "message"),
    [(1, ValueError, "n_bins must be at least 2, got 1"), (2.5, TypeError, "n_bins must be an integer, got 2.5")],
)
def test_numbers_of_bins_that_cannot_be_used(n_bins, error, message):
    with pytest.raises(error, match=f"^{message}$"):
        sa.TotalVariation(n_bins)
