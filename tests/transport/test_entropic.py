"""Entropic transport against another solver, closed forms and its limits."""

import numpy as np
import ot
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
from setapart.transport import entropic
from setapart.transport.entropic import entropic_cost
from strategies import SEEDS


def solved(cost, tolerance=1e-8):
    return entropic_cost(cost, tolerance=tolerance, n_steps=10_000)


@pytest.mark.parametrize(("n", "m", "epsilon"), [(6, 6, 0.5), (5, 9, 0.2), (7, 3, 5.0)])
def test_against_another_solver(n, m, epsilon):
    rng = np.random.default_rng(0)
    cost = oracles.costs(rng.standard_normal((n, 3)), rng.standard_normal((m, 3)))
    a, b = np.full(n, 1 / n), np.full(m, 1 / m)
    plan = ot.sinkhorn(a, b, cost, epsilon, method="sinkhorn_log", stopThr=1e-12, numItermax=100_000)
    wanted = np.sum(plan * cost) + epsilon * np.sum(plan * np.log(plan * n * m))
    assert epsilon * solved(cost / epsilon) == pytest.approx(wanted, rel=1e-10)


@given(SEEDS, st.integers(1, 6), st.integers(1, 6))
def test_it_lies_between_the_least_and_the_mean_cost(seed, n, m):
    """Σ π C ≤ value, by the optimal plan; the product plan has no penalty."""
    x, y = (np.random.default_rng(seed).standard_normal((size, 2)) for size in (n, m))
    cost = oracles.costs(x, y)
    assert oracles.linear_program(x, y) - 1e-9 <= solved(cost) <= cost.mean() + 1e-12
    assert solved(cost + 3.0) == pytest.approx(solved(cost) + 3.0, rel=1e-12)
    assert solved(cost.T) == pytest.approx(solved(cost), rel=1e-7)


def test_two_rows_each():
    """By hand: π = (½ - p, p; p, ½ - p) with p = ½ / (1 + e^c), so that the value is -log((1 + e^-c) / 2)."""
    for c in (0.1, 1.0, 30.0, 1e5):
        cost = np.array([[0.0, c], [c, 0.0]])
        assert solved(cost) == pytest.approx(np.log(2.0) - np.log1p(np.exp(-c)), rel=1e-12)


@pytest.mark.parametrize("scale", [20.0, 1e3, 1e5])
def test_the_scaling_changes_the_way_not_the_end(scale, monkeypatch):
    rng = np.random.default_rng(3)
    cost = scale * oracles.costs(rng.standard_normal((6, 2)), rng.standard_normal((5, 2)))
    annealed = entropic_cost(cost, tolerance=1e-6, n_steps=200)
    monkeypatch.setattr(entropic, "_LARGE", np.inf)
    plain = [entropic_cost(cost, tolerance=1e-6, n_steps=steps) for steps in (200, 20_000)]
    assert plain[0] * (1 - 1e-9) <= annealed  # no farther off
    assert plain[1] <= annealed * (1 + 1e-9) or annealed == pytest.approx(plain[1], rel=0.01)


def test_more_steps_come_closer_from_below():
    rng = np.random.default_rng(1)
    cost = 20.0 * oracles.costs(rng.standard_normal((8, 2)), rng.standard_normal((8, 2)))
    values = [entropic_cost(cost, tolerance=1e-15, n_steps=steps) for steps in (1, 3, 10, 100)]
    assert values == sorted(values)
    assert values[-1] <= solved(cost) * (1 + 1e-12)


def test_the_error_is_about_the_square_of_the_tolerance():
    rng = np.random.default_rng(2)
    cost = 5.0 * oracles.costs(rng.standard_normal((20, 3)), rng.standard_normal((30, 3)))
    for tolerance in (1e-2, 1e-3, 1e-4):
        assert 0.0 <= solved(cost) - solved(cost, tolerance) < 10.0 * tolerance**2
