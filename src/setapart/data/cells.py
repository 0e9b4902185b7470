"""Cells of a text file: what stands for no value, and the number that a text spells."""

from typing import Any

import numpy as np

# What R, pandas, databases (\N), SAS (.) and spreadsheets write for a missing value or a failed formula.
MISSING = frozenset(
    ("", "NA", "N/A", "na", "n/a", "<NA>", "NaN", "nan", "NULL", "Null", "null", "None")
    + (".", "-", "\\N", "#N/A", "#N/A N/A", "#NA", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!")
)


def as_number(text: str) -> float | None:
    """Return the number that a text spells, and None where it spells none; ``1_000`` and ``1,000`` do not."""
    try:
        return float(text) if "_" not in text else None
    except ValueError:
        return None


def is_marked(text: str, markers: frozenset[str]) -> bool:
    """Tell whether a text is one of the caller's markers of missing values: written like it, or the same number."""
    text = text.strip()
    if text in markers:
        return True
    number = as_number(text)
    return number is not None and any(as_number(marker) == number for marker in markers)


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
