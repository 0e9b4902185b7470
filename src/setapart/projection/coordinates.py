"""The coordinates in which directions are sought: no constant features, and never more of them than the data span."""

from dataclasses import dataclass

import numpy as np

from setapart._types import FloatArray
from setapart.projection.stiefel import horizontal

__all__ = ["Coordinates", "span_coordinates"]


@dataclass(frozen=True, eq=False)
class Coordinates:
    """Rows in a basis of the space they span, and the way back.

    Attributes
    ----------
    rows : (N, r) float array
    basis : (d, r) float array
        Orthonormal columns; exactly zero in the rows of constant features.
    """

    rows: FloatArray
    basis: FloatArray

    def lift(self, frame: FloatArray) -> FloatArray:
        """Directions (r, j) in the original features (d, j)."""
        return self.basis @ frame

    def complete(self, directions: FloatArray, k: int) -> FloatArray:
        """Directions (d, j) filled up to k orthonormal columns, by features that they involve least.

        Constant features come last: they take no part as long as there are others.
        """
        constant = ~np.any(self.basis, axis=1)
        while directions.shape[1] < k:
            share = np.sum(directions**2, axis=1)
            spanned = share > 0.999
            idle = np.lexsort((share, constant, spanned))[0]
            unit = np.zeros((len(directions), 1))
            unit[idle] = 1.0
            rest = horizontal(directions, horizontal(directions, unit))
            directions = np.concatenate([directions, rest / np.linalg.norm(rest)], axis=1)
        return directions


def span_coordinates(points: FloatArray) -> Coordinates:
    """Drop constant features and, when features outnumber rows, turn to a basis of the row space.

    Both are exact: a direction in which nothing varies adds nothing to any projected distance.

    Parameters
    ----------
    points : (N, d) float array
        Centred rows; constant features are exactly zero.
    """
    size, d = points.shape
    varies = np.flatnonzero(np.any(points != points[0], axis=0))
    rows = points[:, varies]
    if varies.size < size:
        basis = np.zeros((d, varies.size))
        basis[varies, np.arange(varies.size)] = 1.0
        return Coordinates(np.ascontiguousarray(rows), basis)
    left, sigma, right = np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)
    rank = int(np.sum(sigma > sigma[0] * size * np.finfo(float).eps))
    basis = np.zeros((d, rank))
    basis[varies] = right[:rank].T
    return Coordinates(left[:, :rank] * sigma[:rank], basis)
