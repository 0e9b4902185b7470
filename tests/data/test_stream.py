"""Rows of a stream: one or many, by position or by name, in whatever they come."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from setapart.data.series import stream_rows

NAMES = ("a", "b")
FRAME = pd.DataFrame({"b": [2.0, 4.0], "a": [1.0, 3.0]})


def taken(rows, names=NAMES, *, named=True, nan_policy="raise"):
    return stream_rows(rows, names, named=named, nan_policy=nan_policy)[0].tolist()


@pytest.mark.parametrize(
    "row",
    [
        [1, 2],
        (1.0, 2.0),
        np.array([1, 2]),
        [[1, 2]],
        {"b": 2, "a": 1},
        FRAME.iloc[0],
        FRAME.iloc[:1],
        pl.Series([1.0, 2.0]),
        pl.DataFrame({"b": [2], "a": [1]}),
    ],
)
def test_one_row_of_several_features(row):
    assert taken(row) == [[1.0, 2.0]]


def test_of_one_feature_every_number_is_a_row():
    for row in (3.0, np.float64(3.0), np.array(3.0), 3, [3.0], [[3.0]], {"a": 3.0}):
        assert taken(row, ("a",)) == [[3.0]]
    assert taken(pd.Series([1.0, 2.0], index=["u", "v"]), ("a",)) == [[1.0], [2.0]]


@pytest.mark.parametrize("rows", [[], np.empty((0, 2)), FRAME.iloc[:0], {"a": [], "b": []}])
def test_no_rows(rows):
    assert taken(rows) == []


def test_missing_values_are_marked_or_refused():
    values, complete = stream_rows([[np.nan, 1.0], [2.0, 3.0]], NAMES, named=False, nan_policy="omit")
    assert complete.tolist() == [False, True]
    assert values[1].tolist() == [2.0, 3.0]
    assert stream_rows({"a": None, "b": 1}, NAMES, named=True, nan_policy="omit")[1].tolist() == [False]
    with pytest.raises(ValueError, match="sample 'rows' has 1 missing value, at row index 0, column 'a'"):
        taken([[np.nan, 1.0]])
    with pytest.raises(ValueError, match="infinite"):
        taken([[np.nan, np.inf]], nan_policy="omit")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([1.0, 2.0, 3.0], r"rows has shape \(3,\), but the reference has 2 features"),
        (np.ones((5, 3)), r"rows has shape \(5, 3\), but the reference has 2 features"),
        (1.0, r"rows has shape \(1,\), but the reference has 2 features"),
        ([[1.0], [1.0, 2.0]], "rows is ragged"),
        (FRAME.iloc[0].rename({"a": "z"}), "rows lacks 'a'; rows has 'z', which reference lacks"),
        ({"a": 1.0}, "rows lacks 'b'"),
        ("a", "rows must hold numbers"),
    ],
)
def test_what_cannot_be(rows, message):
    with pytest.raises(ValueError, match=message):
        taken(rows)
