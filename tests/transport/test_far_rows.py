"""What is far away must not blur what is near: rows that both samples share at a distance, however large."""

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment
from scipy.spatial.distance import cdist

import setapart as sa
from setapart.transport import conditioning


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


@pytest.mark.parametrize("far", [1e6, 1e9, 1e12, 1e16, 9.96921e36, 1e160, 1e300])
@pytest.mark.parametrize("case", ["one row", "nearly the same", "most rows", "both ways"])
def test_balanced_rows_at_any_distance_leave_all_figures(case, far):
    """What is shared far away: one row; rows that differ nearby; more rows than are near; on both sides."""
    x, y = np.random.default_rng(0).standard_normal((2, 20, 3))
    count = {"one row": 1, "nearly the same": 3, "most rows": 30, "both ways": 2}[case]
    first = np.zeros((count, 3))
    first[:, 0] = far
    second, extra = first.copy(), 0.0
    if case == "nearly the same":
        first[:, 1], second[:, 1], extra = np.arange(3), np.arange(3)[::-1] + 0.25, 0.75
    if case == "both ways":
        first, second = np.concatenate([first, -first]), np.concatenate([-first, first])
    cost = cdist(x, y)
    optimum = (cost[linear_sum_assignment(cost)].sum() + extra) / (20 + len(first))
    res = sa.wasserstein(np.concatenate([first, x]), np.concatenate([y, second]))
    # At 1e6 and beside most rows, centring still costs six of 16 figures.
    assert res.value == pytest.approx(optimum, rel=1e-9 if far <= 1e6 else 1e-12)
    assert res.x_potential.mean() + res.y_potential.mean() == pytest.approx(res.value, rel=1e-9)
    np.testing.assert_allclose(res.plan.marginals[0], 1.0 / (20 + len(first)), rtol=1e-12)


def test_the_fill_value_of_netcdf():
    """One of 20 rows in both samples: the value is that of the other 19, times their share."""
    x, y = np.random.default_rng(0).normal(size=(2, 20, 3))
    x[0] = y[0] = [9.96921e36, 0.0, 0.0]
    cost = cdist(x[1:], y[1:])
    optimum = cost[linear_sum_assignment(cost)].sum() / 20
    assert sa.wasserstein(x, y).value == pytest.approx(optimum, rel=1e-12)
    weights = np.r_[3, np.ones(19, int)]
    weighted = sa.wasserstein(x, y, x_weights=weights, y_weights=weights).value
    assert weighted == pytest.approx(optimum * 20 / 22, rel=1e-12)


def test_clusters_within_clusters():
    """Three scales, each in balance: 1, 1e20 and 1e37."""
    x = np.array([[0.0, 0.0], [1e20, 0.0], [1e37, 0.0], [3.0, 0.0]])
    y = np.array([[0.0, 1.0], [1e20, 2.0], [1e37, 4.0], [3.0, 0.0]])
    assert sa.wasserstein(x, y).value == pytest.approx(7.0 / 4.0, rel=1e-12)


def test_far_rows_in_one_sample_carry_the_value():
    x, y = np.random.default_rng(0).normal(size=(2, 20, 3))
    x[0, 0] = 1e36
    assert sa.wasserstein(x, y).value == pytest.approx(1e36 / 20, rel=1e-12)


def test_a_value_too_fine_to_prove_is_refused():
    """Far rows at all distances between 1 and 1e24 are no clusters, and the value of a shift by 1e-3 has no proof."""
    chain = np.column_stack([np.geomspace(1.0, 1e24, 60), np.zeros(60)])
    shifted = chain + [0.0, 1e-3]
    with pytest.raises(sa.TransportError, match="float64 holds no proof of it; look for values far from all others"):
        sa.wasserstein(chain, shifted)


@pytest.mark.parametrize("seed", range(20))
def test_the_quick_look_misses_no_clusters(seed, monkeypatch):
    rng = np.random.default_rng(seed)
    count = int(rng.integers(1, 70))  # 64 clusters are the most that are looked for
    centres = rng.permutation(count)[:, None] * 1e9 * rng.choice([1.0, -1.0], 3)
    rows = np.repeat(centres, rng.integers(1, 5, count), axis=0)
    rows += rng.standard_normal(rows.shape)
    quick = conditioning.far_clusters(rows, 1e6)
    monkeypatch.setattr(conditioning, "_may_cluster", lambda *_: True)
    slow = conditioning.far_clusters(rows, 1e6)
    assert (quick is None) == (slow is None)
    if slow is not None:
        np.testing.assert_array_equal(quick, slow)
    assert (slow is None) == (count == 1 or count > 64 or len(rows) == count)
