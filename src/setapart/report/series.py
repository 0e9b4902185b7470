"""Documents of what happens over time: the changes of a series, and a stream that is monitored."""

import numpy as np

from setapart._checks import counted
from setapart._words import inert, number, p_words, percent
from setapart.report.comparisons import table_document
from setapart.report.document import Document, Grid, Picture, Request, document_of
from setapart.report.words import left_out
from setapart.results.change_points import ChangePoints, time_text
from setapart.results.differences import difference_lines
from setapart.results.monitoring import StreamRecord, Window, alarm_words

__all__ = ["changes_document", "monitor_document", "window_document"]

_NAME = 24
_CHANGES = 10  # that are told in words
_FEATURES = 10  # of a window
_WINDOWS = 15  # the last ones


@document_of.register
def changes_document(series: ChangePoints, request: Request) -> Document:
    """The verdict on the whole series, what changes at each time, and the stretches between."""
    blocks = "the rows" if series.block == 1 else f"blocks of {series.block:,} rows"
    orders = counted(series.n_resamples, "random order")
    verdict = (
        f"{counted(len(series.changes), 'change')} in {counted(len(series.rows), 'row')}. The test of no change at all "
        f"gives p = {number(series.pvalue)} (largest difference over all times, {orders} of {blocks}). Statistic: "
        f"{inert(series.statistic_name, _NAME)}. Each stretch was tested at alpha = {number(series.alpha)}."
        f"{left_out(series.n_omitted)}"
    )
    sentences = [
        f"At {inert(time_text(change.label), _NAME)}: "
        f"{'; '.join(difference_lines(change.projection, change.projection.k))}. "
        f"The feature with the largest share is {inert(change.top_feature, _NAME)}."
        for change in series.changes[:_CHANGES]
    ]
    table = series.plain_table()
    columns = (
        ["from", *(inert(time_text(name), _NAME) for name in table["first"])],
        ["to", *(inert(time_text(name), _NAME) for name in table["last"])],
        ["rows", *(f"{int(count):,}" for count in table["rows"])],
        ["p of change", "", *map(number, series.pvalues)],
        ["top feature", "", *(inert(change.top_feature, _NAME) for change in series.changes)],
    )
    at = ", ".join(inert(time_text(change.label), _NAME) for change in series.changes[:_CHANGES]) or "none"
    seen = f"Dotted lines mark the changes: {at}. Below, the scan of the whole series and its threshold, dashed."
    return table_document(
        series,
        request,
        Grid("Change points", columns, named=False),
        lead=(verdict, *sentences),
        notes=series.notes,
        picture=Picture("The series over time, and the scan that judged it", seen, series.plot),
    )


@document_of.register
def window_document(window: Window, request: Request) -> Document:
    """What came of one window, and the features in which it differs from the reference."""
    raised = "alarm" if window.alarm else "no alarm"
    verdict = (
        f"Window {window.number}, rows {window.start:,} to {window.stop - 1:,}: {p_words(window.pvalue)}, evidence "
        f"{number(window.evidence)} (limit {number(window.limit)}): {raised}.{left_out(window.n_omitted)}"
    )
    differences = f"Against the reference: {'; '.join(difference_lines(window.projection, window.projection.k))}."
    top = window.projection.feature_table(_FEATURES)
    columns = (
        ["feature", *(inert(name, _NAME) for name in top["feature"])],
        ["share", *map(percent, top["share"])],
    )
    grid = Grid("Window", columns, named=False)
    return table_document(None, request, grid, lead=(verdict, differences), notes=window.notes)


@document_of.register
def monitor_document(record: StreamRecord, request: Request) -> Document:
    """Whether there was an alarm, the last windows, and what the limit promises."""
    table = record.table()
    n = table.n_rows
    verdict = (
        f"{alarm_words(record)} in {counted(n, 'window')} of {counted(record.window, 'row')}. Evidence now: "
        f"{number(record.evidence)} (limit {number(record.limit)}). Waiting for a full window: "
        f"{counted(record.n_waiting, 'row')}. Statistic: {inert(record.statistic_name, _NAME)}."
        f"{left_out(record.n_omitted)}"
    )
    if record.alpha is not None:
        promise = f"the probability that there is ever a false alarm is at most {number(record.alpha)}"
    else:
        promise = f"the mean time to a false alarm is at least {number(record.run_length or 0.0)} windows"
    last = table.take(np.arange(max(0, n - _WINDOWS), n))
    columns = (
        ["window", *(f"{window:,}" for window in last["window"])],
        ["rows", *(f"{a:,}…{b - 1:,}" for a, b in zip(last["start"], last["stop"], strict=True))],
        ["p", *map(number, last["pvalue"])],
        ["evidence", *map(number, last["evidence"])],
        ["", *("alarm" if raised else "" for raised in last["alarm"])],
        ["top feature", *(inert(name, _NAME) for name in last["top_feature"])],
    )
    earlier = [f"{counted(n - last.n_rows, 'earlier window')} in .history()."] if n > last.n_rows else []
    after = (*earlier, f"If nothing changes, {promise}.")
    seen = (
        f"After {counted(n, 'window')} it stands at {number(record.evidence)}; the dashed limit is "
        f"{number(record.limit)}. Triangles mark the alarms."
    )
    return table_document(
        record,
        request,
        Grid("Monitor", columns, named=False),
        lead=(verdict,),
        after=after,
        notes=record.notes,
        picture=Picture("The evidence after each window", seen, record.plot),
    )
