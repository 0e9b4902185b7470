"""Two samples in the plane as points with contours of their densities."""

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.present.plots.parts.curves import Pair
from setapart.present.plots.parts.densities import has_density, on_one_line, plane_density, subsample
from setapart.present.plots.parts.style import DASHES, MARKERS, SAMPLES, limits

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_contours", "draw_points", "drawn_as", "fit_plane"]

_SMOOTHED = 2_000  # rows that a density is estimated from
_VECTOR = 20_000  # points beyond which a vector file holds them as pixels
_CONTOURED = 10  # rows below which contours would say more than is known
_GRID = 120
_MASSES = (0.5, 0.9)  # shares of a sample that its contours enclose
_SHARED = 0.5  # distinct places as a part of the rows, up to which marks are sized by counts
_WHOLE = 1500.0  # square points, the mark of a whole sample at one place
_STRETCH = 3.0  # ratio of the ranges up to which both axes keep one unit


def draw_points(ax: "Axes", samples: Pair, *, strength: float = 1.0) -> list[Any]:
    """The rows of samples of shape (n, 2) and (m, 2), the smaller and paler the more; returns handles for a legend.

    Where many rows share a place, there is one mark for all, its area by the part of the sample that lies there.
    """
    for i, (points, look) in enumerate(zip(samples, drawn_as(samples), strict=True)):
        n = len(points)
        if look == "shared":
            places, counts = _places(points)
            ax.scatter(
                places[:, 0],
                places[:, 1],
                s=_WHOLE * counts / n,
                marker=MARKERS[i],
                facecolors=f"{SAMPLES[i]}33",  # pale: the marks of both samples are seen
                edgecolors=SAMPLES[i],
                linewidths=1.5,
            )
            continue
        ax.scatter(
            points[:, 0],
            points[:, 1],
            s=float(np.clip(26.0 * (100.0 / n) ** 0.4, 1.0, 26.0)),
            c=SAMPLES[i],
            marker=MARKERS[i],
            alpha=strength * float(np.clip(0.65 * (200.0 / n) ** 0.35, 0.06, 0.65)),
            linewidths=0.0,
            rasterized=n > _VECTOR,
        )
    looks = zip(SAMPLES, MARKERS, DASHES, strict=True)
    return [
        ax.plot([], [], color=color, marker=marker, markersize=5, linestyle=dash)[0] for color, marker, dash in looks
    ]


def draw_contours(ax: "Axes", samples: Pair) -> None:
    """Contours around half and around nine tenths of each sample that is `drawn_as` such."""
    for i, (points, look) in enumerate(zip(samples, drawn_as(samples), strict=True)):
        if look == "contours":
            _contours(ax, subsample(points, _SMOOTHED), i, np.concatenate(samples))


def fit_plane(ax: "Axes", points: FloatArray, above: float = 0.0) -> None:
    """Limits around what is drawn and these points, one unit on both axes where that leaves no stripe.

    `above` is the part of the height that stays free for a legend.
    """
    low, high = np.minimum(ax.dataLim.min, points.min(axis=0)), np.maximum(ax.dataLim.max, points.max(axis=0))
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


def drawn_as(samples: Pair) -> list[Literal["contours", "shared", "points"]]:
    """How each sample is drawn: as points with contours, as one mark for all rows at a place, or as points alone.

    There are contours if together the samples have a density, and of a sample that has ten rows and fills a part of the
    plane itself; otherwise marks stand for places where many rows share them.
    """
    if has_density(np.concatenate(samples)):
        return ["contours" if len(points) >= _CONTOURED and not on_one_line(points) else "points" for points in samples]
    return ["shared" if len(_places(points)[0]) <= _SHARED * len(points) else "points" for points in samples]


def _places(points: FloatArray) -> tuple[FloatArray, IntArray]:
    """The distinct places, and how many points lie at each."""
    size = float(np.abs(points).max()) or 1.0
    _, first, counts = np.unique(np.round(points / size, 9), axis=0, return_index=True, return_counts=True)
    return points[first], counts


def _padded(indices: IntArray, size: int) -> slice:
    return slice(max(0, int(indices[0]) - 1), min(size, int(indices[-1]) + 2))
