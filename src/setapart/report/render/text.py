"""A document as text for a terminal: its summary, in lines of at most 88 columns but for wide tables."""

import textwrap
from collections.abc import Callable

from setapart._checks import counted
from setapart._words import width
from setapart.report.document import Block, Code, Document, Grid, Listing, Picture

__all__ = ["aligned", "filled", "render_text"]

_LINE = 88  # columns
_RULE = "─" * 24
_CAUTIONS = 2  # on the first screen


def render_text(document: Document, *, words: Callable[[str], str] = str, details: bool = False, more: str = "") -> str:
    """The summary; `details` adds what it leaves out otherwise, and `more` says how to get that.

    `words` says sentences in other words, as a command does that has options in place of arguments.
    """
    lead = [filled(words(sentence)) for sentence in document.lead]
    body, below = (
        [_block(words(block) if isinstance(block, str) else block) for block in blocks]
        for blocks in (document.body, document.details)
    )
    cautions, notes = (
        [filled(f"Note: {words(note)}") for note in part] for part in (document.cautions, document.notes)
    )
    origin = [document.origin] if document.origin else []
    if not document.details:
        return "\n\n".join([*lead, *cautions, *body, *notes, *origin])
    if details:
        return "\n\n".join([*lead, *body, *cautions, _RULE, *below, *notes, *origin])
    hidden = len(cautions) - _CAUTIONS + len(notes)
    left = f"{counted(hidden, 'more note')}. " if hidden > 0 else ""
    return "\n\n".join([*lead, *body, *cautions[:_CAUTIONS], *([filled(f"{left}{more}")] if left or more else [])])


def _block(block: Block) -> str:
    match block:
        case Grid():
            return _table(block)
        case Listing():
            return "\n".join([filled(block.heading), *map(_listed, block.lines)])
        case Picture():
            return filled(f"{block.title}. {block.seen}")
        case Code():
            return block.text
        case _:
            return filled(block)


def filled(*sentences: str) -> str:
    """A paragraph of lines of at most 88 columns, words and names left whole."""
    return textwrap.fill(" ".join(sentences), _LINE, break_on_hyphens=False, break_long_words=False)


def _listed(line: str) -> str:
    """A line set in, broken after commas if at all."""
    tied = line.replace(", ", ",\n").replace(" ", "\xa0").replace("\n", " ")
    broken = textwrap.fill(tied, _LINE, initial_indent="  ", subsequent_indent="    ", break_long_words=False)
    return broken.replace("\xa0", " ")


def _table(grid: Grid) -> str:
    if grid.named:
        names, *columns = grid.columns
        lines = aligned(*columns, names=names)
    else:
        lines = aligned(*grid.columns)
    marks = ["", *(f"  {mark}" if mark else "" for mark in grid.marks or [""] * (len(lines) - 1))]
    lines = [line + mark for line, mark in zip(lines, marks, strict=True)]
    return "\n".join([*lines, *([f"… {grid.more}"] if grid.more else [])])


def aligned(*columns: list[str], names: list[str] | None = None) -> list[str]:
    """The lines of a table: columns to the right, after names to the left.

    Examples
    --------
    >>> aligned(["share", "7 %"], names=["feature", "x1"])
    ['feature  share', 'x1         7 %']
    """
    left = [] if names is None else [[name + " " * room for name, room in zip(names, _room(names), strict=True)]]
    right = [[" " * room + cell for cell, room in zip(column, _room(column), strict=True)] for column in columns]
    return ["  ".join(cells).rstrip() for cells in zip(*left, *right, strict=True)]


def _room(cells: list[str]) -> list[int]:
    """The columns that each cell leaves free."""
    widths = list(map(width, cells))
    return [max(widths) - taken for taken in widths]
