"""Standard input in place of a file: a CSV table."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from setapart.data.table import Table

__all__ = ["STANDARD_INPUT", "named_input", "read_standard_input"]

STANDARD_INPUT = "/dev/stdin"


def named_input(words: Sequence[str]) -> list[str]:
    """The words of a command line, with standard input called by its name where ``-`` stands for a file.

    Files are what comes before the options, or after --data.

    Examples
    --------
    >>> named_input(["test", "-", "b.csv", "--group", "-"])
    ['test', '/dev/stdin', 'b.csv', '--group', '-']
    """
    named, of_files = [], True
    for word in words:
        if word.startswith("--"):
            of_files = word == "--data"
        named.append(STANDARD_INPUT if word == "-" and of_files else word)
    return named


def read_standard_input(
    *, delimiter: str | None, decimal: str, ids: int | None, missing: Sequence[str], max_bytes: int | None
) -> "Table":
    """The table that standard input holds; the arguments are those of `setapart.read`."""
    from setapart.data.text_files import parse_delimited
    from setapart.data.text_rows import check_delimiter
    from setapart.data.unpacking import stream_limit

    if sys.stdin is None:
        raise ValueError("standard input is closed")
    raw = stream_limit("standard input", max_bytes).read(sys.stdin.buffer)
    delimiter = check_delimiter(delimiter, decimal)
    return parse_delimited(
        raw, "standard input", ",", delimiter=delimiter, decimal=decimal, row_names=ids == 1, missing=missing
    )
