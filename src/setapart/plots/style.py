"""The look of all figures: colours that survive colour blindness and grey paper, names that show as written."""

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from setapart._types import FloatArray
from setapart._words import distinct_names, escaped, inert
from setapart.plots.measured import broken, least_size, letter_size, letters, page_width, whole_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "DASHES",
    "DIRECTIONS",
    "HATCHES",
    "INK",
    "MARKERS",
    "MUTED",
    "SAMPLES",
    "add_legend",
    "blank_figure",
    "despine",
    "drawable",
    "few_ticks",
    "figure_text",
    "figure_texts",
    "headroom",
    "inches",
    "label_rows",
    "legend_inches",
    "limits",
    "sheet",
    "without_tens",
]

# Okabe and Ito's palette. The samples differ in dash and marker as well, the directions in hatching.
SAMPLES = ("#0072B2", "#D55E00")
DASHES: tuple[Any, Any] = ("-", (0, (4, 1.5)))
MARKERS = ("o", "^")
DIRECTIONS = ("#009E73", "#CC79A7", "#56B4E9", "#E69F00")
HATCHES = ("", "////", "....", "xxxx")
INK, MUTED = "#333333", "#B8B8B8"

_NAME = 26
_ONE_ROW = 34  # letters of a legend that fit side by side
_ALIGNED = 38  # the same where the columns of more than one row are as wide as the longest
_TENS = 100  # powers of ten either way: squares of numbers within are floats, and products of two axes
_LAYOUT = 0.72  # part of its height that a panel keeps when a layout engine has made room for labels
_LINE = 1.25  # height of a line of text in sizes of its letters
_LETTER = 0.075  # inches of a digit


def figure_text(name: str, limit: int = _NAME) -> str:
    r"""A name for Matplotlib: inert, `drawable`, short, its dollars escaped, so that nothing opens a formula."""
    return inert(drawable(name), limit).replace("$", r"\$")


def figure_texts(names: Iterable[str], limit: int = _NAME) -> list[str]:
    """Several names for Matplotlib, as `figure_text`; no two different ones look alike."""
    return [name.replace("$", r"\$") for name in distinct_names(map(drawable, names), limit)]


def despine(ax: "Axes") -> None:
    """Leave only the axes that carry a scale."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(labelsize="small", color=INK)


def add_legend(
    ax: "Axes",
    handles: list[Any],
    labels: list[str],
    *,
    loc: Literal["upper left", "upper right"] = "upper left",
    ncols: int | None = None,
    fontsize: float | str = "small",
) -> None:
    """A legend along the top, where `headroom` has made space."""
    # The texts are set afterwards, since older Matplotlib drops labels that begin with an underscore.
    legend = ax.legend(
        handles,
        ["sample"] * len(labels),
        loc=loc,
        ncols=ncols or _columns(labels),
        frameon=False,
        fontsize=fontsize,
        borderaxespad=0.1,
    )
    for text, label in zip(legend.get_texts(), labels, strict=True):
        text.set_text(label)


def headroom(labels: list[str]) -> float:
    """The share of the height of the data to add above them for the legend."""
    rows = -(-len(labels) // _columns(labels))
    return 0.16 if rows == 1 else 0.08 + 0.1 * rows


def legend_inches(labels: list[str]) -> float:
    """The height of the legend, for panels that are flat or full."""
    return 0.1 + 1.47 / 72.0 * letter_size() * -(-len(labels) // _columns(labels))


def _columns(labels: list[str]) -> int:
    if sum(map(len, labels)) <= letters(_ONE_ROW):
        return len(labels)
    return max(1, min(len(labels), letters(_ALIGNED) // max(map(len, labels))))


def limits(values: FloatArray, margin: float = 0.0) -> tuple[float, float]:
    """An interval around finite values, never empty."""
    low, high = float(values.min()), float(values.max())
    if high - low <= 1e-12 * max(abs(low), abs(high)):
        half = 0.05 * abs(low) if low else 0.5
        return low - half, high + half
    return low - margin * (high - low), high + margin * (high - low)


def drawable(text: str) -> str:
    r"""The text with all letters written out that the fonts of ``matplotlib.rcParams["font.family"]`` lack.

    These are asked in turn, as Matplotlib does. The font that comes with it has no Chinese, Japanese or Korean;
    ``["DejaVu Sans", "Noto Sans CJK JP"]`` has, where the second is installed.

    Examples
    --------
    >>> print(drawable("größe"), drawable("size \U000f0000"))
    größe size \U000f0000
    """
    if text.isascii():
        return text
    from matplotlib import rcParams

    letters = _letters(tuple(rcParams["font.family"]))
    return "".join(letter if ord(letter) in letters else escaped(letter) for letter in text)


@cache
def _letters(families: tuple[str, ...]) -> frozenset[int]:
    """The letters that these fonts have."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    fonts = [get_font(findfont(FontProperties(family=[family]))) for family in families]
    return frozenset().union(*(font.get_charmap() for font in fonts))


def without_tens(*arrays: FloatArray) -> tuple[list[FloatArray], str]:
    """Arrays without the power of ten of their largest number, and what an axis label says of it.

    Between 1e-100 and 1e100, which Matplotlib and densities have no trouble with, arrays stay as they are.

    Examples
    --------
    >>> without_tens(np.array([3e200]), np.array([-1e199]))
    ([array([3.]), array([-0.1])], ' (×$10^{200}$)')
    >>> without_tens(np.array([3.0]))
    ([array([3.])], '')
    """
    largest = max(float(np.abs(values).max(initial=0.0)) for values in arrays)
    exponent = math.floor(math.log10(largest)) if largest else 0
    if abs(exponent) <= _TENS:
        return list(arrays), ""
    half = exponent // 2  # in two steps: of the smallest floats the power itself is none
    return [values / 10.0**half / 10.0 ** (exponent - half) for values in arrays], f" (×$10^{{{exponent}}}$)"


def blank_figure(heading: str = "", *, size: tuple[float, float] = (6.4, 4.2)) -> "Figure":
    """A figure without panels, its size in inches; the heading must be safe for Matplotlib already."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError("plots need matplotlib: pip install 'setapart[plot]'") from None
    width = page_width(size[0])
    figure = Figure(figsize=(width, size[1]), layout="constrained")
    if heading:
        lines = heading.split("\n")
        heading = "\n".join(broken(whole_words(line), 0.97 * width, size="large") for line in lines)
        figure.suptitle(heading, x=0.012, ha="left", fontsize="large", color=INK)
    return figure


def sheet(heading: str) -> tuple["Figure", "Axes"]:
    """A figure and its one panel; see `blank_figure`."""
    figure = blank_figure(heading)
    return figure, figure.subplots()


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
    step = math.ceil(least_size() / room)
    ax.set_yticks(range(0, len(names), step), names[::step], fontsize=min(letter_size(), step * room))
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
