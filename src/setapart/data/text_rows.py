"""Rows of delimited text, taken apart into fields: what separates them, and on which line each row starts."""

import csv
import io
import re
import shlex
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from setapart._checks import counted
from setapart._errors import ArgumentError, message, phrase
from setapart._types import IntArray
from setapart.data.cells import MISSING, as_number

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_UTF8_MARK = b"\xef\xbb\xbf"
_DELIMITERS = (";", "\t", ",", "|")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_BLANK_LINES = ("\n\n", "\n\r", "\r\r")
_BLOCK = 2**22  # bytes that pyarrow reads at once, which must hold the longest row


class Record(NamedTuple):
    """One row of the file: the line it starts on, counted from 1, and its fields."""

    row: int
    fields: list[str]


class TextRows:
    """The text of a file, its bytes in UTF-8, and what separates fields; blank lines at the end are not part of it.

    Of a part of a file, ``skipped`` lines are left out between the header and the rest; -1 says that the header is none
    of the lines of the file.
    """

    def __init__(self, text: str, raw: bytes, source: str, delimiter: str, skipped: int = 0) -> None:
        self.text, self.raw, self.source, self.delimiter, self.skipped = text, raw, source, delimiter, skipped
        end = len(text)
        while end and text[end - 1] in "\r\n ":
            end -= 1
        line_end = re.compile(r"[\r\n]").search(text, end)
        self.size = len(text) if line_end is None else line_end.start()

    def records(self, *, strict: bool = True) -> Iterator[Record]:
        """The rows, by Python's reader, which tells lines and what is wrong with them."""
        lines = (match[0] for match in _LINE.finditer(self.text, 0, self.size))
        reader = csv.reader(lines, delimiter=self.delimiter, skipinitialspace=True, strict=strict)
        row = min(1, 1 + self.skipped)
        try:
            for fields in reader:
                yield Record(row, fields)
                row = reader.line_num + 1 + self.skipped
        except csv.Error as error:
            raise ValueError(f"{self.source}: row {row} cannot be parsed: {error}") from error

    def start(self, line: int) -> int:
        """Where a line starts in the text."""
        above = islice(_LINE.finditer(self.text, 0, self.size), line - 1 - self.skipped)
        return sum(len(match[0]) for match in above)


def check_delimiter(delimiter: Any, decimal: Any) -> str | None:
    """Check what separates fields, one character or the word "tab", and what marks decimals."""
    if decimal not in (".", ","):
        raise ArgumentError("decimal", "must be '.' or ','", decimal)
    delimiter = {"tab": "\t", "\\t": "\t"}.get(delimiter, delimiter)
    if delimiter is None or (isinstance(delimiter, str) and len(delimiter) == 1 and delimiter not in '\r\n"'):
        return delimiter
    raise ArgumentError("delimiter", "must be one character", delimiter)


def decoded(raw: bytes, source: str) -> tuple[str, bytes]:
    """The text, and its bytes in UTF-8."""
    encoding = "utf-16" if raw.startswith(_UTF16_MARKS) else "utf-8-sig"
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        row = error.object[: error.start].decode(encoding, "ignore").count("\n") + 1
        name = encoding.removesuffix("-sig").upper()
        remedy = "save the file as UTF-8" if raw.startswith((*_UTF16_MARKS, _UTF8_MARK)) else in_utf8(source)
        raise ValueError(f"{source}: row {row} is not {name} text; {remedy}") from error
    if "\0" in text:
        row = text[: text.index("\0")].count("\n") + 1
        raise ValueError(f"{source}: row {row} holds a null character; is this a text file in UTF-8?")
    return text, text.encode() if encoding == "utf-16" else raw


def in_utf8(source: str) -> str:
    """How to turn a file into one of UTF-8."""
    return (
        "save the file as UTF-8 (in a spreadsheet, 'CSV UTF-8'), or convert it, as from Windows-1252, with"
        f" iconv -f WINDOWS-1252 -t UTF-8 {shlex.quote(source)} > utf8.csv"
    )


def delimiter_of(head: str, source: str, usual: str, decimal: str) -> str:
    """The mark that takes the header and the first row apart alike; the usual one where none does."""
    marks = _marks(head, source, [mark for mark in _DELIMITERS if mark != decimal])
    line = head.partition("\n")[0].strip()
    is_number = "," in line and as_number(line, ",") is not None
    if decimal == ",":
        marks = marks or ([] if is_number else _marks(head, source, [","]))
        return marks[0] if len(marks) == 1 else usual if usual != "," else ";"
    if is_number and usual == "\t":
        raise ValueError(f"{source}: row 1 reads {line}, which may be one number or two; put a header above it")
    if len(marks) > 1:
        listed = " and ".join(map(repr, marks))
        comma = message(", or with {decimal=','} that commas mark decimals") if "," in marks else ""
        first = phrase(f"delimiter={marks[0]!r}", "tab" if marks[0] == "\t" else marks[0], name="delimiter")
        raise ValueError(f"{source}: {listed} may each separate the fields; say which does with " + first + comma)
    return marks[0] if marks else usual


def _marks(head: str, source: str, candidates: list[str]) -> list[str]:
    """The marks that may separate the fields: best such that the row has as many as the header, or a name more."""
    alike, both = [], []
    for mark in candidates:
        widths = [len(fields) for fields in _first_rows(head, source, mark)]
        if not widths or widths[0] == 1:
            continue
        if len(widths) == 1 or widths[1] in (widths[0], widths[0] + 1):
            alike.append(mark)
        elif widths[1] > 1:
            both.append(mark)
    # No name and no number holds a tab.
    return ["\t"] if "\t" in alike else alike or both


def _first_rows(head: str, source: str, mark: str) -> list[list[str]]:
    """The fields of the first two rows that are not blank."""
    try:
        rows = (record.fields for record in TextRows(head, b"", source, mark).records(strict=False))
        return list(islice((fields for fields in rows if any(cell.strip() for cell in fields)), 2))
    except ValueError:
        return []


def columns_of(
    file: TextRows, first: Record, width: int, reference: str, *, named: int | None = None
) -> tuple[list[Any], IntArray]:
    """
    The cells of the rows from the first on, a chunked array of texts a column, and the line of each row.

    Python's reader goes over rows with quotes or blank lines, and over those that pyarrow does not take; it tells what
    is wrong, in words of how many fields the ``reference`` has.
    """
    import pyarrow as pa

    start = file.start(first.row)
    rest = len(file.text[file.size :].encode())
    skipped = len(file.text[:start].encode()) + (len(_UTF8_MARK) if file.raw.startswith(_UTF8_MARK) else 0)
    content = pa.py_buffer(file.raw).slice(skipped, len(file.raw) - rest - skipped)
    quotes = file.text.find('"', start, file.size) >= 0
    block = max(_BLOCK, 4 * sum(map(len, first.fields)))
    try:
        table = _by_arrow(content, width, file.delimiter, quotes=quotes, block=block)
    except pa.ArrowInvalid:
        table = None
    # Of a blank line pyarrow makes a row of missing cells; of one column, it may be just that.
    may_be_blank = width > 1 and table is not None and all(column.null_count for column in table.columns)
    blanks = may_be_blank and any(file.text.find(blank, max(start - 1, 0), file.size) >= 0 for blank in _BLANK_LINES)
    if table is not None and not quotes and not blanks:
        return table.columns, np.arange(first.row, first.row + table.num_rows)
    rows = np.array(list(_checked(file, first, width, reference, width if named is None else named)))
    blank_before_quote = re.compile(rf'[{re.escape(file.delimiter)}\r\n] +"')
    if table is None or blank_before_quote.search(file.text, max(start - 1, 0), file.size):
        stream = io.StringIO(newline="")
        writer = csv.writer(stream, delimiter=file.delimiter)
        writer.writerows(record.fields or [""] for record in file.records() if record.row >= first.row)
        content = pa.py_buffer(stream.getvalue().encode())
        table = _by_arrow(content, width, file.delimiter, quotes=True, block=content.size)
    return table.columns, rows


def _checked(file: TextRows, first: Record, width: int, reference: str, named: int) -> Iterator[int]:
    """The line of each row, all of which have so many fields; a blank one is a missing cell of one column."""
    for record in file.records():
        if record.row < first.row:
            continue
        if len(record.fields) == width or not (record.fields or width > 1):
            yield record.row
            continue
        wrong = record if width == named else first
        if not any(cell.strip() for cell in wrong.fields):
            raise ValueError(f"{file.source}: row {wrong.row} is blank, with rows after it")
        raise ValueError(
            f"{file.source}: row {wrong.row} has {counted(len(wrong.fields), 'field')}, {reference} has {named}"
        )


def _by_arrow(content: Any, width: int, delimiter: str, *, quotes: bool, block: int) -> Any:
    """The rows as a table of pyarrow, all cells text; missing ones, quoted or not, are null."""
    import pyarrow as pa
    from pyarrow import csv as arrow

    names = [str(column) for column in range(width)]
    return arrow.read_csv(
        pa.BufferReader(content),
        read_options=arrow.ReadOptions(column_names=names, block_size=block),
        parse_options=arrow.ParseOptions(delimiter=delimiter, newlines_in_values=quotes, ignore_empty_lines=False),
        convert_options=arrow.ConvertOptions(
            column_types=dict.fromkeys(names, pa.string()),
            null_values=sorted(MISSING),
            strings_can_be_null=True,
            quoted_strings_can_be_null=True,
        ),
    )
