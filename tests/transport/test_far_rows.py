"""What is far away must not blur what is near: rows that both samples share at a distance, however large."""

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment
from scipy.spatial.distance import cdist

import setapart as sa


def test_a_shared_row_far_away_costs_nothing():
    """Found by hand: (0,0) → (0,1) over one, (3,0) stays, and the far row stays. Potentials in one float gave 2.05."""
    far = [1e15, 0.0]
    assert sa.wasserstein([[0, 0], [3, 0], far], [[3, 0], [0, 1], far]).value == pytest.approx(1 / 3, rel=1e-12)


@pytest.mark.parametrize("size", [1.0, 1e-9])
@pytest.mark.parametrize("far", [1e3, 1e6, 1e10, 1e14])
def test_value_plan_and_potentials_are_those_of_the_near_rows(far, size):
    rng = np.random.default_rng(0)
    x, y = size * rng.standard_normal((2, 50, 2))
    cost = cdist(x, y)
    optimum = cost[linear_sum_assignment(cost)].sum() / 51
    shared = [[far, 0.0]]
    res = sa.wasserstein(np.concatenate([x, shared]), np.concatenate([y, shared]))
    assert res.value == pytest.approx(optimum, rel=1e-12)
    assert res.x_potential.mean() + res.y_potential.mean() == pytest.approx(optimum, rel=1e-9)
    near = (res.plan.rows < 50) & (res.plan.columns < 50)
    assert cost[res.plan.rows[near], res.plan.columns[near]] @ res.plan.mass[near] == pytest.approx(optimum, rel=1e-12)


def test_projections_see_the_near_rows_too():
    rng = np.random.default_rng(1)
    x, y = rng.standard_normal((2, 20, 2))
    shared = [[1e12, 0.0]]
    found = sa.projected_wasserstein(np.concatenate([x, shared]), np.concatenate([y, shared]), k=2)
    assert found.value == pytest.approx(sa.wasserstein(x, y).value * 20 / 21, rel=1e-9)
