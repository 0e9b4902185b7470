"""The p-values of several tests of the same samples as a figure."""

from typing import TYPE_CHECKING

import numpy as np

from setapart.inference.pvalues import CUSTOMARY
from setapart.present.plots.parts.sheet import sheet
from setapart.present.plots.parts.style import INK, MARKERS, MUTED, SAMPLES, despine, figure_texts
from setapart.present.pvalues import p_words
from setapart.present.wording import number
from setapart.results import Comparison

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["comparison_figure", "pvalue_dots"]

_ROW = 0.26  # inches
_APART = 1.5  # by how much a power of ten must be larger than the smallest p-value to be labelled beside it


def comparison_figure(comparison: Comparison) -> "Figure":
    """`pvalue_dots` in a figure of its own, outside pyplot.

    Raises
    ------
    ImportError
        If Matplotlib is not installed.
    """
    first, second = figure_texts(comparison.overall.labels)
    figure, ax = sheet(f"{first} against {second}: overall {p_words(comparison.pvalue)}")
    figure.set_figheight(max(figure.get_figheight(), 1.6 + _ROW * len(comparison.tests)))
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
    rows = np.arange(len(tests))
    ax.set_xscale("log")
    ax.hlines(rows, alone, adjusted, color=MUTED, linewidth=1.4, zorder=1)
    (hollow,) = ax.plot(
        alone, rows, MARKERS[0], color=SAMPLES[0], markerfacecolor="white", markersize=6.5, clip_on=False
    )
    (full,) = ax.plot(adjusted, rows, MARKERS[1], color=SAMPLES[1], markersize=5.5, clip_on=False)
    ax.axvline(comparison.pvalue, linestyle="--", color=INK, linewidth=0.9)
    count = comparison.n_resamples + 1
    ax.axvline(1.0 / count, linestyle=":", color=INK, linewidth=1.4, zorder=2.5)  # over a dashed one
    customary = ax.axvline(CUSTOMARY, color=MUTED, linewidth=0.9, zorder=0)
    tens = [10.0**-ten for ten in range(len(str(count))) if 10**ten * _APART < count]
    if CUSTOMARY * count > _APART:
        tens = [CUSTOMARY if ten == 0.1 else ten for ten in tens]  # both would not fit beside one another
    ax.set_xticks([1.0 / count, *tens], [f"1/{count:,}", *map(number, tens)])
    ax.xaxis.set_minor_formatter("")
    ax.set_xlim(min(1.0 / count, float(alone.min()), comparison.pvalue) / 1.3, 1.15)
    ax.set_ylim(len(tests) - 0.5, -0.5)
    ax.set_yticks(rows, figure_texts(test.name for test in tests))
    ax.set_xlabel(f"p-value (dashed: overall, {number(comparison.pvalue)}; dotted: the smallest there can be)")
    ax.legend(
        [hollow, full, customary],
        ["unadjusted", "adjusted", number(CUSTOMARY)],
        loc="lower left",
        bbox_to_anchor=(0.0, 1.0),  # above the panel, so that its height does not depend on the number of tests
        ncols=3,
        frameon=False,
        fontsize="small",
        borderaxespad=0.1,
    )
    despine(ax)
    return ax
