"""The coordinates in which directions are sought: no constant features, and never more of them than the data span.

Whitening gives coordinates in which the pooled rows have the same spread in every direction. No label is looked at.
"""

from dataclasses import dataclass

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.projection.stiefel import horizontal

__all__ = [
    "Coordinates",
    "FeatureCoordinates",
    "Whitening",
    "shrink_variances",
    "span_coordinates",
    "standardise",
    "whiten",
]


@dataclass(frozen=True, eq=False)
class Coordinates:
    """Rows in a basis of the space they span, and the way back."""

    rows: FloatArray  # (N, r)
    basis: FloatArray  # (d, r), orthonormal columns; exactly zero in the rows of constant features

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

    Both are exact: a direction in which nothing varies adds nothing to any projected distance. Of `points` (N, d), the
    centred rows, constant features are exactly zero.
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


@dataclass(frozen=True, eq=False)
class FeatureCoordinates:
    """The original features, those that vary: for a sparse search, where no basis may mix features."""

    rows: FloatArray  # (N, r)
    varies: IntArray  # (r,), which of the features these are
    n_features: int  # d

    @classmethod
    def of(cls, points: FloatArray) -> "FeatureCoordinates":
        """Drop the constant features of points (N, d)."""
        varies = np.flatnonzero(np.any(points != points[0], axis=0))
        return cls(np.ascontiguousarray(points[:, varies]), varies, points.shape[1])

    def lift(self, frame: FloatArray) -> FloatArray:
        """Directions (r, j) in the original features (d, j)."""
        directions = np.zeros((self.n_features, frame.shape[1]))
        directions[self.varies] = frame
        return directions

    def complete(self, directions: FloatArray, k: int) -> FloatArray:
        """The directions (d, k) themselves: a sparse search always finds all k of them."""
        return directions


@dataclass(frozen=True, eq=False)
class Whitening:
    """Rows in white coordinates, and the way back."""

    rows: FloatArray  # (N, r), r the number of directions in which the pooled rows vary
    basis: FloatArray  # (d, r): up to a shift, rows = features @ basis; exactly zero in the rows of constant features
    exponents: IntArray  # (d,): the features enter `basis` divided by two to these powers

    def lift(self, frame: FloatArray) -> FloatArray:
        """Directions (r, j) in the original features (d, j), each of length one."""
        lifted = self.basis @ frame
        # Units may be so far apart that only some loadings are within the range of a double; the others become zero.
        involved = np.any(self.basis, axis=1)
        least = self.exponents[involved].min(initial=np.iinfo(np.int32).max)
        lifted = np.ldexp(lifted, np.where(involved, least - self.exponents, 0)[:, None])
        lengths: FloatArray = np.linalg.norm(lifted, axis=0)
        return np.divide(lifted, lengths, out=np.zeros_like(lifted), where=lengths > 0.0)


def whiten(points: FloatArray) -> Whitening:
    """Standardise the features of `points` (N, d), then divide their principal axes by shrunk standard deviations.

    The covariance is shrunk towards a multiple of the identity, as much as it is uncertain: where features outnumber
    rows, plain whitening would make all labellings look alike. The shrinkage is that of Ledoit and Wolf, "A
    well-conditioned estimator for large-dimensional covariance matrices", Journal of Multivariate Analysis 88, 2004,
    within the space that the rows span.
    """
    size, d = points.shape
    standard, spread, exponents = standardise(points)
    left, sigma, right = np.linalg.svd(standard, full_matrices=False)
    r = int(np.sum(sigma > sigma[0] * max(size, d) * np.finfo(float).eps))
    if r == 0:
        return Whitening(np.zeros((size, 0)), np.zeros((d, 0)), exponents)
    left, sigma, right = left[:, :r], sigma[:r], right[:r]
    scale = 1.0 / np.sqrt(shrink_variances(sigma**2 / size, np.sum(standard**2, axis=1)))
    basis = np.where(np.any(standard, axis=0)[:, None], right.T / spread[:, None], 0.0) * scale
    return Whitening(np.ascontiguousarray(left * (sigma * scale)), basis, exponents)


def standardise(points: FloatArray) -> tuple[FloatArray, FloatArray, IntArray]:
    """Points (N, d) with mean 0 and standard deviation 1, exactly zero where a feature is constant.

    With what each feature was divided by (d,), after a division by two to its exponent (d,).
    """
    exponents = np.frexp(np.abs(points).max(axis=0))[1].astype(np.int64)
    near_one = np.ldexp(points, -exponents)
    constant = near_one.min(axis=0) == near_one.max(axis=0)
    centred = np.where(constant, 0.0, near_one - near_one.mean(axis=0))
    spread = np.where(constant, 1.0, np.sqrt(np.mean(centred**2, axis=0)))
    return centred / spread, spread, exponents


def shrink_variances(variances: FloatArray, squares: FloatArray) -> FloatArray:
    """Eigenvalues (r,) of a covariance, shrunk to their mean; `squares` (N,) are the squared lengths of the rows."""
    size = squares.size
    mean = variances.mean()
    distance = np.sum((variances - mean) ** 2)
    error = np.sum(squares**2) / size**2 - np.sum(variances**2) / size
    share = min(1.0, max(0.0, error / distance)) if distance > 0.0 else 1.0
    shrunk: FloatArray = (1.0 - share) * variances + share * mean
    return shrunk
