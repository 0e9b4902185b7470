"""Delimited text (CSV, TSV), through pyarrow: a header, then rows of one length, every cell as text first."""

import math
import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, Never

from setapart._checks import counted, quoted
from setapart._errors import message
from setapart._types import IntArray
from setapart.data.arrays import short_repr
from setapart.data.cells import MISSING, as_number
from setapart.data.frames import is_missing, repeated
from setapart.data.table import Column, Numbering, Table, TextSource
from setapart.data.text_columns import to_column
from setapart.data.text_rows import Record, TextRows, columns_of, decoded, delimiter_of
from setapart.data.unpacking import required

OF_EXCEL = re.compile(r"\"?sep=(.)\"?(?=[\r\n])", re.IGNORECASE)  # a first line that names the delimiter
_HEAD = 2**20  # characters that are looked at to find the delimiter
_WHOLE = r"^\s*[+-]?\d+\s*$"
_REMEDY = "put names in its place or remove it; if it is data, put a header above it"


def parse_delimited(
    raw: bytes,
    source: str,
    usual: str,
    *,
    delimiter: str | None = None,
    decimal: str = ".",
    row_names: bool = False,
    missing: Iterable[str] = (),
    skipped: int = 0,
) -> Table:
    """
    Parse delimited text: UTF-8, with or without a byte-order mark, or UTF-16 with one.

    ``usual`` separates the fields unless the header shows another mark, or ``delimiter`` says so. ``row_names`` says
    that the first column has no name, in a header that may be one field short. Of a part of a file, ``skipped`` lines
    are left out below the header.
    """
    required("pyarrow", "text", "formats")
    text, raw = decoded(raw, source)
    stated = OF_EXCEL.match(text)
    if delimiter is None:
        delimiter = delimiter_of(text[:_HEAD], source, usual, decimal) if stated is None else stated[1]
    file = TextRows(text, raw, source, delimiter, skipped)
    records = file.records()
    first = next(records, None) if stated is None else next(islice(records, 1, None), None)
    if first is None:
        raise ValueError(f"{source} is empty")
    header = [name.strip() for name in first.fields]
    markers = frozenset(text.strip() for text in missing)
    # A blank cell is a column without a name, such as the index that pandas writes, however numeric the rest.
    if "" not in header and _numeric(header, decimal, MISSING | markers):
        cells, rows = columns_of(file, first, len(header), f"row {first.row}")
        _check_first_row(cells, rows, source)
        names = [f"x{column}" for column in range(1, len(header) + 1)]
    else:
        cells, rows, names = _under_header(file, header, records, row_names=row_names)
    columns: dict[str, Column] = {}
    written: dict[str, Column] = {}
    for name in names:
        columns[name], text_of = to_column(cells.pop(0), decimal, markers)
        if text_of is not None:
            written[name] = text_of
    table = Table(columns, text=TextSource(rows, decimal, written))
    return _with_row_names(table, source) if "" in table else table


def _numeric(cells: list[str], decimal: str, missing: frozenset[str] = MISSING) -> bool:
    present = [cell for cell in cells if cell not in missing]
    return bool(present) and all(as_number(cell, decimal) is not None for cell in present)


def _under_header(
    file: TextRows, header: list[str], records: Iterator[Record], *, row_names: bool
) -> tuple[list[Any], IntArray, list[str]]:
    """The columns under a header as cells, the line of each row, and the names; ``""`` over names of rows."""
    source = file.source
    if not any(header):
        raise ValueError(f"{source}: row 1, the header, is blank")
    below = next(records, None)
    if below is None:
        raise ValueError(f"{source} has a header but no rows")
    _refuse_spaces(file, header)
    _refuse_comment(file, header)
    width = len(below.fields) if len(below.fields) == len(header) + 1 else len(header)
    cells, rows = columns_of(file, below, width, "the header", named=len(header))
    if width > len(header):
        # Taken for names of the rows unasked, a field too many would shift all columns by one.
        if row_names:
            header = ["", *header]
        elif not _has_text(cells[-1]):
            header = [*header, ""]
        else:
            _refuse_more_fields(file, below, cells, len(header))
    _check_names(header, cells, source)
    kept = [column for column, name in enumerate(header) if name or _has_text(cells[column])]
    return [cells[column] for column in kept], rows, [header[column] for column in kept]


def _refuse_spaces(file: TextRows, header: list[str]) -> None:
    """Spaces separate no fields, as a name may hold some; numbers beside one another show that they were meant to."""
    if len(header) > 1 or " " not in header[0]:
        return
    rows = islice(file.records(), 1, 6)
    words = [record.fields[0].split() for record in rows if len(record.fields) == 1]
    if words and all(len(row) > 1 and as_number(row[-1]) is not None for row in words):
        raise ValueError(
            f"{file.source}: the fields seem to be separated by spaces; separate them by commas or tabs, as"
            " write.table of R does with sep=','"
        )


def _refuse_comment(file: TextRows, header: list[str]) -> None:
    """A single field that starts with # over rows of several is no header."""
    if len(header) > 1 or not header[0].startswith("#"):
        return
    if any(len(record.fields) > 1 for record in islice(file.records(), 1, 20)):
        raise ValueError(
            f"{file.source}: row 1 reads {short_repr(header[0])}, which seems to be a comment; remove such lines above"
            " the header"
        )


def _refuse_more_fields(file: TextRows, below: Record, cells: list[Any], width: int) -> Never:
    """Refuse rows with a field more than the header: names of the rows, or both halves of a decimal comma."""
    import pyarrow.compute as pc

    fields = f"{file.source}: row {below.row} has {counted(width + 1, 'field')}"
    whole = (pc.all(pc.match_substring_regex(column, _WHOLE), skip_nulls=False).as_py() for column in cells)
    if width == 1 and file.delimiter == "," and all(whole):
        left, right = (cell.strip() for cell in below.fields)
        raise ValueError(
            f"{fields}, {left} and {right}, the header has 1; if they are one number, {left},{right}, say so with "
            + message("{decimal=','}, or else name both columns")
        )
    raise ValueError(
        f"{fields}, the header has {width}; if the first field of each row is its name, say so with "
        + message("{ids=1}; if not, name every column")
    )


def _check_names(header: list[str], cells: list[Any], source: str) -> None:
    if twice := repeated(filter(None, header)):
        raise ValueError(f"{source}: column names must be distinct; repeated: {quoted(twice)}")
    numbers = _numeric(header, ".") or _numeric(header, ",")  # names of pandas, or else a row of data with a gap
    unnamed = [column for column, name in enumerate(header) if not name and (numbers or _has_text(cells[column]))]
    if unnamed and not (unnamed == [0] and (not numbers or header[1:] == _counted(len(header) - 1))):
        raise ValueError(f"{source}: column {unnamed[-1] + 1} has no name; name it, or leave it out")
    fraction = next(filter(_is_fraction, header), None)
    if fraction is not None:
        comma = message("; if commas mark decimals, say so with {decimal=','}") if "," in fraction else ""
        reads = f"{source}: row 1 reads {_shown(header)}, with {fraction} among names, and may be data; {_REMEDY}"
        raise ValueError(reads + comma)


def _check_first_row(cells: list[Any], rows: IntArray, source: str) -> None:
    """Refuse a first row of numbers that reads as names: taken for data, it would be one wrong row unseen."""
    import pyarrow.compute as pc

    first = [(column[0].as_py() or "").strip() for column in cells]
    reads = f"{source}: row 1 reads {_shown(first)}"
    if first == _counted(len(first)):
        raise ValueError(f"{reads}, the header that pandas gives columns without names; {_REMEDY}")
    if not all(map(_is_integer, first)) or len(set(map(int, first))) < len(first):
        return
    for number, column in enumerate(cells, start=1):
        others = pc.indices_nonzero(pc.invert(pc.match_substring_regex(column, _WHOLE)))
        for row in others.to_pylist():
            cell = column[row].as_py().strip()
            if _is_fraction(cell):
                raise ValueError(
                    f"{reads}, whole numbers over a column that holds {cell} (row {rows[row]}, column {number}), and"
                    f" may be a header; {_REMEDY}"
                )


def _has_text(cells: Any) -> bool:
    """Whether a column holds anything but blanks and missing cells."""
    import pyarrow.compute as pc

    return bool(pc.any(pc.match_substring_regex(cells, r"\S")).as_py())


def _counted(d: int) -> list[str]:
    """What pandas calls columns without names."""
    return [str(column) for column in range(d)]


def _shown(cells: list[str]) -> str:
    return ", ".join(cells[:3]) + (", ..." if len(cells) > 3 else "")


def _is_integer(cell: str) -> bool:
    return cell.removeprefix("-").removeprefix("+").isdecimal()


def _is_fraction(cell: str) -> bool:
    """Tell whether a cell is a finite number, with either mark, that is not written as an integer."""
    value = as_number(cell) if "," not in cell else as_number(cell, ",")
    return value is not None and math.isfinite(value) and not _is_integer(cell)


def _with_row_names(table: Table, source: str) -> Table:
    """
    Call the rows by the column that has no name, as ``to_csv`` of pandas and ``write.csv`` of R write it.

    Whole numbers that repeat, as where rows of several tables were put together, are left out with a warning. Other
    names must differ: the column may else be a feature whose name was lost.
    """
    named = table.indexed_by("")
    names = named.index or []
    trouble = _trouble(names, table.lines)
    if trouble is None:
        counts = names in (list(range(len(names))), list(range(1, len(names) + 1)))  # as pandas and R count rows
        return replace(named, index=Numbering(names)) if counts else named
    if all(isinstance(name, int) for name in names):
        warning = f"{source}: column 1 has no name, and repeats numbers, as rows of several tables do; it is left out"
        warnings.warn(warning, UserWarning, stacklevel=2)
        return replace(named, index=None)
    raise ValueError(f"{source}: column 1 has no name, and cannot name the rows: {trouble}; name it, or leave it out")


def _trouble(names: list[Any], lines: Any) -> str | None:
    """What keeps values from being names of rows."""
    seen: dict[Any, int] = {}
    for name, line in zip(names, lines, strict=True):
        if is_missing(name):
            return f"row {line} has no value there"
        if name in seen:
            return f"rows {seen[name]} and {line} both have {short_repr(name)} there"
        seen[name] = line
    return None
