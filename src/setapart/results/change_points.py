"""The outcome of a search for changes in a series."""

import datetime as dt
import numbers
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from setapart._shown import Shown
from setapart._types import FloatArray, IntArray
from setapart.data.table import Table
from setapart.results.base import Framed, Run, attributes, plain_label
from setapart.results.projection import Projection

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from setapart.inference.change_points import Scan


__all__ = ["Change", "ChangePoints", "time_text"]


@dataclass(frozen=True, eq=False)
class Change(Shown):
    """One change of a series.

    Attributes
    ----------
    time : int
        The number of the first row of the new regime, in the series as the caller passed it.
    label : object
        What the caller's index or times call that row.
    pvalue : float
        That of the stretch in which it was found.
    scan : Scan
        The test of that stretch.
    projection : Projection
        How the rows since the change before differ from those until the next.
    """

    time: int
    label: Any
    pvalue: float
    scan: "Scan"
    projection: Projection

    def __repr__(self) -> str:
        return f"Change(time={self.time}, label={self.label!r}, pvalue={self.pvalue:.4g}, top={self.top_feature!r})"

    @property
    def top_feature(self) -> str:
        """The feature with the largest share in the change."""
        return self.projection.top_feature


@dataclass(frozen=True, eq=False)
class ChangePoints(Run, Framed):
    """The changes of a series.

    Attributes
    ----------
    changes : tuple of Change
        In the order of time.
    scan : Scan
        The test of the whole series; its `pvalue` is that of "there is no change at all".
    unsplit : tuple of Scan
        The tests of the stretches in which no further change was found.
    rows : (T, d) float array
        The series, as far as it was used, in the units of the caller.
    row_times : tuple
        What its rows are called.
    places : (T,) int array
        Their numbers in the series as the caller passed it, which has more rows where some were left out. All times
        are such numbers, and so are those of `scan` and `unsplit`.
    feature_names : tuple of str
    statistic_name : str
    alpha : float
        The level of each test.
    block : int
        Rows that stayed together in every order.
    n_resamples : int
        Random orders for each test.
    notes : tuple of str
        Sentences on what to mind when reading the result.
    backend : str or None
        The caller's data-frame library.
    n_omitted : int
        Rows left out because of missing values.
    settings, seed, versions, wall_time
        As in `Run`: what was asked for, what to pass as ``rng`` to repeat it, what computed it, and seconds.
    """

    changes: tuple[Change, ...]
    scan: "Scan"
    unsplit: "tuple[Scan, ...]"
    rows: FloatArray = field(repr=False)
    row_times: tuple[Any, ...] = field(repr=False)
    places: IntArray = field(repr=False)
    feature_names: tuple[str, ...]
    statistic_name: str
    alpha: float
    block: int
    n_resamples: int
    n_omitted: int = 0

    def __bool__(self) -> bool:
        raise TypeError("a result has no truth value; look at .changes")

    def __repr__(self) -> str:
        return (
            f"ChangePoints(times={self.times}, labels={list(self.labels)!r}, pvalue={self.pvalue:.4g}, "
            f"n_rows={len(self.rows)}, statistic_name={self.statistic_name!r})"
        )

    @property
    def pvalue(self) -> float:
        """The p-value of "there is no change at all"."""
        return self.scan.pvalue

    @property
    def times(self) -> list[int]:
        """The number of the first row after each change, in the series as the caller passed it."""
        return [change.time for change in self.changes]

    @property
    def labels(self) -> tuple[Any, ...]:
        """What the caller's index or times call these rows."""
        return tuple(change.label for change in self.changes)

    @property
    def pvalues(self) -> list[float]:
        """The p-value of each change, of the test of the stretch in which it was found."""
        return [change.pvalue for change in self.changes]

    @property
    def cuts(self) -> IntArray:
        """Where the stretches between changes begin and end in `rows`: 0, …, T."""
        inner: IntArray = np.searchsorted(self.places, np.array(self.times, dtype=np.int64))
        return np.array([0, *inner, len(self.rows)], dtype=np.int64)

    def segments(self) -> Any:
        """The stretches between changes, a row each.

        Returns
        -------
        table
            In the caller's data-frame library, or a `Table`: start and stop (numbers of the first row, and of the one
            after the last, in the series as it was passed), rows (how many of these were used), first and last (what
            the first and the last of them are called) and, of the change at the start, pvalue and top_feature; NaN and
            None for the first stretch.
        """
        return self.plain_table().native(self.backend)

    def plain_table(self) -> Table:
        """`segments` as a `Table`."""
        bounds = np.array([0, *self.times, len(self.rows) + self.n_omitted])
        cuts, named = self.cuts, _column(self.row_times)
        return Table(
            {
                "start": bounds[:-1],
                "stop": bounds[1:],
                "rows": np.diff(cuts),
                "first": named[cuts[:-1]],
                "last": named[cuts[1:] - 1],
                "pvalue": np.array([np.nan, *self.pvalues]),
                "top_feature": np.array([None, *(change.top_feature for change in self.changes)], dtype=object),
            }
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries."""
        return {
            "pvalue": self.pvalue,
            "changes": [
                {
                    "time": change.time,
                    "label": plain_label(change.label),
                    "pvalue": change.pvalue,
                    "tested": [change.scan.start, change.scan.stop],
                    "features": change.projection.feature_table().to_dict(),
                    "projection": change.projection.to_dict(),
                }
                for change in self.changes
            ],
            "unsplit": [
                {"tested": [scan.start, scan.stop], "time": scan.time, "pvalue": scan.pvalue} for scan in self.unsplit
            ],
            "scan": {
                **attributes(self.scan, "times", "curve"),
                "threshold": self.scan.threshold(self.alpha),
            },
            "n_rows": len(self.rows),
            "omitted": self.n_omitted,
            **attributes(self, "feature_names", "statistic_name", "alpha", "block", "n_resamples"),
            **self._origin(),
        }

    def plot(self) -> "Figure":
        """The series with its changes, and the scan that judged it, as a Matplotlib figure."""
        from setapart.plots.curves import changes_figure

        return changes_figure(self)


def _column(labels: tuple[Any, ...]) -> NDArray[Any]:
    """What rows are called, as a column of a kind that every library knows."""
    if all(isinstance(label, numbers.Real) for label in labels):
        return np.array(labels)
    dates = (label.astype("M8[us]").item() if isinstance(label, np.datetime64) else label for label in labels)
    return np.fromiter(dates, dtype=object, count=len(labels))


def time_text(label: Any) -> str:
    """What a row is called; of a date without the midnight that it begins with.

    Examples
    --------
    >>> import datetime
    >>> time_text(datetime.datetime(2024, 5, 1)), time_text(datetime.datetime(2024, 5, 1, 12)), time_text(3)
    ('2024-05-01', '2024-05-01 12:00:00', '3')
    """
    text = str(label)
    if isinstance(label, np.datetime64):
        text = text.rstrip("0").rstrip(".") if "." in text else text
        return text.removesuffix("T00:00:00").removesuffix("T00:00")
    return text.removesuffix(" 00:00:00") if isinstance(label, dt.date) else text
