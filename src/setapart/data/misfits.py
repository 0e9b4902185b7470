"""The misfit: the first cell that is not a number in a column where others are; and what stands for no value at all."""

import numbers
from collections.abc import Iterable

MISSING = frozenset({"", "NA", "N/A", "NaN", "nan", "null"})


def as_number(text: str) -> float | None:
    """Return the number that a text spells, and None where it spells none; ``1_000`` and ``1,000`` do not."""
    try:
        return float(text) if "_" not in text else None
    except ValueError:
        return None


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
