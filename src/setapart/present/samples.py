"""Two samples along their directions: densities on a line, or points in the plane."""

from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.present.densities import line_density, line_reach, plane_density, subsample
from setapart.present.style import DASHES, INK, MARKERS, SAMPLES, add_legend, despine, figure_texts, headroom, limits
from setapart.present.tens import without_tens
from setapart.results import Projection

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["projected"]

_SMOOTHED = 5_000  # rows that a density is estimated from, on a line
_SMOOTHED_IN_PLANE = 2_000
_TICKS = 500  # marks of a rug
_VECTOR = 20_000  # points beyond which a vector file holds them as pixels
_CONTOURED = 10  # rows below which contours would say more than is known
_GRID = 120
_MASSES = (0.5, 0.9)  # shares of a sample that its contours enclose
_STRETCH = 3.0  # ratio of the ranges up to which both axes keep one unit


def projected(ax: "Axes", projection: Projection, labels: tuple[str, str], *, unit: str = "") -> "Axes":
    """Both samples along the directions: densities with a rug for one, points with contours for more.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    projection : Projection
        Of more than two directions, the first two are drawn.
    labels : pair of str
        What the samples are called.
    unit : str
        Of the projected rows, for the axis labels; a power of ten stands beside it where the rows are beyond 1e±100.

    Returns
    -------
    matplotlib.axes.Axes
        The same.
    """
    (x, y), tens = without_tens(projection.x_projected[:, :2], projection.y_projected[:, :2])
    names = figure_texts(labels)
    if projection.k == 1:
        handles = _line(ax, (x[:, 0], y[:, 0]), headroom(names))
    else:
        handles = _plane(ax, (x, y), headroom(names))
        ax.set_ylabel(f"direction 2{tens}")
    ax.set_xlabel(f"direction 1, in {unit}{tens}" if unit else f"direction 1{tens}")
    despine(ax)
    add_legend(ax, handles, names)
    return ax


def _line(ax: "Axes", samples: tuple[FloatArray, FloatArray], above: float) -> list[Any]:
    low, high = limits(np.concatenate(samples), margin=0.05)
    low = min(low, *(float(values.min()) - line_reach(values) for values in samples))
    high = max(high, *(float(values.max()) + line_reach(values) for values in samples))
    grid = np.linspace(low, high, 400)
    curves = [line_density(subsample(values, _SMOOTHED), grid) for values in samples]
    top = max((float(curve.max()) for curve in curves if curve is not None), default=1.0)
    handles: list[Any] = []
    for i, (values, curve) in enumerate(zip(samples, curves, strict=True)):
        look: dict[str, Any] = {"color": SAMPLES[i], "linestyle": DASHES[i]}
        if curve is None:
            # All mass at one value: a needle as high as the highest density.
            handles += ax.plot([values[0], values[0]], [0.0, top], linewidth=2.0, **look)
        else:
            ax.fill_between(grid, curve, color=SAMPLES[i], alpha=0.15, linewidth=0.0)
            handles += ax.plot(grid, curve, linewidth=1.8, **look)
        marks = subsample(values, _TICKS)
        height = np.full(len(marks), -(0.03 + 0.045 * i) * top)
        ax.plot(marks, height, "|", color=SAMPLES[i], markersize=6, markeredgewidth=0.7, alpha=0.6)
    ax.axhline(0.0, color=INK, linewidth=0.8)
    ax.set_xlim(low, high)
    ax.set_ylim(-0.12 * top, (1.04 + above) * top)
    ax.set_ylabel("density")
    ax.set_yticks([])
    return handles


def _plane(ax: "Axes", samples: tuple[FloatArray, FloatArray], above: float) -> list[Any]:
    pooled = np.concatenate(samples)
    handles = [_points(ax, points, i) for i, points in enumerate(samples)]
    for i, points in enumerate(samples):
        if len(points) >= _CONTOURED:
            _contours(ax, subsample(points, _SMOOTHED_IN_PLANE), i, pooled)
    low, high = np.minimum(ax.dataLim.min, pooled.min(axis=0)), np.maximum(ax.dataLim.max, pooled.max(axis=0))
    across, up = (limits(np.array([low[axis], high[axis]]), margin=0.05) for axis in (0, 1))
    up = (up[0], up[1] + above * (up[1] - up[0]))
    # Limits may grow, to keep one unit, but not shrink into the room for the legend.
    ax.update_datalim(np.column_stack([across, up]))
    ax.margins(0.0)
    ax.autoscale_view()
    ranges = sorted((across[1] - across[0], up[1] - up[0]))
    if ranges[1] <= _STRETCH * ranges[0]:
        # The directions are orthonormal, so that lengths may be compared across them.
        ax.set_aspect("equal", adjustable="datalim")
    return handles


def _points(ax: "Axes", points: FloatArray, i: int) -> Any:
    n = len(points)
    size = float(np.clip(26.0 * (100.0 / n) ** 0.4, 1.0, 26.0))
    opacity = float(np.clip(0.65 * (200.0 / n) ** 0.35, 0.06, 0.65))
    ax.scatter(
        points[:, 0],
        points[:, 1],
        s=size,
        c=SAMPLES[i],
        marker=MARKERS[i],
        alpha=opacity,
        linewidths=0.0,
        rasterized=n > _VECTOR,
    )
    return ax.plot([], [], color=SAMPLES[i], marker=MARKERS[i], markersize=5, linestyle=DASHES[i])[0]


def _contours(ax: "Axes", points: FloatArray, i: int, pooled: FloatArray) -> None:
    grid = tuple(np.linspace(*limits(pooled[:, axis], margin=0.4), _GRID) for axis in (0, 1))
    found = plane_density(points, (grid[0], grid[1]), _MASSES)
    if found is None or not found[1]:
        return
    density, levels = found
    # Matplotlib takes the grid for data and fits the axes to it, so the part without contours is cut off.
    inside = density >= levels[0]
    columns, rows = (_padded(np.flatnonzero(inside.any(axis=axis)), _GRID) for axis in (0, 1))
    ax.contour(
        grid[0][columns],
        grid[1][rows],
        density[rows, columns],
        levels=levels,
        colors=SAMPLES[i],
        linewidths=1.5,
        linestyles=[DASHES[i]],
    )


def _padded(indices: IntArray, size: int) -> slice:
    return slice(max(0, int(indices[0]) - 1), min(size, int(indices[-1]) + 2))
