"""A document as text for a terminal: its summary, in lines that fit its width."""

import textwrap
from collections.abc import Callable
from dataclasses import replace

from setapart._checks import counted
from setapart._words import distinct_names, width
from setapart.report.document import Block, Code, Document, Grid, Listing, Picture

__all__ = ["WIDTH", "aligned", "filled", "render_text"]

WIDTH = 80  # columns, where there is no terminal
_LINE = 88  # columns of prose, at most
_LEAST = 8  # columns of a name in a table, at least
_INDENT = "    "
_RULE = "─" * 24
_CAUTIONS = 2  # on the first screen


def render_text(
    document: Document,
    *,
    words: Callable[[str], str] = str,
    details: bool = False,
    more: str = "",
    columns: int = WIDTH,
) -> str:
    """The summary; `details` adds what it leaves out otherwise, and `more` says how to get that.

    `words` says sentences in other words, as a command does that has options in place of arguments. Prose has lines of
    88 columns at most, however many the terminal has.
    """
    lead = [filled(words(sentence), columns=columns) for sentence in document.lead]
    body, below = (
        [_block(words(block) if isinstance(block, str) else block, words, columns) for block in blocks]
        for blocks in (document.body, document.details)
    )
    cautions, notes = (
        [filled(f"Note: {words(note)}", columns=columns) for note in part]
        for part in (document.cautions, document.notes)
    )
    origin = [document.origin] if document.origin else []
    if not document.details:
        return "\n\n".join([*lead, *cautions, *body, *notes, *origin])
    if details:
        return "\n\n".join([*lead, *body, *cautions, _RULE, *below, *notes, *origin])
    hidden = len(cautions) - _CAUTIONS + len(notes)
    left = f"{counted(hidden, 'more note')}. " if hidden > 0 else ""
    last = [filled(f"{left}{more}", columns=columns)] if left or more else []
    return "\n\n".join([*lead, *body, *cautions[:_CAUTIONS], *last])


def _block(block: Block, words: Callable[[str], str], columns: int) -> str:
    match block:
        case Grid():
            return _table(block, words, columns)
        case Listing():
            heading = filled(block.heading, columns=columns)
            return "\n".join([heading, *(_listed(line, columns) for line in block.lines)])
        case Picture():
            return filled(f"{block.title}. {block.seen}", columns=columns)
        case Code():
            return block.text
        case _:
            return filled(block, columns=columns)


def filled(*sentences: str, columns: int = WIDTH) -> str:
    """A paragraph of lines that fit, words and names left whole."""
    return textwrap.fill(" ".join(sentences), min(columns, _LINE), break_on_hyphens=False, break_long_words=False)


def _listed(line: str, columns: int) -> str:
    """A line set in, broken after commas if at all."""
    tied = line.replace(", ", ",\n").replace(" ", "\xa0").replace("\n", " ")
    broken = textwrap.fill(
        tied, min(columns, _LINE), initial_indent="  ", subsequent_indent=_INDENT, break_long_words=False
    )
    return broken.replace("\xa0", " ")


def _table(grid: Grid, words: Callable[[str], str], columns: int) -> str:
    """A line a row; where that is too wide, long names stand above their cells, and marks below."""
    if not grid.named:
        lines = _unnamed_lines(grid, columns)
    elif max(map(width, aligned(*grid.columns[1:]))) > columns - len(_INDENT):
        return _in_parts(grid, words, columns)
    else:
        lines = _named_lines(grid, columns)
    marks = ["", *(grid.marks or [""] * (len(lines) - 1))]
    beside = all(width(line) + 2 + width(mark) <= columns for line, mark in zip(lines, marks, strict=True) if mark)
    between = "  " if beside else f"\n{_INDENT}"
    lines = [f"{line}{between}{mark}" if mark else line for line, mark in zip(lines, marks, strict=True)]
    hint = f": {words(grid.hint)}" if grid.hint else ""
    return "\n".join([*lines, *([filled(f"… and {grid.more}{hint}", columns=columns)] if grid.more else [])])


def _unnamed_lines(grid: Grid, columns: int) -> list[str]:
    """A row each, names shortened; where that is too wide, the last column stands below the others."""
    lines = aligned(*_shortened(grid, columns))
    if max(map(width, lines)) <= columns:
        return lines
    *others, (heading, *cells) = grid.columns
    below = ["", *(f"\n{_INDENT}{heading}: {cell}" if cell.strip("–") else "" for cell in cells)]
    shorter = aligned(*_shortened(replace(grid, columns=tuple(others)), columns))
    return [line + last for line, last in zip(shorter, below, strict=True)]


def _named_lines(grid: Grid, columns: int) -> list[str]:
    """A row each; a name that is too long for the line has one of its own."""
    names, *others = grid.columns
    names = distinct_names(names, columns) if max(map(width, names)) > columns else names
    room = columns - max(map(width, aligned(*others))) - 2
    lines = aligned(*others, names=[name if width(name) <= room else "" for name in names])
    indent = "" if any(width(name) <= room for name in names) else _INDENT[2:]
    return [line if width(name) <= room else f"{name}\n{indent}{line}" for name, line in zip(names, lines, strict=True)]


def _in_parts(grid: Grid, words: Callable[[str], str], columns: int) -> str:
    """A table too wide for the terminal as several of fewer columns, each with the names."""
    names, *others = grid.columns
    room = columns - min(max(map(width, names)), columns // 2) - 2
    parts: list[list[list[str]]] = [[]]
    for column in others:
        if parts[-1] and max(map(width, aligned(*parts[-1], column))) > room:
            parts.append([])
        parts[-1].append(column)
    if len(parts) == 1:
        return "\n".join(aligned(*others, names=names))
    tables = [replace(grid, columns=(names, *part), marks=(), more="") for part in parts[:-1]]
    return "\n\n".join(_table(table, words, columns) for table in [*tables, replace(grid, columns=(names, *parts[-1]))])


def _shortened(grid: Grid, columns: int) -> list[list[str]]:
    """The cells, those of names no longer than there is room for."""
    cells = list(grid.columns)
    for j in (j for j in grid.names if j < len(cells)):
        excess = sum(max(map(width, column)) for column in cells) + 2 * (len(cells) - 1) - columns
        if excess > 0:
            heading, *names = cells[j]
            room = max(max(map(width, names), default=0) - excess, width(heading), _LEAST)
            shown = distinct_names(names, room)
            cells[j] = [heading, *(short if name else "" for short, name in zip(shown, names, strict=True))]
    return cells


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
