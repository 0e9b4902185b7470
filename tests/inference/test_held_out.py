"""How sure a held-out effect is, within strata and over a spread; the rest is tested in test_split and explain."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setapart._designs import Stratified
from setapart.inference.held_out import Effect, HeldOut, effect_noise
from setapart.inference.units import units_of
from setapart.transport.exact import transport
from strategies import SEEDS


def both_of(points, n, *, design=None, distance=0.0, n_replicates=499, seed=0):
    part = HeldOut(np.arange(len(points)), points, np.arange(len(points)) < n)
    return effect_noise(
        [part],
        distances=np.array([distance]),
        centred=False,
        rng=np.random.default_rng(seed),
        units=units_of(n, len(points), design),
        n_replicates=n_replicates,
    )


def noise_of(points, codes, n, **asked):
    return both_of(points, n, design=Stratified(codes), **asked)[:, 0]


@pytest.mark.parametrize("k", [1, 2])
def test_a_stratum_keeps_its_weight(k):
    """By brute force: of 7 rows and 6, in strata of 3 + 4 and 4 + 2."""
    codes = np.array([0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 1, 0, 0])
    points = np.random.default_rng(0).standard_normal((13, k)) + 10.0 * codes[:, None]
    drawn = np.random.default_rng(5).standard_exponential((4, 13))
    factor = np.sqrt(np.repeat([9.0 / 5.0, 8.0 / 4.0], [7, 6]))  # (n + s) / (n - s)
    for noise, weights in zip(noise_of(points, codes, 7, n_replicates=4, seed=5), drawn, strict=True):
        masses = np.empty(13)
        for first, size in ((True, 7), (False, 6)):
            for stratum in (0, 1):
                rows = np.flatnonzero(((np.arange(13) < 7) == first) & (codes == stratum))
                masses[rows] = weights[rows] / weights[rows].sum() * rows.size / size - 1.0 / size
        masses *= factor * np.repeat([1.0, -1.0], [7, 6])
        here, there = masses > 0.0, masses < 0.0
        moved = transport(points[here], points[there], x_weights=masses[here], y_weights=-masses[there]).value
        assert noise == pytest.approx(moved * masses[here].sum(), rel=1e-9)


@pytest.mark.parametrize("sizes", [(6, 6), (9, 3)])
def test_strata_that_are_far_apart_do_not_make_the_interval_wider(sizes):
    """Of equal populations the distance is the noise: 2,000 drawn within strata 100 apart, and what 60 such pairs tell.

    Each of the 60 estimates is off by 25 % or so.
    """
    codes = np.tile(np.repeat([0, 1], sizes), 2)
    rows = np.random.default_rng(0).standard_normal((2000, 24)) + 100.0 * codes
    x, y = np.sort(rows[:, :12], axis=1), np.sort(rows[:, 12:], axis=1)
    wanted = np.percentile(np.abs(x - y).mean(axis=1), 97.5)
    told = np.mean([np.percentile(noise_of(row[:, None], codes, 12), 97.5) for row in rows[:60]])
    assert told == pytest.approx(wanted, rel=0.1)


@given(SEEDS, st.lists(st.integers(2, 5), min_size=4, max_size=4))
@settings(max_examples=20)
def test_how_far_strata_are_apart_does_not_matter(seed, sizes):
    """Nothing ever moves from one to the other, though the strata have other shares of the two samples."""
    codes = np.repeat([0, 1, 0, 1], [4 + size for size in sizes])
    rows, n = np.random.default_rng(seed).random((codes.size, 1)), 8 + sizes[0] + sizes[1]
    near, far = (noise_of(rows + gap * codes[:, None], codes, n, n_replicates=5) for gap in (2.0, 1000.0))
    # Coordinates of 1,000 are rounded to 1e-13.
    np.testing.assert_allclose(far, near, rtol=1e-9)


def test_strata_of_single_rows_do_not_show_how_they_vary():
    codes = np.array([0, 1, 2, 3, 4, 5, 0, 0, 1, 2, 3, 4])
    assert noise_of(np.arange(12.0)[:, None], codes, 6).shape == (0,)
    assert noise_of(np.arange(12.0)[:, None], codes // 3, 6).shape == (499,)


def test_what_replicates_of_the_spread_fall_short_of_counts_twice():
    points = np.random.default_rng(0).standard_exponential((20, 1))
    weights = np.random.default_rng(3).standard_exponential((9, 20))
    samples = [(points[rows, 0], weights[:, rows]) for rows in (slice(8), slice(8, 20))]

    def spread(b):
        drawn = [(x, np.ones(x.size) if b is None else w[b]) for x, w in samples]
        squares = [x.size * np.average((x - np.average(x, weights=w)) ** 2, weights=w) for x, w in drawn]
        return np.sqrt(sum(squares) / 18)

    now, replicates = spread(None), np.array([spread(b) for b in range(9)])
    noise, in_sd = both_of(points, 8, distance=2.0, n_replicates=9, seed=3).T
    short = replicates.mean() / now
    assert short < 0.99
    np.testing.assert_allclose(in_sd, (2.0 + noise) / (replicates * short) - 2.0 / now, rtol=1e-12)


def test_what_chance_gives_in_standard_deviations_is_in_the_ratio_of_the_distance():
    assert Effect(2.0, 1.5, 2.5, 0.5, 0.375, 0.625, 0.8).without_difference_sd == 0.2
    for nothing in (Effect(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0), Effect(1.0, 1.0, 1.0, np.nan, np.nan, np.nan, 0.0)):
        assert np.isnan(nothing.without_difference_sd)
