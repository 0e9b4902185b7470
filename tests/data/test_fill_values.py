"""Likely fill values: found whatever the data are measured in, and not where a large value belongs."""

import numpy as np
import pytest

from setapart.data.fill_values import fill_values

NETCDF = 9.969209968386869e36


def normal(n=40, seed=0):
    return np.random.default_rng(seed).normal(size=n)


def with_values(values, column=None, start=0):
    column = normal() if column is None else np.array(column, dtype=float)
    column[start : start + len(values)] = values
    return column


def found(x, y=()):
    parts = [np.asarray(part, dtype=float)[:, None] for part in (x, y) if len(part)]
    return [(one.value, one.counts) for one in fill_values(parts, ["depth"])]


@pytest.mark.parametrize("value", [NETCDF, 9.96921e36, float(np.float32(NETCDF)), 1e20, -3.7e18])
def test_one_enormous_value_is_found_in_one_sample_or_both(value):
    assert found(with_values([value]), normal()) == [(value, (1, 0))]
    assert found(with_values([value]), with_values([value])) == [(value, (1, 1))]
    assert found(normal(), 1e-6 * with_values([value]) * 1e6) == [(pytest.approx(value), (0, 1))]


@pytest.mark.parametrize(
    "value",
    [-9999.0, 9999.0, -999.0, 999.0, -99.0, 1e20, 2147483647.0, -2147483648.0, 65535.0, 32767.0, -32768.0, 255.0]
    + [99999.0, float(np.float32(1e20)), float(np.float32(9999.9))],
)
def test_a_known_marker_that_is_repeated_is_found_and_counted(value):
    assert found(with_values([value] * 3), with_values([value] * 2)) == [(value, (3, 2))]


def test_a_known_marker_that_is_not_repeated_may_be_a_value():
    assert found(with_values([-9999.0]), normal()) == []


def test_markers_at_both_ends_are_found_and_so_are_several():
    x = with_values([-9999.0, -9999.0, 9999.0, 9999.0, NETCDF])
    assert found(x) == [(NETCDF, (1,)), (9999.0, (2,)), (-9999.0, (2,))]
    assert found(with_values([1e20, 1e20, -1e20])) == [(1e20, (2,)), (-1e20, (1,))]


def test_a_marker_may_be_most_of_the_column():
    assert found(with_values([-9999.0] * 30), [-9999.0] * 10) == [(-9999.0, (30, 10))]


def test_a_marker_beside_rain_that_is_mostly_none_is_found():
    rain = np.r_[np.zeros(30), 0.2, 1.5, 7.0, [-9999.0] * 4]
    assert found(rain) == [(-9999.0, (4,))]
    assert found(np.r_[np.zeros(30), NETCDF]) == [(NETCDF, (1,))]


@pytest.mark.parametrize(
    "column",
    [
        np.r_[np.arange(90), [99, 99]],  # ages
        np.r_[np.arange(0, 60_000, 1_000), [65535] * 4],  # a camera that saturates
        np.r_[np.zeros(50), [3, 7], [255] * 3],  # the border of a picture
        np.r_[np.zeros(20), [255] * 20],  # a mask
        np.r_[np.zeros(20), [999] * 20],  # two doses
        np.r_[np.arange(0, 9_500, 100), [9999] * 2],  # prices
        np.full(20, -9999.0),  # nothing else: a constant decides nothing
        np.r_[np.zeros(30), 5.0],
        np.random.default_rng(1).standard_cauchy(2_000),
        np.exp(np.random.default_rng(1).normal(scale=8.0, size=2_000)),
        1e18 + 1e3 * np.arange(40),
        np.r_[np.arange(1, 41), 1e13],
        np.r_[1e-17 * np.arange(90), np.ones(10)],  # probabilities of a class that is plain to see
        np.r_[1e-18 * np.arange(90), -0.02],  # a zero that is computed
    ],
)
def test_what_belongs_to_the_column_is_not_found(column):
    assert found(column) == []


def test_what_is_enormous_is_said_in_spreads_of_the_rest():
    rest = 1e-9 * np.arange(41.0)  # quartiles 20e-9 apart
    assert found(np.r_[rest, 2.2e4]) == [(2.2e4, (1,))]
    assert found(np.r_[rest, 1.9e4]) == []


def test_many_rows_are_looked_at_one_by_one():
    column = np.random.default_rng(0).normal(size=20_001)
    column[[17, 20_000]] = -9999.0
    assert found(column) == [(-9999.0, (2,))]
    column[[17, 20_000]] = 1.0, 1e17
    assert found(column) == [(1e17, (1,))]
