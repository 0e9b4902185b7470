"""Data frames of any library, through narwhals alone: no data-frame library is ever imported from here."""

import json
import numbers
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from setapart._checks import quoted
from setapart.data.arrays import is_number
from setapart.data.cells import whole
from setapart.data.table import Column, Numbering, Table

# The name under which pandas writes a level of its index that has none.
_UNNAMED_LEVEL = re.compile(r"__index_level_\d+__")
_PLAIN = (np.ndarray, np.generic, list, tuple, dict, str, bytes, int, float, Table, type(None))


def wrapped(obj: Any) -> Any:
    """A data frame, eager or lazy, or a series as narwhals has it; None for anything else."""
    if isinstance(obj, _PLAIN):
        return None
    import narwhals.stable.v2 as nw
    from narwhals.exceptions import DuplicateError

    if isinstance(obj, nw.DataFrame | nw.LazyFrame | nw.Series):
        return obj
    try:
        frame = nw.from_native(obj, pass_through=True, allow_series=True)
        if isinstance(frame, nw.DataFrame):
            _check_distinct(column_names(frame))
    except DuplicateError:
        _check_distinct(list(map(_text_of, _native_names(obj))))
        raise
    return frame if isinstance(frame, nw.DataFrame | nw.LazyFrame | nw.Series) else None


def is_series(frame: Any) -> bool:
    """Whether a frame of narwhals is one column."""
    return not hasattr(frame, "columns")


def sole_column(obj: Any) -> Any:
    """A series as narwhals has it, or the column of an eager frame with one only; as `wrapped` for anything else."""
    frame = wrapped(obj)
    if not hasattr(frame, "iter_columns") or len(frame.columns) != 1:
        return frame
    return next(frame.iter_columns())


def to_table(obj: Any) -> Table:
    """
    Copy an eager frame or a series into a table.

    Booleans become 0 and 1, nulls in numeric columns NaN, and decimals and other objects that are all numbers become
    numbers; text, categories, dates and other objects are kept and count as not numeric. The columns in which pandas
    has written its index name the rows. A series without a name becomes the column ``""``.
    """
    import narwhals.stable.v2 as nw

    frame = wrapped(obj)
    if frame is None:
        raise TypeError(f"expected a data frame, got {type(obj).__name__}")
    if isinstance(frame, nw.LazyFrame):
        library = frame.implementation.value
        raise ValueError(f"a lazy frame ({library}) holds no rows yet; call .collect()")
    series = [frame] if is_series(frame) else list(frame.iter_columns())
    names = [_text_of(column.name) for column in series]
    _check_distinct(names)
    columns = {name: _to_column(column) for name, column in zip(names, series, strict=True)}
    levels = {name: columns.pop(name) for name in index_columns(frame)}
    named = {name: values for name, values in levels.items() if not _is_unnamed_level(name)}
    return Table(columns, index=index_values(frame), index_columns=named)


def column_names(frame: Any) -> list[str]:
    """What the columns of an eager frame of narwhals are called, as text."""
    return list(map(_text_of, frame.columns))


def _text_of(name: object) -> str:
    """The name of a column as text: nothing for None, and the levels of a MultiIndex joined, blank ones left out."""
    if isinstance(name, tuple):
        return ", ".join(filter(None, map(_text_of, name)))
    return "" if name is None else str(name)


def raw_column(frame: Any, name: str | None = None) -> list[Any]:
    """A column of a frame of narwhals, or a series, with the values of its own library: truth values stay such."""
    return list(_series_of(frame, name).to_list())


def declared_order(frame: Any, name: str | None = None) -> tuple[Any, ...] | None:
    """The values of an ordered categorical in the order that it declares, unused ones included; None for others."""
    import narwhals.stable.v2 as nw

    dtype = _series_of(frame, name).dtype
    return tuple(dtype.categories) if dtype == nw.Enum else None


def _series_of(frame: Any, name: str | None) -> Any:
    return frame if name is None else next(column for column in frame.iter_columns() if _text_of(column.name) == name)


def _is_unnamed_level(name: str) -> bool:
    """Whether a column of an Arrow table is a level of an index that has no name."""
    return _UNNAMED_LEVEL.fullmatch(name) is not None


def index_values(frame: Any) -> list[Any] | None:
    """
    What a frame or a series of narwhals calls its rows; None where there is nothing of the kind.

    The index of pandas, or that which pandas wrote into a table of pyarrow; tuples where it has several levels. A
    `Numbering` where it is the default one, which counts the rows.
    """
    import narwhals.stable.v2 as nw

    if frame is None or isinstance(frame, nw.LazyFrame):
        return None
    index = nw.maybe_get_index(frame)
    if index is not None:
        # As the numbers of rows, and not of a part of them: `RangeIndex(40, 80)` tells of where rows once stood.
        counts = type(index).__name__ == "RangeIndex" and (index.start, index.step) == (0, 1)
        return Numbering(range(len(frame))) if counts else list(index.tolist())
    levels = [whole(frame[name].to_list()) for name in index_columns(frame)]
    if levels:
        return levels[0] if len(levels) == 1 else list(zip(*levels, strict=True))
    return _numbers_of_rows(frame)


def index_columns(frame: Any) -> list[str]:
    """The columns of a table without an index in which pandas has written its own, in their order."""
    import narwhals.stable.v2 as nw

    if isinstance(frame, nw.Series) or nw.maybe_get_index(frame) is not None:
        return []
    stated = [name for name in _written_by_pandas(frame) if isinstance(name, str) and name in frame.columns]
    return stated or [name for name in frame.columns if _is_unnamed_level(name)]


def _numbers_of_rows(frame: Any) -> list[Any] | None:
    """The numbers of rows that pandas has written down as a range, if the rows are still so many."""
    ranges = [level for level in _written_by_pandas(frame) if isinstance(level, dict) and level["kind"] == "range"]
    if len(ranges) != 1:
        return None
    numbers = range(ranges[0]["start"], ranges[0]["stop"], ranges[0]["step"])
    if len(numbers) != len(frame):
        return None
    return Numbering(numbers) if numbers == range(len(frame)) else list(numbers)


def _written_by_pandas(frame: Any) -> list[Any]:
    """What pandas tells of its index in the metadata of a table of pyarrow: names of columns, or a range."""
    schema = getattr(frame.to_native(), "schema", None)
    metadata = getattr(schema, "metadata", None) or {}
    try:
        levels = json.loads(metadata.get(b"pandas", b"{}")).get("index_columns", [])
    except (AttributeError, ValueError):
        return []
    return levels if isinstance(levels, list) else []


def _native_names(obj: Any) -> list[object]:
    return list(obj.column_names if hasattr(obj, "column_names") else obj.columns)


def repeated(names: Iterable[str]) -> list[str]:
    """The names that come more than once, sorted."""
    return sorted(name for name, times in Counter(names).items() if times > 1)


def _check_distinct(names: list[str]) -> None:
    if repeated(names):
        raise ValueError(f"column names must be distinct; more than one column is called {quoted(repeated(names))}")


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
    return np.fromiter(cells, dtype=object, count=len(cells)) if numeric is None else numeric


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
