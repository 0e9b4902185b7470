"""Cells of a text file: what stands for no value, the number that a text spells, and texts that only look like one."""

import re
from collections.abc import Iterable
from typing import Any

import numpy as np

# What R, pandas, databases (\N), SAS (.) and spreadsheets write for a missing value or a failed formula.
MISSING = frozenset(
    ("", "NA", "N/A", "na", "n/a", "<NA>", "NaN", "nan", "NULL", "Null", "null", "None")
    + (".", "-", "\\N", "#N/A", "#N/A N/A", "#NA", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!")
)

_EXPONENT = r"([eE][+-]?\d+)?"
_THOUSANDS = r"\d{1,3}(\.\d{3})+"
_NUMERAL = re.compile(rf"[+-]?(\d+[.,]?\d*|[.,]\d+|{_THOUSANDS}(,\d*)?){_EXPONENT}")
_DECIMAL_COMMA = re.compile(rf"[+-]?(?!\d{{1,3}},\d{{3}}\Z)(\d+,\d*|,\d+){_EXPONENT}")  # 1,000 may be a thousand
_WHOLE = re.compile(r"[+-]?\d+")
_LEADING_ZERO = re.compile(r"[+-]?0\d+")
_TELEPHONE = re.compile(r"\+[1-9]\d{6,14}")  # as E.164 has it
_SIGNS = r"[<>≤≥=~≈±$€£¥(+\-\s]*"
_GROUPED = r"\d{1,3}(?:[.,'_\s]\d{3})+(?:[.,]\d*)?"
_DIGITS = rf"(?:0[xX][0-9a-fA-F]+|{_GROUPED}|\d[\d_]*[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?"
_MARKED = re.compile(rf"{_SIGNS}{_DIGITS}\s*(?P<unit>[^\d\s]{{0,8}})")


def as_number(text: str, decimal: str = ".") -> float | None:
    """Return the number that a text spells, and None where it spells none; ``1_000`` and ``1,000`` do not."""
    if "_" in text or (decimal == "," and "." in text):
        return None
    try:
        return float(text if decimal == "." else text.replace(decimal, "."))
    except ValueError:
        return None


def is_marked(text: str, markers: frozenset[str], decimal: str = ".") -> bool:
    """Tell whether a text is one of the caller's markers of missing values: written like it, or the same number."""
    text = text.strip()
    if text in markers:
        return True
    number = as_number(text, decimal)
    return number is not None and any(number in (as_number(marker), as_number(marker, decimal)) for marker in markers)


def whole(cells: list[Any]) -> list[Any]:
    """Return floats that are all whole as integers, for a file has years but no other numbers; others as they are."""
    if all(isinstance(cell, float) and cell.is_integer() for cell in cells):
        return [int(cell) for cell in cells]
    return cells


def label_of(value: object) -> str:
    """Write a label as a person would: whole numbers without a decimal point."""
    if isinstance(value, float | np.floating) and float(value).is_integer():
        return str(int(value))
    return str(value)


def is_numeral(text: str) -> bool:
    """Tell whether a text is a number with whatever marks of decimals and of thousands."""
    return _NUMERAL.fullmatch(text.strip()) is not None


def has_decimal_comma(text: str) -> bool:
    """Tell whether a text is a number whose comma marks decimals for sure: 1,5 but not 1,000."""
    return _DECIMAL_COMMA.fullmatch(text.strip()) is not None


def are_codes(cells: Iterable[str]) -> bool:
    """Tell whether whole numbers are labels: one has a leading zero, as no number has, or all are telephone numbers."""
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


def is_marked_number(text: str, decimal: str = ".") -> bool:
    """Tell whether a text is a number with marks or a unit, such as $1.20, 12%, 3kg, 1_000, 0x10 or <0.1."""
    return as_number(text, decimal) is None and _MARKED.fullmatch(text.strip()) is not None


def are_marked(cells: Iterable[str], decimal: str = ".") -> bool:
    """Tell whether texts are numbers with marks or one unit, and at least one of them has such."""
    matches = [_MARKED.fullmatch(text) for text in _present(cells)]
    units = {match["unit"] for match in matches if match is not None} - {""}
    some = any(match and as_number(match[0], decimal) is None for match in matches)
    return None not in matches and len(units) < 2 and some


def _present(cells: Iterable[str]) -> list[str]:
    return [text for text in map(str.strip, cells) if text not in MISSING]
