"""Texts that are no numbers although they look like it: misfits among numbers, codes, numbers with marks or units."""

import numbers
import re
from collections.abc import Iterable

from setapart.data.cells import MISSING, as_number

__all__ = ["are_codes", "are_marked", "code_row", "is_marked_number", "misfit"]

_WHOLE = re.compile(r"[+-]?\d+")
_LEADING_ZERO = re.compile(r"[+-]?0\d+")
_TELEPHONE = re.compile(r"\+[1-9]\d{6,14}")  # as E.164 has it
_SIGNS = r"[<>≤≥=~≈±$€£¥(+\-\s]*"
_GROUPED = r"\d{1,3}(?:[.,'_\s]\d{3})+(?:[.,]\d*)?"
_DIGITS = rf"(?:0[xX][0-9a-fA-F]+|{_GROUPED}|\d[\d_]*[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?"
_MARKED = re.compile(rf"{_SIGNS}{_DIGITS}\s*(?P<unit>[^\d\s]{{0,8}})")


def misfit(cells: Iterable[object]) -> int | None:
    """
    Find the cell that keeps a column from being numeric.

    Parameters
    ----------
    cells : iterable
        The column; None where a cell is missing. Truth values are neither numbers nor amiss.

    Returns
    -------
    int or None
        Where the first cell stands that neither is a number nor spells one; None where there is no such cell,
        or no number beside it.
    """
    fits = [None if cell is None or isinstance(cell, bool) else _fits(cell) for cell in cells]
    return fits.index(False) if True in fits and False in fits else None


def _fits(cell: object) -> bool:
    return as_number(cell) is not None if isinstance(cell, str) else isinstance(cell, numbers.Real)


def are_codes(cells: Iterable[str]) -> bool:
    """Tell whether whole numbers are labels: one has a leading zero, as no number has, or all are telephone numbers.

    Examples
    --------
    >>> from setapart.data.misfits import are_codes
    >>> [are_codes(cells) for cells in (["01321", "90210"], ["00", "7"], ["+4930123456"], ["0", "10"], ["0.5", "00.5"])]
    [True, True, True, False, False]
    """
    texts = _present(cells)
    # Cheap questions first: most columns of a file are fractions, or whole numbers that start with another digit.
    starts = any(text[0] in "0+-" and len(text) > 1 for text in texts)
    return starts and all(map(_WHOLE.fullmatch, texts)) and code_row(texts) is not None


def code_row(cells: Iterable[object]) -> int | None:
    """The first cell with a leading zero, or the first of telephone numbers; None where there is no such cell."""
    texts = [cell.strip() if isinstance(cell, str) else "" for cell in cells]
    first = next((row for row, text in enumerate(texts) if _LEADING_ZERO.fullmatch(text)), None)
    telephones = [row for row, text in enumerate(texts) if _TELEPHONE.fullmatch(text)]
    return telephones[0] if first is None and telephones and len(telephones) == len(_present(texts)) else first


def is_marked_number(text: str) -> bool:
    """Tell whether a text is a number with marks or a unit, such as $1.20, 12%, 3kg, 1_000, 0x10 or <0.1."""
    return as_number(text) is None and _MARKED.fullmatch(text.strip()) is not None


def are_marked(cells: Iterable[str]) -> bool:
    """Tell whether texts are numbers with marks or one unit, and at least one of them has such."""
    found = [_MARKED.fullmatch(text) for text in _present(cells)]
    units = {match["unit"] for match in found if match is not None} - {""}
    return None not in found and len(units) < 2 and any(match and as_number(match[0]) is None for match in found)


def _present(cells: Iterable[str]) -> list[str]:
    return [text for text in map(str.strip, cells) if text not in MISSING]
