"""One series, checked: rows in the order of time, and what each of them is called."""

import datetime as dt
import numbers
import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from setapart._checks import check_choice
from setapart._errors import arg, message, phrase
from setapart._types import FloatArray, IntArray
from setapart.data.arrays import refuse_annotated
from setapart.data.cells import whole
from setapart.data.frames import is_missing
from setapart.data.labels import is_column_name, row_labels
from setapart.data.missing import Part, check_columns, complete_rows
from setapart.data.ranges import check_range
from setapart.data.rows import Rows, feature_names, labels_at, rows_of, to_block
from setapart.data.samples import NAN_POLICIES, frozen

__all__ = ["Series", "one_series"]

_DAY_FIRST = re.compile(r"(?<!\d)\d{1,2}[./-]\d{1,2}[./-](\d{4}|\d{2})(?!\d)")
_ISO = re.compile(r"\d{4}-\d\d(?!\d)")


@dataclass(frozen=True, eq=False)
class Series:
    """
    Rows in the order of time: finite, float64, C-contiguous, a read-only copy.

    Attributes
    ----------
    rows : ndarray of shape (T, d)
        The rows.
    times : tuple of length T
        What each row is called: its time, the label that the caller's frame has for it, or its number.
    feature_names : tuple of str
        The d features.
    backend : str or None
        The caller's data-frame library.
    n_omitted : int
        How many rows with missing values were left out.
    places : ndarray of int, shape (T,)
        Where the rows stood in what the caller passed.
    """

    rows: FloatArray
    times: tuple[Any, ...]
    feature_names: tuple[str, ...]
    backend: str | None
    n_omitted: int
    places: IntArray


def one_series(obj: Any, *, times: Any = None, nan_policy: str = "raise") -> Series:
    """
    Check a series.

    Parameters
    ----------
    obj : array_like, Table, data frame or series
        Real numbers in one or two dimensions, a row a point in time.
    times : str or array_like of shape (T,), optional
        The column of ``obj`` that holds the times, or the times themselves; they must not decrease, and floats that
        are all whole become integers. Otherwise a row goes by the label of the caller's index, which must not decrease
        if it holds numbers or dates, or by its number.
    nan_policy : {"raise", "omit"}
        Whether a missing value (NaN, null) is an error or leaves its whole row out.

    Returns
    -------
    Series
        The series.

    Raises
    ------
    ValueError
        If the data cannot be used, or the rows are not in the order of their times.

    Examples
    --------
    >>> from setapart.data.series import one_series
    >>> one_series([1.0, 2.0, 4.0], times=[2001, 2003, 2002])
    Traceback (most recent call last):
    ValueError: times must not decrease, but 2003 comes before 2002 at row index 2; sort the rows by time
    >>> one_series([1.0, 2.0, 4.0], times=[2001, 2002, 2003]).times
    (2001, 2002, 2003)
    """
    check_choice("nan_policy", nan_policy, NAN_POLICIES)
    rows = rows_of(obj)
    named = is_column_name(times)
    if named and rows.table is None:
        refuse_annotated(rows.array, "series")
        raise ValueError(arg("times", times) + " names a column, but series has no column names; pass one value a row")
    if named and rows.table is not None:
        rows.table.select([str(times)])
    block = to_block(rows.without([str(times)]) if named else rows, "series")
    size = len(block.values)
    if times is None:
        called = labels_at(np.arange(size), rows.index)
        if all(isinstance(label, numbers.Real | dt.date) for label in called):
            _check_order(
                called,
                rows,
                phrase("the index of series"),
                "or " + phrase("drop it", name="drop the index") + " if they are in the order of time",
            )
    else:
        # Of a text file, the numbers: labels would be as they are written.
        called = whole(
            rows.table[str(times)].tolist()
            if named and rows.table is not None and rows.frame is None
            else row_labels(rows, times, "times", called="series")
        )
        if len(called) != size:
            raise ValueError(arg("times") + f" has {len(called)} values for the {size} rows of series")
        _check_text(called)
        _check_order(called, rows, arg("times"))
    names = feature_names(block)
    part = Part(block.values, np.arange(size), "series", origin=rows)
    check_columns((part,), names)
    (complete,) = complete_rows((part,), names, omit=nan_policy == "omit")
    check_range((part,), names)
    return Series(
        frozen(complete.values),
        tuple(called[row] for row in complete.rows),
        names,
        rows.backend,
        size - len(complete.rows),
        complete.rows,
    )


def _check_text(times: list[Any]) -> None:
    """Refuse times of text that does not sort as time does: days before months, and numbers of different lengths."""
    texts = [time for time in times if isinstance(time, str)]
    odd = next((time for time in texts if _DAY_FIRST.search(time)), None)
    if odd is None and not all(map(_ISO.match, texts)) and len({re.sub(r"\d", "0", time) for time in texts}) > 1:
        odd = next((time for time in texts if re.search(r"\d", time)), None)
    if odd is not None:
        raise ValueError(
            message(
                "{times} must be numbers, or text that sorts as time does, got {odd!r}; write dates as 2024-01-31, or "
                "leave {times} out",
                odd=odd,
            )
        )


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
