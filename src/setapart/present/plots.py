"""Figures of a result. Every function but `overview` draws into an Axes and returns it; none keeps global state."""

from typing import TYPE_CHECKING

import numpy as np

from setapart._checks import counted
from setapart.present.differences import difference_lines
from setapart.present.histogram import null_distribution
from setapart.present.samples import projected
from setapart.present.sheet import blank_figure
from setapart.present.style import DIRECTIONS, HATCHES, INK, add_legend, despine, figure_texts, headroom
from setapart.present.wording import direction_name, number, unit
from setapart.results import Projection, TwoSampleResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["loadings", "null_distribution", "overview", "projected"]

_DRAWN = 2  # directions that the panel of the samples shows


def overview(result: TwoSampleResult) -> "Figure":
    """The samples along the directions, the loadings and the null distribution in one figure.

    Parameters
    ----------
    result : TwoSampleResult

    Returns
    -------
    matplotlib.figure.Figure
        Outside pyplot: save it with ``figure.savefig``, or show it in a notebook as the value of a cell.

    Raises
    ------
    ImportError
        If Matplotlib is not installed.
    """
    figure = blank_figure(_heading(result), size=(6.0, 4.0) if result.projection is None else (10.5, 5.6))
    figure.set_layout_engine("constrained", w_pad=0.08, h_pad=0.08, wspace=0.04, hspace=0.06)
    if result.projection is None:
        null_distribution(figure.subplots(), result)
    else:
        relabelled = result.null_distribution.size > 0
        below = "null" if relabelled else "loadings"
        panels = figure.subplot_mosaic([["samples", "loadings"], ["samples", below]], width_ratios=(1.25, 1.0))
        projected(panels["samples"], result.projection, result.labels, unit=unit(result))
        lines = difference_lines(result.projection, _DRAWN, brief=True)
        panels["samples"].set_title("\n".join(lines), loc="left", fontsize="small", color=INK)
        loadings(panels["loadings"], result.projection)
        if relabelled:
            null_distribution(panels["null"], result)
    return figure


def loadings(ax: "Axes", projection: Projection, top: int = 10) -> "Axes":
    """The loadings of the features that matter most, as bars.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    projection : Projection
        Its first four directions are drawn.
    top : int
        How many features.

    Returns
    -------
    matplotlib.axes.Axes
        The same.
    """
    table = projection.feature_table(top)
    shown = min(projection.k, len(DIRECTIONS))
    rows, height = np.arange(table.n_rows), 0.8 / shown
    names = [direction_name(projection, j) for j in range(shown)]
    bars = [
        ax.barh(
            rows + (j - (shown - 1) / 2) * height,
            table[f"direction_{j + 1}"],
            0.92 * height,
            color=DIRECTIONS[j],
            hatch=HATCHES[j],
            edgecolor="white",
            linewidth=0.0,
            label=names[j],
        )
        for j in range(shown)
    ]
    ax.plot([0.0, 0.0], [-0.5, table.n_rows - 0.5], color=INK, linewidth=0.8)
    ax.set_yticks(rows, figure_texts(table["feature"]))
    ax.set_xlabel(f"loading{_hidden(projection, table.n_rows)}")
    despine(ax)
    above = 0.0
    if shown > 1:
        above = max(0.9, headroom(names) * table.n_rows)
        add_legend(ax, bars, names)
    ax.set_ylim(table.n_rows - 0.5, -0.5 - above)
    return ax


def _hidden(projection: Projection, shown: int) -> str:
    total = len(projection.feature_names)
    return f" ({shown} of {counted(total, 'feature')}, by share)" if shown < total else ""


def _heading(result: TwoSampleResult) -> str:
    first, second = (
        f"{label} ({counted(size, 'row')})"
        for label, size in zip(figure_texts(result.labels), result.sizes, strict=True)
    )
    combined = "combined " if result.components else ""
    return f"{first} against {second}: {combined}p = {number(result.pvalue)}"
