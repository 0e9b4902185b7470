"""The changes of a series in words, and as a figure."""

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from setapart._checks import counted
from setapart.present.differences import difference_lines
from setapart.present.layout import origin
from setapart.present.names import plain, shortened
from setapart.present.planning import Account, account_text
from setapart.present.sheet import sheet
from setapart.present.style import INK, MUTED, SAMPLES, despine, figure_text
from setapart.present.wording import number
from setapart.results.change_points import ChangePoints

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["changes_account", "changes_figure", "changes_summary"]

_NAME = 24
_TOLD = 10  # changes that are told in words


def changes_summary(found: ChangePoints) -> str:
    """`changes_account` for a terminal."""
    return account_text(changes_account(found))


def changes_account(found: ChangePoints) -> Account:
    """The verdict on the whole series, what changes at each time, and the stretches between."""
    blocks = "the rows" if found.block == 1 else f"blocks of {found.block:,} rows"
    verdict = (
        f"{counted(len(found.changes), 'change')} in {counted(len(found.rows), 'row')}. No change at all: p = "
        f"{number(found.pvalue)} (largest difference over all times, {counted(found.n_resamples, 'random order')} of "
        f"{blocks}). Statistic: {_safe(found.statistic_name)}. Each stretch tested at alpha = {number(found.alpha)}."
    )
    if found.n_omitted:
        verdict += f" Left out because of missing values: {counted(found.n_omitted, 'row')}."
    told = [
        f"At {_safe(str(change.label))}: {'; '.join(difference_lines(change.projection, change.projection.k))}. The "
        f"feature with the largest share is {_safe(change.top_feature)}."
        for change in found.changes[:_TOLD]
    ]
    table = found.segment_table()
    columns = (
        ["from", *(_safe(str(name)) for name in table["first"])],
        ["to", *(_safe(str(name)) for name in table["last"])],
        ["rows", *(f"{int(count):,}" for count in table["rows"])],
        ["p of change", "", *map(number, found.pvalues)],
        ["top feature", "", *(_safe(change.top_feature) for change in found.changes)],
    )
    notes = (f"Note: {plain(note)}" for note in found.notes)
    return Account("Change points", (verdict, *told), columns, (*notes, origin(found)))


def changes_figure(found: ChangePoints) -> "Figure":
    """The feature with the largest share in the strongest change over time, and the scan of the series below.

    Raises
    ------
    ImportError
        If Matplotlib is not installed.
    """
    figure, ax = sheet(f"{counted(len(found.changes), 'change')}: p = {number(found.pvalue)}")
    ax.remove()
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    strongest = max(found.changes, key=lambda change: float(change.scan.maxima[0]), default=None)
    feature = 0 if strongest is None else found.feature_names.index(strongest.top_feature)
    steps = np.arange(len(found.rows))
    upper.plot(steps, found.rows[:, feature], color=SAMPLES[0], linewidth=0.9)
    upper.set_ylabel(figure_text(found.feature_names[feature]))
    bounds = [0, *found.times, len(found.rows)]
    for start, stop in pairwise(bounds):
        upper.hlines(found.rows[start:stop, feature].mean(), start, stop - 1, color=INK, linewidth=1.2)

    lower.plot(found.scan.times, found.scan.curve, color=SAMPLES[1], linewidth=1.2)
    lower.axhline(found.scan.threshold(found.alpha), color=MUTED, linestyle="--", linewidth=0.9)
    lower.set_ylabel("scan (SD)")
    lower.set_xlabel(f"time (dashed: alpha = {number(found.alpha)})")
    lower.xaxis.set_major_formatter(lambda step, _: _tick(found, step))
    for panel in (upper, lower):
        for change in found.changes:
            panel.axvline(change.time - 0.5, color=INK, linestyle=":", linewidth=1.0)
        despine(panel)
    return figure


def _tick(found: ChangePoints, step: float) -> str:
    """What the row at a tick is called; nothing between rows and beyond them."""
    whole = step.is_integer() and 0 <= step < len(found.rows)
    return figure_text(str(found.row_times[int(step)]), _NAME) if whole else ""


def _safe(name: str) -> str:
    return shortened(plain(name), _NAME)
