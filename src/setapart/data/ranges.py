"""The range of the values: what the distances between rows need to stay within a 64-bit float."""

import numpy as np

from setapart._types import BoolArray, FloatArray
from setapart.data.arrays import is_sparse
from setapart.data.missing import Part, describe_cells
from setapart.data.sparse import cells_where

# The largest double is 1.8e308; below this, a row of 1e15 features still has a finite length.
LARGEST = 1e300


def check_range(parts: tuple[Part, ...], names: tuple[str, ...]) -> None:
    """
    Check that differences and distances between the rows are finite.

    Parameters
    ----------
    parts : tuple of Part
        The samples, without infinities; missing values are passed over.
    names : tuple of str
        The features.

    Raises
    ------
    ValueError
        If two values of a column differ by more than a double holds, or a value exceeds 1e300 in magnitude.
    """
    if not is_sparse(parts[0].values):
        _check_differences(parts, names)
    found = [describe_cells(part, cells_where(part.values, _oversized), names, "oversized") for part in parts]
    if any(found):
        raise ValueError(
            f"{'; '.join(filter(None, found))}; distances between values beyond 1e300 may be more than a 64-bit"
            " float holds; rescale"
        )


def _check_differences(parts: tuple[Part, ...], names: tuple[str, ...]) -> None:
    # fmax and fmin pass over NaN without a warning, even where a column has nothing else.
    largest = np.fmax.reduce([np.fmax.reduce(part.values) for part in parts])
    smallest = np.fmin.reduce([np.fmin.reduce(part.values) for part in parts])
    with np.errstate(over="ignore"):
        overflows = np.isinf(largest - smallest)
    if overflows.any():
        column = names[int(np.argmax(overflows))]
        raise ValueError(f"the values of column {column!r} differ by more than a 64-bit float holds; rescale it")


def _oversized(values: FloatArray) -> BoolArray:
    return np.asarray(np.abs(values) > LARGEST)
