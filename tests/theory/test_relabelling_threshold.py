"""A threshold from a few relabellings: its inequalities by enumeration, its parts by brute force, its level."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracles
import setapart as sa
from setapart.statistics.marginal import Marginal
from setapart.theory import relabelling_threshold
from strategies import pairs

ROUNDING = 1e-9  # of the size of the rows: what the threshold allows for errors of rounding


def axes_distance(x, y):
    return float(oracles.line_wasserstein(x.T, y.T).max())


def plane_distance(x, y):
    return oracles.best_angle(x, y, grid=400, rounds=3)[0]


def swapped(x, y, swap):
    """The samples with the pairs (x_i, y_i) swapped where `swap` (p,) says so; the longer has rows without a pair."""
    x, y, count = x.copy(), y.copy(), len(swap)
    x[:count], y[:count] = np.where(swap[:, None], [y[:count], x[:count]], [x[:count], y[:count]])
    return x, y


def enumerated(distance, x, y):
    """The distances of all relabellings that swap pairs."""
    swaps = itertools.product([False, True], repeat=min(len(x), len(y)))
    return np.array([distance(*swapped(x, y, np.array(swap))) for swap in swaps])


def constants(x, y, kind):
    """Σ w² and its part max Σ (f(z) - f(z'))², and max w, for the pairs (x_i, y_i): docs/guarantee.md."""
    difference = x[: len(y)] - y[: len(x)]
    if kind == "axes":
        return (
            np.sum(np.abs(difference).max(axis=1) ** 2),
            np.sum(difference**2, axis=0).max(),
            np.abs(difference).max(),
        )
    lengths = np.linalg.norm(difference, axis=1)
    directions = len(difference[0]) if kind == "whole" else 1
    together = np.sum(np.linalg.eigvalsh(difference.T @ difference)[::-1][:directions])
    return np.sum(lengths**2), together, lengths.max()


def log_moment(values, rate):
    """Log of E exp(rate (T - E T)), for equally likely values."""
    exponents = rate * (values - values.mean())
    top = exponents.max()
    return top + math.log(np.mean(np.exp(exponents - top)))


CLASSES = {"axes": axes_distance, "whole": oracles.wasserstein, "plane": plane_distance}


@pytest.mark.parametrize("kind", CLASSES)
@settings(max_examples=25, deadline=None)
@given(drawn=pairs(max_rows=5, max_features=3), rate=st.floats(0.01, 20.0))
def test_the_moment_bounds_hold_for_every_class(kind, drawn, rate):
    x, y = (sample[:, :2] if kind == "plane" else sample for sample in drawn)
    if kind == "plane" and x.shape[1] == 1:
        x, y = (np.column_stack([sample, sample**2]) for sample in (x, y))
    values = enumerated(CLASSES[kind], x, y)
    swap = 1 / len(x) + 1 / len(y)
    squares, together, largest = constants(x, y, kind)
    rounding = 1e-7 * (1.0 + rate)  # the angles of the oracle are this fine
    # McDiarmid: both tails.
    for sign in (1, -1):
        assert log_moment(values, sign * rate) <= rate**2 / 8 * swap**2 * squares + rounding
    # Logarithmic Sobolev: the upper tail, and the lower one up to the reach.
    assert log_moment(values, rate) <= rate**2 / 4 * swap**2 * together + rounding
    if swap * largest > 0:
        slow = min(rate, 1 / (swap * largest))
        assert log_moment(values, -slow) <= 1.7 * slow**2 / 4 * swap**2 * together + rounding


@settings(max_examples=60, deadline=None)
@given(drawn=pairs(), seed=st.integers(0, 99))
def test_the_swap_of_a_pair_changes_no_distance_by_more_than_stated(drawn, seed):
    x, y = drawn
    swap = np.zeros(min(len(x), len(y)), bool)
    swap[seed % len(swap)] = True
    moved = swapped(x, y, swap)
    most = (1 / len(x) + 1 / len(y)) * np.abs(x[swap.argmax()] - y[swap.argmax()])
    assert abs(axes_distance(*moved) - axes_distance(x, y)) <= most.max() + 1e-12
    whole = oracles.wasserstein(*moved) - oracles.wasserstein(x, y)
    assert abs(whole) <= np.linalg.norm(most) + 1e-9  # a linear program


def test_one_pair_by_hand():
    # One pair 3 apart; W₁ is 3 whichever way, so that nothing strays. Swap: 2 · 3; Σ w² / 4 · (1 + 1/R) · 2².
    found = relabelling_threshold([[0.0]], [[3.0]], statistic="wasserstein", n_relabellings=4, rng=0)
    assert (found.value, found.pvalue, found.reach, found.n_pairs) == (3.0, 1.0, math.inf, 1)
    assert found.mean == pytest.approx(3.0, rel=3 * ROUNDING)
    assert found.proxy == pytest.approx(9.0 * 1.25)
    assert found.threshold == pytest.approx(3.0 + math.sqrt(2.0 * 11.25 * math.log(20.0)))


def test_the_parts_are_those_of_brute_force():
    # Pairs at random: whichever they are, all differ by (3, 4), so that the constants are known.
    x = np.zeros((6, 2))
    y = np.tile([3.0, 4.0], (9, 1))
    swap, lower = 1 / 6 + 1 / 9, 1 + 1.7 / 5
    drawn = {"n_relabellings": 5, "rng": 1}
    along = relabelling_threshold(x, y, statistic=np.eye(2), **drawn)
    assert (along.value, along.exact, along.n_pairs) == (4.0, True, 6)
    # Bounded differences: Σ w² / 4 = 6 · 16 / 4 is smaller than half of the same sum.
    assert along.proxy == pytest.approx(swap**2 * 24 * (1 + 1 / 5))
    # Of eight directions with pairs e₁, …, e₈ apart, one direction sees one pair: 1 / 2 is smaller than 8 / 4.
    spread = relabelling_threshold(np.zeros((8, 8)), np.eye(8), statistic=np.eye(8), **drawn)
    assert spread.proxy == pytest.approx((2 / 8) ** 2 / 2 * lower)
    assert spread.reach == pytest.approx(5 * math.sqrt(lower / 2))
    searched = relabelling_threshold(np.zeros((8, 8)), np.eye(8), statistic="pw:3", **drawn)
    assert searched.proxy == pytest.approx((2 / 8) ** 2 * min(8 / 4 * 1.2, 3 / 2 * lower))
    assert not searched.exact


def test_values_are_those_of_the_statistics():
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((9, 3)), rng.standard_normal((12, 3)) + 1.0
    directions = rng.standard_normal((3, 5))
    assert relabelling_threshold(x, y, statistic=directions).value == pytest.approx(
        axes_distance(x @ directions, y @ directions), abs=1e-12
    )
    assert relabelling_threshold(x, y, statistic="wasserstein").value == pytest.approx(oracles.wasserstein(x, y))
    assert relabelling_threshold(x, y, statistic="pw:3").exact
    pooled = np.concatenate([x, y])
    [marginal] = Marginal().prepare(pooled, rng=rng).evaluate(np.arange(21)[None] < 9)
    assert relabelling_threshold(x, y).value == pytest.approx(marginal)
    assert relabelling_threshold(x[:, 0], y[:, 0], statistic=[2.0]).value == pytest.approx(
        2.0 * axes_distance(x[:, :1], y[:, :1])
    )


def test_a_searched_distance_is_set_against_upper_bounds():
    rng = np.random.default_rng(3)
    x, y = rng.standard_normal((2, 30, 2))
    found = relabelling_threshold(x, y, statistic="pw:1", n_relabellings=30, rng=5)
    along = np.linspace(0.0, np.pi, 200)
    grid = np.stack([np.cos(along), np.sin(along)])
    near = relabelling_threshold(x, y, statistic=grid, n_relabellings=30, rng=5)  # the same pairs and swaps
    # A grid of 200 angles misses the largest distance by a thousandth at most: f is Lipschitz in the angle.
    assert found.value == pytest.approx(near.value, rel=1e-3)
    assert found.mean >= near.mean


@pytest.mark.parametrize("statistic", ["marginal", "wasserstein", "pw:1", np.eye(2)], ids=str)
def test_equal_rows_are_no_evidence(statistic):
    found = relabelling_threshold(np.ones((5, 2)), np.ones((7, 2)), statistic=statistic)
    assert (found.value, found.pvalue, found.proxy) == (0.0, 1.0, 0.0)
    assert not found.reject(0.999)


def test_pairs_of_equal_rows_are_no_evidence_whatever_the_others_are():
    # The pair never changes anything: all relabellings have the observed distance, and rounding must not tell.
    x, y = np.array([[0.1]]), np.array([[0.1]] * 3)
    found = relabelling_threshold(x, y, statistic="wasserstein")
    assert found.pvalue == 1.0


@given(alpha=st.floats(1e-12, 0.999), shift=st.floats(0.0, 6.0), few=st.booleans())
@settings(max_examples=40, deadline=None)
def test_threshold_and_pvalue_agree(alpha, shift, few):
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((2, 25, 6))
    # With one relabelling, and many directions, the bound leaves its Gaussian part early.
    found = relabelling_threshold(x, y + shift, alpha=alpha, n_relabellings=1 if few else 20, rng=1)
    assert found.alpha == alpha
    if not math.isclose(found.value, found.threshold, rel_tol=1e-9):
        assert found.reject(alpha) == (found.value >= found.threshold)


def test_the_bound_is_continuous_where_it_changes():
    rng = np.random.default_rng(2)
    x, y = rng.standard_normal((2, 40, 200))
    found = relabelling_threshold(x, y, n_relabellings=1, rng=0)
    assert 0.5 < found.reach < 5.0
    edge = math.exp(-0.5 * found.reach**2)
    below, above = (relabelling_threshold(x, y, n_relabellings=1, rng=0, alpha=edge * s) for s in (1.001, 0.999))
    assert below.threshold < above.threshold == pytest.approx(below.threshold, rel=0.01)
    # Far beyond, and the p-value by hand from the parts that are shown.
    beyond = relabelling_threshold(x, y, n_relabellings=1, rng=0, alpha=1e-30)
    u = (beyond.threshold - beyond.mean) / math.sqrt(beyond.proxy)
    assert math.exp(-found.reach * u + 0.5 * found.reach**2) == pytest.approx(1e-30)


def test_units_move_through():
    rng = np.random.default_rng(4)
    x, y = rng.standard_normal((2, 20, 3))
    for statistic, power in (("wasserstein", 1), (np.eye(3), 1), ("marginal", 0)):
        first, second = (
            relabelling_threshold(c * x + 7.0 * c, c * y + 7.0 * c, statistic=statistic, rng=0) for c in (1.0, 2.0**300)
        )
        assert second.pvalue == pytest.approx(first.pvalue)
        assert second.threshold == pytest.approx(first.threshold * 2.0 ** (300 * power))


def test_far_below_the_least_pvalue_of_a_permutation_test():
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((2, 300, 10))
    y[:, 0] += 1.5
    found = relabelling_threshold(x, y, rng=0)
    assert (found.n_relabellings, found.reach > 10.0) == (20, True)
    assert found.pvalue == pytest.approx(math.exp(-0.5 * (found.value - found.mean) ** 2 / found.proxy))
    assert 0.0 < found.pvalue < 1e-12
    assert sa.two_sample_test(x, y, statistic="marginal", n_resamples=20, rng=0).pvalue == pytest.approx(1 / 21)
    # However far the samples are apart, no p-value is zero.
    assert relabelling_threshold(x[:, 0], x[:, 0] + 1e9, rng=0).pvalue > 0.0


def test_the_level_by_simulation():
    rng = np.random.default_rng(0)
    pvalues = []
    for trial in range(400):
        # Heavy tails and few rows: nothing is assumed.
        x, y = rng.standard_t(1.5, (5, 2)), rng.standard_t(1.5, (8, 2))
        pvalues.append(relabelling_threshold(x, y, n_relabellings=3, rng=trial).pvalue)
    for alpha in (0.05, 0.2, 0.5):
        # Four standard errors above the level.
        assert np.mean(np.array(pvalues) <= alpha) <= alpha + 4 * math.sqrt(alpha * (1 - alpha) / 400)


def test_a_seed_gives_the_same_result():
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((2, 15, 4))
    drawn = relabelling_threshold(x, y)
    assert relabelling_threshold(x, y, rng=drawn.seed) == drawn
    assert relabelling_threshold(x, y, rng=drawn.seed + 1) != drawn


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"statistic": "energy"}, "statistic must be one of 'marginal', 'wasserstein', 'pw:1'"),
        ({"statistic": "pw:3"}, "statistic='pw:3': k must be between 1 and 2, got 3"),
        ({"statistic": np.eye(3)}, "finite columns of length 2"),
        ({"statistic": [1.0, np.nan]}, "finite columns of length 2"),
        ({"alpha": 1.0}, "alpha must lie strictly between 0 and 1"),
        ({"n_relabellings": 0}, "n_relabellings must be at least 1"),
    ],
)
def test_what_cannot_be_used_is_named(options, message):
    with pytest.raises(ValueError, match=message):
        relabelling_threshold(np.eye(2), np.eye(2), **options)


@pytest.mark.parametrize("statistic", [None, 3, Marginal()])
def test_what_is_neither_a_name_nor_directions(statistic):
    with pytest.raises(TypeError, match=r"^statistic must be 'marginal', 'wasserstein', 'pw:k' or an array of dire"):
        relabelling_threshold(np.eye(2), np.eye(2), statistic=statistic)


@pytest.mark.parametrize("unit", [1e-300, 1e300])
def test_rows_of_extreme_size(unit):
    """Only the variance proxy, a square, leaves the range of a double."""
    x, y = np.random.default_rng(0).uniform(-1.0, 1.0, (2, 30, 2))
    here, there = (relabelling_threshold(s * x, s * y, statistic="wasserstein") for s in (1.0, unit))
    assert there.pvalue == pytest.approx(here.pvalue)
    assert there.threshold / unit == pytest.approx(here.threshold)
    assert there.proxy == (0.0 if unit < 1.0 else np.inf)
