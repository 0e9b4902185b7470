"""From the result of a test to its explanation: every question put to the rows that were compared."""

import time

import numpy as np

from setapart._checks import check_integer, check_positive
from setapart.data.table import Table
from setapart.explain.detection import LEVEL, Detectable, detectable, forecast
from setapart.explain.groups import pooled_spread
from setapart.explain.held_out import cross_effect
from setapart.explain.refits import Search, halves, refits
from setapart.explain.shares import shares
from setapart.explain.units import units_of
from setapart.inference.workers import chosen_workers, warn_if_long
from setapart.results.explanation import Explanation
from setapart.results.explanation_tables import angle_table, group_table, loading_table, row_table
from setapart.results.problem import Problem, needed
from setapart.results.projection import Projection
from setapart.results.two_sample import TwoSampleResult
from setapart.statistics.kolmogorov_smirnov import KolmogorovSmirnov
from setapart.statistics.marginal import Marginal
from setapart.statistics.projected import ProjectedWasserstein
from setapart.statistics.split_projected import SplitProjectedWasserstein
from setapart.statistics.total_variation import TotalVariation

__all__ = ["explain"]

_REFITTING, _SIMULATION = 2.0, 10.0  # seconds that these may take by default, by forecast
_FEWEST, _MOST = 40, 200  # refits by default
_SHIFTS = (0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0)  # pooled standard deviations
_APART = 45.0  # degrees between halves: nearer to a right angle than to agreement


def explain(
    result: TwoSampleResult, *, n_refits: int | None, min_effect: float | None, rows: int, n_jobs: int | None
) -> Explanation:
    """See `TwoSampleResult.explain`."""
    started = time.perf_counter()
    problem, n_jobs = needed(result.problem, "explain it"), chosen_workers(n_jobs)
    rows = check_integer("rows", rows, minimum=1)
    if n_refits is not None:
        n_refits = check_integer("n_refits", n_refits, minimum=20)
    if min_effect is not None:
        min_effect = check_positive("min_effect", min_effect)

    search, projection, notes = _explained(result, problem)
    seconds = search.prepared().seconds
    if n_refits is None:
        n_refits = int(np.clip(_REFITTING / max(seconds, 1e-6), _FEWEST, _MOST))
    warn_if_long(seconds, n_refits, n_jobs, stacklevel=4, what="the explanation")
    units = units_of(problem.n, len(problem.pooled), problem.design)
    frames = refits(search, units, n_refits, n_jobs=n_jobs)
    divisions = halves(search, units, 5 if projection.k == 1 else 2, n_jobs=n_jobs)
    effect, pvalue = None, None
    if divisions:
        effect, pvalue = cross_effect(
            search, divisions, units, centred=projection.centred, min_effect=min_effect, n_jobs=n_jobs
        )
    found = problem.frame(projection)
    curve = shares(search, found, centred=projection.centred)
    groups, angles = group_table(projection, problem), angle_table(found, frames, divisions)
    would_be, why_not = _would_have_been_found(result, problem, n_jobs)
    notes += _cautions(result, search, angles)
    if 1 < len(found) == projection.k:
        notes.append("The directions span all features: there is nothing to be sure or unsure of in their loadings.")
    if curve.sizes != result.sizes:
        drawn, others = curve.sizes
        notes.append(f"The distance in all features and its parts are those of {drawn:,} and {others:,} of the rows.")
    return Explanation(
        projection=projection,
        labels=result.labels,
        sizes=result.sizes,
        pvalue=result.pvalue,
        statistic_name=result.statistic_name,
        loading_table=loading_table(projection, list(map(problem.in_features, frames)), groups),
        angle_table=angles,
        share_table=Table({"k": np.arange(len(curve.distance)) + 1, "distance": curve.distance, "share": curve.share}),
        row_table=row_table(projection, problem, result.labels, rows),
        group_table=groups,
        effect=effect,
        min_effect=min_effect,
        min_effect_pvalue=pvalue,
        detectable=would_be,
        n_refits=n_refits,
        notes=(*notes, *why_not),
        backend=projection.backend,
        settings={"n_refits": n_refits, "min_effect": min_effect, "rows": rows, "test": result.settings},
        seed=result.seed,
        versions=result.versions,
        wall_time=time.perf_counter() - started,
    )


def _explained(result: TwoSampleResult, problem: Problem) -> tuple[Search, Projection, list[str]]:
    """The search to repeat and the directions that it finds in all rows; a note where they are not the result's."""
    statistic, why = problem.statistic, None
    if isinstance(statistic, SplitProjectedWasserstein):
        statistic, why = statistic.learner, "The directions of the test were learned on some of the rows"
    elif isinstance(statistic, Marginal | KolmogorovSmirnov | TotalVariation):
        statistic, why = ProjectedWasserstein(1), "The directions of the test are single features"
    elif statistic is None:
        statistic, why = ProjectedWasserstein(1), "The test has no directions to search for again"
    search = Search(statistic, problem.pooled, problem.n, result.seed)
    if why is None:
        assert result.projection is not None
        return search, result.projection, []
    found = search.prepared().describe(search.first)
    assert found is not None
    assert problem.project is not None
    note = f"{why}; what is explained are directions in which the Wasserstein distance of all rows is largest."
    return search, problem.project(found, centred=getattr(statistic, "centred", False)), [note]


def _cautions(result: TwoSampleResult, search: Search, angles: Table) -> list[str]:
    """What keeps the loadings from being read as they stand."""
    cautions = []
    halves = float(angles["halves"][-1])
    if result.pvalue > LEVEL:
        cautions.append("Without evidence of a difference, the loadings say where the rows happen to differ most.")
    elif halves > _APART:
        cautions.append(
            f"Two halves of the rows lead to directions {halves:.0f} degrees apart: which features matter is not sure."
        )
    if np.isnan(halves):
        cautions.append("There are too few rows to hold half of them out: there is no effect free of the search.")
    if getattr(search.statistic, "sparsity", None) is not None:
        cautions.append(
            "The directions are sparse: same_sign says how sure the choice of a feature is, and the interval does not."
        )
    return cautions


def _would_have_been_found(
    result: TwoSampleResult, problem: Problem, n_jobs: int | None
) -> tuple[Detectable | None, list[str]]:
    """What would have been found, where nothing was; or a note on why that is not told."""
    if result.pvalue <= LEVEL:
        return None, []
    if result.smallest_pvalue > LEVEL:
        least = f"{result.smallest_pvalue:.3g}"
        return None, [f"No p-value of this test is below {least}: at level {LEVEL:g} it cannot find anything."]
    statistics = [one for one in problem.statistics if not isinstance(one, SplitProjectedWasserstein)]
    relabelled = statistics and result.settings.get("method", {}).get("type") == "Permutation"
    if not relabelled or problem.basis is not None:
        what = "that is for tests by relabelling all rows, in their features"
        return None, [f"What this test would have found is not simulated: {what}."]
    if not np.any(pooled_spread(problem.pooled, problem.n) > 0.0):
        return None, ["No feature varies within the samples: no shift has a size."]
    if forecast(problem.pooled, statistics, result.seed) > _SIMULATION:
        return None, ["What this test would have found is not simulated, as that would take long; see setapart.power."]
    n, m = result.sizes
    wanted = 4.0 * np.sqrt(1.0 / n + 1.0 / m)  # standard errors of a difference of means
    shift = next((size for size in _SHIFTS if size >= wanted), _SHIFTS[-1])
    return detectable(
        problem.pooled, n, statistics, design=problem.design, shift=shift, seed=result.seed, n_jobs=n_jobs
    ), []
