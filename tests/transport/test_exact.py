"""W₁ with its plan and potentials, against linear programming."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
import setapart as sa
import strategies
from setapart.transport import block_simplex
from setapart.transport.exact import transport

RTOL = 1e-9  # both sides solve to a proven vertex; what differs is rounding


def instances():
    rng = np.random.default_rng(2021)
    for i in range(200):
        kind = strategies.KINDS[i % 4]
        n, m = rng.integers(1, 31, 2)
        if i % 3 == 0:
            m = n
        yield strategies.draw_pair(rng, n, m, 1 + i % 6, kind)


def test_two_hundred_instances_against_highs_and_assignment():
    for x, y in instances():
        solved = sa.wasserstein(x, y)
        size = oracles.costs(x, y).max()
        assert solved.value == pytest.approx(oracles.linear_program(x, y), rel=RTOL, abs=1e-14 * size)
        if len(x) == len(y):
            assert solved.value == pytest.approx(oracles.assignment(x, y), rel=RTOL, abs=1e-14 * size)
        oracles.check_transport(solved, x, y)


@given(strategies.pairs(), st.data())
def test_weights_against_highs(pair, data):
    x, y = pair
    x_weights = data.draw(strategies.weights(len(x)))
    y_weights = data.draw(strategies.weights(len(y)))
    solved = sa.wasserstein(x, y, x_weights=x_weights, y_weights=y_weights)
    wanted = oracles.linear_program(x, y, x_weights=x_weights, y_weights=y_weights)
    assert solved.value == pytest.approx(wanted, rel=RTOL, abs=1e-14 * oracles.costs(x, y).max())
    oracles.check_transport(solved, x, y, x_weights, y_weights)


@given(strategies.pairs())
def test_squared_cost_against_highs(pair):
    x, y = pair
    solved = transport(x, y, squared=True)
    size = oracles.costs(x, y, squared=True).max()
    assert solved.value == pytest.approx(oracles.linear_program(x, y, squared=True), rel=RTOL, abs=1e-14 * size)
    oracles.check_transport(solved, x, y, squared=True)


def test_a_thousand_rows_against_assignment():
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((1000, 3)), rng.standard_normal((1000, 3))
    solved = sa.wasserstein(x, y)
    assert solved.value == pytest.approx(oracles.assignment(x, y), rel=RTOL)
    oracles.check_transport(solved, x, y)


def test_one_row_each_is_the_distance_of_the_two():
    assert sa.wasserstein([[1.0, 2.0, 3.0]], [[1.0, 5.0, 7.0]]).value == 5.0


@pytest.mark.parametrize("k", range(1, 7))
def test_one_row_against_many_is_the_mean_distance(k):
    rng = np.random.default_rng(k)
    x, y = rng.standard_normal((1, k)), rng.standard_normal((9, k))
    wanted = np.linalg.norm(x - y, axis=1).mean()
    assert sa.wasserstein(x, y).value == pytest.approx(wanted, rel=1e-14)
    assert sa.wasserstein(y, x).value == pytest.approx(wanted, rel=1e-14)


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_the_same_rows_in_any_order_and_number_are_at_distance_zero(k):
    rng = np.random.default_rng(k)
    x = rng.standard_normal((13, k))
    assert sa.wasserstein(x, rng.permutation(x)).value == 0.0
    assert sa.wasserstein(np.repeat(x, 2, axis=0), np.repeat(x, 3, axis=0)).value == 0.0


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("height", [0.0, 0.1, -1e150])
def test_all_points_equal(k, height):
    solved = sa.wasserstein(np.full((4, k), height), np.full((7, k), height))
    assert solved.value == 0.0
    np.testing.assert_allclose(solved.plan.marginals[1], 1 / 7, rtol=1e-15)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_two_clumps_a_distance_apart(k):
    x, y = np.zeros((5, k)), np.full((8, k), 2.0)
    assert sa.wasserstein(x, y).value == pytest.approx(2.0 * np.sqrt(k), rel=1e-15)


def test_collinear_points_cost_what_the_line_does():
    rng = np.random.default_rng(3)
    p, q = rng.standard_normal(17), rng.standard_normal(23)
    direction = np.array([2.0, -1.0, 2.0]) / 3.0
    value = sa.wasserstein(p[:, None] * direction, q[:, None] * direction).value
    assert value == pytest.approx(oracles.line_wasserstein(p, q), rel=1e-12)


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("scale", [1e-300, 1e-150, 1e150, 1e299])
def test_extreme_units(k, scale):
    rng = np.random.default_rng(4)
    x, y = rng.standard_normal((12, k)), rng.standard_normal((9, k))
    value = sa.wasserstein(x, y).value
    scaled = sa.wasserstein(scale * x, scale * y)
    assert scaled.value / scale == pytest.approx(value, rel=1e-12)
    check_proof_in_units(scaled, x, y, scale)


def check_proof_in_units(solved, x, y, scale):
    slack = oracles.costs(x, y) - (solved.x_potential / scale)[:, None] - (solved.y_potential / scale)[None, :]
    assert slack.min() >= -1e-12


@pytest.mark.parametrize("k", [1, 2, 3])
def test_a_far_origin(k):
    rng = np.random.default_rng(5)
    x, y = rng.standard_normal((12, k)), rng.standard_normal((9, k))
    shifted = sa.wasserstein(x + 1e6, y + 1e6).value
    # Adding 1e6 itself rounds each coordinate by up to 6e-11.
    assert shifted == pytest.approx(sa.wasserstein(x, y).value, abs=2e-10)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_outliers(k):
    rng = np.random.default_rng(6)
    x, y = rng.standard_normal((20, k)), rng.standard_normal((15, k))
    x[3], y[7] = 1e6, -1e6
    assert sa.wasserstein(x, y).value == pytest.approx(oracles.linear_program(x, y), rel=RTOL)


def test_large_coprime_sizes():
    rng = np.random.default_rng(7)
    x, y = rng.standard_normal((997, 2)), rng.standard_normal((1009, 2))
    oracles.check_transport(sa.wasserstein(x, y), x, y)


def test_repeating_every_row_changes_nothing():
    rng = np.random.default_rng(8)
    x, y = rng.standard_normal((8, 3)), rng.standard_normal((6, 3))
    value = sa.wasserstein(x, y).value
    assert sa.wasserstein(np.repeat(x, 3, axis=0), np.repeat(y, 5, axis=0)).value == pytest.approx(value, rel=1e-13)


@given(strategies.pairs())
def test_symmetry(pair):
    x, y = pair
    assert sa.wasserstein(x, y).value == pytest.approx(sa.wasserstein(y, x).value, rel=1e-12, abs=1e-15)


@given(strategies.pairs(), strategies.SEEDS)
def test_triangle_inequality(pair, seed):
    x, y = pair
    z = np.random.default_rng(seed).standard_normal((5, x.shape[1]))
    whole, first, second = (sa.wasserstein(a, b).value for a, b in ((x, y), (x, z), (z, y)))
    assert whole <= (first + second) * (1 + 1e-12)


@pytest.mark.parametrize(("k", "in_blocks"), [(2, True), (3, True), (7, False)])
def test_many_rows_are_solved_in_blocks_either_way_round(monkeypatch, k, in_blocks):
    rng, sinks, real = np.random.default_rng(9), [], block_simplex.solve_in_blocks

    def noted(points, nodes, n, *others):
        sinks.append(nodes.size - n)
        return real(points, nodes, n, *others)

    monkeypatch.setattr(block_simplex, "solve_in_blocks", noted)
    x, y = rng.standard_normal((300, k)), rng.standard_normal((2_400, k))
    there, back = sa.wasserstein(x, y), sa.wasserstein(y, x)
    assert sinks == ([2_400, 2_400] if in_blocks else [])  # the larger sample is the one that stands in blocks
    assert back.value == pytest.approx(there.value, rel=1e-12)
    oracles.check_transport(there, x, y)
    oracles.check_transport(back, y, x)
