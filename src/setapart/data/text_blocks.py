"""Delimited text in blocks: each is parsed as a file of its own under the header of the whole one."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from setapart.data.table import Table
from setapart.data.text_files import OF_EXCEL, parse_delimited
from setapart.data.text_rows import decoded, delimiter_of
from setapart.data.unpacking import damage_named

__all__ = ["text_blocks"]

_HEAD = 2**20  # bytes in which the header must end, and that tell the delimiter
_LOOKED_AT = 200  # lines that tell whether there is a header
_LONGEST = 2**26  # bytes of a block without an end of a row outside of quotes


class _Stream(Protocol):
    """What gives bytes, at most so many."""

    def read(self, size: int, /) -> bytes: ...


def text_blocks(
    path: Path,
    usual: str,
    *,
    delimiter: str | None,
    decimal: str,
    missing: frozenset[str],
    block_rows: int,
) -> Iterator[Table]:
    """The rows of a CSV or TSV file, perhaps packed, as tables of about so many rows; see `parse_delimited`."""
    source = str(path)
    with (
        damage_named(path, "gzip", (gzip.BadGzipFile, EOFError, zlib.error)),
        gzip.open(path) if path.suffix.lower() == ".gz" else path.open("rb") as stream,
    ):
        head = _head(stream, source)
        text = head.decode("utf-8-sig", "replace")
        stated = OF_EXCEL.match(text)
        if delimiter is None:
            delimiter = delimiter_of(text, source, usual, decimal) if stated is None else stated[1]

        def parse(rows: bytes, skipped: int = 0) -> Table:
            return parse_delimited(
                rows, source, usual, delimiter=delimiter, decimal=decimal, missing=missing, skipped=skipped
            )

        n_above = 1 if stated is None else 2  # lines: the header, and what Excel puts above it
        header, above = head[_end_of_line(head, n_above - 1) : _end_of_line(head, n_above)], _end_of_line(head, n_above)
        first = head[: _end_of_line(head, _LOOKED_AT)]
        top = parse(_cut(first, at_end=len(first) == len(head) < _HEAD)[0] or head)
        line = _first_line(top, n_above, source)
        if line == n_above:  # no header: names of our own stand above each block
            header, above = delimiter.join(top.columns).encode() + b"\n", _end_of_line(head, n_above - 1)
        header, rest = header.removeprefix(b"\xef\xbb\xbf"), head[above:]
        for block in _pieces(stream, rest, max(1, _end_of_line(rest, 1)) * block_rows, source, line):
            yield parse(header + block, skipped=line - 2)
            line += block.count(b"\n")


def _first_line(top: Table, n_above: int, source: str) -> int:
    """The line of the first row of data, below a header of one line or, without a header, in its place."""
    assert top.lines is not None
    line = int(top.lines[0])
    if line > n_above + 1:
        raise ValueError(f"{source}: row {n_above}, the header, goes over several lines; write it on one")
    return line


def _end_of_line(text: bytes, number: int) -> int:
    """Where so many lines end, the last one perhaps without a line feed."""
    place = 0
    for _ in range(number):
        place = text.find(b"\n", place) + 1
        if not place:
            return len(text)
    return place


def _head(stream: _Stream, source: str) -> bytes:
    head = stream.read(_HEAD)
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ValueError(f"{source} is UTF-16 text, which is not read in blocks; save it as UTF-8")
    if not head.strip():
        raise ValueError(f"{source} is empty")
    if b"\n" not in head:
        decoded(head, source)
        if b"\r" in head or len(head) == _HEAD:
            raise ValueError(f"{source} has no line feeds at the ends of its lines, and cannot be read in blocks")
    return head


def _pieces(stream: _Stream, start: bytes, size: int, source: str, line: int) -> Iterator[bytes]:
    """What is below the header, in pieces that end where a row does."""
    rest = start
    while True:
        more = stream.read(max(size - len(rest), 0)) if len(rest) < size else b""
        at_end = len(rest) < size and not more
        whole, rest = _cut(rest + more, at_end=at_end, size=size)
        if whole.strip():  # blank lines at the end of a file are no rows
            line += whole.count(b"\n")
            yield whole
        elif not at_end:
            if size > _LONGEST:
                raise ValueError(f"{source}: row {line} does not end within {_LONGEST:,} bytes; is a quote not closed?")
            size *= 2
        if at_end:
            return


def _cut(text: bytes, *, at_end: bool, size: int | None = None) -> tuple[bytes, bytes]:
    """The rows that are whole, and the rest; an end of a line between quotes ends no row.

    Blank lines stay with the rest, since they are rows unless they end the file.
    """
    if at_end and (size is None or len(text) <= size):
        return text, b""
    end = len(text) if size is None else min(len(text), size)
    quotes = text.count(b'"', 0, end)
    while (place := text.rfind(b"\n", 0, end)) >= 0:
        quotes -= text.count(b'"', place, end)
        if quotes % 2 == 0:
            kept = text[: place + 1].rstrip(b"\r\n")
            if not kept:
                break
            place = text.index(b"\n", len(kept))
            return text[: place + 1], text[place + 1 :]
        end = place
    return b"", text
