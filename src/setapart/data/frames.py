"""Data frames of any library, through narwhals alone: no data-frame library is ever imported from here."""

import numbers
from typing import Any

import numpy as np

from setapart._checks import quoted
from setapart.data.arrays import is_number
from setapart.data.frame_index import index_columns, index_values, is_unnamed_level
from setapart.data.table import Column, Table

_PLAIN = (np.ndarray, np.generic, list, tuple, dict, str, bytes, int, float, Table, type(None))


def is_frame(obj: object) -> bool:
    """Tell whether an object is a data frame, eager or lazy, of a library that narwhals knows."""
    wrapped = _wrap(obj)
    return wrapped is not None and not _is_series(wrapped)


def is_series(obj: object) -> bool:
    """Tell whether an object is one column of a library that narwhals knows."""
    return _is_series(_wrap(obj))


def backend_of(obj: object) -> str | None:
    """
    Name the data-frame library an object comes from.

    Parameters
    ----------
    obj : object
        Anything.

    Returns
    -------
    str or None
        ``"pandas"``, ``"polars"``, ``"pyarrow"`` and so on; None for what is neither a frame nor a series.
    """
    wrapped = _wrap(obj)
    return None if wrapped is None else str(wrapped.implementation.value)


def to_table(obj: object) -> Table:
    """
    Copy a data frame or a series into a table.

    Parameters
    ----------
    obj : eager data frame or series
        Of pandas, polars, pyarrow or another library that narwhals knows. Booleans become 0 and 1, nulls in numeric
        columns NaN, and decimals and other objects that are all numbers become numbers; text, categories, dates and
        other objects are kept and count as not numeric. The columns in which pandas has written its index name the
        rows. Column names become ``str``; a series without a name becomes the column ``""``.

    Returns
    -------
    Table
        The same columns.

    Raises
    ------
    ValueError
        If the frame is lazy, or two columns share a name.
    TypeError
        If the object is neither a frame nor a series.
    """
    import narwhals.stable.v2 as nw

    wrapped = _wrap(obj)
    if wrapped is None:
        raise TypeError(f"expected a data frame, got {type(obj).__name__}")
    if isinstance(wrapped, nw.LazyFrame):
        raise ValueError(f"a lazy frame ({type(obj).__module__.partition('.')[0]}) holds no rows yet; call .collect()")
    series = [wrapped] if _is_series(wrapped) else list(wrapped.iter_columns())
    names = ["" if column.name is None else str(column.name) for column in series]
    _check_distinct(names)
    columns = {name: _to_column(column) for name, column in zip(names, series, strict=True)}
    levels = {name: columns.pop(name) for name in index_columns(wrapped)}
    named = {name: values for name, values in levels.items() if not is_unnamed_level(name)}
    return Table(columns, index=index_values(wrapped), index_columns=named)


def index_labels(obj: object) -> list[Any] | None:
    """
    Return what a data frame or a series calls its rows.

    Parameters
    ----------
    obj : object
        Anything.

    Returns
    -------
    list or None
        The index of pandas, or that which pandas wrote into a table of pyarrow; tuples where it has several levels. A
        `Numbering` where it is the default one, which counts the rows; None where there is none.
    """
    wrapped = _wrap(obj)
    return None if wrapped is None else index_values(wrapped)


def sole_column(obj: Any) -> Any:
    """Return the column of an eager frame that has one only, and anything else as it is."""
    wrapped = _wrap(obj)
    if not hasattr(wrapped, "iter_columns") or len(wrapped.columns) != 1:
        return obj
    return next(wrapped.iter_columns()).to_native()


def raw_column(obj: object, name: str | None = None) -> list[Any]:
    """
    Return one column of a frame, or a series, with the values its own library gives.

    Parameters
    ----------
    obj : eager data frame or series
        Where to look.
    name : str, optional
        The column of a frame; leave it out for a series.

    Returns
    -------
    list
        The values: booleans stay booleans and integers stay integers.
    """
    return list(_series_of(obj, name).to_list())


def column_names(obj: Any) -> tuple[str, ...]:
    """Return the names of the columns of a table or an eager data frame."""
    return obj.columns if isinstance(obj, Table) else tuple(map(str, _wrap(obj).columns))


def native_column(obj: Any, name: str) -> Any:
    """Return one column of labels of a table or an eager data frame, as its own library holds it."""
    return obj.labels(name) if isinstance(obj, Table) else _series_of(obj, name).to_native()


def declared_order(obj: object, name: str | None = None) -> tuple[Any, ...] | None:
    """
    Return the values of an ordered categorical in the order that it declares.

    Parameters
    ----------
    obj, name
        As in `raw_column`.

    Returns
    -------
    tuple or None
        The categories, unused ones included; None for any other kind of column.
    """
    import narwhals.stable.v2 as nw

    dtype = _series_of(obj, name).dtype
    return tuple(dtype.categories) if dtype == nw.Enum else None


def _series_of(obj: object, name: str | None) -> Any:
    wrapped = _wrap(obj)
    if name is None:
        return wrapped
    return next(column for column in wrapped.iter_columns() if str(column.name) == name)


def _wrap(obj: object) -> Any:
    if isinstance(obj, _PLAIN):
        return None
    import narwhals.stable.v2 as nw
    from narwhals.exceptions import DuplicateError

    try:
        wrapped = nw.from_native(obj, pass_through=True, allow_series=True)
        if isinstance(wrapped, nw.DataFrame):
            _check_distinct([str(name) for name in wrapped.columns])
    except DuplicateError:
        _check_distinct([str(name) for name in _native_names(obj)])
        raise
    return wrapped if isinstance(wrapped, nw.DataFrame | nw.LazyFrame | nw.Series) else None


def _is_series(wrapped: Any) -> bool:
    return wrapped is not None and not hasattr(wrapped, "columns")


def _native_names(obj: Any) -> list[object]:
    return list(obj.column_names if hasattr(obj, "column_names") else obj.columns)


def _check_distinct(names: list[str]) -> None:
    repeated = sorted({name for name in names if names.count(name) > 1}) if len(set(names)) < len(names) else []
    if repeated:
        raise ValueError(f"column names must be distinct; more than one column is called {quoted(repeated)}")


def _to_column(series: Any) -> Column:
    import narwhals.stable.v2 as nw

    dtype = series.dtype
    missing = series.null_count()
    if missing == len(series) and len(series):
        return np.full(len(series), np.nan)
    if dtype.is_integer() and not missing and dtype not in (nw.Int128, nw.UInt128):
        return np.asarray(series.to_numpy())
    if dtype.is_integer() or dtype.is_float() or dtype == nw.Boolean:
        return np.asarray(series.cast(nw.Float64).to_numpy(), dtype=np.float64)
    if dtype == nw.Unknown:
        # pandas holds kinds of numbers that narwhals does not name, long doubles and sparse ones among them.
        plain = np.asarray(series.to_numpy())
        if plain.dtype.kind in "biuf":
            return plain
    cells = [None if is_missing(value) else value for value in series.to_list()]
    # The levels of a categorical are labels, even if they are numbers.
    numeric = None if dtype in (nw.Categorical, nw.Enum) else _as_numbers(cells)
    if numeric is not None:
        return numeric
    column = np.empty(len(cells), dtype=object)
    for row, value in enumerate(cells):
        column[row] = value
    return column


def _as_numbers(cells: list[Any]) -> Column | None:
    """Objects that are all numbers, or all truth values, as numbers; None for others, and where floats lose digits."""
    present = [cell for cell in cells if cell is not None]
    truths = sum(isinstance(cell, bool | np.bool_) for cell in present)
    if truths not in (0, len(present)) or not (truths or all(map(is_number, present))):
        return None
    if all(isinstance(cell, numbers.Integral) for cell in cells):
        try:
            return np.array(cells, dtype=np.int64)
        except OverflowError:
            return None
    try:
        values = np.array([np.nan if cell is None else float(cell) for cell in cells])
    except (OverflowError, ValueError):  # the signalling NaN of decimals among them
        return None
    pairs = zip(cells, values, strict=True)
    exact = all(int(value) == cell for cell, value in pairs if isinstance(cell, numbers.Integral))
    return values if exact else None


def is_missing(value: object) -> bool:
    """Tell whether a value stands for a missing one: None, NaN, NaT or pandas' NA."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    if isinstance(value, np.datetime64 | np.timedelta64):
        return bool(np.isnat(value))
    return isinstance(value, float | np.floating) and bool(np.isnan(value))
