"""Delimited text (CSV, TSV): a header, then rows of one length."""

import csv
import io
import math
import re
from typing import NamedTuple

import numpy as np

from setapart._checks import counted, quoted
from setapart._types import FloatArray
from setapart.data.decimal_commas import with_points
from setapart.data.misfits import MISSING, as_number, misfit
from setapart.data.row_names import with_row_names
from setapart.data.table import Column, Table

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class Record(NamedTuple):
    """One row of the file: the line it starts on, counted from 1, and its fields."""

    row: int
    fields: list[str]


def parse_delimited(raw: bytes, source: str, delimiter: str) -> Table:
    """
    Parse delimited text.

    Row numbers in messages are lines of the file: row 1 is the header. A first row of numbers only is taken
    for data, unless it looks like a header; the columns are then called ``x1`` to ``xd``. A first column without a
    name, or one more field in every row than in the header, names the rows: so pandas and R write a frame.

    Parameters
    ----------
    raw : bytes
        UTF-8, with or without a byte-order mark, or UTF-16 with one.
    source : str
        The path, for messages.
    delimiter : str
        What separates the fields; a semicolon, tab or comma, where the first row has none of these but another. Between
        semicolons, numbers may have a decimal comma.

    Returns
    -------
    Table
        A column is numeric when every cell that is not missing is a number. Any other is text; where at least
        one of its cells is a number, the first that is not is kept in ``misfits``. Columns with neither a name nor a
        cell, as after a delimiter that ends each row, are not there.

    Raises
    ------
    ValueError
        If the text cannot be decoded, is empty, has no rows under its header, has rows of another length than
        the header, names two columns alike, lacks a name for a column other than the first, has a first row of numbers
        that looks like a header, or has numbers with points among such with decimal commas.

    Warns
    -----
    UserWarning
        If the first column has no name and is left out, as it numbers the rows of several tables put together.
    """
    text = _decode(raw, source)
    delimiter = _found_in(text, delimiter)
    records = _records(text, source, delimiter)
    header, rows = _split_header(records)
    if not rows:
        raise ValueError(f"{source} has a header but no rows")
    has_header = rows is not records
    if has_header:
        header = _as_long_as_rows(header, rows)
    _check_lengths(rows, len(header), source, has_header=has_header)
    if has_header:
        _check_header(header, rows, source)
        header, rows = _without_blanks(header, rows)
    if delimiter == ";":
        rows = [Record(row, fields) for (row, _), fields in zip(rows, with_points(header, rows, source), strict=True)]
    if not has_header:
        _check_first_row(rows, source)
    table = _to_table(header, rows)
    return with_row_names(table, source) if "" in table else table


def _decode(raw: bytes, source: str) -> str:
    encoding = "utf-16" if raw.startswith(_UTF16_MARKS) else "utf-8-sig"
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        row = error.object[: error.start].decode(encoding, "ignore").count("\n") + 1
        name = encoding.removesuffix("-sig").upper()
        raise ValueError(f"{source}: row {row} is not {name} text; save the file as UTF-8") from error
    if "\0" in text:
        row = text[: text.index("\0")].count("\n") + 1
        raise ValueError(f"{source}: row {row} holds a null character; is this a text file in UTF-8?")
    return text


def _found_in(text: str, delimiter: str) -> str:
    """The delimiter of the first row: that of the suffix, unless there is none but another."""
    start = re.findall(r"\A[^\r\n]{1,10000}", text)
    first = next(csv.reader(start, delimiter=delimiter, skipinitialspace=True), [])
    others = (mark for mark in ";\t," if len(first) == 1 and mark in first[0])
    return next(others, delimiter)


def _records(text: str, source: str, delimiter: str) -> list[Record]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True)
    records: list[Record] = []
    row = 1
    try:
        for fields in reader:
            records.append(Record(row, fields))
            row = reader.line_num + 1
    except csv.Error as error:
        raise ValueError(f"{source}: row {row} cannot be parsed: {error}") from error
    while records and not records[-1].fields:
        records.pop()
    if not records:
        raise ValueError(f"{source} is empty")
    return records


def _split_header(records: list[Record]) -> tuple[list[str], list[Record]]:
    header = [name.strip() for name in records[0].fields]
    # A blank cell is a column without a name, such as the index that pandas writes, however numeric the rest.
    if "" not in header and _numeric(header):
        return [f"x{column}" for column in range(1, len(header) + 1)], records
    return header, records[1:]


def _numeric(cells: list[str]) -> bool:
    present = [cell for cell in cells if cell not in MISSING]
    return bool(present) and all(as_number(cell) is not None for cell in present)


def _as_long_as_rows(header: list[str], rows: list[Record]) -> list[str]:
    """The header, with a blank where it is one shorter than all rows: over names of rows, or after the last field."""
    if any(len(record.fields) != len(header) + 1 for record in rows):
        return header
    if not any(record.fields[-1].strip() for record in rows):
        return [*header, ""]
    return ["", *header] if len({record.fields[0].strip() for record in rows}) == len(rows) else header


def _check_header(header: list[str], rows: list[Record], source: str) -> None:
    if not any(header):
        raise ValueError(f"{source}: row 1, the header, is blank")
    repeated = sorted({name for name in header if name and header.count(name) > 1})
    if repeated:
        raise ValueError(f"{source}: column names must be distinct; repeated: {quoted(repeated)}")
    numbers = _numeric(header)  # which are names if pandas gave them, and may else be a row of data with a gap
    unnamed = [j for j, name in enumerate(header) if not name and (numbers or _has_cells(rows, j))]
    if unnamed == [0] and (not numbers or header[1:] == _counted(len(header) - 1)):
        return
    if unnamed:
        raise ValueError(f"{source}: column {unnamed[-1] + 1} has no name; name it, or leave it out")


def _without_blanks(header: list[str], rows: list[Record]) -> tuple[list[str], list[Record]]:
    """The columns that have a name or a cell."""
    kept = [j for j, name in enumerate(header) if name or _has_cells(rows, j)]
    if len(kept) == len(header):
        return header, rows
    return [header[j] for j in kept], [Record(row, [fields[j] for j in kept]) for row, fields in rows]


def _has_cells(rows: list[Record], column: int) -> bool:
    return any(record.fields[column].strip() for record in rows)


def _counted(d: int) -> list[str]:
    """What pandas calls columns without names."""
    return [str(column) for column in range(d)]


def _check_first_row(records: list[Record], source: str) -> None:
    """Refuse a first row of numbers that reads as names: taken for data, it would be one wrong row unseen."""
    first = [cell.strip() for cell in records[0].fields]
    shown = ", ".join(first[:3]) + (", ..." if len(first) > 3 else "")
    remedy = "put names in its place or remove it; if it is data, put a header above it"
    if first == _counted(len(first)):
        raise ValueError(f"{source}: row 1 reads {shown}, the header that pandas gives columns without names; {remedy}")
    if not all(map(_is_integer, first)) or len({int(cell) for cell in first}) < len(first):
        return
    for column in range(len(first)):
        cells = ((record.row, record.fields[column].strip()) for record in records[1:] if record.fields)
        found = next(((row, cell) for row, cell in cells if _is_fraction(cell)), None)
        if found is not None:
            row, cell = found
            raise ValueError(
                f"{source}: row 1 reads {shown}, whole numbers over a column that holds {cell} (row {row}, column"
                f" {column + 1}), and may be a header; {remedy}"
            )


def _is_integer(cell: str) -> bool:
    return cell.removeprefix("-").removeprefix("+").isdecimal()


def _is_fraction(cell: str) -> bool:
    """Tell whether a cell is a finite number that is not written as an integer; floats are written with a point."""
    value = as_number(cell)
    return value is not None and math.isfinite(value) and not _is_integer(cell)


def _check_lengths(rows: list[Record], width: int, source: str, *, has_header: bool) -> None:
    for record in rows:
        found = len(record.fields)
        if found == width or (found == 0 and width == 1):
            continue
        if not any(cell.strip() for cell in record.fields):
            raise ValueError(f"{source}: row {record.row} is blank, with rows after it")
        fields = counted(found, "field")
        reference = "the header" if has_header else f"row {rows[0].row}"
        raise ValueError(f"{source}: row {record.row} has {fields}, {reference} has {width}")


def _to_table(header: list[str], rows: list[Record]) -> Table:
    columns: dict[str, Column] = {}
    misfits: dict[str, tuple[int, str]] = {}
    for index, name in enumerate(header):
        cells = [record.fields[index] if record.fields else "" for record in rows]
        numbers = _numbers(cells)
        if numbers is not None:
            columns[name] = numbers
            continue
        texts = [None if cell.strip() in MISSING else cell for cell in cells]
        columns[name] = np.array(texts, dtype=object)
        first = misfit(texts)
        if first is not None:
            misfits[name] = (rows[first].row, cells[first])
    return Table(columns, misfits, lines=np.array([record.row for record in rows]))


def _numbers(cells: list[str]) -> Column | None:
    values = _all_numbers(cells)
    if values is None:
        return None
    array = np.array(values, dtype=np.float64)
    return array if np.abs(array).max(initial=0.0, where=np.isfinite(array)) < 2**53 else _exact(cells, array)


def _all_numbers(cells: list[str]) -> list[float] | None:
    if "_" not in "".join(cells):
        try:
            return list(map(float, cells))
        except ValueError:
            pass
    values: list[float] = []
    for cell in cells:
        value = math.nan if cell.strip() in MISSING else as_number(cell)
        if value is None:
            return None
        values.append(value)
    return values


def _exact(cells: list[str], values: FloatArray) -> Column:
    """Keep integers too large for float64 as they are written, so that nothing rounds them unseen."""
    try:
        return np.array([int(cell) for cell in cells], dtype=np.int64)
    except (ValueError, OverflowError):
        return values
