"""Columns read as a caller says: ``read_as={"revenue": "money"}`` makes numbers of a column, in all samples at once."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from setapart._checks import nearest
from setapart._errors import ArgumentTypeError, Message, arg, phrase
from setapart._types import IntArray
from setapart.data.arrays import short_repr
from setapart.data.cells import label_of
from setapart.data.frames import is_missing, repeated
from setapart.data.kinds import KINDS, MisfitError, cells_of, read_cells
from setapart.data.refusals import said_as
from setapart.data.rows import Rows, rows_of
from setapart.data.table import Reading, Table


def check_read_as(read_as: Any) -> dict[str, str]:
    """The kinds of columns that a caller gives; None is none."""
    if read_as is None:
        return {}
    if not isinstance(read_as, Mapping):
        raise ArgumentTypeError("read_as", "must map columns to kinds, as in {'revenue': 'money'}", read_as)
    for column, kind in read_as.items():
        if kind not in KINDS:
            said = phrase(f"read_as[{column!r}]", column, kind, name="read as one of")
            accepted = ", ".join(map(repr, KINDS))
            raise ValueError(said + f" must be one of {accepted}, got {kind!r}{nearest(kind, KINDS)}")
    return {str(column): kind for column, kind in read_as.items()}


EPOCH = float(dt.date(1970, 1, 1).toordinal())


def read_columns(
    tables: Mapping[str, Table], read_as: Mapping[str, str], *, start: float | None = None
) -> dict[str, Table]:
    """
    Tables with some of their columns as numbers, of one unit in all of them; the keys are what messages call them.

    Dates are counted from the day ``start``, by default the first of all tables; see `setapart.data.dates`. A column
    that is to be a category becomes labels, of which `setapart.data.categories` makes features. What was read
    before stays as it is, if it was read as the same.
    """
    read = dict(tables)
    for column, kind in read_as.items():
        having = {label: table for label, table in read.items() if column in table}
        if not having:
            _refuse_unknown(column, tables)
        before = {table.readings[column].kind for table in having.values() if column in table.readings}
        if before - {kind}:
            raise ValueError(f"column {column!r} was read as {before.pop()} before, and cannot be read as {kind}")
        if before:
            continue
        columns = _labels(having, column) if kind == "category" else _numbers(having, column, kind, start)
        for label, (values, reading) in columns.items():
            table = read[label]
            readings = {**table.readings, column: reading}
            read[label] = replace(table, data={**table.data, column: values}, readings=readings)
    return read


def read_rows(
    rows: list[Rows], labels: tuple[str, ...], read_as: Mapping[str, str], *, start: float | None = None
) -> list[Rows]:
    """The rows of one sample or two, tables and series with these columns as numbers."""
    columns = [sample.series if sample.table is None else sample.table for sample in rows]
    tables = {label: table for table, label in zip(columns, labels, strict=False) if table is not None}
    if not read_as:
        return rows
    if not tables:
        raise ValueError(
            arg("read_as")
            + " names columns of a data frame or a table, and "
            + phrase(labels[0], name="data")
            + " has none"
        )
    read = read_columns(tables, read_as, start=start)
    return [_with(sample, read.get(label)) for sample, label in zip(rows, labels, strict=False)]


def _with(sample: Rows, table: Table | None) -> Rows:
    if table is None:
        return sample
    if sample.table is None:
        return replace(sample, series=table, readings=table.readings)
    return replace(sample, table=table, readings=table.readings)


def read_one(x: Any, read_as: Any, label: str = "x", *, start: float | None = None) -> Rows:
    """What a caller passed as one sample, its columns read as the caller says; dates as in `read_columns`."""
    return read_rows([rows_of(x)], (label,), check_read_as(read_as), start=start)[0]


def read_pair(x: Any, y: Any, read_as: Any) -> tuple[Rows, Rows | None]:
    """What a caller passed as two samples, or as one table and None."""
    rows = [rows_of(x), *([] if y is None else [rows_of(y)])]
    first, *second = read_rows(rows, ("x", "y"), check_read_as(read_as))
    return first, second[0] if second else None


def readings_at(rows: Rows, places: IntArray) -> dict[str, Reading]:
    """How columns were read, for the rows at these places."""
    return {column: reading.take(places) for column, reading in rows.readings.items()}


def kinds_read(rows: Rows) -> dict[str, dict[str, str]]:
    """The argument ``read_as`` as a result keeps it; empty where no column was read."""
    kinds = {column: reading.kind for column, reading in rows.readings.items()}
    return {"read_as": kinds} if kinds else {}


def _refuse_unknown(column: str, tables: Mapping[str, Table]) -> None:
    (label, table), *_ = tables.items()
    hint = nearest(column, table.columns) or f"; the columns are {', '.join(map(repr, table.columns))}"
    said = arg("read_as") + " names a column that " + phrase(label, name="data") + " lacks: "
    raise ValueError(said + f"{column!r}{hint}")


def _numbers(
    tables: Mapping[str, Table], column: str, kind: str, start: float | None
) -> dict[str, tuple[Any, Reading]]:
    decimal = next((table.text.decimal for table in tables.values() if table.text is not None), ".")
    parts = [cells_of(table, column) for table in tables.values()]
    try:
        return dict(zip(tables, read_cells(kind, parts, decimal, start=start), strict=True))
    except MisfitError as error:
        label, table = list(tables.items())[error.part]
        cell = parts[error.part][error.row]
        place = rows_of(table).place(error.row)
        said = Message(phrase(label, name="data"), f": column {column!r} is read as {kind}, and {place} {error}")
        raise ValueError(
            said + _remedy(column, cell, in_file=table.text is not None, ambiguous=error.ambiguous)
        ) from None


def _remedy(column: str, cell: Any, *, in_file: bool, ambiguous: bool) -> str:
    """What to do about a cell that does not fit."""
    if ambiguous:
        first, second = ({column: f"date:{order}"} for order in ("dmy", "mdy"))
        return Message("; ", said_as(first), " if the day comes first, ", said_as(second), " if the month does")
    if isinstance(cell, str) and in_file and not any(character.isdigit() for character in cell):
        marker = phrase(f"missing=[{cell.strip()!r}]", cell.strip(), name="missing")
        return "; if it stands for a missing value, say so with " + marker
    return ""


def _labels(tables: Mapping[str, Table], column: str) -> dict[str, tuple[Any, Reading]]:
    """The labels of a column: numbers as they are written in a file, and else whole where they are."""
    parts = {
        label: [None if is_missing(cell) else cell for cell in table.labels(column)] for label, table in tables.items()
    }
    are_numbers = all(cell is None or isinstance(cell, int | float) for part in parts.values() for cell in part)
    columns = {}
    reading = Reading("category", words=_apart_by_spaces(cell for part in parts.values() for cell in part))
    for label, part in parts.items():
        cells = [cell if cell is None or are_numbers else label_of(cell) for cell in part]
        if are_numbers and all(cell is None or float(cell).is_integer() for cell in part):
            cells = [None if cell is None else int(cell) for cell in part]
        columns[label] = np.fromiter(cells, dtype=object, count=len(cells)), reading
    return columns


def _apart_by_spaces(cells: Iterable[Any]) -> str:
    """What to say of levels that differ by spaces alone; nothing where none do."""
    levels = [cell for cell in dict.fromkeys(cells) if isinstance(cell, str)]
    alike = repeated(level.strip() for level in levels)
    if not alike:
        return ""
    listed = " and ".join(short_repr(level) for level in levels if level.strip() == alike[0])
    return f"where {listed} are levels of their own, though they differ by spaces alone"
