"""Rows in the order of time, checked: one series with its times, and rows of a stream as they come."""

import datetime as dt
import numbers
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from setapart._checks import counted
from setapart._errors import arg, phrase
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.data.categories import features_of
from setapart.data.cells import whole
from setapart.data.frames import is_missing, raw_column
from setapart.data.labels import check_column, is_column_name, row_labels
from setapart.data.missing import Part, check_range, comparable_rows, complete_rows
from setapart.data.reading import EPOCH, read_columns
from setapart.data.rows import Rows, feature_names, labels_at, plain_rows, rows_of, to_block, to_blocks
from setapart.data.samples import check_policy_of_one, frozen
from setapart.data.table import Reading, Table
from setapart.data.units import feature_units

_DAY_FIRST = re.compile(r"(?<!\d)\d{1,2}[./-]\d{1,2}[./-](\d{4}|\d{2})(?!\d)")
_ISO = re.compile(r"\d{4}-\d\d(?!\d)")


@dataclass(frozen=True, eq=False)
class Series:
    """
    Rows in the order of time: finite, float64, C-contiguous, a read-only copy ``rows`` (T, d).

    ``times`` are what the T rows are called: their times, the labels of the caller's frame, or their numbers.
    ``places`` (T,) are where they stood in what the caller passed, without the ``n_omitted`` rows with missing values.
    """

    rows: FloatArray
    times: tuple[Any, ...]
    feature_names: tuple[str, ...]
    backend: str | None
    n_omitted: int
    places: IntArray


def one_series(obj: Any, *, times: Any = None, nan_policy: str = "raise") -> Series:
    """
    Check a series, a row a point in time.

    ``times`` are a column of it or values (T,), and must not decrease; floats that are all whole become integers.
    Otherwise a row goes by the label of the caller's index, which must not decrease if it holds numbers or dates, or by
    its number. ``nan_policy`` says whether a missing value is an error or leaves its row out.
    """
    check_policy_of_one(nan_policy)
    rows = rows_of(obj)
    named = is_column_name(times)
    if named:
        check_column(rows, times, "times", "series")
    block = features_of(rows.without([str(times)]) if named else rows, "series")
    size = len(block.values)
    row_times = _index_times(rows, size) if times is None else _given_times(rows, times, size)
    names = feature_names(block)
    part = Part(block.values, np.arange(size), "series", origin=rows)
    (complete,) = comparable_rows((part,), names, omit=nan_policy == "omit")
    return Series(
        frozen(complete.values),
        tuple(row_times[row] for row in complete.rows),
        names,
        rows.backend,
        size - len(complete.rows),
        complete.rows,
    )


def _index_times(rows: Rows, size: int) -> list[Any]:
    """What the rows are called, or their numbers; names that are neither numbers nor dates need no order."""
    times = labels_at(np.arange(size), rows.index)
    if all(isinstance(time, numbers.Real | dt.date) for time in times):
        _check_order(
            times,
            rows,
            phrase("the index of series"),
            "or " + phrase("drop it", name="drop the index") + " if they are in the order of time",
        )
    return times


def _given_times(rows: Rows, times: Any, size: int) -> list[Any]:
    """The times of the rows, a column of theirs or one value a row, in an order that does not decrease."""
    if is_column_name(times) and rows.table is not None and rows.frame is None:
        values = rows.table[str(times)].tolist()  # of a text file, the numbers: labels would be as they are written
    else:
        values = row_labels(rows, times, "times", called="series")
    values = whole(values)
    if len(values) != size:
        raise ValueError(arg("times") + f" has {len(values)} values for the {size} rows of series")
    _check_text(values)
    _check_order(values, rows, arg("times"))
    return values


def _check_text(times: list[Any]) -> None:
    """Refuse times of text that does not sort as time does: days before months, and numbers of different lengths."""
    texts = [time for time in times if isinstance(time, str)]
    odd = next((time for time in texts if _DAY_FIRST.search(time)), None)
    if odd is None and not all(map(_ISO.match, texts)) and len({re.sub(r"\d", "0", time) for time in texts}) > 1:
        odd = next((time for time in texts if re.search(r"\d", time)), None)
    if odd is not None:
        got = f" must be numbers, or text that sorts as time does, got {odd!r}; write dates as 2024-01-31, or leave "
        raise ValueError(arg("times") + got + arg("times") + " out")


def _check_order(times: list[Any], rows: Rows, what: str, otherwise: str = "") -> None:
    missing = next((row for row, time in enumerate(times) if is_missing(time)), None)
    if missing is not None:
        raise ValueError(what + f" must have a value for every row, but lacks one at {rows.line(missing)}")
    for row, (earlier, later) in enumerate(pairwise(times), start=1):
        try:
            forward = bool(earlier <= later)
        except TypeError:
            raise ValueError(what + f" must be comparable, got {earlier!r} and {later!r} at {rows.line(row)}") from None
        if not forward:
            raise ValueError(
                what
                + f" must not decrease, but {earlier!r} comes before {later!r} at {rows.line(row)}; "
                + "sort the rows by time"
                + (otherwise and ", " + otherwise)
            )


def stream_rows(
    rows: Any,
    feature_names: tuple[str, ...],
    *,
    named: bool,
    nan_policy: str,
    readings: Mapping[str, Reading] | None = None,
) -> tuple[FloatArray, BoolArray]:
    """
    Check rows of a stream: all values (r, d), and which rows (r,) have no missing one.

    ``rows`` in two dimensions are rows; in one, rows of a single feature or one row of several; a number is one row of
    a single feature. A dict, or a series whose index holds the features, is one row by name. ``feature_names`` are
    the d features of the reference; ``named`` says that it was a table, by whose columns those of another are matched,
    and ``readings`` how its columns were read that were no plain numbers, dates since 1970.
    """
    d = len(feature_names)
    given = plain_rows(rows)
    array = given.array
    if isinstance(array, numbers.Real) or (isinstance(array, np.ndarray) and array.ndim == 0):
        array = [array]
        given = plain_rows(array)
    row = _named_row(given, by_index=named and d > 1)
    table = given.table if row is None else row
    sized = table is None and hasattr(array, "__len__") and not isinstance(array, str)
    empty_series = given.series is not None and given.series.n_rows == 0
    if empty_series or (sized and len(array) == 0) or (table is not None and table.n_rows == 0):
        return np.empty((0, d)), np.empty(0, bool)
    if table is not None and (named or row is not None):
        reference = Table({name: np.zeros(1) for name in feature_names})
        stream = plain_rows(_read_alike(table, readings or {}))
        values = to_blocks(reference, stream, ("reference", "rows"))[1].values
    else:
        values = to_block(given, "rows").values
    shape = values.shape if table is not None else (len(values),) if given.series is not None else np.shape(array)
    if len(shape) == 1 and values.size == d:
        values = values.reshape(1, d)
    if values.shape[1] != d:
        raise ValueError(f"rows has shape {shape}, but the reference has {counted(d, 'feature')}")
    omit = nan_policy == "omit"
    part = Part(
        np.where(np.isnan(values), 0.0, values) if omit else values, np.arange(len(values)), "rows", origin=given
    )
    complete_rows((part,), feature_names, omit=False)
    check_range((part,), feature_names)
    return values, np.asarray(~np.isnan(values).any(axis=1))


def _read_alike(table: Table, readings: Mapping[str, Reading]) -> Table:
    """Rows of a stream, read as those of the reference were, in the same units."""
    kinds = {column: reading.kind for column, reading in readings.items() if column in table}
    read = read_columns({"rows": table}, kinds, start=EPOCH)["rows"]
    feature_units(tuple(kinds), None, readings, read.readings, called=("the reference", "rows"))
    return read


def stream_labels(rows: Any, size: int) -> list[Any] | None:
    """What the caller's frame calls so many rows; None where its index holds something else, as features of one row."""
    index = rows_of(rows).index
    return index if index is not None and len(index) == size else None


def _named_row(rows: Rows, *, by_index: bool) -> Table | None:
    """What holds values by the names of features, as a table."""
    if isinstance(rows.array, Mapping):
        return Table({name: np.atleast_1d(np.nan if value is None else value) for name, value in rows.array.items()})
    labels = rows.index if by_index and rows.series is not None else None
    if labels and all(isinstance(label, str) for label in labels):
        return Table({label: np.atleast_1d(value) for label, value in zip(labels, raw_column(rows.frame), strict=True)})
    return None
