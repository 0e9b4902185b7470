"""What was compared: as it is, or by the components of sparse rows."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from setapart.data.scaling import pooled_scaling
from setapart.results.problem import Problem, needed

SPARSE = np.array([[1.0, 0.0, 2.0, 0.0], [0.0, 0.0, 3.0, 0.0], [4.0, 0.0, 0.0, 0.0]])
BASIS = np.eye(4)[:, [2, 0]]  # rows vary in no other feature
PLAIN = Problem(pooled=SPARSE, n=2, scaling=pooled_scaling(SPARSE, None), feature_names=tuple("abcd"))
COMPONENTS = replace(PLAIN, pooled=SPARSE @ BASIS, basis=BASIS)


@pytest.mark.parametrize("problem", [PLAIN, COMPONENTS])
def test_features_are_those_of_the_rows(problem):
    np.testing.assert_array_equal(problem.features(np.array([2, 1])), SPARSE[:, [2, 1]])


def test_directions_of_components_are_directions_of_features():
    frame = np.array([[0.6], [0.8]])
    np.testing.assert_array_equal(COMPONENTS.in_features(frame), [[0.8], [0.0], [0.6], [0.0]])
    np.testing.assert_array_equal(PLAIN.in_features(BASIS @ frame), BASIS @ frame)


@pytest.mark.parametrize("problem", [PLAIN, COMPONENTS])
def test_rows_along_directions_are_the_same_either_way(problem):
    along = BASIS @ np.array([[0.6], [0.8]])
    np.testing.assert_allclose(
        problem.pooled @ problem.frame(SimpleNamespace(directions=along)), SPARSE @ along, rtol=1e-15
    )


def test_a_result_without_its_data_says_what_they_would_be_for():
    assert needed(PLAIN, "count") is PLAIN
    with pytest.raises(ValueError, match=r"^this result does not have its data; run the test again to count$"):
        needed(None, "count")
