"""Sparse rows: a matrix that holds what is not zero, is never made dense, and is compared by principal components.

What is found is a subspace, by subspace iteration (Halko, Martinsson and Tropp, 2011, algorithm 4.4). Where the rows
vary in no more directions than are kept, the very first step has them all, and the coordinates are those of the rows
in another basis: distances, and whatever else does not depend on the basis, are the same. ARPACK, which is usual here,
starts anew from a hidden state wherever a matrix has a lower rank, and so gives other last bits in every call.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._types import FloatArray
from setapart.data.arrays import EXACT, is_sparse, loses_precision, warn_precision

if TYPE_CHECKING:
    from scipy.sparse import csr_array

MOST = 50  # components kept
_SPARE = 14  # columns beside them, which make the last ones converge
_ROUNDS = 7


def to_rows(obj: Any, name: str) -> Any:
    """
    Turn a sparse matrix of any format, or a dense one, (n, d), into a new csr_array of float64.

    It has no entries that are stored twice, or are zero. Integers too large for float64 are warned of.
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


@dataclass(frozen=True, eq=False)
class Components:
    """
    The coordinates in which sparse rows are compared: orthonormal columns (d, r), and their share of the variance.

    They are the directions in which the pooled rows vary most, or all in which they vary.
    """

    basis: FloatArray
    share: float


def pooled_components(pooled: "csr_array") -> tuple[FloatArray, Components]:
    """
    Find the leading principal components of the pooled rows (N, d), 50 at most, and the coordinates (N, r).

    Labels have no part. The coordinates of equal rows are equal to the last bit. There is a component even where
    nothing varies.

    References
    ----------
    Halko, Martinsson and Tropp, "Finding structure with randomness", SIAM Review 53 (2011).
    """
    # Squares of values near 1e±150 leave the range of a double; a power of two rounds nothing.
    exponent = int(np.frexp(np.abs(pooled.data).max(initial=0.0))[1])
    rows = pooled.copy()
    rows.data = np.ldexp(pooled.data, -exponent)
    mean = rows.sum(axis=0) / rows.shape[0]
    zeros = rows.shape[0] - np.bincount(rows.indices, minlength=rows.shape[1])
    total = float(np.sum((rows.data - mean[rows.indices]) ** 2) + np.sum(zeros * mean**2))
    across, lengths = _leading(rows, mean)
    basis = np.ascontiguousarray(across[:, lengths > lengths[0] * max(rows.shape) * np.finfo(float).eps])
    if not basis.size:
        basis = np.eye(rows.shape[1], 1)
    kept = float(np.sum(lengths[: basis.shape[1]] ** 2))
    share = 1.0 if basis.shape[1] < MOST or total <= 0.0 else min(1.0, kept / total)
    return np.ldexp(rows @ basis - mean @ basis, exponent), Components(basis, share)


def _leading(rows: "csr_array", mean: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The leading right singular vectors (d, r) of the centred rows, and their singular values, largest first."""
    narrow = min(rows.shape)
    if narrow <= MOST + _SPARE:  # no more numbers than the answer has
        _, lengths, across = np.linalg.svd(rows.toarray() - mean, full_matrices=False)
        return across[:MOST].T, lengths[:MOST]
    across = np.random.default_rng(0).normal(size=(rows.shape[1], MOST + _SPARE))
    for _ in range(_ROUNDS):
        along = np.linalg.qr(rows @ across - mean @ across).Q
        across = np.linalg.qr(rows.T @ along - np.outer(mean, along.sum(axis=0))).Q
    _, lengths, turn = np.linalg.svd(rows @ across - mean @ across, full_matrices=False)
    return across @ turn[:MOST].T, lengths[:MOST]
