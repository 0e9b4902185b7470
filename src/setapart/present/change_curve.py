"""The changes of a series as a figure: the series over time, and the scan that judged it."""

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from setapart._checks import counted
from setapart.present.change_points import time_text
from setapart.present.names import width
from setapart.present.sheet import blank_figure
from setapart.present.style import INK, MUTED, SAMPLES, despine, figure_text
from setapart.present.wording import number
from setapart.results import ChangePoints

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["changes_figure"]

_NAME = 24
_LETTERS = 60  # that fit below the axis


def changes_figure(found: ChangePoints) -> "Figure":
    """The feature with the largest share in the strongest change over time, and the scan of the series below.

    Raises
    ------
    ImportError
        If Matplotlib is not installed.
    """
    from matplotlib.ticker import MaxNLocator

    figure = blank_figure(f"{counted(len(found.changes), 'change')}: p = {number(found.pvalue)}")
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    strongest = max(found.changes, key=lambda change: float(change.scan.maxima[0]), default=None)
    feature = 0 if strongest is None else found.feature_names.index(strongest.top_feature)
    steps = np.arange(len(found.rows))
    upper.plot(steps, found.rows[:, feature], color=SAMPLES[0], linewidth=0.9)
    upper.set_ylabel(figure_text(found.feature_names[feature]))
    if len(found.feature_names) > 1:
        upper.set_title(f"1 of {counted(len(found.feature_names), 'feature')}", loc="left", fontsize="small", color=INK)
    bounds = [0, *found.times, len(found.rows)]
    for start, stop in pairwise(bounds):
        upper.hlines(found.rows[start:stop, feature].mean(), start, stop - 1, color=INK, linewidth=1.2)

    lower.plot(found.scan.times, found.scan.curve, color=SAMPLES[1], linewidth=1.2)
    lower.axhline(found.scan.threshold(found.alpha), color=MUTED, linestyle="--", linewidth=0.9)
    lower.set_ylabel("scan (SD)")
    first = f"The first test, of the whole series (dashed: alpha = {number(found.alpha)})"
    lower.set_title(first, loc="left", fontsize="small", color=INK)
    lower.set_xlabel("time")
    lower.xaxis.set_major_formatter(lambda step, _: _tick(found, step))
    longest = max(width(_tick(found, float(step))) for step in steps)
    lower.xaxis.set_major_locator(MaxNLocator(max(1, min(9, _LETTERS // (longest + 2))), integer=True))
    for panel in (upper, lower):
        for change in found.changes:
            panel.axvline(change.time - 0.5, color=INK, linestyle=":", linewidth=1.0)
        despine(panel)
    return figure


def _tick(found: ChangePoints, step: float) -> str:
    """What the row at a tick is called; nothing between rows and beyond them."""
    whole = step.is_integer() and 0 <= step < len(found.rows)
    return figure_text(time_text(found.row_times[int(step)]), _NAME) if whole else ""
