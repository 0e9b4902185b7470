"""Layout of text for a terminal: paragraphs, small tables, and the line that ends a summary."""

import textwrap

from setapart.present.names import width
from setapart.results.run import Run

__all__ = ["LINE", "aligned", "filled", "origin"]

LINE = 88  # columns


def filled(*sentences: str) -> str:
    """A paragraph of lines of at most `LINE` columns, words and names left whole."""
    return textwrap.fill(" ".join(sentences), LINE, break_on_hyphens=False, break_long_words=False)


def aligned(*columns: list[str], names: list[str] | None = None) -> list[str]:
    """The lines of a table: columns to the right, after names to the left.

    Examples
    --------
    >>> aligned(["share", "7 %"], names=["feature", "x1"])
    ['feature  share', 'x1         7 %']
    """
    left = [] if names is None else [[name + " " * room for name, room in zip(names, _room(names), strict=True)]]
    right = [[" " * room + cell for cell, room in zip(column, _room(column), strict=True)] for column in columns]
    return ["  ".join(cells) for cells in zip(*left, *right, strict=True)]


def origin(run: Run) -> str:
    """What a result comes from: its seed, its time and the version."""
    return f"Seed {run.seed}, {run.wall_time:.1f} s, setapart {run.versions.get('setapart', '?')}."


def _room(cells: list[str]) -> list[int]:
    """The columns that each cell leaves free."""
    widths = list(map(width, cells))
    return [max(widths) - taken for taken in widths]
