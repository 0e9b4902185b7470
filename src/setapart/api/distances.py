"""Distances: the projected Wasserstein distance with its directions, and W₁ itself."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from setapart._checks import check_integer, quoted
from setapart._errors import arg
from setapart.api.arguments import chosen_statistics, statistic_stream
from setapart.api.precision import check_precision
from setapart.api.task import Task, held_out_projection
from setapart.data.fill_values import fill_values
from setapart.data.reading import read_pair
from setapart.data.rng import resolve_seed
from setapart.data.rows import plain_rows
from setapart.data.samples import two_samples
from setapart.data.screening import Screening, screened_pair
from setapart.data.weights import check_weights
from setapart.inference.progress import phase, warn_if_long
from setapart.inference.split import one_split
from setapart.projection.solution import Solution, squared_upper_bound
from setapart.projection.solution import upper_bound as linear_upper_bound
from setapart.results import Problem, Projection, WassersteinResult
from setapart.results.reading_notes import reading_notes
from setapart.results.screening import indicator_notes, screening_notes
from setapart.statistics.base import Statistic
from setapart.statistics.projected import thorough
from setapart.statistics.registry import AnyStatistic, label, names_with
from setapart.statistics.split_projected import SplitProjectedWasserstein
from setapart.statistics.traits import Traits, traits_of
from setapart.transport.exact import transport, transport_seconds

__all__ = ["find_directions", "projected_wasserstein", "wasserstein"]


def projected_wasserstein(
    x: Any,
    y: Any = None,
    k: int | None = None,
    *,
    groups: Any = None,
    levels: Iterable[Any] | None = None,
    statistic: str | Statistic | SplitProjectedWasserstein | None = None,
    upper_bound: bool = False,
    scale: str | None = None,
    nan_policy: str = "raise",
    rng: Any = 0,
    progress: bool | None = None,
    read_as: Mapping[str, str] | None = None,
) -> Projection:
    """Find the k directions along which two samples are furthest apart in Wasserstein distance.

    Parameters
    ----------
    x, y, groups, levels, scale, nan_policy, rng, progress, read_as
        As in `two_sample_test`.
    k : int, optional
        Number of directions, from 1 to d; 2 by default, or 1 if there is one feature. With k = d the value is W₁.
        A `statistic` given as an object has its own.
    statistic : str or Statistic, optional
        Another statistic that has directions, by name or as an object, as in `two_sample_test` and with the settings
        that it has there: "pw" and "max_sliced" with fewer steps and starts, or sparse; "prw" and "srw", whose value is
        W₂; "marginal", "ks" and "tv", whose direction is a feature; and "hotelling", "covariance", "diproperm", "c2st"
        and "f_divergence", whose value is W₁ along the direction that they learn. "pw_split" learns on some of the
        rows, and its value is that of the others. By default "pw", with 120 steps from each of eight starts.
    upper_bound : bool
        Also bound the maximum from above, which takes one or two transport problems in the whole space. For "pw",
        "max_sliced", "prw" and "srw"; the others do not look for a maximum over directions.

    Returns
    -------
    Projection
        The value is a lower bound of the maximum, which is NP-hard to find already for k = 1; `status` says how the
        search ended.

    Raises
    ------
    ValueError, TypeError
        If an argument or the data cannot be used; the message names the argument, sample, row and column. Also if the
        statistic has no directions.
    TransportError
        If a transport problem ended without a proof of optimality.

    References
    ----------
    Wang, Gao and Xie (2021), Definition 2 and Algorithm 1. Paty and Cuturi (2019) for the idea of the bound, and for
    W₂.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> x = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    >>> projection = sa.projected_wasserstein(x, x + [3.0, 4.0], k=1, upper_bound=True)
    >>> round(projection.value, 9), round(projection.upper_bound, 9)
    (5.0, 5.0)
    >>> projection.directions.round(3).tolist()
    [[0.6], [0.8]]
    >>> y = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]])
    >>> round(sa.projected_wasserstein(x, y, statistic=sa.ProjectionRobustWasserstein(2)).value ** 2, 9)  # (4 + 9) / 3
    4.333333333
    """
    x, y = read_pair(x, y, read_as)
    samples = two_samples(x, y, groups=groups, levels=levels, nan_policy=nan_policy)
    (n, d), m = samples.x.shape, len(samples.y)
    if statistic is None:
        chosen: AnyStatistic = thorough(min(2, d) if k is None else check_integer("k", k, minimum=1, maximum=d))
    else:
        chosen = _single(statistic, k, size=n + m, d=d)
    if upper_bound and not _is_bounded(traits_of(chosen)):
        *others, last = map(repr, names_with(_is_bounded))
        raise ValueError(
            f"upper_bound=True bounds the largest distance along k directions, which {label(chosen)!r} does not look "
            f"for; use {', '.join(others)} or {last}, or leave it out"
        )
    task = Task.of(samples, scale=scale, seed=resolve_seed(rng), progress=progress)
    projection = find_directions(chosen, task, upper_bound=upper_bound)
    # A distance needs no independent samples: rows that both have are no matter.
    doubts = replace(screened_pair(samples), overlap=None)
    notes = (*screening_notes(doubts, samples.labels), *indicator_notes(samples.indicators))
    notes += reading_notes(samples.readings, samples.labels)
    return replace(projection, notes=notes)


def find_directions(statistic: AnyStatistic, task: Task, *, upper_bound: bool = False) -> Projection:
    """The directions of a statistic, which must have some, for two samples; without notes on the data."""
    if isinstance(statistic, SplitProjectedWasserstein):
        return _held_out(statistic, task)
    problem = task.problem
    with phase("preparation", task.progress):
        prepared = statistic.prepare(problem.pooled, rng=statistic_stream(task.seed))
    bounding = 2.0 * transport_seconds(*problem.pooled.shape) if upper_bound else 0.0
    warn_if_long(prepared.seconds + bounding, 1, 1, what="the search")
    with phase("directions", task.progress, seconds=prepared.seconds):
        solution = prepared.describe(problem.observed)
    if solution is None:
        raise ValueError(_no_directions(statistic))
    check_precision(np.array([solution.value]), (prepared.scale,), (statistic,), task)
    bound = None
    if upper_bound:
        with phase("upper bound", task.progress, seconds=bounding):
            bound = _bound(statistic, problem, solution)
    return problem.project(solution, bound=bound, centred=not traits_of(statistic).sees_means)


def _single(statistic: Any, k: Any, *, size: int, d: int) -> AnyStatistic:
    """The one statistic that was asked for."""
    members = chosen_statistics(statistic, k=k, sparsity=None, size=size, d=d)
    if len(members) > 1:
        raise ValueError(
            arg("statistic") + f" must be a single one that has directions, such as {quoted(_with_directions())}"
        )
    return members[0]


def _no_directions(statistic: Statistic) -> str:
    others = "with other settings it may, and so do" if statistic.name in _with_directions() else "use one of"
    return f"statistic={label(statistic)!r} has no directions; {others} {quoted(_with_directions())}"


def _is_bounded(traits: Traits) -> bool:
    return traits.maximises in ("W1", "W2")


def _with_directions() -> tuple[str, ...]:
    return names_with(lambda traits: traits.directions)


def _held_out(statistic: SplitProjectedWasserstein, task: Task) -> Projection:
    """Directions learned on some of the rows, with the distance of the others: those of the test with this seed."""
    if statistic.n_splits > 1:
        raise ValueError(
            f"pw_split with n_splits={statistic.n_splits} takes the directions of the split with the median p-value, "
            "which needs a test: use two_sample_test, or n_splits=1"
        )
    problem = task.problem
    split = one_split(problem.pooled, problem.n, statistic, n_resamples=1, seed=task.seed, progress=task.progress)
    return held_out_projection(split, problem, centred=statistic.centred)


def _bound(statistic: AnyStatistic, problem: Problem, solution: Solution) -> float:
    """What no k directions exceed: of W₁ or W₂, each sample at its own mean where the statistic moves it there."""
    x, y = problem.pooled[: problem.n], problem.pooled[problem.n :]
    traits = traits_of(statistic)
    if not traits.sees_means:
        x, y = x - x.mean(axis=0), y - y.mean(axis=0)
    k = solution.directions.shape[1]
    bound = linear_upper_bound(x, y, k) if traits.maximises == "W1" else squared_upper_bound(x, y, k)
    return min(bound, solution.value * (1.0 + solution.stationarity)) if solution.status == "bounded" else bound


def wasserstein(
    x: Any,
    y: Any,
    *,
    x_weights: Any = None,
    y_weights: Any = None,
    progress: bool | None = None,
    read_as: Mapping[str, str] | None = None,
) -> WassersteinResult:
    """The exact Wasserstein distance W₁ with Euclidean cost, its plan and its potentials.

    Parameters
    ----------
    x, y : array_like or data frame, shapes (n, d) and (m, d)
        Samples of any size and dimension; one-dimensional input counts as one feature.
    x_weights, y_weights : array_like, shapes (n,) and (m,), optional
        Non-negative, not all zero; only their ratios matter. Integers are taken exactly, real weights to 2⁻⁵² of
        their sum. Those of a series with an index go with the rows by name.
    progress : bool, optional
        Whether to show on standard error that it goes on, and the forecast; see `two_sample_test`.
    read_as : mapping of str to str, optional
        How to read columns that are no plain numbers; see `two_sample_test`.

    Returns
    -------
    WassersteinResult

    Raises
    ------
    TransportError
        If a solve ended without a proof of optimality: the value of the plan must equal that of the potentials.

    Warns
    -----
    UserWarning
        If it is likely to take more than an hour.

    Notes
    -----
    One feature takes a sort. More take a network simplex (Ahuja, Magnanti and Orlin, *Network Flows*, 1993, chapter
    11), whose memory grows with n + m (there is no n × m matrix) and whose time grows about with the square.

    Examples
    --------
    >>> import setapart as sa
    >>> res = sa.wasserstein([[0, 0], [1, 0]], [[0, 1], [1, 1], [2, 1]], y_weights=[1, 1, 2])
    >>> round(res.value, 6)
    1.31066
    """
    if y is None:
        raise ValueError("y is missing: a distance is one of two samples")
    x, y = (plain_rows(sample, "nan_policy") for sample in read_pair(x, y, read_as))
    samples = two_samples(x, y)
    n, m = len(samples.x), len(samples.y)
    x_weights = check_weights(x_weights, n, "x_weights", sample=x, called="x")
    y_weights = check_weights(y_weights, m, "y_weights", sample=y, called="y")
    seconds = transport_seconds(n + m, samples.x.shape[1])
    warn_if_long(seconds, 1, 1, what="the transport problem")
    with phase("transport", progress, seconds=seconds):
        solved = transport(samples.x, samples.y, x_weights=x_weights, y_weights=y_weights)
    # Whole numbers in order are the places of a histogram here, which the weights fill: only fill values are doubtful.
    doubts = Screening(fill_values((samples.x, samples.y), samples.feature_names))
    notes = (*screening_notes(doubts, samples.labels), *reading_notes(samples.readings, samples.labels))
    return WassersteinResult(solved.value, solved.plan, solved.x_potential, solved.y_potential, notes)
