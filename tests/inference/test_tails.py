"""P-values with a tail: ranks below it, no ties above, and no law too short or too flat for it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart.inference.tails import harmonic_score, log_tails

numbers = st.lists(st.integers(-5, 5), min_size=1, max_size=60).map(lambda v: np.array(v, float))


@given(numbers)
def test_up_to_the_tail_it_is_the_rank(values):
    logs = log_tails(values, values, 0.0)
    shares = np.mean(values[None] >= values[:, None], axis=1)
    below = values <= np.sort(values)[-1 - min(len(values) // 2, 10)]
    assert np.array_equal(logs[below], np.log(shares[below]))


@given(numbers, numbers)
def test_a_larger_value_never_has_a_larger_pvalue(values, among):
    logs = log_tails(values, among, 0.0, others=True)
    assert np.all(np.diff(logs[np.argsort(values, kind="stable")]) <= 0.0)
    assert np.all(logs <= 0.0)


@pytest.mark.parametrize("size", [1, 2, 3, 40])
def test_where_all_are_equal_there_is_no_tail(size):
    assert np.array_equal(log_tails(np.ones(size), np.ones(size), 0.0), np.zeros(size))


def test_nothing_to_compare_with():
    assert log_tails(np.array([1.0, 2.0]), np.empty(0), 0.0, others=True).tolist() == [0.0, 0.0]


@pytest.mark.parametrize("huge", [1e12, 1e18])
def test_one_huge_value_ties_no_others(huge):
    """Ranks of the others are what they are without it: judged by 1e12, hundredths would be rounding."""
    among = np.arange(1.0, 51.0) / 100.0
    values = np.array([0.1, 0.201, 0.4])  # 41, 30 and 11 of 50 reach them
    with_it = np.append(among[:-1], huge)
    for known in (among, with_it):
        logs = log_tails(values, known, 0.0, others=True)
        assert np.exp(logs) == pytest.approx(np.array([42, 31, 12]) / 51, rel=1e-12)


def test_what_differs_by_rounding_is_equal():
    among = np.array([0.1, 0.2, 0.3, 0.4])
    near = np.array([np.nextafter(0.2, 1.0), 1e-16])
    assert np.exp(log_tails(near, among, 0.0)) == pytest.approx([0.75, 1.0], rel=1e-12)
    assert np.exp(log_tails(np.array([1e-14]), np.array([0.0, 1.0]), 1.0)) == pytest.approx([1.0], rel=1e-12)
    assert np.exp(log_tails(np.array([1e-14]), np.array([0.0, 1.0]), 0.0)) == pytest.approx([0.5], rel=1e-12)


def test_an_exponential_law_is_met():
    values = np.random.default_rng(0).exponential(2.0, 100_000)
    far = np.array([20.0, 30.0])
    assert log_tails(far, values, 0.0, others=True) == pytest.approx(-far / 2.0, rel=0.02)


def test_the_harmonic_mean_of_known_pvalues():
    pvalues = np.array([[0.5, 0.25], [1.0, 1.0], [1e-200, 1.0]])
    wanted = [-np.log10(1.0 / 3.0), 0.0, 200.0 - np.log10(2.0)]
    assert harmonic_score(np.log(pvalues), (1.0, 1.0)) == pytest.approx(wanted, abs=1e-12)
    # 4 / (3/0.5 + 1/0.25) = 0.4
    wanted = [-np.log10(0.4), 0.0, 200.0 + np.log10(0.75)]
    assert harmonic_score(np.log(pvalues), (3.0, 1.0)) == pytest.approx(wanted, abs=1e-12)
