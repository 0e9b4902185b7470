"""Whitening: coordinates in which the pooled rows have the same spread in every direction. No label is looked at.

The covariance is shrunk towards a multiple of the identity, as much as it is uncertain: where features outnumber rows,
plain whitening would make all labellings look alike.
"""

from dataclasses import dataclass

import numpy as np

from setapart._types import FloatArray, IntArray

__all__ = ["Whitening", "shrink_variances", "standardise", "whiten"]


@dataclass(frozen=True, eq=False)
class Whitening:
    """Rows in white coordinates, and the way back.

    Attributes
    ----------
    rows : (N, r) float array
        r is the number of directions in which the pooled rows vary.
    basis : (d, r) float array
        Up to a shift, rows = features @ basis; exactly zero in the rows of constant features.
    exponents : (d,) int array
        The features enter `basis` divided by two to these powers.
    """

    rows: FloatArray
    basis: FloatArray
    exponents: IntArray

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
    """Standardise the features, then divide their principal axes by shrunk standard deviations.

    Parameters
    ----------
    points : (N, d) float array
        Finite values of any magnitude.

    Notes
    -----
    The shrinkage is that of Ledoit and Wolf, "A well-conditioned estimator for large-dimensional covariance matrices",
    Journal of Multivariate Analysis 88, 2004, within the space that the rows span.
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

    Returns
    -------
    rows : (N, d) float array
    spread : (d,) float array
        What each feature was divided by, after a division by two to its exponent.
    exponents : (d,) int array
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
