"""Decimal commas: the numbers of text files whose fields are separated by semicolons, as many languages write them."""

import re
from collections.abc import Iterator, Sequence

from setapart.data.misfits import MISSING

__all__ = ["with_points"]

_EXPONENT = r"([eE][+-]?\d+)?"
_GROUPED = r"\d{1,3}(\.\d{3})+"
_DECIMAL = re.compile(rf"[+-]?(\d+,\d*|,\d+){_EXPONENT}")
_NUMERAL = re.compile(rf"[+-]?(\d+[.,]?\d*|[.,]\d+|{_GROUPED}(,\d*)?){_EXPONENT}")


def with_points(header: Sequence[str], rows: Sequence[tuple[int, list[str]]], source: str) -> list[list[str]]:
    """
    Write the numbers of a file with decimal commas with points.

    Parameters
    ----------
    header : sequence of str
        The names of the columns.
    rows : sequence of (int, list of str)
        The line of each row, and its fields.
    source : str
        The path, for messages.

    Returns
    -------
    list of list of str
        The fields of each row, "1,5" as "1.5".

    Raises
    ------
    ValueError
        If a column of numbers has a point where others of the file have a comma: it may mark decimals or thousands.

    Examples
    --------
    >>> from setapart.data.decimal_commas import with_points
    >>> with_points(["a", "b"], [(2, ["1,5", "x"]), (3, ["2", "y, z"])], "t.csv")
    [['1.5', 'x'], ['2', 'y, z']]
    """
    comma = next((place for place in _cells(header, rows) if "," in place[2] and _NUMERAL.fullmatch(place[2])), None)
    if comma is not None:
        words = {name for _, name, cell in _cells(header, rows) if not (cell in MISSING or _NUMERAL.fullmatch(cell))}
        for row, name, cell in _cells(header, rows):
            if "." in cell and name not in words:
                raise ValueError(
                    f"{source}: row {row}, column {name!r} holds {cell}, and row {comma[0]}, column {comma[1]!r} has a"
                    " decimal comma; write numbers with a comma for decimals and without points, as 1234,5"
                )
    return [
        [cell.replace(",", ".") if _DECIMAL.fullmatch(cell.strip()) else cell for cell in fields] for _, fields in rows
    ]


def _cells(header: Sequence[str], rows: Sequence[tuple[int, list[str]]]) -> Iterator[tuple[int, str, str]]:
    """Each cell, with the line of its row and the name of its column."""
    for row, fields in rows:
        for name, cell in zip(header, fields, strict=False):
            yield row, name, cell.strip()
