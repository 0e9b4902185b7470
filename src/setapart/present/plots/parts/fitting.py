"""Sizes of letters and numbers of ticks with which labels stay clear of one another."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["few_ticks", "inches", "label_rows", "size_for_width"]

_LAYOUT = 0.72  # part of its height that a panel keeps when a layout engine has made room for labels
_LINE = 1.25  # height of a line of text in sizes of its letters
_LETTER = 0.075  # inches of a digit
_LEAST = 4.0  # points: smaller letters cannot be read on paper


def inches(ax: "Axes") -> tuple[float, float]:
    """Width and height of the place of a panel, before any layout."""
    return float(ax.bbox.width / ax.figure.dpi), float(ax.bbox.height / ax.figure.dpi)


def label_rows(ax: "Axes", names: Sequence[str], legend: float) -> None:
    """Name the rows 0, 1, … of a panel from the top, below a legend of so many inches.

    Letters shrink where rows are many. Where they could not be read, only each second, third … row is named.
    """
    height = _LAYOUT * inches(ax)[1]
    below = max(height - legend, height / 3.0)
    room = 72.0 * below / (len(names) * _LINE)
    step = math.ceil(_LEAST / room)
    ax.set_yticks(range(0, len(names), step), names[::step], fontsize=min(_small(), step * room))
    ax.set_ylim(len(names) - 0.5, -0.5 - len(names) * (height - below) / below)


def few_ticks(ax: "Axes") -> None:
    """Up to five ticks across a small panel, once it has its limits, clear of one another and of the panels beside."""
    from matplotlib.ticker import MaxNLocator

    low, high = ax.get_xlim()
    for bins in (4, 5, 6, 3, 2):
        ticks = np.asarray(MaxNLocator(bins, steps=[1, 2, 5, 10]).tick_values(low, high))
        label = max(len(f"{tick:g}") for tick in ticks) * _LETTER * (high - low) / inches(ax)[0]
        inner = ticks[(ticks - low >= 0.5 * label) & (high - ticks >= 0.5 * label)]
        if len(inner) > 1 and label <= 0.8 * (ticks[1] - ticks[0]):
            break
    ax.set_xticks(inner if len(inner) else ticks[1:-1][:1])


def size_for_width(texts: Sequence[str], width: float) -> float:
    """The size of letters, "small" at most, in which the widest of these texts takes so many inches."""
    from matplotlib.textpath import TextPath

    size = _small()
    widest = max(float(TextPath((0.0, 0.0), text, size=size).get_extents().width) for text in texts)
    return size * min(1.0, 72.0 * width / widest) if widest > 0.0 else size


def _small() -> float:
    from matplotlib.font_manager import FontProperties

    return float(FontProperties(size="small").get_size_in_points())
