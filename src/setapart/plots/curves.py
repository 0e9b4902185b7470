"""Curves: levels, power, evidence and series over time, and what few directions carry."""

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from setapart._checks import counted
from setapart._words import enumerated, number, p_words, percent, width
from setapart.plots.measured import broken, letters
from setapart.plots.style import (
    DIRECTIONS,
    INK,
    MUTED,
    SAMPLES,
    blank_figure,
    despine,
    figure_text,
    inches,
    sheet,
)
from setapart.results import Calibration, ChangePoints, PowerCurve
from setapart.results.change_points import time_text
from setapart.results.monitoring import StreamRecord, alarm_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from setapart.results.explanation import Explanation

__all__ = [
    "calibration_figure",
    "changes_figure",
    "monitor_figure",
    "power_curve",
    "power_figure",
    "pvalue_curve",
    "share_curve",
]

_LABEL = 60  # letters of what a figure is of
_TIME = 24  # letters of a row's label
_BESIDE = 18  # letters that fit beside a panel
_TOLD = 3  # changes in the heading
_PANELS = 3  # features that are drawn
_CLOSEST = 0.9  # of the distance of even ticks, between the last two
_LETTERS = 60  # that fit below the axis


def calibration_figure(result: Calibration) -> "Figure":
    """`pvalue_curve` in a figure of its own, outside pyplot."""
    splits = f"{counted(result.n_trials, 'random split')} of {figure_text(result.label, _LABEL)}"
    figure, ax = sheet(f"p ≤ {number(result.alpha)} in {percent(result.level)} of {splits}")
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


def power_figure(curve: PowerCurve) -> "Figure":
    """`power_curve` in a figure of its own, outside pyplot."""
    size, sample = curve.n_for().n, "each sample" if curve.ratio == 1.0 else "the first sample"
    rows = f"not reached by {int(curve.n[-1]):,} rows of {sample}" if size is None else f"{size:,} rows of {sample}"
    figure, ax = sheet(f"Power {number(curve.target)} against {figure_text(curve.alternative, _LABEL)}: {rows}")
    power_curve(ax, curve)
    return figure


def power_curve(ax: "Axes", curve: PowerCurve) -> "Axes":
    """The power with its intervals, the monotone fit, the level, and the size that the target takes.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    curve : PowerCurve

    Returns
    -------
    matplotlib.axes.Axes
        The same.
    """
    ax.set_xscale("log")
    reach = (curve.n[0] / 1.15, curve.n[-1] * 1.15)
    ax.plot(reach, [curve.alpha] * 2, ":", color=INK, linewidth=0.9)
    ax.plot(reach, [curve.target] * 2, color=MUTED, linewidth=0.9)
    ax.plot(curve.n, curve.fitted, color=SAMPLES[0], linewidth=1.4)
    errors = [curve.power - curve.low, curve.high - curve.power]
    ax.errorbar(curve.n, curve.power, errors, fmt="o", color=SAMPLES[0], capsize=3.0, markersize=5.0, linewidth=1.2)
    for height, words in ((curve.alpha, "level"), (curve.target, "target")):
        ax.annotate(
            f"{words} {number(height)}", (reach[1], height), (4.0, 0.0), "data", "offset points",
            va="center", fontsize="small", color=INK, annotation_clip=False,
        )  # fmt: skip
    size = curve.n_for()
    if size.n is not None:
        ax.plot([size.n] * 2, [0.0, size.power], "--", color=SAMPLES[1], linewidth=1.2)
        place = (size.n, 0.5 * size.power)
        ax.annotate(f"n = {size.n:,}", place, (4.0, 0.0), "data", "offset points", fontsize="small", color=SAMPLES[1])
    ax.set_xticks(curve.n, [f"{n:,}" for n in curve.n])
    ax.set_xticks([], minor=True)
    ax.set_xlim(*reach)
    ax.set_ylim(0.0, 1.03)
    if curve.ratio == 1.0:
        ax.set_xlabel("rows of each sample, n")
    else:
        ax.set_xlabel(f"rows of the first sample, n (second sample: {number(curve.ratio)} times as many)")
    ax.set_ylabel(f"power\nof {counted(curve.n_trials, 'trial')} each, {percent(curve.confidence)} intervals")
    despine(ax)
    return ax


def share_curve(ax: "Axes", explanation: "Explanation") -> "Axes":
    """The share of the Wasserstein distance in all features that the first 1, 2, … directions carry.

    The filled mark is at the number of directions that are explained.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    explanation : Explanation

    Returns
    -------
    matplotlib.axes.Axes
        The same.
    """
    table = explanation.share_table
    numbers, shares = table["k"].tolist(), table["share"].tolist()
    ax.plot(numbers, shares, color=DIRECTIONS[0], linewidth=1.8)
    for k, share in zip(numbers, shares, strict=True):
        filled = k == explanation.projection.k
        ax.plot(k, share, "o", color=DIRECTIONS[0], markersize=8, markerfacecolor=None if filled else "white")
        ax.annotate(percent(share), (k, share), (5, -14), textcoords="offset points", fontsize="small", color=INK)
    ax.set_xlim(0.5, max(numbers) + 0.5)
    ax.set_ylim(0.0, 1.05)
    ax.set_xticks(numbers)
    ax.set_yticks([0.0, 0.5, 1.0], list(map(percent, (0.0, 0.5, 1.0))))
    ax.set_xlabel("directions")
    ax.set_ylabel("share of the whole\nWasserstein distance")
    despine(ax)
    return ax


def monitor_figure(record: StreamRecord) -> "Figure":
    """The evidence after each window, its limit, and the alarms."""
    from matplotlib.ticker import MaxNLocator

    table = record.table()
    figure, ax = sheet(f"{alarm_words(record)} in {counted(table.n_rows, 'window')}")
    ax.set_yscale("log")
    ax.plot(table["window"], table["evidence"], color=SAMPLES[0], marker="o", markersize=3.0, linewidth=1.2)
    alarms = table.take(table["alarm"])
    ax.plot(alarms["window"], alarms["evidence"], "^", color=SAMPLES[1], markersize=8.0)
    ax.axhline(record.limit, color=INK, linestyle="--", linewidth=0.9)
    ax.set_xlabel("window")
    ax.set_ylabel("evidence")
    ax.set_title("dashed: limit; triangles: alarms", loc="left", fontsize="small", color=INK)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    despine(ax)
    return figure


def changes_figure(series: ChangePoints) -> "Figure":
    """The features with the largest shares in the strongest changes over time, and the scan of the series below."""
    features = _strongest(series)
    figure = blank_figure(_changes_heading(series), size=(6.4, 2.4 + 1.8 * len(features)))
    *upper, lower = figure.subplots(len(features) + 1, 1, sharex=True, height_ratios=[*[3] * len(features), 2])
    for panel, feature in zip(upper, features, strict=True):
        panel.plot(series.places, series.rows[:, feature], color=SAMPLES[0], linewidth=0.9)
        panel.set_ylabel(figure_text(series.feature_names[feature], _BESIDE))
        for start, stop in pairwise(series.cuts):
            mean = series.rows[start:stop, feature].mean()
            panel.hlines(mean, series.places[start], series.places[stop - 1], color=INK, linewidth=1.2)
    if len(series.feature_names) > len(features):
        shown = f"{len(features)} of {counted(len(series.feature_names), 'feature')}"
        upper[0].set_title(shown, loc="left", fontsize="small", color=INK)

    lower.plot(series.scan.times, series.scan.curve, color=SAMPLES[1], linewidth=1.2)
    lower.axhline(series.scan.threshold(series.alpha), color=MUTED, linestyle="--", linewidth=0.9)
    lower.set_ylabel("scan (SD)")
    first = f"The first test, of the whole series (dashed: alpha = {number(series.alpha)})"
    lower.set_title(broken([first], inches(lower)[0]), loc="left", fontsize="small", color=INK)
    lower.set_xlabel("time")
    ticks = _ticks(series)
    lower.set_xticks(list(ticks), list(ticks.values()))
    for panel in (*upper, lower):
        for change in series.changes:
            panel.axvline(change.time - 0.5, color=INK, linestyle=":", linewidth=1.0)
        despine(panel)
    return figure


def _changes_heading(series: ChangePoints) -> str:
    """How many changes there are, and where the first are."""
    if not series.changes:
        return f"No evidence of a change ({p_words(series.pvalue)})"
    places = [figure_text(time_text(change.label), _TIME) for change in series.changes[:_TOLD]]
    rest = len(series.changes) - len(places)
    at = enumerated([*places, f"{rest} more"] if rest else places)
    return f"{counted(len(series.changes), 'change')}, at {at} ({p_words(series.pvalue)})"


def _strongest(series: ChangePoints) -> list[int]:
    """The features to draw: those with the largest share in a change, of the strongest changes first."""
    strongest = sorted(series.changes, key=lambda change: -float(change.scan.maxima[0]))
    names = dict.fromkeys(change.top_feature for change in strongest)
    return [series.feature_names.index(name) for name in names][:_PANELS] or [0]


def _ticks(series: ChangePoints) -> dict[int, str]:
    """Rows at even distances, and the last one, with what they are called; next to those that were left out."""
    from matplotlib.ticker import MaxNLocator

    texts = [figure_text(time_text(label), _TIME) for label in series.row_times]
    called = dict(zip(series.places.tolist(), texts, strict=True))
    last = max(called)
    intervals = max(1, min(9, letters(_LETTERS) // (max(map(width, texts)) + 2)))
    even = [int(row) for row in MaxNLocator(intervals, integer=True, steps=[1, 2, 5, 10]).tick_values(0, last)]
    apart = _CLOSEST * (even[1] - even[0])
    near = series.places[np.searchsorted(series.places, [row for row in even if 0 <= row <= last - apart])].tolist()
    return {row: called[row] for row in (*(row for row in near if row <= last - apart), last)}
