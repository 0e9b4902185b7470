"""Records: delimited text taken apart into the fields of its rows."""

import csv
import io
import re
from itertools import islice
from typing import NamedTuple

from setapart.data.cells import as_number
from setapart.data.decimal_commas import with_point

__all__ = ["Record", "records_of"]

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_DELIMITERS = (";", "\t", ",", "|")
_OF_EXCEL = re.compile(r"\"?sep=(.)\"?(?=[\r\n])", re.IGNORECASE)  # a first line that names the delimiter
_ROWS, _CHARACTERS = 20, 1_000_000  # that are looked at to find the delimiter


class Record(NamedTuple):
    """One row of the file: the line it starts on, counted from 1, and its fields."""

    row: int
    fields: list[str]


def records_of(raw: bytes, source: str, delimiter: str) -> tuple[list[Record], str]:
    """
    Take delimited text apart.

    Parameters
    ----------
    raw : bytes
        UTF-8, with or without a byte-order mark, or UTF-16 with one.
    source : str
        The path, for messages.
    delimiter : str
        What separates the fields, unless the first rows show another.

    Returns
    -------
    records : list of Record
        All rows, but for blank lines at the end.
    delimiter : str
        What did separate the fields.

    Raises
    ------
    ValueError
        If the text cannot be decoded, is empty, or starts with what may be one number or two.
    """
    text = _decode(raw, source)
    stated = _OF_EXCEL.match(text)
    found = _found_in(text, delimiter) if stated is None else stated[1]
    if found != delimiter == "\t":
        _check_first_line(text, source)
    delimiter = found
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True)
    records: list[Record] = []
    row = 1
    try:
        for fields in reader:
            records.append(Record(row, fields))
            row = reader.line_num + 1
    except csv.Error as error:
        raise ValueError(f"{source}: row {row} cannot be parsed: {error}") from error
    if stated is not None:
        del records[0]
    while records and not records[-1].fields:
        records.pop()
    if not records:
        raise ValueError(f"{source} is empty")
    return records, delimiter


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


def _check_first_line(text: str, source: str) -> None:
    """Refuse a line without tabs that may be a number with a decimal comma, or two numbers."""
    first = text.partition("\n")[0].strip()
    if "," in first and as_number(with_point(first)) is not None:
        raise ValueError(f"{source}: row 1 reads {first}, which may be one number or two; put a header above it")


def _found_in(text: str, delimiter: str) -> str:
    """The mark at which the first rows have as many fields as the header, or one more; of several, a semicolon."""
    fallback = []
    for mark in dict.fromkeys((";", delimiter, *_DELIMITERS)):
        header, *rows = _widths(text, mark)
        if header > 1 and set(rows) <= {header, header + 1}:
            return mark
        if header > 1 and max(rows) > 1:
            fallback.append(mark)
    return delimiter if delimiter in fallback else next(iter(fallback), delimiter)


def _widths(text: str, delimiter: str) -> list[int]:
    """How many fields the first rows have that are not blank."""
    reader = csv.reader(io.StringIO(text[:_CHARACTERS], newline=""), delimiter=delimiter, skipinitialspace=True)
    try:
        rows = list(islice(reader, _ROWS))
    except csv.Error:
        return [0]
    whole = rows if len(rows) in (1, _ROWS) or len(text) <= _CHARACTERS else rows[:-1]
    return [len(fields) for fields in whole if any(cell.strip() for cell in fields)] or [0]
