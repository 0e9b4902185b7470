"""Weights: ratios alone count, integers are exact, and rows without weight do not exist."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import wasserstein_distance

import oracles
import setapart as sa
import strategies
from setapart.transport.supplies import label_supplies, weight_supplies


@pytest.fixture
def pair():
    rng = np.random.default_rng(0)
    return rng.standard_normal((9, 3)), rng.standard_normal((7, 3))


def test_an_integer_weight_repeats_a_row(pair):
    x, y = pair
    x_weights, y_weights = np.arange(1, 10), np.array([3, 1, 0, 2, 5, 1, 1])
    repeated = sa.wasserstein(np.repeat(x, x_weights, axis=0), np.repeat(y, y_weights, axis=0)).value
    assert sa.wasserstein(x, y, x_weights=x_weights, y_weights=y_weights).value == pytest.approx(repeated, rel=1e-13)


@pytest.mark.parametrize("factor", [1e-200, 0.3, 1e200])
def test_only_ratios_count(pair, factor):
    x, y = pair
    weights = np.random.default_rng(1).uniform(0.1, 1.0, 9)
    value = sa.wasserstein(x, y, x_weights=weights).value
    assert sa.wasserstein(x, y, x_weights=factor * weights).value == pytest.approx(value, rel=1e-13)


def test_integers_and_the_same_reals_agree(pair):
    x, y = pair
    weights = np.arange(9)
    value = sa.wasserstein(x, y, x_weights=weights).value
    assert sa.wasserstein(x, y, x_weights=weights.astype(float)).value == pytest.approx(value, rel=1e-13)


def test_rows_of_weight_zero_take_no_part(pair):
    x, y = pair
    weights = np.ones(9)
    weights[[2, 5]] = 0.0
    solved = sa.wasserstein(x, y, x_weights=weights)
    assert solved.value == pytest.approx(oracles.linear_program(np.delete(x, [2, 5], axis=0), y), rel=1e-9)
    assert not np.isin(solved.plan.rows, [2, 5]).any()
    assert solved.plan.shape == (9, 7)
    slack = oracles.costs(x, y) - solved.x_potential[:, None] - solved.y_potential[None, :]
    assert slack.min() >= -1e-13
    np.testing.assert_allclose(slack[[2, 5]].min(axis=1), 0.0, atol=1e-13)  # the largest that keep the inequality


def test_weights_of_very_different_sizes(pair):
    x, y = pair
    weights = 10.0 ** np.arange(-12, 6, 2)
    value = sa.wasserstein(x, y, x_weights=weights).value
    assert value == pytest.approx(oracles.linear_program(x, y, x_weights=weights), rel=1e-9)


@pytest.mark.parametrize(("draw", "seed"), strategies.HARD)
def test_hardly_any_mass_goes_far(draw, seed):
    """The value is far below the longest distance: what the proof can ask for is limited by the rounding of that."""
    rng = np.random.default_rng(seed)
    x, y = draw(rng)
    x_weights, y_weights = rng.exponential(size=len(x)) ** 6, rng.exponential(size=len(y)) ** 6
    solved = sa.wasserstein(x, y, x_weights=x_weights, y_weights=y_weights)
    cost = oracles.costs(x, y)
    leaves, arrives = oracles.shares(x_weights, len(x)), oracles.shares(y_weights, len(y))
    dual = leaves @ solved.x_potential + arrives @ solved.y_potential
    assert solved.plan.mass @ cost[solved.plan.rows, solved.plan.columns] == pytest.approx(solved.value, rel=1e-9)
    # Potentials are sums of costs along paths of the tree: each of some dozen steps may round by 1e-16 of the longest.
    assert dual == pytest.approx(solved.value, rel=1e-9, abs=1e-13 * cost.max())


def test_large_integers_keep_their_ratio():
    x, y = [[0.0, 0.0], [1.0, 0.0]], [[0.0, 0.0]]
    assert sa.wasserstein(x, y, x_weights=[10**15, 1]).value == pytest.approx(1 / (10**15 + 1), rel=1e-15)


def test_integers_without_a_small_common_total_are_rounded(pair):
    """Totals near 2⁴³ and 2⁴² have no common multiple within 64 bits: shares are kept to 2⁻⁵² instead."""
    rng = np.random.default_rng(2)
    x, y = pair
    x_weights, y_weights = rng.integers(1, 2**40, 9), rng.integers(1, 2**40, 7)
    solved = sa.wasserstein(x, y, x_weights=x_weights, y_weights=y_weights)
    wanted = oracles.linear_program(x, y, x_weights=x_weights, y_weights=y_weights)
    assert solved.value == pytest.approx(wanted, rel=1e-9)
    np.testing.assert_allclose(solved.plan.marginals[0], oracles.shares(x_weights, 9), rtol=0, atol=1e-15)


@pytest.mark.parametrize("seed", range(5))
def test_the_line_against_scipy(seed):
    rng = np.random.default_rng(seed)
    p, q = rng.integers(0, 6, 15) / 2.0, rng.standard_normal(11)
    u, v = rng.uniform(0, 1, 15), rng.integers(1, 9, 11)
    assert sa.wasserstein(p, q).value == pytest.approx(wasserstein_distance(p, q), rel=1e-13)
    value = sa.wasserstein(p, q, x_weights=u, y_weights=v).value
    assert value == pytest.approx(wasserstein_distance(p, q, u, v), rel=1e-12)


@pytest.mark.parametrize(("n", "m"), [(1, 1), (3, 3), (4, 6), (7, 5), (1, 8)])
def test_supplies_of_labels_balance(n, m):
    labels = np.array([[True] * n + [False] * m, [False] * m + [True] * n])
    supply, total = label_supplies(labels)
    assert supply.sum(axis=1).tolist() == [0, 0]
    for row, signed, whole in zip(labels, supply.tolist(), total.tolist(), strict=True):
        assert {Fraction(s, whole) for s, first in zip(signed, row, strict=True) if first} == {Fraction(1, n)}
        assert {Fraction(s, whole) for s, first in zip(signed, row, strict=True) if not first} == {Fraction(-1, m)}


@pytest.mark.parametrize("seed", range(3))
def test_supplies_of_reals_are_the_nearest_grid_points(seed):
    rng = np.random.default_rng(seed)
    weights = rng.exponential(size=50)
    supply, other, total = weight_supplies(weights, 50, None, 3)
    assert int(supply.sum()) == int(other.sum()) == total
    shares = [Fraction(w) / sum(map(Fraction, weights.tolist())) for w in weights.tolist()]
    errors = [abs(Fraction(int(s), total) - share) for s, share in zip(supply, shares, strict=True)]
    assert max(errors) <= Fraction(2, 2**52)  # one grid step, and the rounding of the shares themselves
