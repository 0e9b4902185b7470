"""Rows: how far a plan takes each, by its dense matrix, and how near the other sample is, by all pairs."""

import numpy as np
import pytest
from hypothesis import given

from setapart.explain.rows import moves, nearest
from setapart.transport.exact import transport
from strategies import pairs


@given(pairs())
def test_moves_are_those_of_the_dense_plan_and_their_mean_is_the_distance(pair):
    x, y = pair
    solved = transport(x, y)
    mass = solved.plan.toarray()
    lengths = np.linalg.norm(x[:, None] - y[None], axis=2)
    first, second = moves(x, y, solved.plan, centred=False)
    np.testing.assert_allclose(first, len(x) * (mass * lengths).sum(axis=1), atol=1e-9)
    np.testing.assert_allclose(second, len(y) * (mass * lengths).sum(axis=0), atol=1e-9)
    assert first.mean() == pytest.approx(solved.value, abs=1e-9)
    assert second.mean() == pytest.approx(solved.value, abs=1e-9)


def test_of_samples_at_their_means_only_the_rest_moves():
    x = np.array([[0.0], [2.0]])
    y = np.array([[9.0], [13.0]])  # apart by 10, and from -1, 1 to -2, 2
    plan = transport(x - x.mean(), y - y.mean()).plan
    assert [moved.tolist() for moved in moves(x, y, plan, centred=True)] == [[1.0, 1.0], [1.0, 1.0]]


@given(pairs())
def test_the_nearest_row_is_that_of_all_pairs(pair):
    x, y = pair
    lengths = np.linalg.norm(x[:, None] - y[None], axis=2)
    first, second = nearest(x, y, [np.arange(len(x))[::-1], np.array([0])], centred=False)
    np.testing.assert_allclose(first, lengths.min(axis=1)[::-1], atol=1e-12)
    np.testing.assert_allclose(second, lengths[:, 0].min(), atol=1e-12)


@pytest.mark.parametrize("unit", [1e-200, 1.0, 1e200])
def test_the_nearest_row_of_samples_at_their_means_in_any_unit(unit):
    x = np.array([[0.0], [2.0]])
    y = np.array([[9.0], [13.0]])  # at their means: -1, 1 and -2, 2
    for found in nearest(unit * x, unit * y, [np.arange(2), np.arange(2)], centred=True):
        np.testing.assert_allclose(found, [unit, unit])
