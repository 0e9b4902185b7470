"""Missing and infinite cells: named, or their rows left out."""

from dataclasses import dataclass

import numpy as np

from setapart._checks import counted
from setapart._types import BoolArray, FloatArray, IntArray


@dataclass(frozen=True)
class Part:
    """One sample on its way in: its numbers, where its rows stood in the caller's data, and its label."""

    values: FloatArray
    rows: IntArray
    label: str


def complete_rows(
    parts: tuple[Part, Part], names: tuple[str, ...], *, omit: bool
) -> tuple[FloatArray, FloatArray, tuple[int, int]]:
    """
    Return the rows without missing values.

    Parameters
    ----------
    parts : (Part, Part)
        The two samples.
    names : tuple of str
        The features.
    omit : bool
        Leave out rows with NaN instead of raising. An infinity is an error either way: it is a value, and
        nobody said that it is missing.

    Returns
    -------
    x, y : ndarray
        The complete rows.
    n_omitted : (int, int)
        How many rows were left out of each.

    Raises
    ------
    ValueError
        If a cell is infinite, if a cell is missing and ``omit`` is false, or if no complete row is left.
    """
    found = [describe_cells(part, np.isinf(part.values), names, "infinite") for part in parts]
    if any(found):
        raise ValueError(f"{'; '.join(filter(None, found))}; replace or remove it")
    if not omit:
        found = [describe_cells(part, np.isnan(part.values), names, "missing") for part in parts]
        if any(found):
            raise ValueError(f"{'; '.join(filter(None, found))}; nan_policy='omit' leaves such rows out")
    first, second = (_without_missing(part) for part in parts)
    omitted = (len(parts[0].values) - len(first), len(parts[1].values) - len(second))
    return first, second, omitted


def _without_missing(part: Part) -> FloatArray:
    complete = ~np.isnan(part.values).any(axis=1)
    if not complete.any():
        n = len(part.values)
        raise ValueError(f"sample {part.label!r} is empty: all of its {n} rows have missing values")
    return part.values if complete.all() else part.values[complete]


def describe_cells(part: Part, wrong: BoolArray, names: tuple[str, ...], what: str) -> str:
    """
    Say how many cells of a sample are wrong, and where the first stands.

    Parameters
    ----------
    part : Part
        The sample.
    wrong : ndarray of bool, shape (n, d)
        The cells.
    names : tuple of str
        The features.
    what : str
        What is wrong with them: "missing".

    Returns
    -------
    str
        Half a sentence; empty where nothing is wrong.
    """
    cells = np.argwhere(wrong)
    if cells.size == 0:
        return ""
    row, column = cells[0]
    count = f"{counted(len(cells), f'{what} value')}"
    where = f"row index {part.rows[row]}, column {names[column]!r}"
    return f"sample {part.label!r} has {count}, {'the first ' if len(cells) > 1 else ''}at {where}"
