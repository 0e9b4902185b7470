"""Sparse rows: a matrix that holds what is not zero, and is never made dense."""

from collections.abc import Callable
from typing import Any

import numpy as np

from setapart._types import FloatArray
from setapart.data.arrays import EXACT, is_sparse, loses_precision, warn_precision

__all__ = ["cells_where", "pooled_rows", "to_rows"]


def to_rows(obj: Any, name: str) -> Any:
    """
    Turn a sparse matrix or array of any format, or a dense matrix, into sparse rows of float64.

    Parameters
    ----------
    obj : sparse matrix, sparse array or ndarray, shape (n, d)
        Real numbers.
    name : str
        What messages call it.

    Returns
    -------
    csr_array of shape (n, d)
        A copy, without entries that are stored twice, or are zero.

    Raises
    ------
    ValueError
        If it does not have two dimensions, or holds anything but real numbers.

    Warns
    -----
    UserWarning
        If integers are too large for float64 to hold exactly.
    """
    from scipy.sparse import csr_array

    if obj.ndim != 2:
        raise ValueError(f"{name} must have two dimensions, got {obj.ndim}")
    if obj.dtype.kind not in "biuf":
        raise ValueError(f"{name} must hold numbers, got dtype {obj.dtype}")
    if obj.dtype.kind in "iu" and obj.dtype.itemsize == 8 and is_sparse(obj):
        _warn_of_rounding(obj.tocoo(), name)
    # Entries that are stored twice are summed: in float64, where a narrow kind of integer would overflow.
    rows = csr_array(obj.astype(np.float64, copy=False), copy=True)
    rows.sum_duplicates()
    rows.eliminate_zeros()
    return rows


def _warn_of_rounding(entries: Any, name: str) -> None:
    large = np.flatnonzero(np.abs(entries.data.astype(np.float64)) >= EXACT)
    for column in np.unique(entries.col[large]):
        if loses_precision(entries.data[large[entries.col[large] == column]]):
            warn_precision(name, f"index {column}")


def pooled_rows(x: Any, y: Any) -> Any:
    """Both samples, one under the other; equal rows are held alike, whatever order their columns had before."""
    from scipy.sparse import csr_array, vstack

    rows = csr_array(vstack([x, y]))
    rows.sort_indices()
    return rows


def cells_where(values: Any, test: Callable[[FloatArray], Any]) -> Any:
    """Which cells pass a test that zero fails: as a matrix of truth values, sparse for sparse rows."""
    if not is_sparse(values):
        return test(values)
    cells = values.copy()
    cells.data = test(values.data)
    cells.eliminate_zeros()
    return cells
