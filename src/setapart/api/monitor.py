"""Watching a stream: windows of it against a reference, with a bound on false alarms however long it runs."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from setapart._checks import check_integer, check_positive, check_probability
from setapart._types import FloatArray
from setapart.api.arguments import scaled, statistic_stream
from setapart.api.change_points import single_statistic
from setapart.api.story import story
from setapart.data.blocks import as_table
from setapart.data.one_sample import one_sample
from setapart.data.rng import resolve_seed
from setapart.data.samples import two_samples
from setapart.data.table import Table
from setapart.inference.design import relabellings
from setapart.inference.engine import evaluate
from setapart.inference.evidence import Evidence, smoothed_pvalue
from setapart.inference.streams import LABELLINGS, SPLITTING
from setapart.inference.workers import chosen_workers
from setapart.results.monitoring import Window
from setapart.statistics.base import Statistic
from setapart.statistics.projected import ProjectedWasserstein

__all__ = ["Monitor", "monitor"]

_FEWEST = 4  # rows of a reference: both halves must have some to compare


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
) -> "Monitor":
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

    Returns
    -------
    Monitor

    Raises
    ------
    ValueError, TypeError
        If an argument or the reference cannot be used.

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
    data = one_sample(reference, nan_policy=nan_policy, label="reference")
    n, d = data.rows.shape
    if n < _FEWEST:
        raise ValueError(f"reference must have at least {_FEWEST} rows, got {n}")
    window = check_integer("window", window, minimum=1)
    if alpha is not None and run_length is not None:
        raise ValueError("give either alpha or run_length")
    if run_length is not None:
        evidence = Evidence(None, check_positive("run_length", run_length))
    else:
        evidence = Evidence(check_probability("alpha", 0.05 if alpha is None else alpha))
    names = data.feature_names
    one = data.rows[:1]
    template = one if as_table(reference) is None else Table(dict(zip(names, one.T, strict=True)))
    how = _Watching(
        single_statistic(statistic, n + window, d),
        window,
        check_integer("n_resamples", n_resamples, minimum=1),
        scale,
        nan_policy,
        resolve_seed(rng),
        chosen_workers(n_jobs),
        names,
        data.backend,
        template,
    )
    scaled(data.rows, scale)  # refuses a scale that there is not
    return Monitor(how, _State(data.rows, data.rows[:0], evidence))


@dataclass(frozen=True, eq=False)
class _Watching:
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
    template: Table | FloatArray


@dataclass(frozen=True, eq=False)
class _State:
    """What does: the reference, rows that wait for their window to be full, the evidence, and the last comparison."""

    reference: FloatArray
    waiting: FloatArray
    evidence: Evidence
    latest: tuple[FloatArray, FloatArray] | None = None


class Monitor:
    """Watches a stream of rows; made by `monitor`. Pickle it to go on elsewhere or another day."""

    def __init__(self, how: _Watching, state: _State) -> None:
        self._how, self._state = how, state
        self._history: list[tuple[float, float, float, bool]] = []

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
    def evidence(self) -> float:
        """The evidence so far."""
        return self._state.evidence.value

    @property
    def seed(self) -> int:
        """Passed as ``rng``, with the same rows, it gives the same windows."""
        return self._how.seed

    def update(self, rows: Any) -> list[Window]:
        """Take rows of the stream, one or many; what comes out does not depend on how they are dealt out.

        Parameters
        ----------
        rows : array_like or data frame, shape (r, d)
            With the columns of the reference, in any order if both have names.

        Returns
        -------
        list of Window
            Those that became full.

        Raises
        ------
        ValueError
            If the rows cannot be used. The monitor is then as it was before, and so it is after Ctrl-C.
        """
        how, state = self._how, self._state
        fresh = two_samples(how.template, rows, nan_policy=how.nan_policy, labels=("reference", "rows")).y
        waiting = np.concatenate([state.waiting, fresh])
        windows: list[Window] = []
        while len(waiting) >= how.window:
            state, report = _examined(how, state, waiting[: how.window])
            windows.append(report)
            waiting = waiting[how.window :]
        self._state = replace(state, waiting=waiting)
        self._history += [(one.pvalue, one.statistic, one.evidence, one.alarm) for one in windows]
        return windows

    def history(self) -> Any:
        """All windows so far, a row each.

        Returns
        -------
        table
            In the data-frame library of the reference, or a `Table`: window, pvalue, statistic, evidence and alarm.
        """
        columns = np.array(self._history, dtype=float).reshape(-1, 4).T
        return Table(
            {
                "window": np.arange(columns.shape[1]),
                **dict(zip(("pvalue", "statistic", "evidence"), columns[:3], strict=True)),
                "alarm": columns[3] > 0.0,
            }
        ).native(self._how.backend)

    def scores(self, rows: Any) -> Any:
        """How far out rows are along the direction in which the last window differed from the reference.

        The direction is learned on that window and half of the reference that it was compared with. A score is the
        distance from the median of this half, in its robust standard deviations; the p-value is the rank of the score
        among those of the other half. For a row that is like the reference, and had no part in the window, it is at
        most p with probability at most p.

        Parameters
        ----------
        rows : array_like or data frame, shape (r, d)
            Any rows; they are not taken for part of the stream.

        Returns
        -------
        table
            In the data-frame library of the reference, or a `Table`: score, pvalue, and direction_1, where the row lies
            along the direction in the unit of the comparison.

        Raises
        ------
        ValueError
            If no window is full yet, or the rows cannot be used.
        """
        how = self._how
        if self._state.latest is None:
            raise ValueError(f"no direction is known before the first window of {how.window} rows is full")
        judged = two_samples(how.template, rows, nan_policy=how.nan_policy, labels=("reference", "rows")).y
        reference, window = self._state.latest
        seed = _window_seed(how, self.n_windows - 1)
        shuffled = reference[_mixing(seed, 1).permutation(len(reference))]
        known, held_out = shuffled[: len(shuffled) // 2], shuffled[len(shuffled) // 2 :]
        scaling, pooled = scaled(np.concatenate([known, window]), how.scale)
        labels = np.arange(len(pooled)) < len(known)
        found = ProjectedWasserstein(1).prepare(pooled, rng=statistic_stream(seed)).describe(labels)
        direction = found.directions[:, 0]

        along = [scaling.apply(part) @ direction for part in (known, held_out, judged)]
        centre = np.median(along[0])
        spread = 1.4826 * float(np.median(np.abs(along[0] - centre))) or float(along[0].std()) or 1.0
        _, others, scores = (np.abs(part - centre) / spread for part in along)
        smaller = np.searchsorted(np.sort(others), scores, side="left")
        return Table(
            {
                "score": scores,
                "pvalue": (1.0 + others.size - smaller) / (1.0 + others.size),
                "direction_1": along[2],
            }
        ).native(how.backend)


def _examined(how: _Watching, state: _State, window: FloatArray) -> tuple[_State, Window]:
    """Compare one window with the reference, and mix it in."""
    number, n = state.evidence.n_windows, len(state.reference)
    seed = _window_seed(how, number)
    rows = np.concatenate([state.reference, window])
    scaling, pooled = scaled(rows, how.scale)
    prepared = how.statistic.prepare(pooled, rng=statistic_stream(seed))
    family = relabellings(n, how.window, n_resamples=how.n_resamples, seed=seed)
    values = evaluate(prepared, family, n_jobs=how.n_jobs)
    mixing = _mixing(seed, 0)
    pvalue = smoothed_pvalue(values, scale=prepared.scale, u=1.0 - mixing.random())
    evidence = state.evidence.after(pvalue)
    kept = np.sort(mixing.choice(len(rows), n, replace=False))
    report = Window(
        number,
        number * how.window,
        (number + 1) * how.window,
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
    )
    return _State(rows[kept], state.waiting, evidence, (state.reference, window)), report


def _window_seed(how: _Watching, number: int) -> int:
    """The seed of one window."""
    return int(np.random.SeedSequence(how.seed, spawn_key=(LABELLINGS, number)).generate_state(1, np.uint64)[0])


def _mixing(seed: int, purpose: int) -> np.random.Generator:
    """Randomness for ties and the next reference (0), or for the halves of the reference (1)."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(SPLITTING, purpose)))
