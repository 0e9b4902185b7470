"""Where the transport would move the rows of the first sample to make it the second."""

from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._checks import check_integer, counted
from setapart._types import IntArray
from setapart.present.plots.parts.plane import draw_points, fit_plane
from setapart.present.plots.parts.style import (
    INK,
    MARKERS,
    SAMPLES,
    add_legend,
    despine,
    figure_texts,
    headroom,
    limits,
)
from setapart.present.plots.samples import along, axis_name
from setapart.results import Projection
from setapart.transport.plan import Plan

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["displacements"]

_ARROW: dict[str, Any] = {"angles": "xy", "scale_units": "xy", "scale": 1.0, "headwidth": 5.0, "color": INK}


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
    chosen = _pairs(projection.plan, check_integer("arrows", arrows, minimum=1))
    (x, y), tens = along(projection, 2)
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
    ax.set_xlabel(axis_name(projection, 0, unit=unit, tens=tens))
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


def _pairs(plan: Plan, most: int) -> IntArray:
    """Which pairs to draw: all, or so many at random by their mass, in their order."""
    if len(plan.mass) <= most:
        return np.arange(len(plan.mass))
    return np.sort(np.random.default_rng(0).choice(len(plan.mass), most, replace=False, p=plan.mass / plan.mass.sum()))
