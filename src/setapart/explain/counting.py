"""In how many directions two samples differ: the count, from the result of a test."""

from dataclasses import replace

from setapart.inference.deflation import Deflation, count_directions
from setapart.results.notes import more, warn_out_of_reach
from setapart.results.problem import needed
from setapart.results.two_sample import TwoSampleResult

__all__ = ["count"]


def count(
    result: TwoSampleResult, alpha: float, *, maximum: int | None, n_jobs: int | None, progress: bool | None
) -> Deflation:
    """See `TwoSampleResult.count_directions`; the directions in the features."""
    problem = needed(result.problem, "count directions")
    counted = count_directions(
        problem.pooled,
        problem.n,
        alpha=alpha,
        n_resamples=result.settings["n_resamples"],
        seed=result.seed,
        n_jobs=n_jobs,
        maximum=maximum,
        design=problem.design,
        progress=progress,
    )
    if counted.smallest_pvalue > alpha:
        warn_out_of_reach(counted.smallest_pvalue, alpha, more(exact=counted.exact), what="find more directions")
    return replace(counted, directions=problem.in_features(counted.directions))
