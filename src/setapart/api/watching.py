"""A stream that is being watched: its monitor, which compares each window as it fills."""

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.api.arguments import scaled, statistic_stream
from setapart.api.story import story
from setapart.data.fill_values import fill_values
from setapart.data.rows import labels_at, rows_of
from setapart.data.screening import Screening
from setapart.data.series import stream_labels, stream_rows
from setapart.data.table import Table
from setapart.inference.design import relabellings
from setapart.inference.engine import evaluate
from setapart.inference.evidence import Evidence, smoothed_pvalue
from setapart.inference.outliers import outlier_scores
from setapart.inference.progress import progress_bar
from setapart.inference.streams import LABELLINGS, SPLITTING
from setapart.present.cautions import reworded
from setapart.present.screening import screening_notes
from setapart.provenance import settings, versions
from setapart.results import Window
from setapart.results.monitoring import StreamRecord
from setapart.results.told import Told
from setapart.statistics.base import Statistic
from setapart.statistics.projected import ProjectedWasserstein
from setapart.statistics.registry import label

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from setapart.present.account import Account

__all__ = ["Monitor", "State", "Watching"]


@dataclass(frozen=True, eq=False)
class Watching:
    """What does not change while a stream is watched."""

    statistic: Statistic
    window: int
    n_resamples: int
    scale: str | None
    nan_policy: str
    seed: int
    n_jobs: int | None
    feature_names: tuple[str, ...]
    backend: str | None
    named: bool
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class State:
    """What does: the reference, rows that wait, their places in the stream, the evidence, and the last comparison."""

    reference: FloatArray
    waiting: FloatArray
    evidence: Evidence
    places: IntArray
    n_rows: int = 0
    latest: tuple[FloatArray, FloatArray] | None = None


class Monitor(Told):
    """Watches a stream of rows; made by `monitor`. Pickle it to go on elsewhere or another day."""

    def __init__(self, how: Watching, state: State) -> None:
        self._how, self._state = how, state
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
        return self.n_rows - self.n_waiting - self.n_windows * self._how.window

    @property
    def evidence(self) -> float:
        """The evidence so far."""
        return self._state.evidence.value

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences on what to mind of the reference, and of the first window that has any."""
        return (*self._how.notes, *self._notes)

    @property
    def seed(self) -> int:
        """Passed as ``rng``, with the same rows, it gives the same windows."""
        return self._how.seed

    def update(self, rows: Any, *, progress: bool = False) -> list[Window]:
        """Take rows of the stream, one or many; what comes out does not depend on how they are dealt out.

        Parameters
        ----------
        rows : array_like or data frame, shape (r, d)
            With the columns of the reference, in any order if both have names. Also a single row: d numbers, or a
            series or dict of them by the names of the features; with one feature, a number. No rows are no error.
        progress : bool
            Show a bar on standard error, with the windows that become full.

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
        how, state = self._how, self._state
        values, complete = stream_rows(rows, how.feature_names, named=how.named, nan_policy=how.nan_policy)
        waiting = np.concatenate([state.waiting, values[complete]])
        places = np.concatenate([state.places, state.n_rows + np.flatnonzero(complete)])
        windows: list[Window] = []
        full = len(waiting) // how.window
        with progress_bar(full, progress, "window", phase="windows") as bar:
            for _ in range(full):
                state, report = _examined(how, state, waiting[: how.window], places[: how.window], progress=progress)
                windows.append(report)
                waiting, places = waiting[how.window :], places[how.window :]
                bar.update(1)
        self._state = replace(state, waiting=waiting, places=places, n_rows=self.n_rows + len(values))
        self._records += tuple(one.record() for one in windows)
        doubtful = next((one for one in windows if one.notes), None)
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
        return self._record().table().native(self._how.backend)

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
        how = self._how
        if self._state.latest is None:
            raise ValueError(f"no direction is known before the first window of {how.window} rows is full")
        rows = rows_of(rows)
        values, complete = stream_rows(rows, how.feature_names, named=how.named, nan_policy=how.nan_policy)
        reference, window = self._state.latest
        seed = _window_seed(how, self.n_windows - 1)
        shuffled = reference[_mixing(seed, 1).permutation(len(reference))]
        known, held_out = shuffled[: len(shuffled) // 2], shuffled[len(shuffled) // 2 :]
        scaling, pooled = scaled(np.concatenate([known, window]), how.scale)
        labels = np.arange(len(pooled)) < len(known)
        found = ProjectedWasserstein(1).prepare(pooled, rng=statistic_stream(seed)).describe(labels)
        direction = found.directions[:, 0]

        along = [scaling.apply(part) @ direction for part in (known, held_out, values[complete])]
        scores, pvalues = outlier_scores(*along)
        row = np.empty(len(scores), dtype=object)
        row[:] = labels_at(np.flatnonzero(complete), stream_labels(rows, len(values)))
        return Table({"row": row, "score": scores, "pvalue": pvalues, "direction_1": along[2]}).native(how.backend)

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries."""
        return self._record().to_dict()

    def plot(self) -> "Figure":
        """The evidence after each window, its limit and the alarms, as a Matplotlib figure."""
        from setapart.present.plots.evidence_curve import monitor_figure

        return monitor_figure(self._record())

    def _account(self) -> "Account":
        from setapart.present.monitoring import monitor_account

        return monitor_account(self._record(), self.plot)

    def _record(self) -> StreamRecord:
        how, evidence = self._how, self._state.evidence
        return StreamRecord(
            records=self._records,
            window=how.window,
            alpha=evidence.alpha,
            run_length=evidence.run_length,
            evidence=evidence.value,
            limit=evidence.limit,
            n_rows=self.n_rows,
            n_omitted=self.n_omitted,
            n_waiting=self.n_waiting,
            statistic_name=label(how.statistic),
            settings={
                "statistic": settings(how.statistic),
                "window": how.window,
                "alpha": evidence.alpha,
                "run_length": evidence.run_length,
                "n_resamples": how.n_resamples,
                "scale": how.scale,
                "nan_policy": how.nan_policy,
            },
            seed=how.seed,
            versions=versions(),
            wall_time=self._wall_time,
            notes=self.notes,
        )


def _examined(
    how: Watching, state: State, window: FloatArray, places: IntArray, *, progress: bool
) -> tuple[State, Window]:
    """Compare one window with the reference, and mix it in."""
    number, n = state.evidence.n_windows, len(state.reference)
    seed = _window_seed(how, number)
    rows = np.concatenate([state.reference, window])
    scaling, pooled = scaled(rows, how.scale)
    prepared = how.statistic.prepare(pooled, rng=statistic_stream(seed))
    family = relabellings(n, how.window, n_resamples=how.n_resamples, seed=seed)
    values = evaluate(prepared, family, n_jobs=how.n_jobs, progress=progress)
    mixing = _mixing(seed, 0)
    pvalue = smoothed_pvalue(values, scale=prepared.scale, u=1.0 - mixing.random())
    evidence = state.evidence.after(pvalue)
    kept = np.sort(mixing.choice(len(rows), n, replace=False))
    start, stop = int(places[0]), int(places[-1]) + 1
    report = Window(
        number,
        start,
        stop,
        stop - start - how.window,
        pvalue,
        float(values[0]),
        evidence.value,
        evidence.limit,
        story(
            how.statistic,
            pooled,
            n,
            scaling=scaling,
            feature_names=how.feature_names,
            backend=how.backend,
            seed=seed,
        ),
        _window_notes(state.reference, window, how.feature_names),
    )
    latest = (state.reference, window)
    return replace(state, reference=rows[kept], evidence=evidence, latest=latest), report


def _window_notes(reference: FloatArray, window: FloatArray, names: tuple[str, ...]) -> tuple[str, ...]:
    """On fill values of the window; single windows are too short to tell more."""
    found = tuple(one for one in fill_values((reference, window), names) if one.counts[1])
    return screening_notes(Screening(found), ("the reference", "the window"))


def _window_seed(how: Watching, number: int) -> int:
    """The seed of one window."""
    return int(np.random.SeedSequence(how.seed, spawn_key=(LABELLINGS, number)).generate_state(1, np.uint64)[0])


def _mixing(seed: int, purpose: int) -> np.random.Generator:
    """Randomness for ties and the next reference (0), or for the halves of the reference (1)."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(SPLITTING, purpose)))
