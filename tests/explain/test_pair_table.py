"""The table of pairs: its numbers, the coverage of its intervals, and which pairs it calls different."""

import numpy as np
import pytest
from scipy import stats

import setapart as sa
from setapart.explain.pair_table import pair_table
from setapart.inference.feature_tests import FeaturePValues
from setapart.statistics.pair_correlations import PairCorrelations


def table_of(x, y, *, independent=True):
    correlations = PairCorrelations.of(np.vstack([x, y]))
    nothing = np.ones(len(correlations.pairs))
    names = tuple("abcdef"[: x.shape[1]])
    pvalues = FeaturePValues(nothing, nothing, nothing)
    return pair_table(correlations, len(x), names, pvalues, independent=independent, backend=None)


def test_each_pair_has_its_correlation_in_both_samples():
    x, y = np.random.default_rng(0).normal(size=(2, 30, 3))
    table = table_of(x, y[:20])
    assert table.pairs == (("a", "b"), ("a", "c"), ("b", "c"))
    ranks = stats.rankdata(np.vstack([x, y[:20]]), axis=0)
    for told, part in ((table.first, ranks[:30]), (table.second, ranks[30:])):
        np.testing.assert_allclose(told, np.corrcoef(part, rowvar=False)[np.triu_indices(3, 1)], atol=1e-12)
    np.testing.assert_array_equal(table.difference, table.second - table.first)
    assert np.all((table.low < table.difference) & (table.difference < table.high))
    assert np.isnan(table_of(x, y, independent=False).low).all()


@pytest.mark.parametrize(("first", "second"), [(0.0, 0.0), (0.7, 0.2), (0.9, 0.9)])
def test_intervals_cover_the_difference(first, second):
    """95 % of 400 has a standard error of 1.1 %; with normal features Spearman's ρ is 6/π arcsin(r/2)."""
    rng, covered = np.random.default_rng(0), 0
    truth = np.diff(6.0 / np.pi * np.arcsin(np.array([first, second]) / 2.0))[0]
    for _ in range(400):
        samples = [
            rng.multivariate_normal([0.0, 0.0], [[1.0, r], [r, 1.0]], size=size)
            for r, size in ((first, 60), (second, 90))
        ]
        table = table_of(*samples)
        covered += int(table.low[0] <= truth <= table.high[0])
    assert 0.92 <= covered / 400 <= 0.985


@pytest.mark.parametrize("n", [3, 4])
def test_samples_of_very_few_rows_have_no_correlations(n):
    x, y = np.random.default_rng(0).normal(size=(2, 40, 2))
    result = sa.two_sample_test(x[:n], y, statistic="energy", n_resamples=19)
    assert (result.by_pair is None) == (n < 4)


def test_a_pair_that_goes_together_differently_is_found_and_no_other():
    x, y = np.random.default_rng(0).normal(size=(2, 150, 4))
    y[:, 2] = 0.9 * y[:, 0] + np.sqrt(1.0 - 0.81) * y[:, 2]
    result = sa.two_sample_test(x, y, statistic="pw:1", n_resamples=199)
    told = result.pair_tests()
    assert (told["feature"][0], told["other"][0]) == ("x1", "x3")
    assert told["adjusted_pvalue"][0] == 0.005
    assert told["adjusted_pvalue"][1:].min() > 0.05
    assert told["low"][0] > 0.6
    assert result.to_dict()["pair_tests"]["other"][0] == "x3"
    assert result.pair_tests(2).n_rows == 2


def test_levels_of_a_category_and_constant_features_make_no_pairs():
    x, y = np.random.default_rng(0).normal(size=(2, 40, 3))
    x[:, 1] = y[:, 1] = 7.0
    result = sa.two_sample_test(x, y, statistic="energy", n_resamples=19)
    assert result.by_pair.pairs == (("x1", "x3"),)
    assert sa.two_sample_test(x[:, :2], y[:, :2], statistic="energy", n_resamples=19).by_pair is None
