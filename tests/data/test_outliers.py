"""Outlying values: at most 2 % of the rows, beyond a gap wider than the range of all others."""

import numpy as np
import pytest

import setapart as sa
from setapart.data.outliers import Outlier, outliers

ORDINARY = np.arange(100.0)  # a range of 99


def parts(values, size=60):
    values = np.asarray(values, float)[:, None]
    return values[:size], values[size:]


def test_rows_beyond_a_gap_are_counted_for_each_sample():
    values = ORDINARY.copy()
    values[[3, 70]] = 500.0, 600.0
    assert outliers(parts(values), ["a"]) == (Outlier("a", (1, 1), 500.0, 600.0, 99.0),)


def test_low_values_are_outlying_too_and_both_ends_are_told():
    values = ORDINARY.copy()
    values[:2] = -500.0, -400.0
    assert outliers(parts(values), ["a"]) == (Outlier("a", (2, 0), -500.0, -400.0, 2.0),)
    values[1] = 1.0
    values[99] = 1e6
    # From below, the rest reaches up to a million, and no gap is wider than that.
    assert outliers(parts(values), ["a"]) == (Outlier("a", (0, 1), 1e6, 1e6, 98.0),)


@pytest.mark.parametrize(
    "values",
    [
        ORDINARY,
        np.r_[ORDINARY[:-1], 196.0],  # a gap as wide as the range of the rest, 98, and no wider
        np.r_[ORDINARY[:-3], 500.0, 510.0, 520.0],  # more than 2 %
        np.r_[ORDINARY[:18], 500.0],  # too few rows to say
        np.r_[ORDINARY % 5, 500.0],  # codes, of which one is rare
        np.r_[np.zeros(100), 1.0],
        np.full(100, 3.0),
    ],
    ids=["none", "a gap as wide", "too many", "few rows", "codes", "two values", "constant"],
)
def test_what_is_not_outlying(values):
    assert outliers(parts(values), ["a"]) == ()


def test_a_gap_wider_than_the_rest_is_enough():
    values = np.r_[ORDINARY[:-1], 196.5]
    assert outliers(parts(values), ["a"]) == (Outlier("a", (0, 1), 196.5, 196.5, 98.0),)


def test_columns_are_looked_at_one_by_one():
    values = np.column_stack([ORDINARY, np.r_[ORDINARY[:-1], 1e4], -np.r_[ORDINARY[:-1], 1e4]])
    found = outliers((values[:50], values[50:]), ["a", "b", "c"])
    assert [(outlier.name, outlier.rest) for outlier in found] == [("b", 98.0), ("c", -98.0)]


def test_a_result_notes_them_before_anything_else():
    x, y = np.random.default_rng(0).standard_normal((2, 80, 2))
    y[[0, 5], 1] = 80.0, 90.0
    result = sa.two_sample_test(x, y, statistic="energy", n_resamples=19)
    (note,) = (note for note in result.notes if note.startswith("Outlying values"))
    assert "2 rows of y (labelled 0 and 5) at 80 to 90 in 'x2', where all others are at most " in note
    assert "Note: Outlying values: " in result.summary()
    marker = np.where(y > 50.0, 9999.0, y)  # a marker of missing values is told as such, and not twice
    assert not any("Outlying" in note for note in sa.two_sample_test(x, marker, n_resamples=19).notes)
