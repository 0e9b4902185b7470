"""The split test: values by brute force, what each part of the rows may touch, the level, and the effect."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, wasserstein_distance

import oracles
import strategies
from setapart.inference import held_out, split
from setapart.inference.held_out import HeldOut
from setapart.inference.split import split_test
from setapart.projection.starts import Starts
from setapart.statistics.split_projected import SplitProjectedWasserstein
from setapart.transport.exact import transport

QUICK = {"n_steps": 4, "starts": Starts(True, 0, 0)}


def shifted(seed=0, n=20, m=16, d=3, shift=2.0):
    rng = np.random.default_rng(seed)
    return np.concatenate([rng.standard_normal((n, d)), rng.standard_normal((m, d)) + shift * np.eye(d)[0]])


def held(pooled, n, found):
    """The held-out rows of both samples along the directions."""
    rows = found.held_out_rows
    return pooled[rows[rows < n]] @ found.directions, pooled[rows[rows >= n]] @ found.directions


@given(st.sampled_from(strategies.KINDS), strategies.SEEDS, st.integers(4, 12), st.integers(4, 12), st.integers(1, 3))
@settings(max_examples=25, deadline=None)
def test_the_value_is_the_distance_of_the_held_out_rows_along_the_directions(kind, seed, n, m, k):
    x, y = strategies.draw_pair(np.random.default_rng(seed), n, m, 3, kind)
    pooled = np.concatenate([x, y])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(split, "effect_noise", lambda *_, **__: np.empty((0, 2)))
        found = split_test(pooled, n, SplitProjectedWasserstein(k, **QUICK), n_resamples=3, seed=seed)
    size = 1.0 + np.abs(pooled).max()
    assert found.directions.T @ found.directions == pytest.approx(np.eye(k), abs=1e-12)
    # Both sides are exact but for rounding; the linear program is solved to 1e-10.
    assert found.values[0] == pytest.approx(oracles.wasserstein(*held(pooled, n, found)), abs=1e-9 * size)
    assert sorted([*found.learning_rows, *found.held_out_rows]) == list(range(n + m))
    assert np.sum(found.learning_rows < n) == int(0.5 * n + 0.5)
    assert np.sum(found.learning_rows >= n) == int(0.5 * m + 0.5)


@pytest.mark.parametrize("centred", [False, True])
def test_a_shift_along_one_feature(centred):
    pooled = shifted(n=120, m=90)
    found = split_test(pooled, 120, SplitProjectedWasserstein(1, centred=centred), n_resamples=99, seed=0)
    x, y = (part[:, 0] - centred * part.mean() for part in held(pooled, 120, found))
    assert found.values[0] == pytest.approx(wasserstein_distance(x, y), rel=1e-12)
    if not centred:
        assert found.directions[0, 0] > 0.95
        assert found.pvalue == 0.01
        assert found.effect.distance == pytest.approx(2.0, abs=0.5)  # two standard errors: 2 · √(1/60 + 1/45) = 0.39
    else:
        assert found.pvalue > 0.05
        assert found.effect.distance < 0.5


def test_all_relabellings_of_few_held_out_rows_are_enumerated():
    pooled = shifted(n=6, m=6)
    found = split_test(pooled, 6, SplitProjectedWasserstein(1), seed=1)
    points = (pooled[found.held_out_rows] @ found.directions)[:, 0]
    wanted = []
    for chosen in itertools.combinations(range(6), 3):
        rest = [i for i in range(6) if i not in chosen]
        wanted.append(oracles.line_wasserstein(points[list(chosen)], points[rest]))
    assert found.exact
    assert np.sort(found.values) == pytest.approx(np.sort(wanted), rel=1e-12)
    assert found.pvalue == np.mean(np.array(wanted) >= wanted[0] - 1e-12)
    assert found.effect.without_difference == pytest.approx(np.mean(wanted), rel=1e-12)


def test_neither_part_of_the_rows_touches_what_belongs_to_the_other():
    pooled = shifted()
    setting = SplitProjectedWasserstein(2, **QUICK)
    before = split_test(pooled, 20, setting, n_resamples=19, seed=3)

    moved = pooled.copy()
    moved[before.held_out_rows] += np.random.default_rng(0).standard_cauchy((len(before.held_out_rows), 3))
    after = split_test(moved, 20, setting, n_resamples=19, seed=3)
    assert np.array_equal(after.directions, before.directions)
    assert not np.array_equal(after.values, before.values)

    # Twice as far apart, the learning rows teach the same directions to the last bit; no other trace of them is left.
    moved = pooled.copy()
    moved[before.learning_rows] *= 2.0
    after = split_test(moved, 20, setting, n_resamples=19, seed=3)
    assert np.array_equal(after.directions, before.directions)
    assert np.array_equal(after.values, before.values)
    assert after.effect == before.effect


def test_several_splits_take_twice_the_median():
    pooled = shifted(shift=0.7)
    setting = SplitProjectedWasserstein(1, n_splits=5, **QUICK)
    found = split_test(pooled, 20, setting, n_resamples=39, seed=0)
    assert len(set(found.pvalues)) > 1
    assert found.pvalue == min(1.0, 2.0 * np.median(found.pvalues))
    assert found.pvalues[found.split] == np.median(found.pvalues)
    assert np.mean(found.values >= found.values[0]) == np.median(found.pvalues)
    assert found.n_reaching == np.sum(found.values >= found.values[0])
    assert found.values[0] == pytest.approx(oracles.line_wasserstein(*(p[:, 0] for p in held(pooled, 20, found))))


def test_the_first_split_does_not_depend_on_how_many_follow():
    pooled = shifted()
    one, three = (
        split_test(pooled, 20, SplitProjectedWasserstein(1, n_splits=s, **QUICK), n_resamples=19, seed=2)
        for s in (1, 3)
    )
    assert one.pvalue == three.pvalues[0]


@pytest.mark.parametrize("k", [1, 2])
def test_the_same_bits_for_any_number_of_workers(k):
    pooled = shifted()
    first, second = (
        split_test(pooled, 20, SplitProjectedWasserstein(k, n_splits=3, **QUICK), n_resamples=19, seed=5, n_jobs=n_jobs)
        for n_jobs in (1, 2)
    )
    assert np.array_equal(first.values, second.values)
    assert np.array_equal(first.pvalues, second.pvalues)
    assert np.array_equal(first.directions, second.directions)
    assert first.effect == second.effect


@pytest.mark.parametrize(("k", "n_splits"), [(1, 1), (1, 3), (2, 1)])
def test_level(monkeypatch, k, n_splits):
    """Nothing differs: rejections at 0.05 are binomial for one split, and no more for several."""
    # Half of the time, and no part of the level.
    monkeypatch.setattr(split, "effect_noise", lambda *_, **__: np.empty((0, 2)))
    trials, setting = 200, SplitProjectedWasserstein(k, n_splits=n_splits, **QUICK)
    rejections = 0
    for trial in range(trials):
        pooled = np.random.default_rng([7, trial]).standard_normal((24, 3)) * [3.0, 1.0, 1.0]
        rejections += split_test(pooled, 11, setting, n_resamples=39, seed=trial).pvalue <= 0.05
    low, high = binom.ppf([1e-4, 1 - 1e-4], trials, 0.05)
    assert rejections <= high
    if n_splits == 1:
        assert rejections >= low


@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("centred", [False, True])
def test_effect(k, centred):
    pooled = shifted(n=40, m=30) * [1.0, 3.0, 1.0]
    setting = SplitProjectedWasserstein(k, centred=centred, **QUICK)
    found = split_test(pooled, 40, setting, n_resamples=49, seed=1)
    x, y = held(pooled, 40, found)
    effect = found.effect
    within = sum(np.sum((part - part.mean(axis=0)) ** 2) for part in (x, y)) / ((len(x) + len(y) - 2) * k)
    assert effect.distance == found.values[0]
    assert effect.distance_sd == pytest.approx(effect.distance / np.sqrt(within), rel=1e-12)
    assert effect.without_difference == pytest.approx(found.values[1:].mean(), rel=1e-12)
    assert effect.low < effect.distance < effect.high
    assert effect.low_sd < effect.distance_sd < effect.high_sd

    fourfold = split_test(
        4.0 * pooled, 40, SplitProjectedWasserstein(k, centred=centred, **QUICK), n_resamples=49, seed=1
    )
    assert fourfold.effect.low == pytest.approx(4.0 * effect.low, rel=1e-9)
    assert fourfold.effect.high_sd == pytest.approx(effect.high_sd, rel=1e-9)


@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("centred", [False, True])
def test_the_noise_is_the_norm_of_the_errors(k, centred):
    """By brute force, with whole numbers for weights: the norm is a distance once what is negative changes sides."""
    rng = np.random.default_rng(0)
    points, labels = rng.standard_normal((12, k)), np.arange(12) < 7
    weights = rng.integers(1, 4, (3, 12)).astype(float)
    signs = np.where(labels, 1.2, -1.3)
    noise, spreads = held_out._noise(HeldOut(np.arange(12), points, labels), weights, signs, centred)
    for b in range(3):
        here, there, squares = [], [], 0.0
        for own, sign in ((labels, 1.2), (~labels, -1.3)):
            drawn = weights[b, own] / weights[b, own].sum()
            away, even = points[own] - drawn @ points[own], np.full(own.sum(), 1.0 / own.sum())
            squares += own.sum() * np.sum(drawn[:, None] * away**2)
            new, old = (away, points[own] - points[own].mean(axis=0)) if centred else (points[own], points[own])
            # Of sign times (weighted - even), each part as masses on one of the two sides.
            (here if sign > 0.0 else there).append((new, abs(sign) * drawn))
            (there if sign > 0.0 else here).append((old, abs(sign) * even))
        x, y = (np.concatenate([places for places, _ in side]) for side in (here, there))
        x_masses, y_masses = (np.concatenate([masses for _, masses in side]) for side in (here, there))
        wanted = 2.5 * transport(x, y, x_weights=x_masses, y_weights=y_masses).value
        assert noise[b] == pytest.approx(wanted, rel=1e-9)
        assert spreads[b] == pytest.approx(np.sqrt(squares / (10 * k)), rel=1e-12)


def test_samples_without_spread_have_no_standardised_effect():
    pooled = np.repeat([[0.0, 1.0], [3.0, 5.0]], [12, 10], axis=0)
    effect = split_test(pooled, 12, SplitProjectedWasserstein(1, **QUICK), n_resamples=19, seed=0).effect
    assert (effect.distance, effect.low, effect.high) == pytest.approx((5.0, 5.0, 5.0), rel=1e-12)
    assert effect.low <= effect.distance <= effect.high
    # Equal numbers, projected, are equal: there is no spread to divide by.
    assert np.isnan([effect.distance_sd, effect.low_sd, effect.high_sd]).all()


def test_few_rows_held_out_have_no_interval():
    effect = split_test(shifted(n=8, m=16), 8, SplitProjectedWasserstein(1, **QUICK), n_resamples=19, seed=0).effect
    assert effect.distance > 0.0
    assert np.isnan([effect.low, effect.high, effect.low_sd, effect.high_sd]).all()


@pytest.mark.parametrize("shift", [0.0, 0.1])
def test_the_interval_holds_no_difference_and_a_small_one(shift):
    """One direction, so that the truth is the shift: 200 trials of 95 % and more. 20 of 200 outside: 0.002."""
    outside = 0
    for trial in range(200):
        pooled = shifted(trial, 40, 40, d=1, shift=shift)
        effect = split_test(pooled, 40, SplitProjectedWasserstein(1), n_resamples=1, seed=trial).effect
        outside += not effect.low <= shift <= effect.high
    assert outside <= 20


def test_equal_rows_everywhere():
    found = split_test(np.ones((20, 2)), 10, SplitProjectedWasserstein(1, **QUICK), n_resamples=19, seed=0)
    assert found.pvalue == 1.0
    assert (found.effect.distance, found.effect.low, found.effect.high) == (0.0, 0.0, 0.0)


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [(40, 40), (160, 120)])
def test_the_interval_covers_the_distance_along_the_directions_found(sizes):
    """Normal samples, a shift of one: along a the population distance is |a₁|."""
    n, m = sizes
    covered = 0
    for trial in range(200):
        pooled = shifted(trial, n, m, shift=1.0)
        found = split_test(pooled, n, SplitProjectedWasserstein(1), n_resamples=19, seed=trial)
        covered += found.effect.low <= abs(found.directions[0, 0]) <= found.effect.high
    assert covered / 200 >= 0.92  # two standard errors below 0.95


@pytest.mark.parametrize(
    ("n", "setting", "message"),
    [
        (3, {"k": 1}, r"pw_split needs at least 2 rows of each sample to learn from and 2 to test on; share=0.5"),
        (3, {"k": 1}, r"the 3 rows of the first sample into 2 and 1"),
        (15, {"k": 1, "share": 0.95}, r"share=0.95 divides the 15 rows of the first sample into 14 and 1"),
        (30, {"k": 1, "share": 0.2}, r"share=0.2 divides the 6 rows of the second sample into 1 and 5"),
        (20, {"k": 4}, r"k must be at most the number of features, 3; got 4"),
    ],
)  # fmt: skip
def test_too_few_rows_or_too_many_directions(n, setting, message):
    pooled = shifted(n=n, m=36 - n)
    with pytest.raises(ValueError, match=message):
        split_test(pooled, n, SplitProjectedWasserstein(**setting), seed=0)


def test_more_directions_than_learning_rows_span():
    pooled = np.random.default_rng(0).standard_normal((8, 9))
    with pytest.raises(ValueError, match=r"k must be less than the number of rows to learn from, 4, .*; got 4"):
        split_test(pooled, 4, SplitProjectedWasserstein(4), seed=0)
