"""Dependence between consecutive rows: closed forms, levels that are no dependence, and blocks that are long enough."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart.inference.dependence import (
    block_length,
    lag_correlations,
    level_shifts,
    plain_correlation,
    single_shift,
)


def first_order(size, r, seed):
    noise = np.random.default_rng(seed).normal(size=size)
    series = np.empty(size)
    series[0] = noise[0]
    for i in range(1, size):
        series[i] = r * series[i - 1] + np.sqrt(1 - r * r) * noise[i]
    return series


def test_known_correlations():
    alternating = np.tile([1.0, -1.0], 8)
    level = np.repeat([0.0, 10.0], 8)
    rows = np.column_stack([alternating, level, np.ones(16)])
    assert lag_correlations(rows) == pytest.approx([-15 / 16, 13 / 16, 0.0])
    assert lag_correlations(rows, [8]) == pytest.approx([-14 / 16, 0.0, 0.0])
    assert single_shift(level) == 8


@given(st.integers(0, 10_000), st.floats(1e-150, 1e150), st.floats(-100, 100))
def test_units_do_not_matter(seed, unit, shift):
    rows = np.random.default_rng(seed).normal(size=(20, 2))
    assert lag_correlations(unit * (rows + shift), [7]) == pytest.approx(lag_correlations(rows, [7]), abs=1e-9)


def test_independent_rows_hardly_ever_seem_correlated():
    rng = np.random.default_rng(0)
    seems = [lag_correlations(rng.normal(size=(100, 3))).max() > plain_correlation(100, 3) for _ in range(1_000)]
    assert np.sum(seems) <= 6  # 1 expected; beyond 6 has probability 1e-4


def test_blocks_are_as_long_as_the_rule_says():
    rng = np.random.default_rng(1)
    shifted = rng.normal(size=(300, 2)) + 5.0 * (np.arange(300) >= 120)[:, None]
    assert block_length(shifted) == 1
    lengths = [block_length(first_order(2_000, 0.6, seed)[:, None]) for seed in range(10)]
    assert np.median(lengths) == pytest.approx((6 * 0.36 * 2_000) ** (1 / 3) / 0.64 ** (2 / 3), rel=0.15)
    assert block_length(first_order(80, 0.98, 0)[:, None]) == 10  # an eighth


@pytest.mark.parametrize("levels", [[0, 5, 0], [0, 50, 0], [0, 5, 0, 5], [3, -6, 0, 9, -2, 4]])
def test_levels_that_shift_more_than_once_are_no_dependence(levels):
    shifts = np.repeat(np.array(levels, dtype=float), 50)
    bounds = [50 * i for i in range(1, len(levels))]
    assert level_shifts(shifts) == bounds
    for seed in range(10):
        rows = shifts + np.random.default_rng(seed).normal(size=shifts.size)
        assert block_length(rows[:, None]) == 1
        found = np.array(level_shifts(rows))
        assert all(np.abs(found - bound).min() <= 2 for bound in bounds)


def test_dependence_is_seen_beside_shifts_of_level():
    shifts = np.repeat([0.0, 5.0, 0.0], 100)
    lengths = [block_length((shifts + first_order(300, 0.6, seed))[:, None]) for seed in range(10)]
    assert np.median(lengths) == pytest.approx((6 * 0.36 * 300) ** (1 / 3) / 0.64 ** (2 / 3), abs=2)
