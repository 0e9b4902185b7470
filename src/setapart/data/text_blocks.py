"""Delimited text in blocks: each is parsed as a file of its own under the header of the whole one."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from setapart.data.table import Table
from setapart.data.text_files import OF_EXCEL, parse_delimited
from setapart.data.text_rows import decoded, delimiter_of
from setapart.data.unpacking import damage_named

__all__ = ["text_blocks"]

_HEAD = 2**20  # bytes in which the header must end, and that tell the delimiter
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
        damage_named(path, "gzip", (gzip.BadGzipFile, EOFError)),
        gzip.open(path) if path.suffix.lower() == ".gz" else path.open("rb") as stream,
    ):
        head = _head(stream, source)
        if delimiter is None:
            stated = OF_EXCEL.match(head.decode("utf-8-sig", "replace"))
            text = head.decode("utf-8-sig", "replace")
            delimiter = delimiter_of(text, source, usual, decimal) if stated is None else stated[1]
        lines = head.splitlines(keepends=True)
        above = 1 if OF_EXCEL.match(lines[0].decode("utf-8-sig", "replace")) else 0
        first = b"".join(lines[: above + 1])
        header = lines[above].removeprefix(b"\xef\xbb\xbf")
        first_rows = parse_delimited(
            _cut(head, at_end=len(head) < _HEAD)[0],
            source,
            usual,
            delimiter=delimiter,
            decimal=decimal,
            missing=missing,
        )
        assert first_rows.lines is not None
        if first_rows.lines[0] == above + 1:  # no header: names of our own stand above each block, and no line is one
            header, first, above = delimiter.join(first_rows.columns).encode() + b"\n", b"", -1
        elif first_rows.lines[0] > above + 2 and _is_open(header):
            raise ValueError(f"{source}: row {above + 1}, the header, goes over several lines; write it on one")
        size = max(1, len(lines[min(above + 1, len(lines) - 1)])) * block_rows
        line = above + 2
        for block in _pieces(stream, head[len(first) :], size, source, line):
            yield parse_delimited(
                header + block,
                source,
                usual,
                delimiter=delimiter,
                decimal=decimal,
                missing=missing,
                skipped=line - 2,
            )
            line += block.count(b"\n")


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


def _is_open(line: bytes) -> bool:
    return line.count(b'"') % 2 == 1


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
