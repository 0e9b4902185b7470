"""From the result of a test to its explanation: every question put to the rows that were compared."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from setapart._checks import check_integer, check_positive
from setapart._designs import Clustered
from setapart._errors import message
from setapart._types import FloatArray
from setapart._words import ALPHA, is_significant
from setapart.data.table import Table
from setapart.explain.conditional import conditional_seconds, conditional_table
from setapart.explain.detection import Detectable, detectable, detection_seconds
from setapart.explain.explained import explained_seconds, explained_table
from setapart.explain.groups import pooled_spread
from setapart.explain.held_out import cross_effect, effect_seconds
from setapart.explain.notes import loading_cautions, other_components, row_numbers, why_no_intervals
from setapart.explain.refits import Half, Search, halves, preparation, refits
from setapart.explain.regions import find_regions, part_of_rows, regions_seconds
from setapart.explain.rules import rule_table, rules_seconds
from setapart.explain.shares import shares, shares_seconds
from setapart.explain.tables import (
    angle_table,
    dimension,
    group_table,
    loading_table,
    rate_table,
    row_table,
)
from setapart.explain.witness import explained_witness, witness_seconds
from setapart.inference.progress import forecast, n_workers, phase, warn_if_long
from setapart.inference.units import Units, units_of
from setapart.inference.workers import chosen_workers
from setapart.projection.coordinates import span_coordinates
from setapart.results.explanation import Explanation, Source
from setapart.results.notes import data_notes, out_of_reach
from setapart.results.problem import Problem, needed
from setapart.results.projection import Projection
from setapart.results.two_sample import TwoSampleResult
from setapart.statistics.base import Statistic
from setapart.statistics.projected import ProjectedWasserstein
from setapart.statistics.registry import label
from setapart.statistics.split_projected import SplitProjectedWasserstein
from setapart.statistics.traits import traits_of
from setapart.transport.conditioning import condition

__all__ = ["explain"]

_REFITTING, _SIMULATION = 2.0, 10.0  # seconds that these may take by default, by forecast
_FEWEST, _MOST = 40, 200  # refits by default
_CONDITIONAL, _EXPLAINED = 20, 21  # streams
_NO_RULES = "Rules are not looked for: the sparse rows were compared by their principal components."
_SHIFTS = (0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0)  # pooled standard deviations


def explain(
    result: TwoSampleResult,
    *,
    n_refits: int | None,
    min_effect: float | None,
    rows: int,
    n_jobs: int | None,
    progress: bool | None,
) -> Explanation:
    """See `TwoSampleResult.explain`."""
    started = time.perf_counter()
    whole, n_jobs = needed(result.problem, "explain it"), chosen_workers(n_jobs)
    rows = check_integer("rows", rows, minimum=1)
    n_refits = None if n_refits is None else check_integer("n_refits", n_refits, minimum=20)
    min_effect = None if min_effect is None else check_positive("min_effect", min_effect)

    with phase("directions", progress):
        search, projection, source, origin = _explained(result, whole)
        search = _compact(search)
    other_parts = {
        "what leads": witness_seconds(result, whole),
        "features given the others": conditional_seconds(result, whole),
        "differences undone": explained_seconds(result, whole),
    }
    repeats = _repeats(search, n_refits, projection.k, n_jobs, progress, other_parts)
    tables = _tables(whole, search, projection, repeats, single_features=source.single_features)
    with phase("distance in all features", progress):
        curve, of_fewer = _shares(search, projection)
    effect, pvalue, unsure = cross_effect(
        search, repeats.divisions, centred=not source.means, min_effect=min_effect, n_jobs=n_jobs, progress=progress
    )
    regions, rules = result.by_region, result.by_rule
    if regions is None or projection is not result.projection:  # whose directions make up the map
        regions = find_regions(result, whole, projection, n_jobs=n_jobs, progress=progress)
    if rules is None:
        rules = rule_table(result, whole, repeats.units, n_jobs=n_jobs, progress=progress)
    would_be, why_not = _would_have_been_found(result, whole, repeats.units, n_jobs, progress)
    with phase("what leads", progress):
        witness = explained_witness(result, whole, repeats.units)
    with phase("features given the others", progress):
        conditional = conditional_table(result, whole, repeats.units, search.stream(_CONDITIONAL))
    with phase("differences undone", progress):
        explained = explained_table(result, whole, repeats.units, search.stream(_EXPLAINED))
    notes = (
        *data_notes(result.notes),
        *origin,
        *other_components(result, whole, source, projection),
        *loading_cautions(result, search, tables.angles),
        *unsure,
        # No loading is called sure or unsure without evidence.
        *(tables.no_intervals if is_significant(result.pvalue) else ()),
        *of_fewer,
        *part_of_rows(regions, whole),
        *row_numbers(result, whole, regions),
        *([_NO_RULES] if rules is None else []),
        *why_not,
    )
    return Explanation(
        projection=projection,
        labels=result.labels,
        sizes=result.sizes,
        pvalue=result.pvalue,
        statistic_name=result.statistic_name,
        loading_table=tables.loadings,
        angle_table=tables.angles,
        share_table=curve,
        row_table=row_table(projection, search.problem, result.labels, rows),
        group_table=tables.groups,
        rate_table=rate_table(projection, whole),
        conditional_table=conditional,
        explained_table=explained,
        by_feature=result.by_feature,
        by_region=regions,
        by_rule=rules,
        by_witness=witness,
        effect=effect,
        min_effect=min_effect,
        min_effect_pvalue=pvalue,
        detectable=would_be,
        n_refits=len(repeats.frames),
        source=source,
        notes=notes,
        backend=projection.backend,
        call=result.call.explaining(n_refits=len(repeats.frames), min_effect=min_effect, rows=rows),
        versions=result.versions,
        wall_time=time.perf_counter() - started,
    )


@dataclass(frozen=True, eq=False)
class _Repeats:
    """The search on other rows: the directions (d, k) of refits, and those of the halves of some divisions."""

    units: Units
    frames: list[FloatArray]
    divisions: list[tuple[Half, Half]]


@dataclass(frozen=True, eq=False)
class _Tables:
    """What refits and halves say of the directions."""

    loadings: Table
    angles: Table
    groups: Table
    no_intervals: list[str]  # a note on why loadings have none, if so


def _explained(result: TwoSampleResult, problem: Problem) -> tuple[Search, Projection, Source, list[str]]:
    """The search to repeat, the directions that it finds in all rows, whose they are, and where they are from."""
    statistic, why = problem.statistic, None
    learner: Statistic
    if isinstance(statistic, SplitProjectedWasserstein):
        learner, why = statistic.learner, "The directions of the test were learned on some of the rows"
    elif statistic is None:
        learner, why = ProjectedWasserstein(1), "The test has no directions to search for again"
    else:
        learner = statistic
    traits = traits_of(learner)
    component = None if statistic is None else result.projection_of
    source = Source(
        component or label(learner),
        stands_in=statistic is None,
        single_features=traits.directions == "feature" and problem.basis is None,
        means=traits.sees_means,
        unadjusted_pvalue=next((part.unadjusted_pvalue for part in result.components if part.name == component), None),
    )
    search = Search(learner, problem, result.seed)
    if why is None:
        assert result.projection is not None
        return search, result.projection, source, []
    note = f"{why}; what is explained are directions in which the Wasserstein distance of all rows is largest."
    return search, problem.project(search.solution(), centred=not traits.sees_means), source, [note]


def _compact(search: Search) -> Search:
    """The same in a basis of the space that the rows span, where features outnumber rows and any basis will do.

    A refit would turn to such a basis itself, each time.
    """
    statistic, problem = search.statistic, search.problem
    traits = traits_of(statistic)
    turns = traits.maximises == "W1" and traits.features == "all"
    if problem.basis is not None or not turns or problem.pooled.shape[1] < len(problem.pooled):
        return search
    points, exponent = condition(problem.pooled)
    coordinates = span_coordinates(points)
    if coordinates.rows.shape[1] < getattr(statistic, "k", 1):
        return search
    rows = np.ldexp(coordinates.rows, exponent)
    return replace(search, problem=replace(problem, pooled=rows, basis=coordinates.basis))


def _repeats(
    search: Search,
    n_refits: int | None,
    k: int,
    n_jobs: int | None,
    progress: bool | None,
    other_parts: Mapping[str, float],
) -> _Repeats:
    """The refits asked for, or as many as take little time, and halves of the rows; `other_parts` take seconds too."""
    n_divisions = 5 if k == 1 else 2
    n_refits = _within_reach(search, n_refits, n_divisions, k, n_jobs, other_parts)
    problem = search.problem
    units = units_of(problem.n, len(problem.pooled), problem.design)
    return _Repeats(
        units,
        refits(search, units, n_refits, n_jobs=n_jobs, progress=progress),
        halves(search, units, n_divisions, n_jobs=n_jobs, progress=progress),
    )


def _tables(
    whole: Problem, search: Search, projection: Projection, repeats: _Repeats, *, single_features: bool
) -> _Tables:
    problem, units = search.problem, repeats.units
    # How sure the choice of a single feature is, the refits say that choose it.
    no_intervals = [] if single_features and units.freedom else why_no_intervals(whole, units, projection.k)
    groups = group_table(projection, problem)
    angles = angle_table(
        problem.frame(projection),
        repeats.frames if units.freedom else [],
        repeats.divisions,
        dimension=dimension(problem.pooled, projection.k),
    )
    frames = list(map(problem.in_features, repeats.frames))
    intervals = not (single_features or no_intervals)
    loadings = loading_table(projection, frames, groups, units=units, intervals=intervals)
    return _Tables(loadings, angles, groups, no_intervals)


def _within_reach(
    search: Search,
    n_refits: int | None,
    n_divisions: int,
    k: int,
    n_jobs: int | None,
    other_parts: Mapping[str, float],
) -> int:
    """The number of refits asked for, or as many as take little time; and a forecast where all takes long."""
    seconds = search.prepared().seconds + preparation(search.problem.pooled)
    if n_refits is None:
        n_refits = int(np.clip(_REFITTING / max(seconds, 1e-6), _FEWEST, _MOST))
    parts = {
        "refits": forecast(seconds, n_refits, n_jobs) + forecast(seconds / 2, 2 * n_divisions, n_jobs),
        "distance in all features": shares_seconds(search),
        "interval of the effect": effect_seconds(len(search.problem.pooled), k, n_divisions, n_jobs),
        "neighbours of rows": regions_seconds(search.problem),
        "rules": rules_seconds(search.problem) / n_workers(n_jobs),
        **other_parts,
    }
    warn_if_long(sum(parts.values()), 1, 1, what="the explanation", parts=parts)
    return n_refits


def _shares(search: Search, projection: Projection) -> tuple[Table, list[str]]:
    """See `Explanation.share_table`; and a note where it is of a part of the rows."""
    curve = shares(search, search.problem.frame(projection), centred=projection.centred)
    n, m = curve.sizes
    fewer = n + m < len(search.problem.pooled)
    note = f"The distance in all features and its parts are those of {n:,} and {m:,} of the rows."
    steps = np.arange(len(curve.distance)) + 1
    return Table({"k": steps, "distance": curve.distance, "share": curve.share}), [note] if fewer else []


def _would_have_been_found(
    result: TwoSampleResult, problem: Problem, units: Units, n_jobs: int | None, progress: bool | None
) -> tuple[Detectable | None, list[str]]:
    """What would have been found, where nothing was; or a note on why that is not told."""
    if is_significant(result.pvalue):
        return None, []
    if result.smallest_pvalue > ALPHA:
        return None, [out_of_reach(result.smallest_pvalue)]
    statistics = [part for part in problem.statistics if not isinstance(part, SplitProjectedWasserstein)]
    relabelled = statistics and result.settings.get("method", {}).get("type") == "Permutation"
    if not relabelled or problem.basis is not None:
        what = "that is for tests by relabelling all rows, in their features"
        return None, [f"What this test would have found is not simulated: {what}."]
    if not np.any(pooled_spread(problem.pooled, problem.n) > 0.0):
        return None, ["No feature varies within the samples: no shift has a size."]
    if not any(traits_of(statistic).sees_means for statistic in statistics):
        return None, ["This test does not look at the means: no shift of a feature would have been found."]
    if detection_seconds(problem.pooled, statistics, result.seed) > _SIMULATION:
        return None, [
            message(
                "What this test would have found is not simulated, as that would take long; see {'setapart.power'}."
            )
        ]
    drawn = tuple(map(len, units.blocks)) if isinstance(problem.design, Clustered) else result.sizes
    least = 4.0 * np.sqrt(sum(1.0 / size for size in drawn))  # standard errors of a difference of means
    shift = next((size for size in _SHIFTS if size >= least), _SHIFTS[-1])
    stops = result.settings["method"].get("stopping") is not None
    power = detectable(problem, statistics, shift=shift, seed=result.seed, n_jobs=n_jobs, progress=progress)
    return power, ["What this test would have found is simulated without early stopping."] * stops
