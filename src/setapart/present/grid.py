"""A small table of text, for a terminal, a notebook and a report alike."""

from dataclasses import dataclass

from setapart.present.layout import aligned

__all__ = ["Grid", "grid_text"]


@dataclass(frozen=True)
class Grid:
    """Cells as they are shown; names from the data are inert in a terminal, but not escaped.

    Attributes
    ----------
    caption : str
    columns : tuple of lists of str
        Each with its heading first; the first column names the rows.
    marks : tuple of str
        A word beside some rows; empty where there are none.
    more : str
        What the table leaves out, if anything.
    words : bool
        Whether the cells are words, not numbers.
    """

    caption: str
    columns: tuple[list[str], ...]
    marks: tuple[str, ...] = ()
    more: str = ""
    words: bool = False


def grid_text(grid: Grid) -> str:
    """A table whose rows have names to the left, for a terminal."""
    names, *columns = grid.columns
    lines = aligned(*columns, names=names)
    marks = ["", *(f"  {mark}" if mark else "" for mark in grid.marks or [""] * (len(lines) - 1))]
    lines = [line + mark for line, mark in zip(lines, marks, strict=True)]
    return "\n".join([*lines, *([f"… {grid.more}"] if grid.more else [])])
