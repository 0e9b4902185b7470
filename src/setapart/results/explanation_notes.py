"""The notes of an explanation: what keeps it from being read as it stands."""

import numpy as np

from setapart.data.table import Table
from setapart.explain.detection import LEVEL
from setapart.explain.refits import Search
from setapart.explain.teller import Teller, explains_alone, sees_means, sees_single_features
from setapart.explain.units import Units
from setapart.results.problem import Problem
from setapart.results.two_sample import TwoSampleResult

__all__ = ["loading_cautions", "other_components", "why_no_intervals"]

_APART = 45.0  # degrees between halves: nearer to a right angle than to agreement


def other_components(result: TwoSampleResult, problem: Problem, teller: Teller) -> list[str]:
    """A note on components that see a difference of another kind than the one that is explained."""
    if result.pvalue > LEVEL or not (result.components and problem.statistics):
        return []
    kind = (teller.single_features, teller.means)
    others = [
        component
        for component, one in zip(result.components, problem.statistics, strict=True)
        if component.name != teller.name
        and component.unadjusted_pvalue <= LEVEL
        and explains_alone(one)
        and (sees_single_features(one), sees_means(one)) != kind
    ]
    if not others:
        return []
    others.sort(key=lambda component: component.unadjusted_pvalue)
    names = " and ".join(f"'{component.name}'" for component in others)
    pvalues = " and ".join(f"{component.unadjusted_pvalue:.3g}" for component in others)
    sees = "see" if len(others) > 1 else "sees"
    alone, first = (", each by itself", "the first of them") if len(others) > 1 else (" by itself", "it")
    return [f"{names} {sees} a difference too (p = {pvalues}{alone}): statistic='{others[0].name}' explains {first}."]


def why_no_intervals(problem: Problem, teller: Teller, units: Units, k: int) -> list[str]:
    """A note on why loadings have no intervals; empty if they have."""
    pooled, basis = problem.pooled, problem.basis
    if k == (len(basis) if basis is not None else pooled.shape[1]):
        return ["The directions span all features: there is nothing to be sure or unsure of in their loadings."]
    if teller.single_features:
        return ["The direction is a single feature: same_sign says how many refits choose it, without an interval."]
    if basis is not None:
        return ["The rows are compared by their principal components: loadings have no intervals."]
    if 2 * np.sum(pooled.max(axis=0) > pooled.min(axis=0)) > sum(map(len, units.blocks)):
        what = "half the rows" if problem.design is None else "half of what was sampled as one"
        return [f"There are more features than {what}: intervals of loadings would be too short, and there are none."]
    return []


def loading_cautions(result: TwoSampleResult, search: Search, angles: Table) -> list[str]:
    """What keeps the loadings from being read as they stand."""
    cautions = []
    halves = angles["halves"]
    agree = int(np.sum(halves <= _APART))
    if result.pvalue > LEVEL:
        cautions.append("Without evidence of a difference, the loadings say where the rows happen to differ most.")
    elif 0 < agree < len(halves):
        cautions.append(
            f"Two halves of the rows agree on {agree} of {len(halves)} directions (within {halves[agree - 1]:.0f} "
            f"degrees) and not on the rest ({halves[-1]:.0f} degrees): which features matter there is not sure."
        )
    elif halves[-1] > _APART:
        cautions.append(
            f"Two halves of the rows lead to directions {halves[-1]:.0f} degrees apart: which features matter is not "
            "sure."
        )
    if np.isnan(halves[-1]):
        cautions.append("There are too few rows to hold half of them out: there is no effect free of the search.")
    if getattr(search.statistic, "sparsity", None) is not None:
        cautions.append(
            "The directions are sparse: same_sign says how sure the choice of a feature is, and the interval does not."
        )
    return cautions
