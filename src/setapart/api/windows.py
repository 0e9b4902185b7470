"""One window of a stream, compared with the reference, which it is then mixed into."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from setapart._streams import LABELLINGS, SPLITTING, stream
from setapart._types import FloatArray, IntArray
from setapart.api.arguments import scaled, statistic_stream
from setapart.api.task import describe_split
from setapart.data.fill_values import fill_values
from setapart.data.screening import Screening
from setapart.data.table import Reading
from setapart.inference.engine import evaluate
from setapart.inference.eprocess import EProcess, smoothed_pvalue
from setapart.inference.relabellings import relabellings
from setapart.results import Problem, Window
from setapart.results.screening import screening_notes
from setapart.statistics.base import Statistic
from setapart.statistics.family import PreparedFamily

__all__ = ["Plan", "State", "compare_window", "mixing_stream", "window_seed"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Plan:
    """What does not change while a stream is watched; `named` says whether its columns go by their names.

    `readings` are of those that were no plain numbers.
    """

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
    notes: tuple[str, ...]
    readings: Mapping[str, Reading]


@dataclass(frozen=True, eq=False)
class State:
    """What does: the reference, rows that wait, their places in the stream, the evidence, and the last comparison."""

    reference: FloatArray
    waiting: FloatArray
    evidence: EProcess
    places: IntArray
    n_rows: int = 0
    latest: tuple[FloatArray, FloatArray] | None = None


def compare_window(
    plan: Plan, state: State, window: FloatArray, places: IntArray, *, progress: bool | None
) -> tuple[State, Window]:
    """Compare one window with the reference, and mix it in."""
    number, n = state.evidence.n_windows, len(state.reference)
    seed = window_seed(plan, number)
    rows = np.concatenate([state.reference, window])
    scaling, pooled = scaled(rows, plan.scale)
    problem = Problem(pooled=pooled, n=n, scaling=scaling, feature_names=plan.feature_names, backend=plan.backend)
    prepared = plan.statistic.prepare(pooled, rng=statistic_stream(seed))
    family = relabellings(n, plan.window, n_resamples=plan.n_resamples, seed=seed)
    values = evaluate(PreparedFamily((prepared,)), family, n_jobs=plan.n_jobs, progress=progress)[:, 0]
    mixing = mixing_stream(seed, 0)
    pvalue = smoothed_pvalue(values, scale=prepared.scale, u=1.0 - mixing.random())
    evidence = state.evidence.after(pvalue)
    kept = np.sort(mixing.choice(len(rows), n, replace=False))
    start, stop = int(places[0]), int(places[-1]) + 1
    report = Window(
        number=number,
        start=start,
        stop=stop,
        n_omitted=stop - start - plan.window,
        pvalue=pvalue,
        statistic=float(values[0]),
        evidence=evidence.value,
        limit=evidence.limit,
        projection=describe_split(plan.statistic, problem, seed),
        notes=_window_notes(state.reference, window, plan.feature_names),
    )
    latest = (state.reference, window)
    return replace(state, reference=rows[kept], evidence=evidence, latest=latest), report


def _window_notes(reference: FloatArray, window: FloatArray, names: tuple[str, ...]) -> tuple[str, ...]:
    """On fill values of the window; single windows are too short to tell more."""
    in_window = tuple(fill for fill in fill_values((reference, window), names) if fill.counts[1])
    return screening_notes(Screening(in_window), ("the reference", "the window"))


def window_seed(plan: Plan, number: int) -> int:
    """The seed of one window, by its number from 0."""
    return int(np.random.SeedSequence(plan.seed, spawn_key=(LABELLINGS, number)).generate_state(1, np.uint64)[0])


def mixing_stream(seed: int, purpose: int) -> np.random.Generator:
    """Randomness for ties and the next reference (0), or for the halves of the reference (1)."""
    return stream(seed, SPLITTING, purpose)
