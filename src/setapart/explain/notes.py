"""The notes of an explanation: what keeps it from being read as it stands."""

import numpy as np

from setapart._types import FloatArray
from setapart._words import is_significant
from setapart.data.table import Table
from setapart.explain.refits import Search
from setapart.inference.units import Units
from setapart.results.component import Component
from setapart.results.explanation import Source
from setapart.results.problem import Problem
from setapart.results.projection import Projection
from setapart.results.regions import Regions
from setapart.results.two_sample import TwoSampleResult
from setapart.statistics.split_projected import SplitProjectedWasserstein
from setapart.statistics.traits import traits_of

__all__ = ["loading_cautions", "other_components", "row_numbers", "why_no_intervals"]

_EXPLAINING = ("W1", "variance")  # directions that say more than where distances of whole rows come from
_APART = 45.0  # degrees between halves: nearer to a right angle than to agreement
_MOSTLY = 0.5  # of a transport
_WORTH_NAMING, _NAMED = 0.1, 2  # share of a feature, and how many are named


def other_components(result: TwoSampleResult, problem: Problem, source: Source, projection: Projection) -> list[str]:
    """A note on each component that sees a difference elsewhere: mostly along other directions than those explained."""
    notes = []
    for component, elsewhere in _elsewhere(result, problem, source, projection):
        largest = elsewhere.feature_table()
        leaders = [f"'{name}'" for name in largest["feature"][largest["share"] >= _WORTH_NAMING][:_NAMED]]
        where = f" (led by {' and '.join(leaders)})" if leaders else ""
        notes.append(
            f"'{component.name}' finds a difference along other directions too{where}, unadjusted p = "
            f"{component.unadjusted_pvalue:.3g}: a test with statistic '{component.name}' explains that one."
        )
    return notes


def _elsewhere(
    result: TwoSampleResult, problem: Problem, source: Source, projection: Projection
) -> list[tuple[Component, Projection]]:
    """The components with a small p-value whose directions nothing before them tells, by their p-values.

    Those that look at single features are left to the tests of these.
    """
    if not (is_significant(result.pvalue) and result.components and problem.statistics):
        return []
    frames = [_with_levels(projection) if source.single_features else projection.directions]
    others = []
    parts = zip(result.components, problem.statistics, strict=True)
    for component, statistic in sorted(parts, key=lambda part: part[0].unadjusted_pvalue):
        if component.name == source.name or not is_significant(component.unadjusted_pvalue):
            continue
        traits = traits_of(statistic)
        if traits.directions == "feature" or traits.maximises not in _EXPLAINING:
            continue
        assert not isinstance(statistic, SplitProjectedWasserstein)  # it stands alone
        search = Search(statistic, problem, result.seed)
        elsewhere = problem.project(search.solution(), centred=not traits.sees_means)
        if all(elsewhere.carried_along(frame) < _MOSTLY for frame in frames):
            frames.append(elsewhere.directions)
            others.append((component, elsewhere))
    return others


def _with_levels(projection: Projection) -> FloatArray:
    """The axis of a single feature, with those of the other levels of its column."""
    feature = int(np.argmax(projection.feature_shares))
    columns = projection.columns or projection.feature_names
    return np.eye(len(columns))[:, [name == columns[feature] for name in columns]]


def row_numbers(result: TwoSampleResult, problem: Problem, regions: Regions | None) -> list[str]:
    """A note on how rows are counted, where any are named that have no names of their own."""
    named = is_significant(result.pvalue) or (regions is not None and sum(regions.n_odd) > 0)
    return [problem.row_numbers] if named and problem.row_numbers else []


def why_no_intervals(problem: Problem, units: Units, k: int) -> list[str]:
    """A note on why loadings have no intervals; empty if they have."""
    pooled, basis = problem.pooled, problem.basis
    if k == (len(basis) if basis is not None else pooled.shape[1]):
        spans = "direction spans the only feature" if k == 1 else "directions span all features"
        return [f"The {spans}, so intervals of loadings do not apply."]
    if not units.freedom:
        return ["Every row is alone in its stratum, so the uncertainty of loadings is unknown: they have no intervals."]
    if basis is not None:
        return ["The rows are compared by their principal components: loadings have no intervals."]
    if 2 * np.sum(pooled.max(axis=0) > pooled.min(axis=0)) > sum(map(len, units.blocks)):
        what = "half the rows" if problem.design is None else "half of what was sampled as one"
        return [f"There are more features than {what}: loadings have no intervals, as these would be too short."]
    return []


def loading_cautions(result: TwoSampleResult, search: Search, angles: Table) -> list[str]:
    """What keeps the loadings from being read as they stand."""
    cautions = []
    halves = angles["halves"]
    agree = int(np.sum(halves <= _APART))
    # Without evidence nobody asks which features matter, and how sure a single one is, the refits say that choose it.
    asked = is_significant(result.pvalue) and traits_of(search.statistic).directions != "feature"
    if asked and 0 < agree < len(halves):
        cautions.append(
            f"Two halves of the rows agree on some directions (within {halves[agree - 1]:.0f} degrees) and not on the "
            f"rest ({halves[-1]:.0f} degrees): which features matter there is uncertain."
        )
    elif asked and halves[-1] > _APART:
        cautions.append(
            f"Two halves of the rows lead to directions {halves[-1]:.0f} degrees apart: which features matter is "
            "uncertain."
        )
    if np.isnan(halves[-1]):
        cautions.append("There are too few rows to hold half of them out: there is no held-out effect.")
    if getattr(search.statistic, "sparsity", None) is not None:
        cautions.append(
            "The directions are sparse: judge the choice of a feature by the share of refits with the same sign, not "
            "by the interval."
        )
    return cautions
