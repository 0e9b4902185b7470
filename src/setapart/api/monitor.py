"""Watching a stream: windows of it against a reference, with a bound on false alarms however long it runs."""

import math
import time
import warnings
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._checks import check_integer, check_positive, check_probability
from setapart._types import BoolArray, FloatArray
from setapart._words import ALPHA
from setapart.api.arguments import scaled, single_statistic, statistic_stream
from setapart.api.windows import Plan, State, compare_window, mixing_stream, window_seed
from setapart.data.reading import EPOCH, read_one, readings_at
from setapart.data.rng import resolve_seed
from setapart.data.rows import Rows, labels_at, plain_rows
from setapart.data.samples import one_sample
from setapart.data.screening import screened
from setapart.data.series import stream_labels, stream_rows
from setapart.data.table import Table
from setapart.inference.eprocess import MOST_WINDOWS, EProcess, windows_to_alarm
from setapart.inference.progress import progress_bar
from setapart.inference.pvalues import outlier_scores
from setapart.inference.workers import chosen_workers
from setapart.results import Window
from setapart.results.base import Result
from setapart.results.call import Call
from setapart.results.monitoring import StreamRecord
from setapart.results.notes import reworded
from setapart.results.reading_notes import reading_notes
from setapart.results.screening import screening_notes
from setapart.statistics.base import Statistic
from setapart.statistics.projected import ProjectedWasserstein
from setapart.statistics.registry import label

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from setapart.report.document import Document

__all__ = ["Monitor", "monitor"]

_RENEWALS = 2  # times that the reference is renewed, by which a change is most of it
_FEWEST = 4  # rows of a reference: both halves must have some to compare


class Monitor(Result):
    """Watches a stream of rows; made by `monitor`. Pickle it to go on elsewhere or another day."""

    def __init__(self, plan: Plan, state: State) -> None:
        self._plan, self._state = plan, state
        self._records: tuple[dict[str, Any], ...] = ()
        self._notes: tuple[str, ...] = ()  # of the first window that has any: the others mostly say the same
        self._wall_time = 0.0

    def __repr__(self) -> str:
        return (
            f"Monitor(n_windows={self.n_windows}, evidence={self.evidence:.4g}, "
            f"limit={self._state.evidence.limit:.4g}, n_waiting={self.n_waiting})"
        )

    @property
    def n_windows(self) -> int:
        """Windows compared so far."""
        return self._state.evidence.n_windows

    @property
    def n_waiting(self) -> int:
        """Rows that wait for their window to be full."""
        return len(self._state.waiting)

    @property
    def n_rows(self) -> int:
        """Rows of the stream so far."""
        return self._state.n_rows

    @property
    def n_omitted(self) -> int:
        """How many of them were left out because of missing values."""
        return self.n_rows - self.n_waiting - self.n_windows * self._plan.window

    @property
    def evidence(self) -> float:
        """The evidence so far."""
        return self._state.evidence.value

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences on what to mind of the reference, and of the first window that has any."""
        return (*self._plan.notes, *self._notes)

    @property
    def seed(self) -> int:
        """Passed as ``rng``, with the same rows, it gives the same windows."""
        return self._plan.seed

    def update(self, rows: Any, *, progress: bool | None = None) -> list[Window]:
        """Take rows of the stream, one or many; what comes out does not depend on how they are dealt out.

        Parameters
        ----------
        rows : array_like or data frame, shape (r, d)
            With the columns of the reference, in any order if both have names. Also a single row: d numbers, or a
            series or dict of them by the names of the features; with one feature, a number. No rows are no error.
        progress : bool, optional
            Whether to show a bar, with the windows that become full; see `two_sample_test`.

        Returns
        -------
        list of Window
            Those that became full.

        Raises
        ------
        ValueError
            If the rows cannot be used. The monitor is then as it was before, and so it is after Ctrl-C.
        """
        started = time.perf_counter()
        plan, state = self._plan, self._state
        values, complete = _checked(rows, plan)
        waiting = np.concatenate([state.waiting, values[complete]])
        places = np.concatenate([state.places, state.n_rows + np.flatnonzero(complete)])
        windows: list[Window] = []
        full = len(waiting) // plan.window
        with progress_bar(full, progress, "window", phase="windows") as bar:
            for _ in range(full):
                state, report = compare_window(
                    plan, state, waiting[: plan.window], places[: plan.window], progress=progress
                )
                windows.append(report)
                waiting, places = waiting[plan.window :], places[plan.window :]
                bar.update(1)
        self._state = replace(state, waiting=waiting, places=places, n_rows=self.n_rows + len(values))
        self._records += tuple(window.record() for window in windows)
        doubtful = next((window for window in windows if window.notes), None)
        if doubtful is not None and not self._notes:
            self._notes = tuple(reworded(note, f"Window {doubtful.number}: " + note) for note in doubtful.notes)
        self._wall_time += time.perf_counter() - started
        return windows

    def history(self) -> Any:
        """All windows so far, a row each.

        Returns
        -------
        table
            In the data-frame library of the reference, or a `Table`: window, start and stop (its rows are among the
            rows start … stop - 1 of the stream), pvalue, statistic, evidence, alarm and top_feature.
        """
        return self._record().table().native(self._plan.backend)

    def scores(self, rows: Any) -> Any:
        """How far out rows are along the direction in which the last window differed from the reference.

        The direction is learned on that window and half of the reference that it was compared with. A score is the
        distance from the median of this half, in its robust standard deviations; the p-value is the rank of the score
        among those of the other half. For a row that is like the reference, and had no part in the window, it is at
        most p with probability at most p.

        Parameters
        ----------
        rows : array_like or data frame, shape (r, d)
            Any rows, as in `update`; they are not taken for part of the stream.

        Returns
        -------
        table
            In the data-frame library of the reference, or a `Table`, a row for each without missing values: row, what
            the caller's frame calls it or else its number in `rows`, score, pvalue, and direction_1, where the row lies
            along the direction in the unit of the comparison.

        Raises
        ------
        ValueError
            If no window is full yet, or the rows cannot be used.
        """
        plan = self._plan
        if self._state.latest is None:
            raise ValueError(f"no direction is known before the first window of {plan.window} rows is full")
        values, complete = _checked(rows, plan)
        reference, window = self._state.latest
        seed = window_seed(plan, self.n_windows - 1)
        shuffled = reference[mixing_stream(seed, 1).permutation(len(reference))]
        learning, held_out = shuffled[: len(shuffled) // 2], shuffled[len(shuffled) // 2 :]
        scaling, pooled = scaled(np.concatenate([learning, window]), plan.scale)
        labels = np.arange(len(pooled)) < len(learning)
        solution = ProjectedWasserstein(1).prepare(pooled, rng=statistic_stream(seed)).describe(labels)
        direction = solution.directions[:, 0]

        along = [scaling.apply(part) @ direction for part in (learning, held_out, values[complete])]
        scores, pvalues = outlier_scores(*along)
        row = np.empty(len(scores), dtype=object)
        row[:] = labels_at(np.flatnonzero(complete), stream_labels(rows, len(values)))
        return Table({"row": row, "score": scores, "pvalue": pvalues, "direction_1": along[2]}).native(plan.backend)

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries."""
        return self._record().to_dict()

    def plot(self) -> "Figure":
        """The evidence after each window, its limit and the alarms, as a Matplotlib figure."""
        return self._record().plot()

    def _document(
        self, *, alpha: float = ALPHA, beside: Result | None = None, command: str | None = None
    ) -> "Document":
        return self._record()._document(alpha=alpha, beside=beside, command=command)

    def _record(self) -> StreamRecord:
        plan, evidence = self._plan, self._state.evidence
        return StreamRecord(
            records=self._records,
            window=plan.window,
            alpha=evidence.alpha,
            run_length=evidence.run_length,
            evidence=evidence.value,
            limit=evidence.limit,
            n_rows=self.n_rows,
            n_omitted=self.n_omitted,
            n_waiting=self.n_waiting,
            statistic_name=label(plan.statistic),
            call=Call(
                "monitor",
                "reference",
                {
                    "statistic": plan.statistic,
                    "window": plan.window,
                    "alpha": evidence.alpha,
                    "run_length": evidence.run_length,
                    "n_resamples": plan.n_resamples,
                    "scale": plan.scale,
                    "nan_policy": plan.nan_policy,
                    **({"read_as": kinds} if (kinds := {c: r.kind for c, r in plan.readings.items()}) else {}),
                },
                plan.seed,
            ),
            wall_time=self._wall_time,
            notes=self.notes,
        )


def monitor(
    reference: Any,
    *,
    window: int,
    statistic: str | Statistic = "auto",
    alpha: float | None = None,
    run_length: float | None = None,
    n_resamples: int = 999,
    scale: str | None = None,
    nan_policy: str = "raise",
    rng: Any = 0,
    n_jobs: int | None = None,
    read_as: Mapping[str, str] | None = None,
) -> Monitor:
    """Watch a stream of rows for a change away from a reference.

    Rows are collected into windows. Each full window is compared with the reference by relabelling, and its p-value
    adds to the evidence, or takes from it. An alarm is raised when the evidence reaches a limit that it would hardly
    reach if nothing had changed, however long the stream.

    Parameters
    ----------
    reference : array_like or data frame, shape (n, d)
        Rows of the time when all was well, many more than `window`.
    window : int
        Rows in a window.
    statistic : str or Statistic
        As in `change_points`.
    alpha : float, optional
        The probability of a false alarm over the whole stream is at most this; 0.05 by default.
    run_length : float, optional
        In place of `alpha`: the expected number of windows up to a false alarm is at least this. Then the evidence
        begins anew after each alarm.
    n_resamples : int
        Relabellings for each window, or all there are if they are no more.
    scale : str, optional
        As in `two_sample_test`, anew for each window.
    nan_policy, rng, n_jobs
        As in `two_sample_test`.
    read_as : mapping of str to str, optional
        As in `two_sample_test`, of the reference and of the stream, but for "category". Dates count from 1970-01-01.

    Returns
    -------
    Monitor

    Raises
    ------
    ValueError, TypeError
        If an argument or the reference cannot be used.

    Warns
    -----
    UserWarning
        If even the largest change would have become most of the reference before it raised an alarm.

    Notes
    -----
    While the rows of reference and stream are exchangeable, the p-values are independent and uniform, and both bounds
    hold exactly. For that the reference may not stay the same: p-values of many windows against the same rows share
    their chance errors. After each window, n rows drawn from the reference and the window together are the
    next reference, whatever the p-value was. A drift that takes longer than about n / window windows is therefore
    partly taken for granted; from time to time, compare a window with the first reference by `two_sample_test`.

    Rows that depend on those before them are not exchangeable, and cause false alarms: thin them, or average them.

    References
    ----------
    Vovk, Nouretdinov and Gammerman, "Testing exchangeability on-line", ICML 2003. Shin, Ramdas and Rinaldo,
    "E-detectors: a nonparametric framework for sequential change detection", New England Journal of Statistics in Data
    Science 2, 2024.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> watch = sa.monitor(rng.normal(size=(200, 3)), window=40, n_resamples=199)
    >>> [window.alarm for window in watch.update(rng.normal(size=(100, 3)))]
    [False, False]
    >>> changed = rng.normal(size=(120, 3)) + [0, 0, 2]
    >>> [window.number for window in watch.update(changed) if window.alarm]
    [3, 4]
    """
    reference = plain_rows(read_one(reference, read_as, "reference", start=EPOCH), "category")
    _refuse_categories(reference)
    data = one_sample(reference, nan_policy=nan_policy, label="reference")
    n, d = data.rows.shape
    if n < _FEWEST:
        raise ValueError(f"reference must have at least {_FEWEST} rows, got {n}")
    window = check_integer("window", window, minimum=1)
    if window > n:
        raise ValueError(f"window={window} is more than the {n} rows of reference, which must have many more")
    if alpha is not None and run_length is not None:
        raise ValueError("give either alpha or run_length")
    if run_length is not None:
        run_length = check_positive("run_length", run_length)
        if run_length < 1.0:
            raise ValueError(f"run_length counts windows and must be at least 1, got {run_length:g}")
        evidence = EProcess(None, run_length)
    else:
        evidence = EProcess(check_probability("alpha", 0.05 if alpha is None else alpha))
    plan = Plan(
        statistic=single_statistic(statistic, n + window, d),
        window=window,
        n_resamples=check_integer("n_resamples", n_resamples, minimum=1),
        scale=scale,
        nan_policy=nan_policy,
        seed=resolve_seed(rng),
        n_jobs=chosen_workers(n_jobs),
        feature_names=data.feature_names,
        backend=data.backend,
        named=reference.table is not None,
        notes=(
            *screening_notes(screened((data.rows,), data.feature_names), ("reference",)),
            *reading_notes([readings_at(reference, data.places)], ("reference",)),
        ),
        readings=reference.readings,
    )
    scaled(data.rows, scale)  # refuses a scale that there is not
    _warn_if_out_of_reach(n, plan, evidence)
    return Monitor(plan, State(data.rows, data.rows[:0], evidence, np.arange(0)))


def _checked(rows: Any, plan: Plan) -> tuple[FloatArray, BoolArray]:
    """Rows (r, d) of the stream, and which (r,) of them lack nothing."""
    return stream_rows(rows, plan.feature_names, named=plan.named, nan_policy=plan.nan_policy, readings=plan.readings)


def _refuse_categories(reference: Rows) -> None:
    """A stream may bring levels that the reference lacks, for which there is no feature."""
    category = next((column for column, reading in reference.readings.items() if reading.kind == "category"), None)
    if category is not None:
        raise ValueError(
            f"column {category!r} is to be read as a category, of which a monitor makes no features; leave it out"
        )


def _warn_if_out_of_reach(n: int, plan: Plan, evidence: EProcess) -> None:
    """Warn where the reference takes in a change before the evidence can tell."""
    smallest = 1.0 / min(plan.n_resamples + 1, math.comb(n + plan.window, n))
    needed = windows_to_alarm(evidence, 0.5 * smallest)  # the mean of a smallest p-value, ties broken at random
    if needed > _RENEWALS * n / plan.window:
        least = f"{needed} windows" if needed <= MOST_WINDOWS else f"more than {MOST_WINDOWS} windows"
        warnings.warn(
            f"even the largest change takes {least} to raise an alarm, and has become most of the reference by then; "
            f"use a larger reference (now {n} rows), a smaller window (now {plan.window}) or more resamples (now "
            f"{plan.n_resamples})",
            UserWarning,
            stacklevel=3,
        )
