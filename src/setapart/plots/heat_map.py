"""The adjusted p-values of groups as a heat map: dark where p is small, with the numbers unless groups are many."""

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._checks import counted
from setapart._types import FloatArray
from setapart._words import ALPHA, number, p_words
from setapart.plots.measured import letter_size, page_width, text_width
from setapart.plots.style import INK, blank_figure, figure_texts, inches
from setapart.results import GroupComparison

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["groups_figure", "heat_map"]

_FAINTEST = 1e-3  # p-values from here down are darkest
_NUMBERED = 24  # groups beyond which numbers would not be legible
_CELL = 0.62  # inches
_BAR = 1.1  # inches, with its labels
_ABOVE = 0.75
_ROWS = 4  # that have room, so that the bar beside fewer is no stump
_LINE = 1.2  # place of a name in sizes of its letters
_STEEP = 1.7  # the same where names are at an angle of 45°
_SLOT = 1.2  # place of a panel with its labels, in sizes before any layout
_ON_LIGHT = "#222222"  # on a cell, whatever the ground of the figure
_DARK = 0.63  # part of the scale from which on ink is white


def groups_figure(comparison: GroupComparison) -> "Figure":
    """`heat_map` in a figure of its own, outside pyplot."""
    _, rows, columns = _cells(comparison)
    beside = max(text_width(name, letter_size()) for name in figure_texts(rows)) + _BAR
    below = max(text_width(name, letter_size()) for name in figure_texts(columns))
    width = page_width(min(14.0, max(beside + _CELL * len(columns), 4.6)))
    cell = min(_CELL, (width - beside) / len(columns))
    figure = blank_figure(_heading(comparison), size=(width, _ABOVE + cell * max(_ROWS, len(rows)) + below))
    ax = figure.subplots()
    heat_map(ax, comparison)
    bar = figure.colorbar(ax.images[0], ax=ax, aspect=30)
    ticks = (1.0, 0.1, 0.05, 0.01, _FAINTEST)
    bar.set_ticks(_darkness(np.array(ticks)).tolist(), labels=[*map(number, ticks[:-1]), f"≤ {number(ticks[-1])}"])
    bar.ax.tick_params(labelsize="small", color=INK)
    bar.set_label("adjusted p", fontsize="small")
    return figure


def _heading(comparison: GroupComparison) -> str:
    pvalues = comparison.adjusted_pvalues
    smallest = f"(smallest adjusted {p_words(float(pvalues.min()))})"
    small = int(np.sum(pvalues <= ALPHA))
    if not small:
        return f"{counted(len(comparison.groups), 'group')}: no evidence of a difference {smallest}"
    total = counted(len(pvalues), "comparison")
    return f"{small} of {total} {'shows' if small == 1 else 'show'} a difference {smallest}"


def heat_map(ax: "Axes", comparison: GroupComparison) -> "Axes":
    """The adjusted p-values: every group against every other, or one column where they have a reference.

    Numbers are left out where cells have no room for them, and of names some.

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
    names, below = figure_texts(rows), figure_texts(columns)
    width = _SLOT * inches(ax)[0] - _BAR - max(text_width(name, letter_size()) for name in names)
    cell = max(0.05, min(_CELL, width / len(columns)))
    ax.imshow(darkness, cmap="Blues", vmin=0.0, vmax=1.0, aspect="equal")
    texts = {place: number(float(pvalues[place]), 2) for place in zip(*np.nonzero(np.isfinite(darkness)), strict=True)}
    if len(rows) <= _NUMBERED and max(text_width(text, letter_size()) for text in texts.values()) < 0.9 * cell:
        for (i, j), text in texts.items():
            ink = "white" if darkness[i, j] > _DARK else _ON_LIGHT
            ax.text(j, i, text, ha="center", va="center", fontsize="small", color=ink)
    line = letter_size() / 72.0
    step, upright = math.ceil(_LINE * line / cell), cell < _STEEP * line
    ax.set_ylim(len(rows) - 0.5, len(rows) - 0.5 - max(_ROWS, len(rows)))
    ax.set_yticks(range(0, len(rows), step), names[::step], fontsize="small")
    angle: dict[str, Any] = {"rotation": 90, "ha": "center"} if upright else {"rotation": 45, "ha": "right"}
    ax.set_xticks(range(0, len(columns), step), below[::step], fontsize="small", **angle)
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
