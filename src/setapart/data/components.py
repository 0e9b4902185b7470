"""Principal components of sparse rows, pooled and centred without ever being made dense.

What is found is a subspace, by subspace iteration (Halko, Martinsson and Tropp, 2011, algorithm 4.4). Where the rows
vary in no more directions than are kept, the very first step has them all, and the coordinates are those of the rows
in another basis: distances, and whatever else does not depend on the basis, are the same. ARPACK, which is usual here,
starts anew from a hidden state wherever a matrix has a lower rank, and so gives other last bits in every call.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from setapart._types import FloatArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

__all__ = ["MOST", "Components", "pooled_components"]

MOST = 50  # components kept
_SPARE = 14  # columns beside them, which make the last ones converge
_ROUNDS = 7


@dataclass(frozen=True, eq=False)
class Components:
    """
    The coordinates in which sparse rows are compared.

    Attributes
    ----------
    basis : ndarray of shape (d, r)
        Orthonormal columns: the directions in which the pooled rows vary most, or all in which they vary.
    share : float
        The part of the variance of the pooled rows that they hold.
    """

    basis: FloatArray
    share: float


def pooled_components(pooled: "csr_array") -> tuple[FloatArray, Components]:
    """
    Find the leading principal components of rows.

    Parameters
    ----------
    pooled : csr_array of shape (N, d)
        Both samples, one under the other; finite, no entry stored twice. Labels have no part.

    Returns
    -------
    coordinates : ndarray of shape (N, r)
        The rows, centred, in the basis; those of equal rows are equal to the last bit.
    components : Components
        At most 50; at least one, also where nothing varies.

    References
    ----------
    Halko, Martinsson and Tropp, "Finding structure with randomness", SIAM Review 53 (2011).

    Examples
    --------
    >>> from scipy.sparse import csr_array
    >>> coordinates, components = pooled_components(csr_array([[0, 0, 3.0], [0, 4.0, 0], [0, 0, 0]]))
    >>> coordinates.shape, components.share
    ((3, 2), 1.0)
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
