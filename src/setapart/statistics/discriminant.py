"""Discriminants in closed form, cross-fitted: Fisher's linear one, and the quadratic one of two normal distributions.

Linear: with S the covariance of all pooled rows, a row z scores (z - c)ᵀ S⁻¹ (x̄ - ȳ), where the means x̄ and ȳ, and c
half-way between them, are those of the rows of the other folds. S is shrunk as in `projection.coordinates`. The total
covariance and that within the samples give the same direction, but the total one needs no labels: rows are whitened
once, a labelling costs a few sums, and nothing about the labels of held-out rows leaks through S.

Quadratic: a row z scores log p(z) - log q(z), where p and q are normal with the means and covariances of the rows of
the other folds. Linear odds know no spread: where the samples differ in it alone, they say nothing. Rows come whitened,
whatever the labels, so that the identity is what a covariance is without a difference.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np

from setapart._types import BoolArray, FloatArray, IntArray
from setapart.projection.coordinates import Whitening, shrink_variances, whiten
from setapart.statistics.arrangement import Arrangement

__all__ = ["Discriminant", "QuadraticDiscriminant"]

MOST_DIRECTIONS = 50  # with more, a covariance has too many entries: a sample has one variance for all directions
_PRIOR_ROWS = 2.0  # what the identity counts, in rows: no variance is zero where a sample has few rows


@dataclass(frozen=True, eq=False)
class _Whitened:
    """The whitened rows (N, r), arranged, and the way back to the features."""

    rows: FloatArray
    white: Whitening

    @classmethod
    def of(cls, pooled: FloatArray, arrangement: Arrangement) -> Self:
        """Whiten the rows (N, d)."""
        white = whiten(pooled[arrangement.order])
        return cls(arrangement.settle(white.rows), white)


class Discriminant(_Whitened):
    """Fisher's linear discriminant."""

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        return 1e-4 + 4e-9 * self.rows.size

    def scores(self, labels: BoolArray, folds: IntArray, count: int) -> FloatArray:
        """The held-out score (N,) of each row; see `Learner`."""
        toward, middle = self._learned(labels, folds, count)
        scores: FloatArray = np.einsum("ij,ij->i", self.rows, toward[folds]) - np.sum(toward * middle, axis=1)[folds]
        return scores

    def direction(self, labels: BoolArray) -> FloatArray:
        """The direction (d,) in the original features, learned from all rows."""
        toward, _ = self._learned(labels, np.zeros(len(labels), np.int64), 1)
        return self.white.lift(toward.T)[:, 0]

    def _learned(self, labels: BoolArray, folds: IntArray, count: int) -> tuple[FloatArray, FloatArray]:
        """The difference of means, and the middle between them, (count, r) each, for each fold held out."""
        part = 2 * folds + labels
        by_part = np.argsort(part, kind="stable")
        sizes = np.bincount(part)
        # Row by row in one order: samples of the same rows have the same sums, to the last bit.
        sums = np.add.reduceat(self.rows[by_part], np.cumsum(sizes) - sizes, axis=0).reshape(count, 2, -1)
        sizes = sizes.reshape(count, 2)
        if count > 1:
            sums, sizes = sums.sum(axis=0) - sums, sizes.sum(axis=0) - sizes
        means = sums / sizes[:, :, None]
        return means[:, 1] - means[:, 0], 0.5 * (means[:, 1] + means[:, 0])


@dataclass(frozen=True, eq=False)
class _Normal:
    """A normal distribution: mean (r,), principal axes (r, r) or None if all directions are alike, variances (r,)."""

    mean: FloatArray
    axes: FloatArray | None
    variances: FloatArray

    @classmethod
    def of(cls, rows: FloatArray) -> "_Normal":
        """Fitted to rows (n, r), the covariance shrunk towards a multiple of the identity, then to the identity."""
        size, r = rows.shape
        mean = rows.mean(axis=0)
        centred = rows - mean
        if r > MOST_DIRECTIONS:
            axes, variances = None, np.full(r, np.mean(centred**2))
        else:
            variances, axes = np.linalg.eigh(centred.T @ centred / size)
            variances = shrink_variances(np.maximum(variances, 0.0), np.sum(centred**2, axis=1))
        return cls(mean, axes, (size * variances + _PRIOR_ROWS) / (size + _PRIOR_ROWS))

    def log_density(self, rows: FloatArray) -> FloatArray:
        """The logarithm of the density at rows (n, r), but for a constant."""
        along = rows - self.mean if self.axes is None else (rows - self.mean) @ self.axes
        log_density: FloatArray = -0.5 * (np.log(self.variances).sum() + (along**2 / self.variances).sum(axis=1))
        return log_density

    def along(self, directions: FloatArray) -> tuple[FloatArray, FloatArray]:
        """The mean and the variance (j,) along directions (r, j)."""
        turned = directions if self.axes is None else self.axes.T @ directions
        return self.mean @ directions, self.variances @ turned**2


class QuadraticDiscriminant(_Whitened):
    """The log-odds of two normal distributions."""

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        r = min(self.rows.shape[1], MOST_DIRECTIONS)
        return float(1e-3 + 2e-8 * self.rows.size * (1 + r / 10) + 3e-7 * r**3)

    def scores(self, labels: BoolArray, folds: IntArray, count: int) -> FloatArray:
        """The held-out log-odds (N,) of each row; see `Learner`."""
        scores = np.zeros(len(labels))
        for fold in range(count if self.rows.shape[1] else 0):
            held_out = folds == fold
            learns = ~held_out if count > 1 else held_out
            first, second = _Normal.of(self.rows[learns & labels]), _Normal.of(self.rows[learns & ~labels])
            tested = self.rows[held_out]
            scores[held_out] = first.log_density(tested) - second.log_density(tested)
        return scores

    def direction(self, labels: BoolArray) -> FloatArray:
        """The direction (d,) along which the normal distributions of the samples differ most, by Jeffreys' divergence.

        It is one of those of the mean difference and of the extreme ratios of variances.
        """
        r = self.rows.shape[1]
        if r == 0:
            return self.white.lift(np.zeros((0, 1)))[:, 0]
        first, second = _Normal.of(self.rows[labels]), _Normal.of(self.rows[~labels])
        candidates = _extreme_directions(first, second)
        (x_mean, x_variance), (y_mean, y_variance) = first.along(candidates), second.along(candidates)
        change = x_variance / y_variance + y_variance / x_variance - 2.0
        shift = (x_mean - y_mean) ** 2 * (1.0 / x_variance + 1.0 / y_variance)
        return self.white.lift(candidates[:, [int(np.argmax(change + shift))]])[:, 0]


def _extreme_directions(first: _Normal, second: _Normal) -> FloatArray:
    """Directions (r, j) of the difference of means, and of the largest and the smallest ratio of variances."""
    difference = first.mean - second.mean
    if first.axes is None or second.axes is None:
        return difference[:, None]
    to_second = second.axes / np.sqrt(second.variances)
    _, turned = np.linalg.eigh(to_second.T @ (first.axes * first.variances) @ first.axes.T @ to_second)
    ends = to_second @ turned[:, [0, -1]]
    within = (first.axes * first.variances) @ first.axes.T + (second.axes * second.variances) @ second.axes.T
    candidates = np.column_stack([np.linalg.solve(within, difference), ends])
    lengths = np.linalg.norm(candidates, axis=0)
    unit: FloatArray = candidates[:, lengths > 0.0] / lengths[lengths > 0.0]
    return unit
