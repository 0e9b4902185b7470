from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart.inference.multiplicity import holm

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
