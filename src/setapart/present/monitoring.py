"""A stream that is watched, in words: its windows, the evidence, and what raises an alarm."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from setapart._checks import counted
from setapart.present.account import Account
from setapart.present.differences import difference_lines
from setapart.present.names import inert
from setapart.present.pvalues import p_words
from setapart.present.report.document import Picture
from setapart.present.wording import left_out, number, percent
from setapart.results.monitoring import StreamRecord, Window

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["alarm_words", "monitor_account", "window_account"]

_NAME = 24
_FEATURES = 10  # features that are told of a window
_WINDOWS = 15  # windows that are told, the last ones


def window_account(window: Window) -> Account:
    """What came of one window, and the features in which it differs from the reference."""
    raised = "alarm" if window.alarm else "no alarm"
    verdict = (
        f"Window {window.number}, rows {window.start:,} to {window.stop - 1:,}: {p_words(window.pvalue)}, evidence "
        f"{number(window.evidence)} (limit {number(window.limit)}): {raised}.{left_out(window.n_omitted)}"
    )
    told = f"Against the reference: {'; '.join(difference_lines(window.projection, window.projection.k))}."
    top = window.projection.feature_table(_FEATURES)
    columns = (
        ["feature", *(inert(name, _NAME) for name in top["feature"])],
        ["share", *map(percent, top["share"])],
    )
    return Account("Window", (verdict, told), columns, (), notes=window.notes)


def monitor_account(record: StreamRecord, plot: "Callable[[], Figure]") -> Account:
    """Whether there was an alarm, the last windows, and what the limit promises; `plot` draws the evidence."""
    table = record.table()
    n = table.n_rows
    verdict = (
        f"{alarm_words(record)} in {counted(n, 'window')} of {counted(record.window, 'row')}. Evidence now: "
        f"{number(record.evidence)} (limit {number(record.limit)}). Waiting for a full window: "
        f"{counted(record.n_waiting, 'row')}. Statistic: {inert(record.statistic_name, _NAME)}."
        f"{left_out(record.n_omitted)}"
    )
    if record.alpha is not None:
        promise = f"ever, with probability at most {number(record.alpha)}"
    else:
        promise = f"after {number(record.run_length or 0.0)} windows or more in the mean"
    last = table.take(np.arange(max(0, n - _WINDOWS), n))
    columns = (
        ["window", *(f"{one:,}" for one in last["window"])],
        ["rows", *(f"{a:,}…{b - 1:,}" for a, b in zip(last["start"], last["stop"], strict=True))],
        ["p", *map(number, last["pvalue"])],
        ["evidence", *map(number, last["evidence"])],
        ["", *("alarm" if one else "" for one in last["alarm"])],
        ["top feature", *(inert(name, _NAME) for name in last["top_feature"])],
    )
    earlier = [f"{counted(n - last.n_rows, 'earlier window')} in .history()."] if n > last.n_rows else []
    after = (*earlier, f"If nothing changes, there is a false alarm {promise}.")
    seen = (
        f"After {counted(n, 'window')} it stands at {number(record.evidence)}; the dashed limit is "
        f"{number(record.limit)}. Triangles mark the alarms."
    )
    picture = Picture("The evidence after each window", seen, plot)
    return Account("Monitor", (verdict,), columns, after, notes=record.notes, run=record, pictures=(picture,))


def alarm_words(record: StreamRecord) -> str:
    """Whether there was an alarm, and at which window the first."""
    first = next((one for one in record.records if one["alarm"]), None)
    return "No alarm" if first is None else f"Alarm at window {first['window']:,}"
