import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart.inference.outliers import outlier_scores


@given(st.lists(st.integers(-20, 20), min_size=2, max_size=9), st.integers(1, 9))
def test_the_pvalue_of_one_of_many_alike_is_small_no_more_often_than_it_says(numbers, level):
    """Enumeration: each of the numbers in turn is judged, and the others are held out."""
    numbers = np.array(numbers, dtype=float)
    pvalues = [
        outlier_scores(np.arange(5.0), np.delete(numbers, i), numbers[i : i + 1])[1][0] for i in range(len(numbers))
    ]
    assert np.mean(np.array(pvalues) <= level / 10) <= level / 10


def test_scores_are_in_robust_standard_deviations_of_what_is_known():
    known = np.array([1.0, 2.0, 3.0, 4.0, 100.0])  # median 3, median deviation 1
    scores, pvalues = outlier_scores(known, np.array([3.0, 6.0]), np.array([3.0, 5.0, 9.0]))
    assert scores * 1.4826 == pytest.approx([0.0, 2.0, 6.0])
    assert pvalues == pytest.approx([1.0, 2 / 3, 1 / 3])


@pytest.mark.parametrize(("known", "score"), [([2.0, 2.0, 2.0, 6.0], 1 / np.sqrt(3.0)), ([2.0, 2.0], 1.0)])
def test_without_a_median_deviation_the_standard_deviation_or_the_unit_of_the_data_stands_in(known, score):
    scores, _ = outlier_scores(np.array(known), np.zeros(1), np.array([3.0]))
    assert scores[0] == pytest.approx(score)
