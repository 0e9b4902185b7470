"""Power curves: the size for a wanted power, its band, and the curve as a table and as JSON."""

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plans import curve_of
from setapart.data.table import Table


def test_the_size_lies_between_those_tried():
    size = curve_of([20, 60, 90, 99]).n_for(0.75)
    # Half way between 0.6 and 0.9: √(50 · 100) = 70.71, and whole rows.
    assert (size.n, size.m) == (71, 142)
    assert size.message.startswith("Power 0.75 takes about n = 71 and m = 142 rows (95 % band of n: ")
    assert 50 < size.low < size.n < size.high < 200


def test_the_size_is_a_size_tried_where_that_has_the_power():
    assert curve_of([20, 60, 80, 99]).n_for().n == 100


def test_a_curve_that_falls_by_chance_is_fitted():
    curve = curve_of([20, 85, 75, 99])
    assert curve.fitted.tolist() == pytest.approx([0.2, 0.8, 0.8, 0.99])
    assert curve.n_for(0.8).n == 50


def test_a_power_that_is_not_reached_has_no_size():
    size = curve_of([5, 10, 20, 61]).n_for()
    assert (size.n, size.m, size.low, size.high) == (None, None, None, None)
    assert size.message == (
        "Power 0.8 is not reached with n up to 200, where it is 0.610 (95 % interval 0.507 to 0.706); try larger n."
    )
    nearly = curve_of([5, 10, 20, 79]).n_for()
    assert nearly.n is None
    assert 100 < nearly.low < 200  # the upper band does reach it


def test_a_power_that_is_reached_at_once_says_so():
    size = curve_of([85, 90, 99, 100]).n_for()
    assert (size.n, size.low) == (25, None)
    assert size.message == "Power 0.8 is reached already at the smallest size tried, n = 25; try smaller n."


def test_a_band_may_reach_beyond_the_sizes_tried():
    message = curve_of([75, 85], n=(10, 20)).n_for().message
    assert message.endswith("(95 % band of n: fewer than 10 to more than 20).")
    assert curve_of([75, 85], n=(10, 20)).n_for().high is None


@given(st.lists(st.integers(0, 50), min_size=1, max_size=6), st.floats(0.02, 0.98))
def test_the_band_encloses_the_size(rejections, power):
    curve = curve_of(rejections, n=10 * 2 ** np.arange(len(rejections)), n_trials=50)
    size = curve.n_for(power)
    if size.n is not None:
        assert size.low is None or size.low <= size.n
        assert size.high is None or size.high >= size.n
        assert size.high is not None or monotone_top(curve) < power
    json.dumps(size.to_dict(), allow_nan=False)


def monotone_top(curve):
    """The last value of the fit to the lower band: the largest mean of values up to the end."""
    return max(np.mean(curve.low[a:]) for a in range(len(curve.low)))


@pytest.mark.parametrize(("power", "error"), [(0, ValueError), (1.0, ValueError), ("0.8", TypeError)])
def test_the_power_wanted_is_a_probability(power, error):
    with pytest.raises(error, match="power must"):
        curve_of([1, 2, 3, 4]).n_for(power)


def test_the_curve_as_a_table_in_the_callers_library():
    table = curve_of([20, 60, 90, 99]).table()
    assert isinstance(table, Table)
    assert table.columns == ("n", "m", "rejections", "power", "low", "high", "fitted")
    frame = curve_of([20, 60, 90, 99], backend="pandas").table()
    assert isinstance(frame, pd.DataFrame)
    assert frame["power"].tolist() == [0.2, 0.6, 0.9, 0.99]


def test_the_curve_as_json():
    known = json.loads(curve_of([20, 60, 90, 99]).to_json())
    assert (known["n"], known["m"], known["rejections"]) == ([25, 50, 100, 200], [50, 100, 200, 400], [20, 60, 90, 99])
    assert known["power"] == known["fitted"] == [0.2, 0.6, 0.9, 0.99]
    assert known["n_for"]["power"] == 0.8
    assert known["n_for"]["n"] == 80  # 50 · 2^(2/3) = 79.4
    assert known["seed"] == 7


@pytest.mark.parametrize("result", [curve_of([1, 2, 3, 4]), curve_of([1, 2, 3, 4]).n_for()])
def test_results_have_no_truth_value(result):
    with pytest.raises(TypeError, match="a result has no truth value; look at"):
        bool(result)


def test_a_curve_is_shown_in_a_line():
    assert repr(curve_of([20, 60], n=(10, 20))) == "PowerCurve({10: 0.2, 20: 0.6}, n_trials=100, alpha=0.05)"
