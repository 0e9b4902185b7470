"""Marks within numbers: decimal commas, as many languages write them, and marks that may be of thousands."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from setapart.data.cells import MISSING

__all__ = ["Place", "are_numerals", "doubt", "first_comma", "with_point"]

_EXPONENT = r"([eE][+-]?\d+)?"
_GROUPED = r"\d{1,3}(\.\d{3})+"
_DECIMAL = re.compile(rf"[+-]?(\d+,\d*|,\d+){_EXPONENT}")
_NUMERAL = re.compile(rf"[+-]?(\d+[.,]?\d*|[.,]\d+|{_GROUPED}(,\d*)?){_EXPONENT}")
_MAYBE_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}([.,]\d{3})+")
_HUNDREDS = re.compile(r"[+-]?[1-9]\d{2}")


class Place(NamedTuple):
    """A cell: the line of its row, the name of its column, and its text."""

    row: int
    column: str
    cell: str


def with_point(cell: str) -> str:
    """Write a number that has a decimal comma with a point; anything else stays.

    Examples
    --------
    >>> from setapart.data.decimal_commas import with_point
    >>> [with_point(cell) for cell in ("1,5", "1.5", "y, z")]
    ['1.5', '1.5', 'y, z']
    """
    return cell.replace(",", ".") if "," in cell and _DECIMAL.fullmatch(cell.strip()) else cell


def are_numerals(cells: Iterable[str]) -> bool:
    """Tell whether all cells that are not missing are numbers, with whatever marks."""
    return all(_NUMERAL.fullmatch(cell) for cell in map(str.strip, cells) if cell not in MISSING)


def first_comma(columns: Iterable[tuple[str, Sequence[str]]], lines: Sequence[int]) -> Place | None:
    """The first number with a comma, of columns given as their names and cells; None without such."""
    for name, cells in columns:
        for row, cell in zip(lines, cells, strict=True):
            if "," in cell and _NUMERAL.fullmatch(cell.strip()):
                return Place(row, name, cell.strip())
    return None


def doubt(cells: Sequence[str], lines: Sequence[int], comma: Place | None) -> str | None:
    """
    Say why the numbers of a column cannot be told from how they are written.

    Parameters
    ----------
    cells : sequence of str
        The column.
    lines : sequence of int
        The line of each row.
    comma : Place or None
        A number with a decimal comma anywhere in the file.

    Returns
    -------
    str or None
        Why, as a clause: there are points beside the decimal commas of the file, or marks that may be of decimals or of
        thousands. None without doubt, and for what are no numbers.
    """
    marked = [(row, cell.strip()) for row, cell in zip(lines, cells, strict=True) if "." in cell or "," in cell]
    if not marked or not are_numerals(cells):
        return None
    point = next((place for place in marked if "." in place[1]), None)
    if comma is not None and point is not None:
        return (
            f"row {point[0]} of the file holds {point[1]}, and row {comma.row}, column {comma.column!r} has a decimal"
            " comma: write numbers with a comma for decimals and without points, as 1234,5"
        )
    if not all(_MAYBE_THOUSANDS.fullmatch(cell) for _, cell in marked):
        return None
    stripped = zip(lines, map(str.strip, cells), strict=True)
    bare = next((place for place in stripped if _HUNDREDS.fullmatch(place[1])), None)
    if bare is None:
        return None
    (row, cell), mark = marked[0], "." if point else ","
    return (
        f"row {row} of the file holds {cell}, where row {bare[0]} holds {bare[1]}: its mark may be of thousands or"
        f" of decimals, so write {cell.replace(mark, '')}, or {bare[1]}{mark}000"
    )
