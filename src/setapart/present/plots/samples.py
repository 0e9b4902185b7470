"""Two samples along their directions: densities on a line, or points in the plane."""

from typing import TYPE_CHECKING

import numpy as np

from setapart.present.plots.parts.curves import Pair, draw_curves, draw_line
from setapart.present.plots.parts.plane import draw_contours, draw_points, fit_plane
from setapart.present.plots.parts.style import add_legend, despine, figure_text, figure_texts, headroom
from setapart.present.plots.parts.tens import without_tens
from setapart.present.wording import direction_label
from setapart.results import Projection

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

__all__ = ["along", "axis_name", "projected", "samples_with_margins"]

_MARGIN = 0.22  # height of the densities at the side, as a part of the panel
_GAP = 0.02
_NAME = 32  # letters of a direction


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
    (x, y), tens = along(projection, 2)
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
    ax.set_xlabel(axis_name(projection, 0, unit=unit, tens=tens))
    despine(ax)
    add_legend(ax, handles, names)
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
    samples, _ = along(projection, 2)
    if ax.get_aspect() != "auto":
        ax.set_aspect("equal", adjustable="box")  # axes that share both limits cannot stretch them
    top = ax.inset_axes((0.0, 1.0 + _GAP, 1.0, _MARGIN), sharex=ax)
    side = ax.inset_axes((1.0 + _GAP, 0.0, _MARGIN, 1.0), sharey=ax)
    draw_curves(top, (samples[0][:, 0], samples[1][:, 0]), ax.get_xlim())
    draw_curves(side, (samples[0][:, 1], samples[1][:, 1]), ax.get_ylim(), upright=True)
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
    told = figure_text(direction_label(projection, j), _NAME)
    return f"{told}, in {unit}{tens}" if unit else f"{told}{tens}"
