"""Standard input in place of a file: a CSV table."""

import sys
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from setapart.data.table import Table

__all__ = ["STANDARD_INPUT", "named_input", "read_standard_input"]

STANDARD_INPUT = "/dev/stdin"


def named_input(words: Sequence[str]) -> list[str]:
    """The words of a command line, with standard input called by its name where a file is written ``-``.

    Examples
    --------
    >>> named_input(["test", "-", "b.csv", "--group", "-"])
    ['test', '/dev/stdin', 'b.csv', '--group', '-']
    """
    files = list(takewhile(lambda word: not word.startswith("--"), words))
    return [STANDARD_INPUT if word == "-" else word for word in files] + list(words[len(files) :])


def read_standard_input() -> "Table":
    """The table that standard input holds."""
    from setapart.data.delimited import parse_delimited

    if sys.stdin is None:
        raise ValueError("standard input is closed")
    return parse_delimited(sys.stdin.buffer.read(), "standard input", ",")
