"""Smooth densities of projected rows, for drawing: robust to one row, ties, and any size or unit."""

from typing import Any

import numpy as np

from setapart._types import FloatArray

__all__ = ["has_density", "line_density", "line_reach", "on_one_line", "plane_density", "subsample"]

_LOOKED_AT = 300  # rows among which neighbours are sought
_CLOSE = 0.45  # of normal rows it is 1.7, of others with two or three humps 0.6 and more, on a few lines at most 0.3


def has_density(points: FloatArray) -> bool:
    """Whether points of the plane (n, 2) fill a part of it, and not only a few spots or short lines as categories do.

    So it is unless neighbours are much closer than the spread of all points lets expect: half of the points have one
    within 0.45 / √n, in units in which all points together have variance 1 in every direction.
    """
    from scipy.spatial import KDTree

    drawn = subsample(points, _LOOKED_AT)
    if on_one_line(drawn):
        return False
    left, _, _ = np.linalg.svd(drawn - drawn.mean(axis=0), full_matrices=False)
    distances: Any = KDTree(left).query(left, k=2)[0]
    return bool(np.median(distances[:, 1]) * len(drawn) >= _CLOSE)


def on_one_line(points: FloatArray) -> bool:
    """Whether points of the plane (n, 2) lie on one line, up to rounding."""
    scales = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
    return bool(scales[1] <= 8.0 * np.finfo(float).eps * np.abs(points).max() * len(points))


def subsample(points: FloatArray, limit: int) -> FloatArray:
    """At most `limit` rows, always the same ones for the same number of rows.

    Drawn at random, so that an order in the data leaves no pattern.
    """
    if len(points) <= limit:
        return points
    rows = np.random.default_rng(0).choice(len(points), limit, replace=False)
    return points[np.sort(rows)]


def line_density(values: FloatArray, grid: FloatArray) -> FloatArray | None:
    """A kernel density estimate (Scott's bandwidth) on a grid, or None where the values do not vary as the grid does.

    Parameters
    ----------
    values : (n,) float array
    grid : (g,) float array

    Returns
    -------
    (g,) float array or None
    """
    from scipy.stats import gaussian_kde

    centre, spread = _centre_and_spread(values[:, None])
    if spread == 0.0:
        return None
    estimate = gaussian_kde((values - centre[0]) / spread)
    density: FloatArray = estimate((grid - centre[0]) / spread) / spread
    return density if density.any() else None


def line_reach(values: FloatArray) -> float:
    """How far beyond its values a density of `line_density` reaches: three bandwidths."""
    return float(3.0 * values.std() * len(values) ** -0.2)


def plane_density(
    points: FloatArray, grid: tuple[FloatArray, FloatArray], masses: tuple[float, ...]
) -> tuple[FloatArray, list[float]] | None:
    """A kernel density estimate on a grid of the plane, and the heights of the regions that hold given masses.

    Parameters
    ----------
    points : (n, 2) float array
    grid : pair of (g,) and (h,) float arrays
        Coordinates of the grid along each axis.
    masses : tuple of float
        The share of the points that the region above each height holds (Hyndman, 1996).

    Returns
    -------
    density : (h, g) float array
        Relative heights.
    levels : list of float
        Increasing, distinct.
    None
        Instead of both, where the points lie on a line.
    """
    from scipy.stats import gaussian_kde

    centre, spread = _centre_and_spread(points)
    if spread == 0.0:
        return None
    standard = ((points - centre) / spread).T
    try:
        estimate = gaussian_kde(standard)
    except (np.linalg.LinAlgError, ValueError):
        return None
    across, up = np.meshgrid((grid[0] - centre[0]) / spread, (grid[1] - centre[1]) / spread)
    density = estimate(np.stack([across.ravel(), up.ravel()])).reshape(across.shape)
    levels = np.unique(np.quantile(estimate(standard), [1.0 - mass for mass in masses]))
    return density, [float(level) for level in levels if 0.0 < level < density.max()]


def _centre_and_spread(points: FloatArray) -> tuple[FloatArray, float]:
    """The mean and the largest deviation from it; 0 where the deviations are no more than rounding."""
    centre = points.mean(axis=0)
    spread = float(np.abs(points - centre).max())
    rounding = 8.0 * np.finfo(float).eps * float(np.abs(points).max())
    return centre, spread if spread > rounding else 0.0
