"""Warm bases: solving again after the points have moved gives what solving afresh does."""

import numpy as np
import pytest

import oracles
from setapart.transport.supplies import label_supplies
from setapart.transport.trees import Trees


def draw(rng, batch, n, m, k):
    points = rng.standard_normal((batch, k, n + m))
    labels = np.array([rng.permutation(np.arange(n + m) < n) for _ in range(batch)])
    return points, labels


def solve(points, labels, *, squared=False):
    trees = Trees(*label_supplies(labels))
    trees.solve(points, np.arange(len(points)), squared=squared)
    return trees


def gradient(trees, points):
    out = np.empty_like(points)
    trees.gradient(points, np.arange(len(points)), out)
    return out


@pytest.mark.parametrize("squared", [False, True])
@pytest.mark.parametrize(("n", "m", "k"), [(15, 15, 2), (12, 17, 3), (1, 9, 2), (20, 10, 5), (30, 30, 1)])
def test_warm_equals_cold_over_many_steps(n, m, k, squared):
    rng = np.random.default_rng(n * m * k)
    points, labels = draw(rng, 3, n, m, k)
    warm = solve(points, labels, squared=squared)
    for step in range(40):
        points += rng.standard_normal(points.shape) * (0.05, 1.0)[step % 10 == 9]
        warm.solve(points, np.arange(3), squared=squared)
        cold = solve(points, labels, squared=squared)
        np.testing.assert_allclose(warm.value, cold.value, rtol=1e-12)
        for b in range(3):
            sources, sinks = points[b][:, labels[b]].T, points[b][:, ~labels[b]].T
            plan = warm.plan(b)
            cost = oracles.costs(sources, sinks, squared=squared)
            assert plan.mass @ cost[plan.rows, plan.columns] == pytest.approx(warm.value[b], rel=1e-12)
    wanted = oracles.linear_program(sources, sinks, squared=squared)
    assert warm.value[2] == pytest.approx(wanted, rel=1e-9)


def test_warm_solves_survive_ties_and_collapse():
    rng = np.random.default_rng(0)
    points, labels = draw(rng, 2, 12, 12, 3)
    warm = solve(points, labels)
    for moved in (np.zeros_like(points), np.round(points), points * [[[1.0], [0.0], [0.0]]], points):
        warm.solve(moved, np.arange(2))
        for b in range(2):
            wanted = oracles.assignment(moved[b][:, labels[b]].T, moved[b][:, ~labels[b]].T)
            assert warm.value[b] == pytest.approx(wanted, rel=1e-9, abs=1e-15)


def test_only_the_active_problems_are_solved():
    rng = np.random.default_rng(1)
    points, labels = draw(rng, 4, 8, 10, 2)
    trees = solve(points, labels)
    before = trees.value.copy()
    moved = 2.0 * points[[2]]
    trees.solve(moved, np.array([2]))
    assert np.array_equal(trees.value[[0, 1, 3]], before[[0, 1, 3]])
    assert trees.value[2] == pytest.approx(2.0 * before[2], rel=1e-12)


@pytest.mark.parametrize(("n", "m", "k"), [(6, 6, 2), (5, 8, 3), (1, 4, 2)])
def test_gradient_against_central_differences(n, m, k):
    points, labels = draw(np.random.default_rng(n + m + k), 2, n, m, k)
    trees = solve(points, labels)
    analytic = gradient(trees, points)
    for b in range(2):
        numeric = oracles.central_difference(
            lambda p, b=b: float(solve(p[None], labels[b][None]).value[0]), points[b], 1e-5
        )
        # Third derivatives of a distance (about 1/length²) times 1e-10, and rounding 1e-16 / 1e-5.
        np.testing.assert_allclose(analytic[b], numeric, atol=1e-8)


def test_gradient_gives_the_value_back_with_ties_and_zero_distances():
    rng = np.random.default_rng(2)
    points, labels = draw(rng, 6, 9, 12, 2)
    points = np.round(points)
    trees = solve(points, labels)
    slope = gradient(trees, points)
    np.testing.assert_allclose(np.sum(slope * points, axis=(1, 2)), trees.value, rtol=1e-12)
    np.testing.assert_allclose(slope.sum(axis=2), 0.0, atol=1e-14)


def test_flows_are_exact_integers_that_balance():
    rng = np.random.default_rng(3)
    points, labels = draw(rng, 1, 7, 11, 2)
    trees = solve(points, labels)
    plan = trees.plan(0)
    units = np.rint(plan.mass * trees.total[0])
    np.testing.assert_allclose(units / trees.total[0], plan.mass, rtol=1e-15)  # mass is a whole number over the total
    assert np.bincount(plan.rows, units).tolist() == [11.0] * 7
    assert np.bincount(plan.columns, units).tolist() == [7.0] * 11
