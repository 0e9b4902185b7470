"""Letters in the room there is: names shortened by their measured width, and ticks that stay apart."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from setapart._types import FloatArray
from setapart._words import number
from setapart.plots.measured import letter_size, text_width
from setapart.plots.style import figure_texts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["fitted_names", "log_ticks", "number_ticks"]

_LONGEST, _SHORTEST = 40, 5  # letters of a name
_APART = 1.3  # place of a tick label in its widths
_TICKS = 5
_DIGITS = 6


def fitted_names(names: Sequence[str], width: float, *, size: str = "small", limit: int = _LONGEST) -> list[str]:
    """Names for Matplotlib as `figure_texts`, so short that the widest takes at most so many inches."""
    points = letter_size(size)
    while True:
        texts = figure_texts(names, limit)
        widest = max((text_width(text, points) for text in texts), default=0.0)
        if widest <= width or limit <= _SHORTEST:
            return texts
        # Of short names the limit says nothing, and of escaped ones the letters are too many: it always shrinks.
        limit = max(_SHORTEST, min(limit - 1, int(max(map(len, texts)) * width / widest)))


def number_ticks(ax: "Axes", width: float) -> None:
    """Round numbers along a horizontal axis of so many inches, their labels apart and within the axis."""
    from matplotlib.ticker import MaxNLocator

    low, high = ax.get_xlim()
    locators = [MaxNLocator(bins, steps=[1, 2, 2.5, 5, 10], min_n_ticks=1) for bins in (5, 4, 3, 2, 1)]
    _set(ax, width, [np.asarray(locator.tick_values(low, high)) for locator in locators])


def log_ticks(ax: "Axes", width: float) -> None:
    """The same along a logarithmic axis: powers of ten, and between them where there is room."""
    low, high = np.log10(ax.get_xlim())
    powers = 10.0 ** np.arange(np.floor(low), np.ceil(high) + 1.0)
    candidates: list[FloatArray] = [np.outer(powers, steps).ravel() for steps in ([1.0, 2.0, 5.0], [1.0, 3.0], [1.0])]
    _set(ax, width, [*candidates, *(powers[::step] for step in range(2, len(powers)))])
    ax.minorticks_off()


def _set(ax: "Axes", width: float, candidates: Sequence[FloatArray]) -> None:
    """The first candidates whose labels have room, or one tick of the last."""
    place: Callable[[FloatArray], FloatArray] = np.log10 if ax.get_xscale() == "log" else np.asarray
    low, high = place(np.array(ax.get_xlim()))
    points = letter_size()
    for candidate in candidates:
        ticks = candidate[(place(candidate) >= low) & (place(candidate) <= high)]
        at = width * (place(ticks) - low) / (high - low)
        sizes = np.array([text_width(number(float(tick), _DIGITS), points) for tick in ticks])
        inside = (at >= 0.3 * sizes) & (width - at >= 0.3 * sizes)  # a label may reach over the end of the axis
        ticks, at, sizes = ticks[inside], at[inside], sizes[inside]
        gaps = np.diff(at) - 0.5 * (sizes[1:] + sizes[:-1])
        if len(ticks) > 1 and len(ticks) <= _TICKS and np.all(gaps >= (_APART - 1.0) * sizes[1:]):
            break
    else:
        ticks = ticks[len(ticks) // 2 :][:1]
    ax.set_xticks(ticks, [number(float(tick), _DIGITS) for tick in ticks])
