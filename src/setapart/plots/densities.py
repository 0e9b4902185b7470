"""Two samples of numbers as densities on a line: robust to one row, ties, and any size or unit."""

from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._types import FloatArray
from setapart.plots.far_rows import mark_far_rows, near_rows
from setapart.plots.style import DASHES, INK, SAMPLES, limits

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "Pair",
    "draw_curves",
    "draw_line",
    "has_density",
    "line_density",
    "line_limits",
    "on_one_line",
    "plane_density",
    "subsample",
    "with_extremes",
]

_LOOKED_AT = 300  # rows among which neighbours are sought
_CLOSE = 0.45  # of normal rows it is 1.7, of others with two or three humps 0.6 and more, on a few lines at most 0.3
Pair = tuple[FloatArray, FloatArray]

_SMOOTHED = 5_000  # rows that a density is estimated from
_TICKS = 500  # marks of a rug
_OUTERMOST = 10  # rows at either end of a rug, always drawn
_GRID = 400


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


def with_extremes(values: FloatArray, limit: int) -> FloatArray:
    """At most about so many of the values (n,): the outermost ten at either end, and of the others a `subsample`."""
    if len(values) <= limit:
        return values
    ordered = np.sort(values)
    return np.concatenate(
        [ordered[:_OUTERMOST], subsample(ordered[_OUTERMOST:-_OUTERMOST], limit), ordered[-_OUTERMOST:]]
    )


def line_density(values: FloatArray, grid: FloatArray) -> FloatArray | None:
    """A kernel density estimate (Scott's bandwidth) of values (n,) at the points of a grid (g,).

    None where the values do not vary as the grid does.
    """
    from scipy.stats import gaussian_kde

    centre, spread = _centre_and_spread(values[:, None])
    if spread == 0.0:
        return None
    estimate = gaussian_kde((values - centre[0]) / spread)
    density: FloatArray = estimate((grid - centre[0]) / spread) / spread
    return density if density.any() else None


def plane_density(
    points: FloatArray, grid: tuple[FloatArray, FloatArray], masses: tuple[float, ...]
) -> tuple[FloatArray, list[float]] | None:
    """A kernel density estimate of points (n, 2) on a grid of g × h points, shape (h, g), in relative heights.

    Beside it the heights, increasing, above which it holds the given shares of the points (Hyndman, 1996); None instead
    of both where the points lie on a line.
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


def line_limits(samples: Pair) -> tuple[float, float]:
    """An interval that holds all rows of samples of shape (n,) and (m,) that are not far."""
    return limits(near_rows(np.concatenate(samples)), margin=0.05)


def draw_line(ax: "Axes", samples: Pair, above: float = 0.0) -> list[Any]:
    """Densities with a rug of the rows below; `above` is the part of the height that stays free for a legend."""
    handles, top = draw_curves(ax, samples)
    for i, values in enumerate(samples):
        marks = with_extremes(values, _TICKS)
        height = np.full(len(marks), -(0.03 + 0.045 * i) * top)
        ax.plot(
            marks,
            height,
            "|",
            color=SAMPLES[i],
            markersize=6,
            markeredgewidth=0.7,
            alpha=0.6,
            rasterized=len(values) > _TICKS,
        )
    ax.axhline(0.0, color=INK, linewidth=0.8)
    ax.set_xlim(*line_limits(samples))
    ax.set_ylim(-0.12 * top, (1.04 + above) * top)
    ax.set_yticks([])
    mark_far_rows(ax, samples)
    return handles


def draw_curves(ax: "Axes", samples: Pair, *, upright: bool = False) -> tuple[list[Any], float]:
    """The densities alone, each from its least row to its greatest; turned by a right angle where `upright`.

    Of far rows there is no curve: they would widen the bandwidth of all others. Returns handles for a legend, and the
    greatest height.
    """
    low, high = line_limits(samples)
    inside = [values[(values >= low) & (values <= high)] for values in samples]
    near = [part if part.size else values for part, values in zip(inside, samples, strict=True)]
    grids = [np.linspace(values.min(), values.max(), _GRID) for values in near]
    curves = [line_density(subsample(values, _SMOOTHED), grid) for values, grid in zip(near, grids, strict=True)]
    top = max((float(curve.max()) for curve in curves if curve is not None), default=1.0)
    fill = ax.fill_betweenx if upright else ax.fill_between
    handles: list[Any] = []
    for i, (values, grid, curve) in enumerate(zip(near, grids, curves, strict=True)):
        if curve is None:
            # All mass at one value: a needle as high as the highest density.
            at, height, width = values[[0, 0]], np.array([0.0, top]), 2.0
        else:
            at, height, width = grid[[0, *range(_GRID), -1]], np.array([0.0, *curve, 0.0]), 1.8
            fill(at, height, color=SAMPLES[i], alpha=0.15, linewidth=0.0)
        line = (height, at) if upright else (at, height)
        handles += ax.plot(*line, color=SAMPLES[i], linestyle=DASHES[i], linewidth=width)
    return handles, top
