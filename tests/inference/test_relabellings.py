"""Relabellings: functions of the seed and their number alone, each split equally likely."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2, chisquare

from setapart.inference.relabellings import AllSplits, RandomSplits, relabellings


@given(st.integers(1, 5), st.integers(1, 5))
def test_all_splits_come_once_each_with_the_observed_one_first(n, m):
    family = AllSplits(n, m)
    rows = family.rows(0, family.count)
    assert family.exact
    assert family.count == math.comb(n + m, n) == len(rows)
    assert rows[0].tolist() == [True] * n + [False] * m
    chosen = [tuple(np.flatnonzero(row)) for row in rows]
    assert chosen == list(itertools.combinations(range(n + m), n))


@given(st.integers(1, 30), st.integers(1, 30), st.integers(1, 40), st.integers(0, 2**53), st.data())
def test_a_relabelling_depends_on_the_seed_and_its_number_alone(n, m, n_resamples, seed, data):
    family = RandomSplits(n, m, n_resamples, seed)
    whole = family.rows(0, family.count)
    assert whole.shape == (n_resamples + 1, n + m)
    assert whole[0].tolist() == [True] * n + [False] * m
    assert np.all(whole.sum(axis=1) == n)
    cut = data.draw(st.integers(0, family.count))
    assert np.array_equal(np.concatenate([family.rows(0, cut), family.rows(cut, family.count)]), whole)
    assert np.array_equal(RandomSplits(n, m, 10 * n_resamples, seed).rows(0, family.count), whole)


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_all_splits_can_be_cut_anywhere(n, m, data):
    family = AllSplits(n, m)
    start = data.draw(st.integers(0, family.count))
    stop = data.draw(st.integers(start, family.count))
    assert np.array_equal(family.rows(start, stop), family.rows(0, family.count)[start:stop])


def test_another_seed_gives_other_relabellings():
    first, second = (RandomSplits(20, 20, 50, seed).rows(1, 51) for seed in (1, 2))
    assert not np.any(np.all(first == second, axis=1))  # two of C(40, 20) splits agree with probability 1e-11


def test_every_split_is_equally_likely():
    rows = RandomSplits(3, 3, 20_000, 7).rows(1, 20_001)
    counts = np.unique(rows @ (1 << np.arange(6)), return_counts=True)[1]
    assert counts.size == 20
    assert chisquare(counts).pvalue > 1e-3  # with this seed; of all seeds, one in a thousand would fail


def test_rows_of_the_first_sample_are_spread_evenly_over_the_pool():
    rows = RandomSplits(4, 9, 20_000, 8).rows(1, 20_001)
    # Counts correlate by -1/12, since each split has four: 12/13 Σ (count - mean)² / variance is chi-square.
    share = 4 / 13
    expected = 20_000 * share
    statistic = np.sum((rows.sum(axis=0) - expected) ** 2) / (20_000 * share * (1 - share)) * 12 / 13
    assert 2.2 < statistic < 32.9  # the 0.1 % and 99.9 % points of chi-square with 12 degrees of freedom


def test_successive_relabellings_are_independent():
    """Who is chosen by one says nothing about who is chosen by the next: overlapping streams would show here."""
    size, count = 20, 20_000
    rows = RandomSplits(10, 10, count, 9).rows(1, count + 1) - 0.5
    cross = rows[:-1].T @ rows[1:] / (0.25 * np.sqrt(count - 1))
    # Indicators have covariance N/(N-1) (I - J/N) / 4, so that this is chi-square with (N-1)² degrees of freedom.
    statistic = np.sum(cross**2) * ((size - 1) / size) ** 2
    assert chi2.ppf(0.001, (size - 1) ** 2) < statistic < chi2.ppf(0.999, (size - 1) ** 2)


def test_splits_of_large_samples_are_not_counted_to_the_end(monkeypatch):
    """C(2·10⁶, 10⁶) has 600,000 digits. Whether it exceeds 999 is known after two factors."""
    comb = math.comb

    def small(n, k):
        assert n <= 10**5, "the whole binomial coefficient was asked for"
        return comb(n, k)

    monkeypatch.setattr(math, "comb", small)
    monkeypatch.setattr(math, "factorial", None)
    assert relabellings(10**6, 10**6, n_resamples=999, seed=0) == RandomSplits(10**6, 10**6, 999, 0)
    assert relabellings(10**6, 1, n_resamples=999, seed=0) == RandomSplits(10**6, 1, 999, 0)
    assert relabellings(10**6, 1, n_resamples=10**6, seed=0) == RandomSplits(10**6, 1, 10**6, 0)
    assert relabellings(1, 10**6, n_resamples=10**6 + 1, seed=0) == AllSplits(1, 10**6)


@pytest.mark.parametrize(("n", "m", "n_resamples", "exact"), [(3, 3, 20, True), (3, 3, 19, False), (1, 5, 999, True)])
def test_all_splits_are_used_when_they_are_few_enough(n, m, n_resamples, exact):
    family = relabellings(n, m, n_resamples=n_resamples, seed=0)
    assert family.exact is exact
    assert family.count == (math.comb(n + m, n) if exact else n_resamples + 1)
