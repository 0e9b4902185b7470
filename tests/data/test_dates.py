"""Dates: the day and the time that each spells, against datetime."""

import datetime as dt

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart.data.dates import date_words, is_date, moment, written_order

DAY = dt.date(2024, 1, 31)


@pytest.mark.parametrize(
    "cell",
    ["2024-01-31", "2024/1/31", "2024.01.31", "31.01.2024", "31 Jan 2024", "31-January-2024", "January 31, 2024"]
    + ["Jan 31 2024", "31st Jan 2024", "20240131", 20240131.0, DAY, pd.Timestamp(DAY), np.datetime64("2024-01-31")],
)
def test_one_day(cell):
    assert moment(cell).days == DAY.toordinal()
    assert not moment(cell).zoned


@pytest.mark.parametrize(
    ("cell", "hours"),
    [
        ("2024-01-31T06:00", 6.0),
        ("2024-01-31 18:30:00", 18.5),
        ("Jan 31, 2024 3:30 PM", 15.5),
        ("31.01.2024 12:00 am", 0.0),
        ("2024-01-31T06:00:00Z", 6.0),
        ("2024-01-31T06:00+02:00", 4.0),
        ("2024-01-31 01:00:00-0330", 4.5),
        (dt.datetime(2024, 1, 31, 6, 0, tzinfo=dt.timezone(dt.timedelta(hours=2))), 4.0),
    ],
)
def test_the_time_of_day_in_utc(cell, hours):
    assert (moment(cell).days - DAY.toordinal()) * 24 == pytest.approx(hours, abs=1e-5)  # 1e-10 of a day
    assert moment(cell).zoned == ("Z" in str(cell) or "+" in str(cell) or "-0330" in str(cell))


@pytest.mark.parametrize(
    "cell",
    ["2024-02-30", "31.13.2024", "31 Foo 2024", "12:30", "2024-01-31 25:00", "2024-01-31 3:61", "3/4/24", "7", 7.5],
)
def test_no_date(cell):
    assert moment(cell, "dmy") is None


@given(st.dates(dt.date(1800, 1, 1), dt.date(2199, 12, 31)))
def test_a_date_is_read_in_each_order(day):
    for text, order in ((day.strftime("%d/%m/%Y"), "dmy"), (day.strftime("%m/%d/%Y"), "mdy"), (day.isoformat(), None)):
        assert moment(text.zfill(10), order).days == day.toordinal()
        assert is_date(text)
    assert date_words(day.toordinal() + 0.5) == day.isoformat()


@pytest.mark.parametrize(
    ("cells", "order"),
    [
        (["03/04/2024", "31/01/2024"], "dmy"),
        (["03/04/2024", "1/31/2024"], "mdy"),
        (["03/04/2024"], "either"),
        (["31/01/2024", "01/31/2024"], "either"),
        (["2024-01-31", "31.01.2024", None], None),
    ],
)
def test_the_order_that_a_column_shows(cells, order):
    assert written_order(cells) == order


def test_whole_numbers_are_no_dates_unasked():
    assert not is_date(20240131.0)
    assert not is_date("20240131")
