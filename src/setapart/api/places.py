"""Where two samples differ, in the rows: what a test that sees a difference brings along, if that takes no time."""

from dataclasses import replace

from setapart._words import ALPHA
from setapart.explain.regions import find_regions, regions_seconds
from setapart.explain.rules import rule_table
from setapart.inference.units import units_of
from setapart.results.two_sample import TwoSampleResult

__all__ = ["with_places"]

_QUICK = 0.3  # seconds that either may take beside the test, by forecast
_FEW = 3  # features that differ by themselves, with more of which rows are not told apart by place


def with_places(result: TwoSampleResult, *, n_jobs: int | None) -> TwoSampleResult:
    """The result with the rules and regions in which one sample has more rows."""
    problem, table = result.problem, result.by_feature
    if problem is None or problem.basis is not None or table is None or table.pvalues is None:
        return result
    if result.pvalue > ALPHA or len(result.feature_names) == 1 or table.differing(result.pvalue).size > _FEW:
        return result
    units = units_of(problem.n, len(problem.pooled), problem.design)
    rules = rule_table(result, problem, units, within=_QUICK, n_jobs=n_jobs)
    regions = None
    if result.projection is not None and regions_seconds(problem, result.n_resamples) <= _QUICK:
        regions = find_regions(result, problem, result.projection, n_jobs=n_jobs)
    return replace(result, by_rule=rules, by_region=regions)
