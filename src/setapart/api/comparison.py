"""Many tests of the same samples on the same relabellings, side by side and together."""

import logging
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np

from setapart._checks import check_integer
from setapart._errors import Message, message, message_of
from setapart._types import FloatArray
from setapart._words import duration
from setapart.api.arguments import statistic_stream
from setapart.api.methods import Findings, leading_directions
from setapart.api.precision import check_precision
from setapart.api.requested_tests import RequestedTest, requested_tests
from setapart.api.resuming import comparison_checkpoint, kept_values, share_left
from setapart.api.task import Task, check_components, component_notes
from setapart.api.test import notes_on_units, two_sample_result
from setapart.data.designs import Clusters, Strata
from setapart.data.opened import matrix_settings, opened
from setapart.data.rng import resolve_seed
from setapart.data.samples import check_labels, two_samples
from setapart.data.screening import screened_pair
from setapart.inference.checkpoint import Checkpoint, CheckpointError, KeptValues
from setapart.inference.combination import Combined, combine, combine_columns
from setapart.inference.engine import evaluate
from setapart.inference.multiplicity import stepdown
from setapart.inference.progress import phase, warn_if_long
from setapart.inference.pvalues import share_interval, smallest_pvalue
from setapart.inference.workers import chosen_workers
from setapart.results import ComparedTest, Comparison, Projection
from setapart.results.call import Call
from setapart.results.notes import resolution_notes
from setapart.results.reading_notes import reading_notes
from setapart.results.screening import indicator_notes, screening_notes
from setapart.statistics.base import Statistic
from setapart.statistics.family import PreparedFamily, SharedDistances

__all__ = ["compare"]

_FEW = 64  # rows, to load code with
_TOLD, _AFFORDABLE = 10.0, 60.0  # seconds from which on a forecast is told, and a test may be left out by default
_KEPT = 2**28  # bytes: what is prepared for the forecast is kept where a matrix of all rows for each test fits in


def compare(
    x: Any,
    y: Any = None,
    *,
    groups: Any = None,
    levels: Iterable[Any] | None = None,
    statistics: str | Statistic | Sequence[str | Statistic] | None = None,
    n_resamples: int = 999,
    design: str | Strata | Clusters | None = None,
    scale: str | None = None,
    nan_policy: str = "raise",
    rng: Any = 0,
    n_jobs: int | None = None,
    progress: bool | None = None,
    checkpoint: str | PathLike[str] | None = None,
    labels: Iterable[str] | None = None,
    categorical: str | None = None,
    read_as: Mapping[str, str] | None = None,
    layer: str | None = None,
    use_rep: str | None = None,
) -> Comparison:
    """Compare tests: all on the same samples and the same relabellings, with p-values adjusted for their number.

    A row of the answer is what `two_sample_test` says by itself with this statistic and the same seed, and beside its
    p-value stands the one that is adjusted for all tests, by Westfall and Young's step-down minimum of p-values over
    these relabellings. One overall p-value combines all tests, as `two_sample_test` does.

    Parameters
    ----------
    x, y, groups, levels, design, scale, nan_policy, rng, n_jobs, progress, labels, categorical, read_as, layer, use_rep
        As in `two_sample_test`.
    statistics : str, Statistic, or a sequence of them, optional
        "all", every name that `two_sample_test` knows, but for "pw_split", which relabels other rows than the others
        do, and for those that cannot be used on these samples or lack a package: a note says which and why. Or names
        and objects. "auto", the default combination, counts as one test. By default all of them, but for one that alone
        would take more than half of the time, and more than a minute on one core; a note names it.
    n_resamples : int
        Relabellings. If there are no more splits than this, all are enumerated and p-values are exact.
    checkpoint : path, optional
        A file for the values of the relabellings evaluated so far, from which the same comparison goes on after an
        interruption, also with other `statistics` or more relabellings; see docs/long_runs.md.

    Returns
    -------
    Comparison
        ``comparison.table()`` has a row for each test, and ``comparison["energy"]`` is one of them.

    Raises
    ------
    ValueError, TypeError
        If an argument or the data cannot be used; the message names the argument, sample, row and column.
    ImportError
        If a statistic that was named, a bar or a file needs a package that is not installed.
    TransportError
        If a transport problem ended without a proof of optimality.

    Warns
    -----
    UserWarning
        If it is likely to take more than an hour; the message names the statistic that takes most of it.

    References
    ----------
    Westfall and Young, "Resampling-Based Multiple Testing", Wiley 1993.
    Ge, Dudoit and Speed, "Resampling-based multiple testing for microarray data analysis", Test 12, 2003.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(30, 4)), rng.normal(size=(30, 4)) + [0, 0, 2, 0]
    >>> comparison = sa.compare(x, y, statistics=["energy", "covariance", "marginal"], n_resamples=199)
    >>> comparison.reject(0.05)
    ('energy', 'marginal')
    >>> comparison["marginal"].top_feature
    'x3'
    """
    started = time.perf_counter()
    labels = check_labels(labels)
    x, y, groups, design = opened(
        x,
        y,
        groups=groups,
        design=design,
        layer=layer,
        use_rep=use_rep,
        categorical=categorical,
        read_as=read_as,
        labels=labels,
    )
    samples = two_samples(x, y, groups=groups, levels=levels, nan_policy=nan_policy, labels=labels, design=design)
    n_resamples = check_integer("n_resamples", n_resamples, minimum=1)
    (n, d), m = samples.x.shape, len(samples.y)
    tests = requested_tests(statistics, size=n + m, d=d)
    task = Task.of(
        samples,
        scale=scale,
        seed=resolve_seed(rng),
        n_resamples=n_resamples,
        n_jobs=chosen_workers(n_jobs),
        progress=progress,
    )

    exact = task.relabellings.exact
    chosen = statistics is None or (isinstance(statistics, str) and statistics == "all")
    with comparison_checkpoint(checkpoint, task) as file:
        outcomes, omissions = _run_all(tests, task, file, lenient=chosen, frugal=statistics is None)
    values, scales = np.column_stack([outcome.values for outcome in outcomes]), [outcome.scale for outcome in outcomes]
    overall, adjusted = combine_columns(values, scales), stepdown(values, scales, exact=exact)

    compared = _compared_tests(outcomes, overall, adjusted.pvalues, exact=exact)
    members = [member for outcome in outcomes for member in outcome.test.statistics]
    notes = (*screening_notes(screened_pair(samples), samples.labels), *indicator_notes(samples.indicators), *omissions)
    notes += component_notes(samples) or notes_on_units(members, task.problem.pooled, samples.feature_names, scale)
    notes += resolution_notes(adjusted.smallest, exact=exact) + reading_notes(samples.readings, samples.labels)
    call = Call(
        "compare",
        "x, y",
        {
            "statistics": {outcome.test.name: outcome.test.statistics for outcome in outcomes},
            "n_resamples": n_resamples,
            "scale": scale,
            "nan_policy": nan_policy,
            **matrix_settings(x, categorical=categorical, layer=layer, use_rep=use_rep),
        },
        task.seed,
    )
    findings = _combined(compared, overall, exact=exact)
    combined = two_sample_result(findings, task, call, "combination", notes, started=started)
    return Comparison(compared, combined, adjusted.smallest, backend=samples.backend)


@dataclass(frozen=True, eq=False)
class _Outcome:
    """A test by itself: its values (B + 1,) for all relabellings, and the directions of the observed one."""

    test: RequestedTest
    values: FloatArray
    scale: float
    seconds: float
    projection: Projection | None


@dataclass(frozen=True, eq=False)
class _Preparation:
    """How long it took to prepare a test, the forecast of a relabelling, and what was prepared if it was kept."""

    seconds: float = 0.0
    forecast: float = 0.0
    prepared: PreparedFamily | None = None


def _run_all(
    tests: Sequence[RequestedTest], task: Task, file: Checkpoint | None, *, lenient: bool, frugal: bool
) -> tuple[list[_Outcome], tuple[str, ...]]:
    """Evaluate one test after the other, so that no more is held than one of them needs, and what they share.

    Quick ones come first; the outcomes are in the order asked for. Where it is `lenient`, tests that cannot be used are
    left out instead of raising, and where it is `frugal`, one that takes most of the time; notes say which.
    """
    shared = SharedDistances(task.problem.pooled)
    preparations = _preparations(tests, task, shared)
    notes = {"pw_split": "'pw_split' was left out: it relabels other rows than the others do."} if lenient else {}
    if frugal:
        notes |= _unaffordable({test.name: preparations[test.name].forecast for test in tests}, task.relabellings.count)
    stores = {test.name: kept_values(file, test.name, test.statistics) for test in tests}
    count = task.relabellings.count
    forecasts = {
        test.name: preparations[test.name].forecast * share_left(stores[test.name], count)
        for test in tests
        if test.name not in notes
    }
    warn_if_long(
        sum(forecasts.values()),
        count,
        task.n_jobs,
        what="the comparison",
        remedy="other statistics",
        parts=forecasts,
        least=_TOLD,
    )

    outcomes = {}
    members = {test.name: test for test in tests}
    for number, name in enumerate(sorted(forecasts, key=forecasts.__getitem__), start=1):
        place = f"{name} ({number} of {len(forecasts)})"
        try:
            outcomes[name] = _run_one(members[name], task, shared, preparations.pop(name), place, stores[name])
        except (ImportError, ValueError, FloatingPointError) as error:
            if not lenient or isinstance(error, CheckpointError):
                raise
            notes[name] = Message(f"'{name}' was left out: ", message_of(error), ".")
    places = {name: place for place, name in enumerate(members)}
    ordered = sorted(notes, key=lambda name: places.get(name, -1))
    return [outcomes[name] for name in members if name in outcomes], tuple(notes[name] for name in ordered)


def _unaffordable(forecasts: dict[str, float], count: int) -> dict[str, str]:
    """The note on the test that takes most of the time, by its name, if it takes too much of it.

    Forecasts, each of one relabelling, are of one core: what is compared depends on the workers no more than the answer
    does.
    """
    name = max(forecasts, key=forecasts.__getitem__)
    seconds, total = forecasts[name] * count, sum(forecasts.values()) * count
    if seconds <= _AFFORDABLE or seconds <= total / 2:
        return {}
    note = message(
        "{name!r} was left out: it alone would take {long} on one core, and all others {rest}; {statistics='all'} "
        "brings it back.",
        name=name,
        long=duration(seconds),
        rest=duration(total - seconds),
    )
    logging.getLogger("setapart").info(note)
    return {name: note}


def _preparations(tests: Sequence[RequestedTest], task: Task, shared: SharedDistances) -> dict[str, _Preparation]:
    """The preparation of each test by its name, with the forecast of how long it takes.

    Of many rows nothing that is prepared is kept but what they share, so that no more memory is taken than one of them
    needs.
    """
    keeps = 8 * len(task.problem.pooled) ** 2 * len(tests) <= _KEPT
    preparations = {}
    with phase("preparation", task.progress):
        for test in tests:
            with suppress(Exception):  # code is loaded before the clock goes on
                SharedDistances(task.problem.pooled[:_FEW]).prepare(test.statistics, rng=statistic_stream(task.seed))
            preparations[test.name] = _Preparation()
            with suppress(Exception):  # an error is raised again, and reported, when the test runs
                started = time.perf_counter()
                prepared = shared.prepare(test.statistics, rng=statistic_stream(task.seed))
                seconds = time.perf_counter() - started
                preparations[test.name] = _Preparation(seconds, prepared.seconds, prepared if keeps else None)
    return preparations


def _run_one(
    test: RequestedTest,
    task: Task,
    shared: SharedDistances,
    preparation: _Preparation,
    place: str,
    store: KeptValues | None,
) -> _Outcome:
    check_components(task.samples, test.statistics)
    seconds, prepared = preparation.seconds, preparation.prepared
    if prepared is None:
        prepared = shared.prepare(test.statistics, rng=statistic_stream(task.seed))
    prepared.evaluate(task.relabellings.rows(0, 1))  # code is loaded before the clock goes on
    started = time.perf_counter()
    values = evaluate(prepared, task.relabellings, n_jobs=task.n_jobs, progress=task.progress, phase=place, store=store)
    seconds += time.perf_counter() - started

    check_precision(values[0], prepared.scales, test.statistics, task)
    combined = combine(values, prepared)
    _, directions = leading_directions(
        prepared.members, test.statistics, task, ranking=combined.ranking.tolist(), unadjusted=combined.unadjusted
    )
    return _Outcome(test, combined.scores, combined.scale, seconds, directions)


def _compared_tests(
    outcomes: Sequence[_Outcome], overall: Combined, adjusted: FloatArray, *, exact: bool
) -> tuple[ComparedTest, ...]:
    return tuple(
        ComparedTest(
            name=outcome.test.name,
            words=outcome.test.words,
            statistic=float(outcome.values[0]),
            unadjusted_pvalue=float(overall.unadjusted[t]),
            null_distribution=outcome.values[0 if exact else 1 :],
            leading=t == int(overall.ranking[0]),
            adjusted_pvalue=float(adjusted[t]),
            seconds=outcome.seconds,
            projection=outcome.projection,
        )
        for t, outcome in enumerate(outcomes)
    )


def _combined(tests: tuple[ComparedTest, ...], overall: Combined, *, exact: bool) -> Findings:
    """What all tests find together."""
    source = next((tests[t] for t in overall.ranking if tests[t].projection is not None), None)
    drawn = overall.scores.size - 1
    return Findings(
        statistic=float(overall.scores[0]),
        pvalue=overall.pvalue,
        null_distribution=overall.scores[0 if exact else 1 :],
        n_resamples=drawn,
        exact=exact,
        projection=None if source is None else source.projection,
        pvalue_interval=None if exact else share_interval(overall.n_reaching - 1, drawn),
        smallest_pvalue=smallest_pvalue(overall.scores, scale=0.0, exact=exact),
        components=tests,
        projection_of=None if source is None else source.name,
    )
