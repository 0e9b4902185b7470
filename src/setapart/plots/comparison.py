"""The p-values of several tests of the same samples."""

from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._checks import counted
from setapart._words import ALPHA, is_significant, number, p_words
from setapart.plots.measured import broken, letter_size, text_width
from setapart.plots.style import INK, MARKERS, MUTED, SAMPLES, despine, figure_texts, inches, sheet
from setapart.results import Comparison

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["comparison_figure", "pvalue_dots"]

_ROW = 0.26  # inches
_APART = 1.4  # place of a tick in widths of its label
_SLOT = 1.2  # place of a panel with its labels, in widths before any layout


def comparison_figure(comparison: Comparison) -> "Figure":
    """`pvalue_dots` in a figure of its own, outside pyplot."""
    labels = " and ".join(figure_texts(comparison.overall.labels))
    overall, tests = f"(overall {p_words(comparison.pvalue)})", comparison.tests
    small = sum(is_significant(test.adjusted_pvalue) for test in tests)
    differ = f"{labels} differ, by {small} of {counted(len(tests), 'test')} {overall}"
    found = is_significant(comparison.pvalue)
    figure, ax = sheet(differ if found else f"{labels}: no evidence of a difference {overall}")
    figure.set_figheight(max(figure.get_figheight(), 1.8 + _ROW * len(tests)))
    pvalue_dots(ax, comparison)
    return figure


def pvalue_dots(ax: "Axes", comparison: Comparison) -> "Axes":
    """The p-values of all tests on a logarithmic scale, unadjusted and adjusted, the smallest on top.

    A dotted line is at the smallest that relabellings can give, one over their number with the observed one; a grey one
    at 0.05.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    comparison : Comparison

    Returns
    -------
    matplotlib.axes.Axes
        The same.
    """
    tests = comparison.ordered
    alone = np.array([test.unadjusted_pvalue for test in tests])
    adjusted = np.array([test.adjusted_pvalue for test in tests])
    rows, names = np.arange(len(tests)), figure_texts(test.name for test in tests)
    ax.set_xscale("log")
    ax.hlines(rows, alone, adjusted, color=MUTED, linewidth=1.4, zorder=1)
    style: dict[str, Any] = {"markerfacecolor": "white", "markersize": 6.5, "clip_on": False}
    (hollow,) = ax.plot(alone, rows, MARKERS[0], color=SAMPLES[0], **style)
    (full,) = ax.plot(adjusted, rows, MARKERS[1], color=SAMPLES[1], markersize=5.5, clip_on=False)
    ax.axvline(comparison.pvalue, linestyle="--", color=INK, linewidth=0.9)
    count = comparison.n_resamples + 1
    ax.axvline(1.0 / count, linestyle=":", color=INK, linewidth=1.4, zorder=2.5)  # over a dashed one
    customary = ax.axvline(ALPHA, color=MUTED, linewidth=0.9, zorder=0)
    ax.set_xlim(min(1.0 / count, float(alone.min()), comparison.pvalue) / 1.3, 1.15)
    ax.set_ylim(len(tests) - 0.5, -0.5)
    ax.set_yticks(rows, names)
    width = _SLOT * inches(ax)[0] - max(text_width(name, letter_size()) for name in names)
    _label_values(ax, count, width)
    label = ["p-value", f"(dashed: overall, {number(comparison.pvalue)};", "dotted: the smallest possible)"]
    ax.set_xlabel(broken(label, 0.9 * width, size="medium"))
    ax.legend(
        [hollow, full, customary],
        ["unadjusted", "adjusted", number(ALPHA)],
        loc="lower right",
        bbox_to_anchor=(1.0, 1.0),  # above the panel, so that its height does not depend on the number of tests
        ncols=3,
        frameon=False,
        fontsize="small",
        borderaxespad=0.1,
        columnspacing=1.0,
    )
    despine(ax)
    return ax


def _label_values(ax: "Axes", count: int, width: float) -> None:
    """Ticks at 1 / count, 1 and 0.05 and at powers of ten, where an axis of so many inches has room for them."""
    low, high = np.log10(ax.get_xlim())
    powers = [10.0**-ten for ten in range(1, len(str(count)))]
    ticks: dict[float, str] = {}
    for value in (1.0 / count, 1.0, ALPHA, *powers):
        text = f"1/{count:,}" if value == 1.0 / count else number(value)
        if value >= 1.0 / count and all(_is_clear(value, text, *tick, width / (high - low)) for tick in ticks.items()):
            ticks[value] = text
    ax.set_xticks(list(ticks), list(ticks.values()))
    ax.xaxis.set_minor_formatter("")


def _is_clear(value: float, text: str, other: float, words: str, decade: float) -> bool:
    """Whether labels at two values stay apart; `decade` is the width of a power of ten in inches."""
    room = 0.5 * sum(text_width(label, letter_size()) for label in (text, words))
    return bool(abs(np.log10(value / other)) * decade >= _APART * room)
