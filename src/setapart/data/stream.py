"""Rows of a stream, as they come: none, one or many, with the features of a reference."""

import numbers
from collections.abc import Mapping
from typing import Any

import numpy as np

from setapart._checks import counted
from setapart._types import BoolArray, FloatArray
from setapart.data.frames import raw_column
from setapart.data.missing import Part, complete_rows
from setapart.data.ranges import check_range
from setapart.data.rows import Rows, rows_of, to_block, to_blocks
from setapart.data.table import Table

__all__ = ["stream_labels", "stream_rows"]


def stream_rows(
    rows: Any, feature_names: tuple[str, ...], *, named: bool, nan_policy: str
) -> tuple[FloatArray, BoolArray]:
    """
    Check rows of a stream.

    Parameters
    ----------
    rows : array_like, Table, data frame, series or dict
        In two dimensions, rows; in one, rows of a single feature or one row of several; a number, one row of a single
        feature. A dict, or a series whose index holds the features, is one row by name.
    feature_names : tuple of str
        The d features of the reference.
    named : bool
        Whether the reference was a table, by whose columns those of another are matched.
    nan_policy : {"raise", "omit"}
        Whether a missing value (NaN, null) is an error or leaves its row out.

    Returns
    -------
    values : (r, d) float array
        All rows.
    complete : (r,) bool array
        Which of them have no missing value.

    Raises
    ------
    ValueError
        If the rows cannot be used.

    Examples
    --------
    >>> from setapart.data.stream import stream_rows
    >>> stream_rows({"b": 2, "a": 1}, ("a", "b"), named=True, nan_policy="raise")[0]
    array([[1., 2.]])
    """
    d = len(feature_names)
    given = rows_of(rows)
    array = given.array
    if isinstance(array, numbers.Real) or (isinstance(array, np.ndarray) and array.ndim == 0):
        array = [array]
        given = Rows(array=array)
    row = _named_row(given, by_index=named and d > 1)
    table = given.table if row is None else row
    sized = table is None and hasattr(array, "__len__") and not isinstance(array, str)
    empty_series = given.series is not None and given.series.n_rows == 0
    if empty_series or (sized and len(array) == 0) or (table is not None and table.n_rows == 0):
        return np.empty((0, d)), np.empty(0, bool)
    if table is not None and (named or row is not None):
        reference = Table({name: np.zeros(1) for name in feature_names})
        values = to_blocks(reference, table, ("reference", "rows"))[1].values
    else:
        values = to_block(given, "rows").values
    shape = values.shape if table is not None else (len(values),) if given.series is not None else np.shape(array)
    if len(shape) == 1 and values.size == d:
        values = values.reshape(1, d)
    if values.shape[1] != d:
        raise ValueError(f"rows has shape {shape}, but the reference has {counted(d, 'feature')}")
    omit = nan_policy == "omit"
    part = Part(np.where(np.isnan(values), 0.0, values) if omit else values, np.arange(len(values)), "rows")
    complete_rows((part,), feature_names, omit=False)
    check_range((part,), feature_names)
    return values, np.asarray(~np.isnan(values).any(axis=1))


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
