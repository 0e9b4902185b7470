"""What a monitor reports: of a window, and of all it has seen."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart.data.table import Table
from setapart.results.base import Result, Run, attributes
from setapart.results.projection import Projection

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["StreamRecord", "Window", "alarm_words"]

_COLUMNS = {
    "window": int,
    "start": int,
    "stop": int,
    "pvalue": float,
    "statistic": float,
    "evidence": float,
    "alarm": bool,
    "top_feature": object,
}


@dataclass(frozen=True, eq=False)
class Window(Result):
    """A window of a stream, compared with the reference.

    Attributes
    ----------
    number : int
        0 for the first window.
    start, stop : int
        Its rows are among the rows start … stop - 1 of the stream.
    n_omitted : int
        How many of those were left out because of missing values.
    pvalue : float
        Its rank among relabellings, ties broken at random; uniform and independent of the others while nothing changes.
    statistic : float
    evidence : float
        Against "nothing has changed", of all windows so far.
    limit : float
        Evidence that raises an alarm.
    projection : Projection
        How the reference (first) and the window (second) differ.
    notes : tuple of str
        Sentences on what to mind of its rows.
    """

    number: int
    start: int
    stop: int
    n_omitted: int
    pvalue: float
    statistic: float
    evidence: float
    limit: float
    projection: Projection
    notes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        raise TypeError("a window has no truth value; look at .alarm")

    def __repr__(self) -> str:
        return (
            f"Window(number={self.number}, rows={self.start}…{self.stop - 1}, pvalue={self.pvalue:.4g}, "
            f"evidence={self.evidence:.4g}, alarm={self.alarm}, top_feature={self.top_feature!r})"
        )

    @property
    def alarm(self) -> bool:
        """Whether the evidence has reached the limit."""
        return self.evidence >= self.limit

    @property
    def top_feature(self) -> str:
        """The feature with the largest share in the difference."""
        return self.projection.top_feature

    def record(self) -> dict[str, Any]:
        """Its row of `Monitor.history`."""
        return {name: self.number if name == "window" else getattr(self, name) for name in _COLUMNS}

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries."""
        return {
            **attributes(self, "number", "start", "stop"),
            "omitted": self.n_omitted,
            **attributes(self, "pvalue", "statistic", "evidence", "limit", "alarm"),
            "features": self.projection.feature_table().to_dict(),
            **attributes(self, "projection", "notes"),
        }


@dataclass(frozen=True, eq=False)
class StreamRecord(Run):
    """All that a monitor has seen.

    Attributes
    ----------
    records : tuple of dict
        Those of the windows.
    window : int
        Rows in a window.
    alpha, run_length : float or None
        The bound on false alarms: one of the two.
    evidence, limit : float
        The evidence now, and what raises an alarm.
    n_rows, n_omitted, n_waiting : int
        Rows of the stream, those left out because of missing values, and those that wait for their window to be full.
    statistic_name : str
    notes : tuple of str
        Sentences on what to mind of the reference and the rows.
    settings, seed, versions, wall_time
        As in `Run`.
    """

    records: tuple[dict[str, Any], ...] = field(repr=False)
    window: int
    alpha: float | None
    run_length: float | None
    evidence: float
    limit: float
    n_rows: int
    n_omitted: int
    n_waiting: int
    statistic_name: str

    def table(self) -> Table:
        """The windows, a row each."""
        return Table(
            {name: np.array([record[name] for record in self.records], dtype=kind) for name, kind in _COLUMNS.items()}
        )

    def plot(self) -> "Figure":
        """The evidence after each window, its limit and the alarms, as a Matplotlib figure."""
        from setapart.plots.curves import monitor_figure

        return monitor_figure(self)

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries."""
        return {
            **attributes(self, "evidence", "limit", "alpha", "run_length", "n_rows"),
            "omitted": self.n_omitted,
            "waiting": self.n_waiting,
            "windows": list(self.records),
            **self._origin(),
        }


def alarm_words(record: StreamRecord) -> str:
    """Whether there was an alarm, and at which window the first."""
    first = next((window for window in record.records if window["alarm"]), None)
    return "No alarm" if first is None else f"Alarm at window {first['window']:,}"
