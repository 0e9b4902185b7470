"""An axis by the bulk of the rows: what lies far beyond is a mark at the edge, with its number of rows and value.

One row at 9,999 would squeeze all others to a line. Rows are far if they lie beyond the middle nine tenths of both
samples together by more than three times the width of these.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from setapart._types import FloatArray
from setapart._words import number
from setapart.plots.measured import letter_size, text_width
from setapart.plots.style import SAMPLES, inches

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["mark_far_rows", "near_rows"]

_INNER = (0.05, 0.95)
_FAR = 3.0  # widths of the inner rows
_LINE = 1.5  # height of a line of text in sizes of its letters
_TOGETHER = 0.6  # part of the width of a panel that the words of both ends may take in one line
_DIGITS = 4
_PANEL = 0.65  # part of the height of a panel, before any layout, that it keeps
_EDGE = 0.015  # part of the width, from the mark to the edge
_MARKS = ("<", ">")


def near_rows(values: FloatArray, ends: Sequence[float] = (), *, logarithmic: bool = False) -> FloatArray:
    """The values (n,) that are not far, at least those between these ends; by their logarithms for such an axis."""
    places = np.log(values) if logarithmic else values
    low, high = np.quantile(places, _INNER, method="inverted_cdf")
    if not high > low:  # ties say nothing of what is far
        return values
    reach = _FAR * (high - low)
    near = (places >= low - reach) & (places <= high + reach)
    if len(ends):
        near |= (values >= min(ends)) & (values <= max(ends))
    rows: FloatArray = values[near]
    return rows


def mark_far_rows(ax: "Axes", samples: Sequence[FloatArray]) -> None:
    """Below all that is drawn, lines that say which rows of each sample lie beyond the limits of the axis of values."""
    low, high = ax.get_xlim()
    for i, values in enumerate(samples):
        far = values[values < low], values[values > high]
        words = [_words(part, side) for side, part in enumerate(far)]
        together = sum(text_width(text, letter_size()) for text in words) < _TOGETHER * inches(ax)[0]
        sides = [side for side in (0, 1) if words[side]]
        for line in [sides] if sides and together else [[side] for side in sides]:
            height = _new_line(ax)
            for side in line:
                _mark(ax, i, side, height, words[side])


def _new_line(ax: "Axes") -> float:
    """Lower the limit of a panel by a line of text; returns where this is."""
    bottom, top = ax.get_ylim()
    height = (top - bottom) * _LINE * letter_size() / 72.0 / (_PANEL * inches(ax)[1])
    ax.set_ylim(bottom - height, top)
    return float(bottom - 0.5 * height)


def _mark(ax: "Axes", i: int, side: int, height: float, words: str) -> None:
    """An arrow of sample i at the left or right edge, with words beside it."""
    place, across = (_EDGE, 1.0 - _EDGE)[side], ax.get_yaxis_transform()
    ax.plot([place], [height], _MARKS[side], color=SAMPLES[i], markersize=5, transform=across, clip_on=False)
    ax.annotate(
        words, (place, height), ((7.0, -7.0)[side], 0.0), across, "offset points",
        ha=("left", "right")[side], va="center", fontsize="small", color=SAMPLES[i],
    )  # fmt: skip


def _words(values: FloatArray, side: int) -> str:
    """``"max 9999"``, ``"min −700"``, of more rows ``"3 rows to 9999"``; nothing of none."""
    if not values.size:
        return ""
    end = number(float(values.max() if side else values.min()), _DIGITS)
    return f"{('min', 'max')[side]} {end}" if values.size == 1 else f"{values.size:,} rows to {end}"
