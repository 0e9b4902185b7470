"""The adjusted p-values of groups as a heat map: dark where p is small, with the numbers unless groups are many."""

from typing import TYPE_CHECKING

import numpy as np

from setapart._checks import counted
from setapart._types import FloatArray
from setapart._words import number
from setapart.plots.style import INK, blank_figure, figure_texts
from setapart.results import GroupComparison

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["groups_figure", "heat_map"]

_FAINTEST = 1e-3  # p-values from here down are darkest
_NUMBERED = 24  # groups beyond which numbers would not be legible
_CELL = 0.62  # inches
_ROWS = 4  # that have room, so that the cells of fewer are not larger
_ON_LIGHT = "#222222"  # on a cell, whatever the ground of the figure
_DARK = 0.63  # part of the scale from which on ink is white


def groups_figure(comparison: GroupComparison) -> "Figure":
    """`heat_map` in a figure of its own, outside pyplot."""
    side = min(14.0, 2.0 + _CELL * max(_ROWS, len(comparison.groups)))
    wide = side + 1.2 if comparison.reference is None else 4.6
    smallest = number(float(comparison.adjusted_pvalues.min()))
    figure = blank_figure(
        f"{counted(len(comparison.groups), 'group')}: smallest adjusted p = {smallest}", size=(wide, side)
    )
    ax = figure.subplots()
    heat_map(ax, comparison)
    bar = figure.colorbar(ax.images[0], ax=ax, shrink=0.8, aspect=30)
    ticks = (1.0, 0.1, 0.05, 0.01, _FAINTEST)
    bar.set_ticks(_darkness(np.array(ticks)).tolist(), labels=[*map(number, ticks[:-1]), f"≤ {number(ticks[-1])}"])
    bar.ax.tick_params(labelsize="small", color=INK)
    bar.set_label("adjusted p", fontsize="small")
    return figure


def heat_map(ax: "Axes", comparison: GroupComparison) -> "Axes":
    """The adjusted p-values: every group against every other, or one column where they have a reference.

    With more than 24 groups the numbers are left out, for want of room.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    comparison : GroupComparison

    Returns
    -------
    matplotlib.axes.Axes
        The same.
    """
    pvalues, rows, columns = _cells(comparison)
    darkness = _darkness(pvalues)
    ax.imshow(darkness, cmap="Blues", vmin=0.0, vmax=1.0, aspect="equal")
    if len(rows) <= _NUMBERED:
        for (i, j), dark in np.ndenumerate(darkness):
            if np.isfinite(dark):
                ink = "white" if dark > _DARK else _ON_LIGHT
                ax.text(j, i, number(float(pvalues[i, j]), 2), ha="center", va="center", fontsize="small", color=ink)
    ax.set_ylim(len(rows) - 0.5, len(rows) - 0.5 - max(_ROWS, len(rows)))
    ax.set_yticks(range(len(rows)), figure_texts(rows), fontsize="small")
    ax.set_xticks(range(len(columns)), figure_texts(columns), fontsize="small", rotation=45, ha="right")
    ax.set_yticks(np.arange(len(rows) - 1) + 0.5, minor=True)
    ax.set_xticks(np.arange(len(columns) - 1) + 0.5, minor=True)
    ax.grid(which="minor", color="white", linewidth=2.0)
    ax.tick_params(which="both", length=0)
    ax.spines[:].set_visible(False)
    return ax


def _cells(comparison: GroupComparison) -> tuple[FloatArray, list[str], list[str]]:
    if comparison.reference is None:
        return comparison.matrix(), list(comparison.groups), list(comparison.groups)
    others = [result.labels[1] for result in comparison.results]
    return comparison.adjusted_pvalues[:, None], others, [f"against {comparison.reference}"]


def _darkness(pvalues: FloatArray) -> FloatArray:
    """0 for p = 1 to 1 for the smallest, by their logarithm."""
    logs: FloatArray = np.log(np.clip(pvalues, _FAINTEST, 1.0)) / np.log(_FAINTEST)
    return logs
