"""Two samples along their directions: densities on a line, or points in the plane with contours of their densities."""

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from setapart._checks import check_integer, counted
from setapart._types import FloatArray, IntArray
from setapart.plots.densities import Pair, draw_curves, draw_line, has_density, on_one_line, plane_density, subsample
from setapart.plots.measured import broken, whole_words
from setapart.plots.style import (
    DASHES,
    INK,
    MARKERS,
    SAMPLES,
    add_legend,
    despine,
    figure_text,
    figure_texts,
    headroom,
    inches,
    limits,
    without_tens,
)
from setapart.results import Projection
from setapart.results.differences import difference_lines
from setapart.results.words import direction_label
from setapart.transport.plan import Plan

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

__all__ = [
    "along",
    "axis_name",
    "displacements",
    "draw_contours",
    "draw_points",
    "drawn_as",
    "fit_plane",
    "projected",
    "samples_with_differences",
    "samples_with_margins",
]

_DRAWN = 2  # directions
_MARGIN = 0.22  # height of the densities at the side, as a part of the panel
_GAP = 0.02
_NAME = 32  # letters of a direction
_LABEL = 0.9  # part of the width of a panel that the label of its axis takes
_TITLE = 1.1  # the same of what stands above, which reaches as far as the layout lets the panel
_SMOOTHED = 2_000  # rows that a density is estimated from
_VECTOR = 20_000  # points beyond which a vector file holds them as pixels
_CONTOURED = 10  # rows below which contours would say more than is known
_GRID = 120
_MASSES = (0.5, 0.9)  # shares of a sample that its contours enclose
_SHARED = 0.5  # distinct places as a part of the rows, up to which marks are sized by counts
_WHOLE = 1500.0  # square points, the mark of a whole sample at one place
_STRETCH = 3.0  # ratio of the ranges up to which both axes keep one unit
_ARROW: dict[str, Any] = {"angles": "xy", "scale_units": "xy", "scale": 1.0, "headwidth": 5.0, "color": INK}


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
    (x, y), tens = along(projection, _DRAWN)
    names = figure_texts(labels)
    above = headroom(names)
    if projection.k == 1:
        handles = draw_line(ax, (x[:, 0], y[:, 0]), above)
        ax.set_ylabel("density")
    else:
        handles = draw_points(ax, (x, y))
        draw_contours(ax, (x, y))
        fit_plane(ax, np.concatenate([x, y]), above)
        ax.set_ylabel(axis_name(projection, 1, tens=tens))
    ax.set_xlabel(broken([axis_name(projection, 0, unit=unit, tens=tens)], _LABEL * inches(ax)[0], size="medium"))
    despine(ax)
    add_legend(ax, handles, names)
    return ax


def samples_with_differences(ax: "Axes", projection: Projection, labels: tuple[str, str], *, unit: str = "") -> "Axes":
    """`projected`, and above it what differs along the directions that are drawn."""
    projected(ax, projection, labels, unit=unit)
    width = _TITLE * inches(ax)[0]
    lines = [broken(whole_words(line), width) for line in difference_lines(projection, _DRAWN, brief=True)]
    ax.set_title("\n".join(lines), loc="left", fontsize="small", color=INK)
    return ax


def samples_with_margins(
    figure: "Figure | SubFigure", projection: Projection, labels: tuple[str, str], *, unit: str = ""
) -> "Figure | SubFigure":
    """`projected` with the density of each of its two directions at the side.

    Parameters
    ----------
    figure : matplotlib.figure.Figure or SubFigure
        Empty.
    projection : Projection
        Of more than two directions, the first two are drawn; of one, there is nothing at the side.
    labels : pair of str
    unit : str
        As in `projected`.

    Returns
    -------
    matplotlib.figure.Figure or SubFigure
        The same.
    """
    ax = projected(figure.subplots(), projection, labels, unit=unit)
    if projection.k == 1:
        return figure
    samples, _ = along(projection, _DRAWN)
    if ax.get_aspect() != "auto":
        ax.set_aspect("equal", adjustable="box")  # axes that share both limits cannot stretch them
    top = ax.inset_axes((0.0, 1.0 + _GAP, 1.0, _MARGIN), sharex=ax)
    side = ax.inset_axes((1.0 + _GAP, 0.0, _MARGIN, 1.0), sharey=ax)
    draw_curves(top, (samples[0][:, 0], samples[1][:, 0]))
    draw_curves(side, (samples[0][:, 1], samples[1][:, 1]), upright=True)
    top.set_ylim(0.0, None)
    side.set_xlim(0.0, None)
    for margin in (top, side):
        margin.set_axis_off()
    return figure


def along(projection: Projection, n_directions: int) -> tuple[Pair, str]:
    """The samples along the first directions, and the power of ten that was taken out of them."""
    columns = slice(n_directions)
    (x, y), tens = without_tens(projection.x_projected[:, columns], projection.y_projected[:, columns])
    return (x, y), tens


def axis_name(projection: Projection, j: int, *, unit: str = "", tens: str = "") -> str:
    """What stands at an axis along direction j, counted from 0."""
    name = figure_text(direction_label(projection, j), _NAME)
    return f"{name}, in {unit}{tens}" if unit else f"{name}{tens}"


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
    contours = plane_density(points, (grid[0], grid[1]), _MASSES)
    if contours is None or not contours[1]:
        return
    density, levels = contours
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


def displacements(
    ax: "Axes", projection: Projection, labels: tuple[str, str], *, unit: str = "", arrows: int = 200
) -> "Axes":
    """Arrows from rows of the first sample to where the transport moves them in the second.

    Along one direction they lead from the first sample, drawn above, to the second, below. Of a plan with more pairs
    some are drawn, at random by their mass; always the same ones.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    projection : Projection
        Of more than two directions, the first two are drawn.
    labels : pair of str
        What the samples are called.
    unit : str
        Of the projected rows.
    arrows : int
        How many at most.

    Returns
    -------
    matplotlib.axes.Axes
        The same.

    Raises
    ------
    ValueError, TypeError
        If `arrows` is no positive whole number.
    """
    chosen = _moves(projection.plan, check_integer("arrows", arrows, minimum=1))
    (x, y), tens = along(projection, _DRAWN)
    starts, ends = x[projection.plan.rows[chosen]], y[projection.plan.columns[chosen]]
    total = len(projection.plan.mass)
    moves = counted(total, "move") if len(chosen) == total else f"{len(chosen):,} of {counted(total, 'move')}"
    names = [*figure_texts(labels), moves]
    above = headroom(names)
    if projection.k == 1:
        handles = _rows(ax, starts[:, 0], ends[:, 0], above)
    else:
        handles = draw_points(ax, (x, y), strength=0.8)
        move = ends - starts
        ax.quiver(*starts.T, *move.T, width=0.0025, alpha=0.75, zorder=3, **_ARROW)
        fit_plane(ax, np.concatenate([x, y]), above)
        ax.set_ylabel(axis_name(projection, 1, tens=tens))
    ax.set_xlabel(broken([axis_name(projection, 0, unit=unit, tens=tens)], _LABEL * inches(ax)[0], size="medium"))
    despine(ax)
    add_legend(ax, [*handles, ax.plot([], [], color=INK, linewidth=1.0)[0]], names)
    return ax


def _rows(ax: "Axes", starts: Any, ends: Any, above: float) -> list[Any]:
    """The pairs on a line, the first sample above the second."""
    down = np.ones(len(starts))
    ax.quiver(starts, down, ends - starts, -down, width=0.002, alpha=0.6, **_ARROW)
    handles = [
        ax.plot(at, np.full(len(at), height), color=color, marker=marker, markersize=5, linestyle="", alpha=0.8)[0]
        for at, height, color, marker in zip((starts, ends), (1.0, 0.0), SAMPLES, MARKERS, strict=True)
    ]
    ax.set_xlim(*limits(np.concatenate([starts, ends]), margin=0.05))
    ax.set_ylim(-0.08, 1.08 + 1.2 * above)
    ax.set_yticks([])
    return handles


def _moves(plan: Plan, most: int) -> IntArray:
    """Which pairs to draw: all, or so many at random by their mass, in their order."""
    if len(plan.mass) <= most:
        return np.arange(len(plan.mass))
    return np.sort(np.random.default_rng(0).choice(len(plan.mass), most, replace=False, p=plan.mass / plan.mass.sum()))
