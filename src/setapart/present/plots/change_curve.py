"""The changes of a series as a figure: the series over time, and the scan that judged it."""

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from setapart._checks import counted
from setapart.present.change_points import time_text
from setapart.present.names import width
from setapart.present.plots.parts.sheet import blank_figure
from setapart.present.plots.parts.style import INK, MUTED, SAMPLES, despine, figure_text
from setapart.present.pvalues import p_words
from setapart.present.wording import number
from setapart.results import ChangePoints

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["changes_figure"]

_NAME = 24
_BESIDE = 18  # letters that fit beside a panel
_PANELS = 3  # features that are drawn
_CLOSEST = 0.9  # of the distance of even ticks, between the last two
_LETTERS = 60  # that fit below the axis


def changes_figure(found: ChangePoints) -> "Figure":
    """The features with the largest shares in the strongest changes over time, and the scan of the series below.

    Raises
    ------
    ImportError
        If Matplotlib is not installed.
    """
    features = _leading(found)
    heading = f"{counted(len(found.changes), 'change')}: {p_words(found.pvalue)}"
    figure = blank_figure(heading, size=(6.4, 2.4 + 1.8 * len(features)))
    *upper, lower = figure.subplots(len(features) + 1, 1, sharex=True, height_ratios=[*[3] * len(features), 2])
    for panel, feature in zip(upper, features, strict=True):
        panel.plot(found.places, found.rows[:, feature], color=SAMPLES[0], linewidth=0.9)
        panel.set_ylabel(figure_text(found.feature_names[feature], _BESIDE))
        for start, stop in pairwise(found.cuts):
            mean = found.rows[start:stop, feature].mean()
            panel.hlines(mean, found.places[start], found.places[stop - 1], color=INK, linewidth=1.2)
    if len(found.feature_names) > len(features):
        shown = f"{len(features)} of {counted(len(found.feature_names), 'feature')}"
        upper[0].set_title(shown, loc="left", fontsize="small", color=INK)

    lower.plot(found.scan.times, found.scan.curve, color=SAMPLES[1], linewidth=1.2)
    lower.axhline(found.scan.threshold(found.alpha), color=MUTED, linestyle="--", linewidth=0.9)
    lower.set_ylabel("scan (SD)")
    first = f"The first test, of the whole series (dashed: alpha = {number(found.alpha)})"
    lower.set_title(first, loc="left", fontsize="small", color=INK)
    lower.set_xlabel("time")
    ticks = _ticks(found)
    lower.set_xticks(list(ticks), list(ticks.values()))
    for panel in (*upper, lower):
        for change in found.changes:
            panel.axvline(change.time - 0.5, color=INK, linestyle=":", linewidth=1.0)
        despine(panel)
    return figure


def _leading(found: ChangePoints) -> list[int]:
    """The features to draw: those with the largest share in a change, of the strongest changes first."""
    strongest = sorted(found.changes, key=lambda change: -float(change.scan.maxima[0]))
    names = dict.fromkeys(change.top_feature for change in strongest)
    return [found.feature_names.index(name) for name in names][:_PANELS] or [0]


def _ticks(found: ChangePoints) -> dict[int, str]:
    """Rows at even distances, and the last one, with what they are called; next to those that were left out."""
    from matplotlib.ticker import MaxNLocator

    texts = [figure_text(time_text(label), _NAME) for label in found.row_times]
    called = dict(zip(found.places.tolist(), texts, strict=True))
    last = max(called)
    intervals = max(1, min(9, _LETTERS // (max(map(width, texts)) + 2)))
    even = [int(row) for row in MaxNLocator(intervals, integer=True, steps=[1, 2, 5, 10]).tick_values(0, last)]
    apart = _CLOSEST * (even[1] - even[0])
    near = found.places[np.searchsorted(found.places, [row for row in even if 0 <= row <= last - apart])].tolist()
    return {row: called[row] for row in (*(row for row in near if row <= last - apart), last)}
