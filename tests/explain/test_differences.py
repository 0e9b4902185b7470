"""The split into location, spread and shape, against closed forms, enumeration and other implementations."""

import json
import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import wasserstein_distance

import setapart as sa
from oracles import assignment, exact_line_wasserstein
from setapart.explain.differences import difference_table
from strategies import pairs

LENGTHS = ("w1", "w2", "location", "spread", "shape")
SHARES = ("location_share", "spread_share", "shape_share")
PLUS_MINUS = np.repeat([-1.0, 1.0], 6)


def row_of(u, v):
    """The only row of the table, as a dictionary."""
    table = difference_table(np.reshape(np.asarray(u, float), (-1, 1)), np.reshape(np.asarray(v, float), (-1, 1)))
    return {name: table[name][0] for name in table.columns}


def squared_w2(u, v):
    """Repeat to a common size and match in order."""
    size = math.lcm(len(u), len(v))
    u, v = (np.repeat(np.sort(values), size // len(values)) for values in (u, v))
    return float(np.mean((u - v) ** 2))


@pytest.mark.parametrize("delta", [2.5, -0.125])
def test_a_shift_is_all_location(delta):
    u = np.random.default_rng(0).standard_normal(30)
    row = row_of(u, u + delta)
    assert [row[name] for name in SHARES] == [1.0, 0.0, 0.0]
    assert (row["spread"], row["shape"], row["spread_ratio"]) == (0.0, 0.0, pytest.approx(1.0, rel=1e-14))
    assert row["location"] == pytest.approx(delta, rel=1e-13)
    assert row["w1"] == pytest.approx(abs(delta), rel=1e-13)
    assert row["w2"] == pytest.approx(abs(delta), rel=1e-13)
    pooled = np.sqrt(2 * 29 * np.var(u, ddof=1) / 58)
    assert row["pooled_sd"] == pytest.approx(pooled, rel=1e-13)
    assert row["location_in_sd"] == pytest.approx(delta / pooled, rel=1e-12)


@pytest.mark.parametrize("factor", [3.0, 0.25])
def test_scaling_about_the_mean_is_all_spread(factor):
    u = np.random.default_rng(1).standard_normal(25)
    v = u.mean() + factor * (u - u.mean())
    row = row_of(u, v)
    assert [row[name] for name in SHARES] == [0.0, 1.0, 0.0]
    assert row["spread"] == pytest.approx((factor - 1.0) * u.std(), rel=1e-12)
    assert row["spread_ratio"] == pytest.approx(factor, rel=1e-13)
    assert row["w1"] == pytest.approx(abs(factor - 1.0) * np.abs(u - u.mean()).mean(), rel=1e-12)


def test_equal_moments_leave_shape():
    # ±1 against three values of the same mean 0 and variance 1: W₂² = 2 (1 - ρ), ρ = E|v| = √2 · 1/2.
    row = row_of(PLUS_MINUS, np.sqrt(2.0) * np.repeat([-1.0, 0.0, 0.0, 1.0], 3))
    assert [row[name] for name in SHARES] == [0.0, 0.0, 1.0]
    assert row["shape"] == pytest.approx(np.sqrt(2.0 - np.sqrt(2.0)), rel=1e-14)
    assert row["w2"] == row["shape"]
    assert row["w1"] == pytest.approx(0.5 * (np.sqrt(2.0) - 1.0) + 0.5, rel=1e-14)


def test_a_mirrored_sample_differs_in_shape_alone():
    u = np.random.default_rng(2).exponential(size=40)
    row = row_of(u, 2.0 * u.mean() - u)
    assert row["shape_share"] == pytest.approx(1.0, abs=1e-12)
    assert row["w2"] ** 2 == pytest.approx(squared_w2(u, 2.0 * u.mean() - u), rel=1e-12)


def test_a_small_case_by_hand():
    # Quantile functions 0, 6 (half each) against 0, 3, 9 (a third each), on the steps 1/3, 1/2, 2/3 and 1:
    # differences 0, 3, -3, 3 with masses 1/3, 1/6, 1/6, 1/3.
    row = row_of([6.0, 0.0], [3.0, 9.0, 0.0])
    assert row["w1"] == pytest.approx(2.0, rel=1e-14)
    assert row["w2"] == pytest.approx(np.sqrt(6.0), rel=1e-14)
    assert row["location"] == pytest.approx(1.0, rel=1e-14)
    assert row["spread"] == pytest.approx(np.sqrt(14.0) - 3.0, rel=1e-14)
    assert row["shape"] == pytest.approx(np.sqrt(6.0 - 1.0 - (np.sqrt(14.0) - 3.0) ** 2), rel=1e-13)
    assert row["pooled_sd"] == pytest.approx(np.sqrt((2 * 9.0 + 3 * 14.0) / 3), rel=1e-14)


@pytest.mark.parametrize(("n", "m"), [(4, 4), (3, 5), (7, 2), (6, 9), (1, 8)])
def test_w1_is_exact_in_rational_arithmetic_and_scipys(n, m):
    rng = np.random.default_rng(3)
    u, v = rng.integers(-9, 10, n), rng.integers(-9, 10, m)
    w1 = row_of(u, v)["w1"]
    assert w1 == pytest.approx(
        float(exact_line_wasserstein(*([Fraction(int(a)) for a in s] for s in (u, v)))), rel=1e-13
    )
    assert w1 == pytest.approx(wasserstein_distance(u, v), rel=1e-13)


@given(pairs(max_rows=6))
def test_parts_add_up_to_the_distance(pair):
    x, y = pair
    table = difference_table(x, y)
    reach = max(np.abs(x).max(), np.abs(y).max(), 1e-300)
    for j in range(x.shape[1]):
        u, v = x[:, j], y[:, j]
        row = {name: table[name][j] for name in table.columns}
        # Parts below 1e-14 of the largest coordinate are left out of the sum of squares.
        assert row["w2"] ** 2 == pytest.approx(squared_w2(u, v), rel=1e-11, abs=1e-26 * reach**2)
        if len(u) == len(v):
            best = assignment(u[:, None], v[:, None], squared=True)
            assert row["w2"] ** 2 == pytest.approx(best, rel=1e-11, abs=1e-26 * reach**2)
        assert row["w1"] == pytest.approx(wasserstein_distance(u, v), rel=1e-11, abs=2e-14 * reach)
        assert row["location"] == pytest.approx(v.mean() - u.mean(), rel=1e-11, abs=2e-14 * reach)
        assert row["spread"] == pytest.approx(v.std() - u.std(), rel=1e-11, abs=4e-14 * reach)
        assert abs(row["location"]) <= row["w1"] + 2e-14 * reach
        assert row["w1"] <= row["w2"] + 2e-14 * reach
        assert sum(row[name] for name in SHARES) == pytest.approx(1.0 if row["w2"] else 0.0, abs=1e-15)


@given(pairs(), st.floats(0.1, 10.0), st.floats(-3.0, 3.0))
def test_units_swaps_and_orders(pair, factor, shift):
    x, y = pair
    table, swapped = difference_table(x, y), difference_table(y, x)
    scaled = difference_table(shift + factor * x[::-1], shift + factor * y)
    reach = np.abs(np.concatenate([x, y])).max() + abs(shift) / factor
    for name in LENGTHS:
        sign = -1.0 if name in ("location", "spread") else 1.0
        np.testing.assert_allclose(swapped[name], sign * table[name], rtol=1e-12, atol=1e-14 * reach)
        # The rounding of shifted rows is that of their size; the shape of nearly equal samples feels it most.
        np.testing.assert_allclose(scaled[name], factor * table[name], rtol=1e-9, atol=1e-13 * factor * reach)


@pytest.mark.parametrize("unit", [2.0**-1000, 2.0**-500, 2.0**500, 2.0**990])
def test_extreme_units_change_nothing(unit):
    rng = np.random.default_rng(4)
    u, v = rng.standard_normal(20), 2.0 * rng.standard_normal(30) + 1.0
    row, scaled = row_of(u, v), row_of(unit * u, unit * v)
    for name in (*LENGTHS, "pooled_sd"):
        assert scaled[name] == unit * row[name]
    for name in (*SHARES, "spread_ratio", *(f"{name}_in_sd" for name in LENGTHS)):
        assert scaled[name] == row[name]


@pytest.mark.parametrize("rows", [np.array([0.1, 0.2, 0.3, 1e3, 0.7]), np.array([0.1]), np.zeros(4)])
def test_nothing_differs_between_equal_rows_in_any_order_and_number(rows):
    row = row_of(rows, np.tile(rows[::-1], 3))
    assert [row[name] for name in (*LENGTHS, *SHARES)] == [0.0] * 8


def test_what_needs_a_spread_is_nan_without_one():
    row = row_of([2.0, 2.0], [5.0, 5.0, 5.0])
    assert (row["location"], row["location_share"], row["pooled_sd"]) == (3.0, 1.0, 0.0)
    assert all(np.isnan(row[name]) for name in ("spread_ratio", *(f"{name}_in_sd" for name in LENGTHS)))
    row = row_of([2.0], [5.0])
    assert (row["w1"], row["w2"]) == (3.0, 3.0)
    assert np.isnan(row["pooled_sd"])
    # One without spread: all of the other's is spread.
    row = row_of([0.0, 0.0], [-1.0, 1.0])
    assert (row["spread"], row["spread_share"], row["shape"]) == (1.0, 1.0, 0.0)
    assert row_of([-1.0, 1.0], [0.0, 0.0])["spread_ratio"] == 0.0


def test_a_projection_tells_its_differences_in_the_callers_library():
    rng = np.random.default_rng(5)
    x = pd.DataFrame(rng.standard_normal((30, 3)), columns=["a", "b", "c"])
    found = sa.projected_wasserstein(x, x + [3.0, 0.0, 4.0], k=1)
    frame = found.differences()
    assert isinstance(frame, pd.DataFrame)
    assert frame["direction"].tolist() == ["direction_1"]
    assert frame["location"].tolist() == pytest.approx([5.0], rel=1e-6)  # an ascent ends near the maximum
    assert frame["location_share"].tolist() == [1.0]
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["differences"] == frame.to_dict(orient="list")


def test_undefined_numbers_are_none_in_json():
    found = sa.projected_wasserstein([[1.0, 2.0]], [[4.0, 6.0]], k=1)
    told = json.loads(json.dumps(found.to_dict(), allow_nan=False))["differences"]
    assert told["w1"] == pytest.approx([5.0], rel=1e-12)
    assert (told["pooled_sd"], told["spread_ratio"], told["location_in_sd"]) == ([None], [None], [None])


def test_a_test_result_hands_on_the_differences():
    res = sa.two_sample_test([1.0, 2.0, 3.0], [4.0, 5.0, 6.0], statistic="pw", rng=0)
    assert res.differences()["location"].tolist() == pytest.approx([3.0], rel=1e-14)
    assert res.to_dict()["projection"]["differences"]["location_share"] == [1.0]
