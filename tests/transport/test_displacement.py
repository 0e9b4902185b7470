"""The displacement by plans for squared cost: against its definition, and as a derivative."""

import numpy as np
import pytest
from hypothesis import given

import oracles
from setapart.transport.displacement import displacement, line_displacement
from setapart.transport.supplies import label_supplies
from setapart.transport.trees import Trees
from strategies import pairs


def on_line(points, n):
    """W₂² and the displacement of points (N,) of which the first n are one sample."""
    supply, total = label_supplies((np.arange(points.size) < n)[None])
    value, moves = np.empty(1), np.empty((1, points.size))
    order = np.argsort(points, kind="stable")[None]
    line_displacement(np.arange(1), points[None], order, supply, total, value, moves)
    return value[0], moves[0]


def in_space(points, n):
    """The same of points (N, k), from a basis, and the plan."""
    trees, one = Trees(*label_supplies((np.arange(len(points)) < n)[None])), np.arange(1)
    columns = np.ascontiguousarray(points.T)[None]
    trees.solve(columns, one, squared=True)
    return trees.value[0], displacement(trees, columns, one)[0].T, trees.plan(0)


@given(pairs())
def test_it_is_the_mean_move_of_each_row(pair):
    x, y = pair
    value, moves, plan = in_space(np.concatenate([x, y]), len(x))
    coupling = plan.toarray()
    wanted = [coupling.sum(axis=1)[:, None] * x - coupling @ y, coupling.sum(axis=0)[:, None] * y - coupling.T @ x]
    np.testing.assert_allclose(moves, np.concatenate(wanted), rtol=1e-12, atol=1e-13)
    assert value == pytest.approx(oracles.linear_program(x, y, squared=True), abs=1e-8)
    assert value == pytest.approx(np.sum(moves * np.concatenate([x, y])), abs=1e-12)  # homogeneous of degree two


@given(pairs(max_features=1))
def test_the_line_is_a_space_of_one_feature(pair):
    x, y = pair
    value, moves = on_line(np.concatenate([x, y])[:, 0], len(x))
    wanted, wanted_moves, _ = in_space(np.concatenate([x, y]), len(x))
    assert value == pytest.approx(wanted, rel=1e-12, abs=1e-14)
    if np.unique(np.concatenate([x, y])).size == len(x) + len(y):  # where rows tie, there is more than one plan
        np.testing.assert_allclose(moves, wanted_moves[:, 0], rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize(("n", "m"), [(5, 5), (4, 7)])
def test_it_is_half_the_derivative(n, m):
    points = np.random.default_rng(n).standard_normal(n + m)
    numeric = oracles.central_difference(lambda p: on_line(p, n)[0], points, 1e-6)
    np.testing.assert_allclose(2.0 * on_line(points, n)[1], numeric, atol=1e-8)
