"""The p-values of several tests of the same samples as a figure."""

from typing import TYPE_CHECKING

import numpy as np

from setapart.present.sheet import sheet
from setapart.present.style import INK, MARKERS, MUTED, SAMPLES, add_legend, despine, figure_texts, headroom
from setapart.present.wording import number
from setapart.results import Comparison

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["comparison_figure", "pvalue_dots"]

_ROW = 0.26  # inches


def comparison_figure(comparison: Comparison) -> "Figure":
    """`pvalue_dots` in a figure of its own, outside pyplot.

    Raises
    ------
    ImportError
        If Matplotlib is not installed.
    """
    first, second = figure_texts(comparison.overall.labels)
    figure, ax = sheet(f"{first} against {second}: overall p = {number(comparison.pvalue)}")
    figure.set_figheight(max(figure.get_figheight(), 1.6 + _ROW * len(comparison.tests)))
    pvalue_dots(ax, comparison)
    return figure


def pvalue_dots(ax: "Axes", comparison: Comparison) -> "Axes":
    """The p-values of all tests on a logarithmic scale, unadjusted and adjusted, the smallest on top.

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
    rows = np.arange(len(tests))
    ax.set_xscale("log")
    ax.hlines(rows, alone, adjusted, color=MUTED, linewidth=1.4, zorder=1)
    (hollow,) = ax.plot(
        alone, rows, MARKERS[0], color=SAMPLES[0], markerfacecolor="white", markersize=6.5, clip_on=False
    )
    (full,) = ax.plot(adjusted, rows, MARKERS[1], color=SAMPLES[1], markersize=5.5, clip_on=False)
    names = ["unadjusted", "adjusted"]
    above = max(0.9, headroom(names) * len(tests))
    ax.plot([comparison.pvalue] * 2, [-0.5, len(tests) - 0.5], "--", color=INK, linewidth=0.9)
    ax.set_xlim(min(float(alone.min()), comparison.pvalue) / 1.3, 1.15)
    ax.set_ylim(len(tests) - 0.5, -0.5 - above)
    ax.set_yticks(rows, figure_texts(test.name for test in tests))
    ax.xaxis.set_major_formatter("{x:g}")
    ax.set_xlabel(f"p-value (dashed: overall, {number(comparison.pvalue)})")
    add_legend(ax, [hollow, full], names)
    despine(ax)
    return ax
