"""Shares of missing values: Fisher's and McNemar's tests, and each design by enumeration."""

import itertools

import numpy as np
import pytest
from scipy.stats import binomtest, fisher_exact

from setapart._designs import Clustered, Paired, Stratified
from setapart.inference.missing_shares import missing_pvalues


def pvalues_of(missing, n, design=None, **options):
    return missing_pvalues(np.asarray(missing, bool), n, design=design, **({"n_resamples": 9_999, "seed": 0} | options))


def column(n, *counts):
    """One column of two samples of n rows, so many of which are missing."""
    return np.concatenate([np.arange(n) < count for count in counts])[:, None]


@pytest.mark.parametrize("counts", [(0, 4), (1, 6), (3, 3), (7, 2)])
def test_without_a_design_all_splits_give_fishers_test(counts):
    """Of equal sizes: otherwise two tables that are equally likely need not be equally far apart."""
    table = [[counts[0], 7 - counts[0]], [counts[1], 7 - counts[1]]]
    found = pvalues_of(column(7, *counts), 7)
    assert found.pvalue[0] == pytest.approx(fisher_exact(table).pvalue, rel=1e-12)
    assert found.adjusted[0] == found.pvalue[0]


@pytest.mark.parametrize(("first", "second"), [(0, 6), (2, 7), (4, 4)])
def test_pairs_give_mcnemars_test(first, second):
    """Pairs that lack both values or neither have no part."""
    x = np.r_[np.ones(first), np.zeros(second), 1, 0]
    y = np.r_[np.zeros(first), np.ones(second), 1, 0]
    found = pvalues_of(np.r_[x, y][:, None], len(x), Paired())
    assert found.pvalue[0] == pytest.approx(binomtest(first, first + second).pvalue, rel=1e-12)


def test_within_strata_by_enumeration():
    """The sites miss 5 of 6 and 0 of 5: the samples' shares differ by site alone, and within sites hardly."""
    codes = np.array([0, 0, 0, 0, 1, 0, 0, 1, 1, 1, 1])
    missing = np.array([1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0])
    sums = [
        missing[list(a)].sum() for a in itertools.combinations(np.flatnonzero(codes == 0), 4)
    ]  # of the other stratum nothing is missing
    reach = np.abs(np.array(sums) - 4 * 5 / 6) >= abs(3 - 4 * 5 / 6) - 1e-9
    assert pvalues_of(missing[:, None], 5, Stratified(codes)).pvalue[0] == pytest.approx(reach.mean(), rel=1e-12)
    alone = pvalues_of(codes[:, None] == 0, 5, Stratified(codes))
    assert (alone.statistic[0], alone.pvalue[0], alone.adjusted[0]) == (0.0, 1.0, 1.0)


def test_clusters_move_as_wholes_by_enumeration():
    codes = np.repeat(np.arange(6), [1, 3, 2, 4, 2, 3])
    missing = np.random.default_rng(3).random(15) < 0.4
    n, rate = 6, missing.mean()
    excess = np.array([(missing[codes == c] - rate).sum() for c in range(6)])
    sums = np.array([abs(excess[list(a)].sum()) for a in itertools.combinations(range(6), 3)])
    reach = sums >= abs(excess[:3].sum()) - 1e-9
    assert 0.1 < reach.mean() < 1.0
    assert pvalues_of(missing[:, None], n, Clustered(codes)).pvalue[0] == pytest.approx(reach.mean(), rel=1e-12)


def test_columns_that_miss_the_same_rows_cost_no_adjustment_and_others_do():
    one = column(8, 0, 5)
    other = column(8, 3, 3)
    same = pvalues_of(np.hstack([one, one, one]), 8)
    assert same.adjusted.tolist() == [same.pvalue[0]] * 3
    found = pvalues_of(np.hstack([other, one]), 8)
    assert found.pvalue[1] < found.adjusted[1] <= 2 * found.pvalue[1]
    assert found.adjusted[0] == 1.0


def test_a_column_that_is_missing_in_all_rows_is_no_evidence():
    found = pvalues_of(np.ones((6, 2)), 3)
    assert (found.pvalue.tolist(), found.adjusted.tolist()) == ([1.0, 1.0], [1.0, 1.0])


def test_the_relabellings_are_a_function_of_the_seed():
    cells = np.random.default_rng(1).random((60, 3)) < 0.2
    first, again, other = (pvalues_of(cells, 30, n_resamples=99, seed=seed).pvalue.tolist() for seed in (5, 5, 6))
    assert first == again != other
