"""The distribution of p-values under the hypothesis as a figure."""

from typing import TYPE_CHECKING

import numpy as np

from setapart._checks import counted
from setapart.present.plots.parts.sheet import sheet
from setapart.present.plots.parts.style import MUTED, SAMPLES, despine, figure_text
from setapart.present.wording import number
from setapart.results import Calibration

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["calibration_figure", "pvalue_curve"]

_NAME = 60


def calibration_figure(result: Calibration) -> "Figure":
    """`pvalue_curve` in a figure of its own, outside pyplot.

    Raises
    ------
    ImportError
        If Matplotlib is not installed.
    """
    figure, ax = sheet(f"P-values of random splits of {figure_text(result.label, _NAME)}")
    pvalue_curve(ax, result)
    return figure


def pvalue_curve(ax: "Axes", result: Calibration) -> "Axes":
    """The share of p-values up to each t, which should not exceed t, and the level with its interval.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    result : Calibration

    Returns
    -------
    matplotlib.axes.Axes
        The same.
    """
    ordered = np.sort(result.pvalues)
    shares = np.arange(1, ordered.size + 1) / ordered.size
    ax.plot([0.0, 1.0], [0.0, 1.0], color=MUTED, linewidth=1.2)
    ax.step([0.0, *ordered, 1.0], [0.0, *shares, 1.0], where="post", color=SAMPLES[0], linewidth=1.4)
    errors = [[result.level - result.low], [result.high - result.level]]
    ax.errorbar([result.alpha], [result.level], errors, fmt="^", color=SAMPLES[1], capsize=3.0, markersize=5.0)
    words = f"level {number(result.level)} at alpha = {number(result.alpha)}"
    ax.text(0.04, 0.94, words, transform=ax.transAxes, va="top", fontsize="small", color=SAMPLES[1])
    ax.set_xlim(0.0, 1.0)
    ax.set_ylim(0.0, 1.03)
    ax.set_xlabel("t")
    ax.set_ylabel(f"share of p-values up to t\nof {counted(result.n_trials, 'split')}")
    despine(ax)
    return ax
