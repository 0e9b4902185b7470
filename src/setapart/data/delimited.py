"""Delimited text (CSV, TSV): a header, then rows of one length."""

import math
import re
from collections.abc import Iterable

import numpy as np

from setapart._types import FloatArray
from setapart.data.cells import MISSING, as_number, is_marked
from setapart.data.decimal_commas import are_numerals, doubt, first_comma, with_point
from setapart.data.headers import split_header
from setapart.data.misfits import are_codes, misfit
from setapart.data.records import records_of
from setapart.data.row_names import with_row_names
from setapart.data.table import Column, Table

_WHOLE = re.compile(r"[+-]?\d+")
_AS_WRITTEN = re.compile(r"-?(0|[1-9]\d*)")
_EXACT_DIGITS = 15  # of a whole number that float64 holds


def parse_delimited(
    raw: bytes, source: str, delimiter: str, *, row_names: bool = False, missing: Iterable[str] = ()
) -> Table:
    """
    Parse delimited text.

    Row numbers in messages are lines of the file: row 1 is the header. A first row of numbers only is taken
    for data, unless it looks like a header; the columns are then called ``x1`` to ``xd``. A first column whose name is
    blank names the rows: so ``to_csv`` of pandas and ``write.csv`` of R write a frame.

    Parameters
    ----------
    raw : bytes
        UTF-8, with or without a byte-order mark, or UTF-16 with one.
    source : str
        The path, for messages.
    delimiter : str
        What separates the fields, unless the first rows show that a semicolon, tab, comma or bar does. Between
        semicolons or tabs, numbers may have a decimal comma.
    row_names : bool
        Whether the header may be one field short, as ``write.table`` of R writes it: the first field of each row is
        its name then.
    missing : iterable of str
        What stands for a missing value, beside the usual markers; a number in any spelling.

    Returns
    -------
    Table
        A column is numeric when every cell that is not missing is a number. Any other is text; where at least
        one of its cells is a number, the first that is not is kept in ``misfits``. Text as well are whole numbers of
        which one has a leading zero, as postcodes and other labels have, telephone numbers, and numbers that have
        points beside decimal commas of the file, or marks that may be of thousands; ``doubts`` says why. Columns with
        neither a name nor a cell, as after a delimiter that ends each row, are not there.

    Raises
    ------
    ValueError
        If the text cannot be decoded, is empty, has no rows under its header, has rows of another length than
        the header, names two columns alike, lacks a name for a column other than the first, or has a first row that may
        be a header or data.

    Warns
    -----
    UserWarning
        If the first column has no name and is left out, as its numbers repeat.
    """
    records, delimiter = records_of(raw, source, delimiter)
    markers = frozenset(text.strip() for text in missing)
    header, rows = split_header(records, source, delimiter, row_names=row_names, markers=markers)
    lines = [record.row for record in rows]
    columns = {name: [record.fields[j] if record.fields else "" for record in rows] for j, name in enumerate(header)}
    commas = delimiter in ";\t"
    if markers:
        columns = {name: _without(markers, cells, commas=commas) for name, cells in columns.items()}
    table = _to_table(columns, lines, commas=commas)
    return with_row_names(table, source) if "" in table else table


def _without(markers: frozenset[str], cells: list[str], *, commas: bool) -> list[str]:
    """The cells with nothing in the place of markers, which -9.9 and -9,9 both are where there are decimal commas."""
    marked = (is_marked(cell, markers) or (commas and is_marked(with_point(cell), markers)) for cell in cells)
    return ["" if gone else cell for gone, cell in zip(marked, cells, strict=True)]


def _to_table(cells: dict[str, list[str]], lines: list[int], *, commas: bool) -> Table:
    comma = first_comma(cells.items(), lines) if commas else None
    doubts = {name: doubt(column, lines, comma) for name, column in cells.items()} if commas else {}
    columns: dict[str, Column] = {}
    misfits: dict[str, tuple[int, str]] = {}
    written: dict[str, Column] = {}
    for name, column in cells.items():
        if are_codes(column):
            columns[name] = written[name] = _texts(list(map(str.strip, column)))
            continue
        points = list(map(with_point, column)) if commas else column
        numbers = None if doubts.get(name) else _numbers(points)
        if numbers is not None:
            columns[name] = numbers
            if _tells_more(points, numbers):
                written[name] = _texts(list(map(str.strip, column)))
            continue
        columns[name] = _texts(column)
        first = misfit(None if cell.strip() in MISSING else cell for cell in points)
        if first is None and not commas and are_numerals(column):
            first = next((row for row, cell in enumerate(column) if "," in cell), None)
        if first is not None:
            misfits[name] = (lines[first], column[first])
    told = {name: why for name, why in doubts.items() if why is not None}
    return Table(columns, misfits, lines=np.array(lines), doubts=told, written=written)


def _texts(cells: list[str]) -> Column:
    return np.array([None if cell.strip() in MISSING else cell for cell in cells], dtype=object)


def _tells_more(cells: list[str], numbers: Column) -> bool:
    """Tell whether numbers lose what cells tell as labels: two spellings of one, leading zeros, or many digits."""
    distinct = set(cells)
    texts = {cell.strip() for cell in distinct} - MISSING
    if len(distinct) > len(np.unique(numbers)) and len({as_number(text) for text in texts}) < len(texts):
        return True
    digits = math.inf if numbers.dtype.kind == "i" else _EXACT_DIGITS
    return all(map(_WHOLE.fullmatch, texts)) and not all(
        _AS_WRITTEN.fullmatch(text) and len(text) <= digits for text in texts
    )


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
