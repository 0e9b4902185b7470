"""The misfit: the first cell that is not a number in a column where others are."""

import numbers
from collections.abc import Iterable

from setapart.data.cells import as_number


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
