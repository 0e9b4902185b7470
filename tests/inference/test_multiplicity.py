"""Westfall and Young's step-down p-values: by brute force, exact validity, copies, order, and what bounds them."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
from setapart.inference.multiplicity import holm, stepdown


def adjusted(values, **options):
    values = np.asarray(values, float)
    return stepdown(values, [1.0] * values.shape[1], exact=options.pop("exact", False)).pvalues


@given(
    st.integers(1, 4).flatmap(
        lambda s: st.lists(st.lists(st.integers(0, 6), min_size=s, max_size=s), min_size=1, max_size=14)
    )
)
def test_against_brute_force(rows):
    found = adjusted(rows)
    assert found.tolist() == oracles.stepdown_pvalues(np.array(rows, float).T)
    alone = np.mean(np.array(rows) >= rows[0], axis=0)
    assert np.all(found >= alone)
    assert np.all(found <= 1.0)


def test_an_example_by_hand():
    """Five labellings, two statistics: the tail is two of five values, and beyond it p falls with the excess."""
    values = [[5.0, 1.0], [1.0, 9.0], [2.0, 2.0], [3.0, 3.0], [4.0, 4.0]]
    # First statistic: 5 has 2/5·exp(-2/1.5), and the second is further beyond its own tail only at 9 (excess 6 of 3.5).
    assert adjusted(values).tolist() == [2 / 5, 1.0]


@pytest.mark.parametrize("s", [1, 2, 5])
def test_whichever_labelling_is_observed_the_level_holds(s):
    """Over all labellings in the role of the observed one, P(smallest adjusted p ≤ α) ≤ α, with equality in the tail.

    The tail holds ten of the 60 values of each statistic, and tells them apart.
    """
    values = np.random.default_rng(s).standard_normal((60, s))
    smallest = np.array([adjusted(np.roll(values, -b, axis=0)).min() for b in range(60)])
    for count in range(1, 60):
        assert np.sum(smallest <= count / 60) <= count
        assert count > 10 or np.sum(smallest <= count / 60) == count


def test_copies_of_a_statistic_cost_nothing():
    column = np.random.default_rng(7).standard_normal(200)
    for b in (0, int(np.argmax(column)), int(np.argsort(column)[-7])):
        one = np.roll(column, -b)
        expected = np.mean(one >= one[0])
        assert adjusted(np.column_stack([one, one, 3.0 * one])) == pytest.approx(expected, rel=1e-15)


@given(st.permutations(range(4)), st.integers(0, 99))
def test_the_order_of_statistics_does_not_matter(order, seed):
    values = np.random.default_rng(seed).integers(0, 9, (40, 4)).astype(float)
    assert adjusted(values)[order].tolist() == adjusted(values[:, order]).tolist()


def test_each_step_leaves_the_tests_before_out():
    """The second statistic is constant, and the third has the smallest p-value: without it the first is as alone."""
    rng = np.random.default_rng(1)
    values = np.column_stack([rng.standard_normal(99), np.ones(99), rng.standard_normal(99)])
    values[0] = [2.0, 1.0, 50.0]
    found = adjusted(values)
    assert found[2] == 1 / 99
    assert found[0] == np.mean(values[:, 0] >= 2.0)
    assert found[1] == 1.0


def test_independent_tests_are_adjusted_by_sidak():
    """For many independent statistics the step-down minimum is near 1 - (1 - p)^s."""
    values = np.random.default_rng(3).uniform(size=(20_001, 4))
    values[0] = [0.3, 0.85, 0.3, 0.3]
    assert adjusted(values)[1] == pytest.approx(1.0 - 0.85**4, abs=0.011)  # three standard errors


def test_of_all_splits_the_smallest_is_that_of_those_that_tie():
    values = np.array([[3.0, 1.0], [1.0, 1.0], [2.0, 1.0], [3.0, 1.0]])
    assert stepdown(values, [1.0, 1.0], exact=True).smallest == 2 / 4
    assert stepdown(values, [1.0, 1.0], exact=False).smallest == 1 / 4


def test_a_value_far_beyond_all_others_does_not_make_them_ties():
    values = np.array([[4.0], [1.0], [2.0], [3.0], [1e17]])
    assert adjusted(values).tolist() == [2 / 5]


PVALUES = st.lists(st.integers(1, 200).map(lambda count: count / 200), min_size=1, max_size=8).map(np.array)


@given(PVALUES)
def test_holm_is_the_closed_test_by_bonferroni(pvalues):
    """An adjusted p-value is the largest, over all sets of hypotheses that hold this one, of the set's Bonferroni's."""
    m = len(pvalues)
    for i, adjusted in enumerate(holm(pvalues)):
        sets = [chosen for chosen in product([False, True], repeat=m) if chosen[i]]
        largest = max(min(1.0, sum(chosen) * pvalues[list(chosen)].min()) for chosen in sets)
        assert adjusted == pytest.approx(largest, rel=1e-12)


@given(PVALUES, st.randoms())
def test_the_order_does_not_matter(pvalues, random):
    order = list(range(len(pvalues)))
    random.shuffle(order)
    np.testing.assert_array_equal(holm(pvalues[order]), holm(pvalues)[order])


def test_by_hand():
    assert holm(np.array([0.01, 0.04, 0.03, 0.005])).round(12).tolist() == [0.03, 0.06, 0.06, 0.02]
    assert holm(np.array([0.005] * 3)).round(12).tolist() == [0.015] * 3
    assert holm(np.array([0.9, 0.6])).tolist() == [1.0, 1.0]
    assert holm(np.array([0.2])).tolist() == [0.2]


def test_no_false_finding_more_often_than_the_level_whatever_is_true():
    """Three independent uniform p-values on a grid of 10, of which one is always tiny: over all outcomes, exactly."""
    false = Fraction(0)
    for first, second in product(range(1, 11), repeat=2):
        adjusted = holm(np.array([1e-9, first / 10, second / 10]))
        false += bool((adjusted[1:] <= 0.4).any())
    assert false / 100 == Fraction(36, 100)  # 1 - 0.8²: the two true ones share a level of 0.4, at 0.2 each
