"""Series in the order of time with what they are called, and rows of a stream, whatever they come in."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

import setapart as sa
from setapart.data.series import one_series, stream_rows
from setapart.data.table import Table


def test_an_array_is_numbered():
    series = one_series([[1.0, 2.0], [3.0, 4.0]])
    assert series.times == (0, 1)
    assert series.feature_names == ("x1", "x2")
    assert not series.rows.flags.writeable


def test_an_index_names_the_rows_that_are_left():
    days = pd.date_range("2024-01-01", periods=4)
    frame = pd.DataFrame({"a": [1.0, np.nan, 3.0, 4.0]}, index=days)
    series = one_series(frame, nan_policy="omit")
    assert series.times == (days[0], days[2], days[3])
    assert (series.n_omitted, series.backend) == (1, "pandas")
    with pytest.raises(
        ValueError, match=r"sample 'series' has 1 missing value, at row 2024-01-02 00:00:00 \(row index 1\), column 'a'"
    ):
        one_series(frame)


@pytest.mark.parametrize("index", [[0, 1, 0], pd.to_datetime(["2024-01-02", "2024-01-03", "2024-01-01"])])
def test_an_index_of_numbers_or_dates_must_be_in_order(index):
    frame = pd.DataFrame({"a": [1.0, 2.0, 3.0]}, index=index)
    with pytest.raises(ValueError, match=r"the index of series must not decrease, .* at row index 2; sort the rows"):
        one_series(frame)
    assert one_series(frame.set_axis(["c", "a", "b"])).times == ("c", "a", "b")
    assert one_series(frame.reset_index(drop=True)).times == (0, 1, 2)
    with pytest.raises(ValueError, match="the index of series must have a value for every row, but lacks one at row"):
        one_series(frame.set_axis([0.0, np.nan, 2.0]))


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, Table])
def test_a_column_of_times_is_no_feature(make):
    series = one_series(make({"year": [2001, 2001, 2002], "a": [1.0, 2.0, 3.0]}), times="year")
    assert series.feature_names == ("a",)
    assert series.times == (2001, 2001, 2002)


@pytest.mark.parametrize(
    ("times", "message"),
    [
        ([1, 3, 2], "times must not decrease, but 3 comes before 2 at row index 2"),
        ([1, 2], "times has 2 values for the 3 rows"),
        ([1, "b", 2], "times must be comparable, got 1 and 'b' at row index 1"),
        ([1.0, np.nan, 2.0], "times must have a value for every row, but lacks one at row index 1"),
        ([None, "a", "b"], "times must have a value for every row, but lacks one at row index 0"),
        (np.array(["2024-01", "NaT", "2024-03"], "M8[D]"), "but lacks one at row index 1"),
        (
            ["01.01.2024", "02.01.2024", "01.02.2024"],
            "or text that sorts as time does, got '01.01.2024'; write dates as",
        ),
        (
            ["1/31/24", "2/1/24", "2/2/24"],
            "or text that sorts as time does, got '1/31/24'; write dates as 2024-01-31, or",
        ),
        (
            ["Jan 2024", "Feb 2024", "Mar 2024"],
            "times must be numbers, or text that sorts as time does, got 'Jan 2024'",
        ),
        (["week 1", "week 2", "week 10"], "times must be numbers, or text that sorts as time does, got 'week 1'"),
        ("year", "times='year' names a column, but series has no column names"),
    ],
)
def test_times_that_cannot_be(times, message):
    with pytest.raises(ValueError, match=message):
        one_series([1.0, 2.0, 3.0], times=times)


def test_a_column_that_is_not_there():
    with pytest.raises(ValueError, match="unknown column 'yaer'; did you mean 'year'"):
        one_series(pd.DataFrame({"year": [1, 2], "a": [0.0, 1.0]}), times="yaer")


def test_whole_times_are_whole_numbers_also_in_a_file(tmp_path):
    (tmp_path / "flow.csv").write_text("year,flow\n1970,3\n1971,4.5\n")
    found = one_series(sa.read(tmp_path / "flow.csv"), times="year")
    assert repr(found.times) == "(1970, 1971)"
    assert one_series([3.0, 4.5], times=[1970.0, 1970.5]).times == (1970.0, 1970.5)


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
