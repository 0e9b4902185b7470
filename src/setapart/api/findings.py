"""What a two-sample test finds: by relabelling all rows, or by learning on some and relabelling the others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from setapart._errors import arg, message
from setapart._types import FloatArray
from setapart.api.arguments import asymptotic_pvalue, statistic_stream, warn_if_long
from setapart.api.compared import Compared
from setapart.api.precision import check_precision
from setapart.api.wrapping import components, held_out_projection
from setapart.explain.teller import sees_means, sees_single_features
from setapart.inference.design import relabellings
from setapart.inference.feature_tests import feature_pvalues
from setapart.inference.held_out import Effect
from setapart.inference.methods import Asymptotic, Concentration, Permutation
from setapart.inference.permutation_test import permutation_test
from setapart.inference.progress import phase
from setapart.inference.pvalues import LEAST_PVALUE, positive_pvalue, pvalue_interval, smallest_pvalue
from setapart.inference.split import split_test
from setapart.results import Component, FeatureTests, Projection
from setapart.statistics.base import Prepared, Statistic
from setapart.statistics.by_feature import ByFeature
from setapart.statistics.family import PreparedFamily, Workbench
from setapart.statistics.projected import ProjectedWasserstein
from setapart.statistics.registry import label, short_names
from setapart.statistics.split_projected import SplitProjectedWasserstein
from setapart.theory.support import rows_beyond, support_of
from setapart.theory.thresholds import Thresholds, thresholds_of
from setapart.transport.conditioning import condition

__all__ = ["Findings", "by_asymptotics", "by_relabelling", "by_split", "by_threshold", "tell_directions"]

_ROUNDING = 1e-9  # relative
_SAME = 0.8  # of the transport along some directions: what has so much of it along its own says the same


@dataclass(frozen=True, eq=False)
class Findings:
    """Those attributes of a `TwoSampleResult` that the test itself yields; see there."""

    statistic: float
    pvalue: float
    null_distribution: FloatArray
    n_resamples: int
    exact: bool
    censored: bool
    projection: Projection | None
    pvalue_interval: tuple[float, float] | None
    smallest_pvalue: float
    components: tuple[Component, ...] = ()
    projection_of: str | None = None
    stopping: str | None = None
    effect: Effect | None = None
    threshold: Thresholds | None = None
    by_feature: FeatureTests | None = None


def by_relabelling(statistics: tuple[Statistic, ...], method: Permutation, compared: Compared) -> Findings:
    """Evaluate one statistic, or several together, on relabellings of all rows."""
    n, m = compared.sizes
    with phase("preparation", compared.progress):
        prepared = Workbench(compared.pooled).prepare(statistics, rng=statistic_stream(compared.seed))
    family = relabellings(n, m, n_resamples=compared.n_resamples, seed=compared.seed, design=compared.samples.design)
    warn_if_long(
        prepared.seconds,
        family.count,
        compared.n_jobs,
        stacklevel=4,
        what="the test",
        parts=_parts(prepared, statistics),
    )
    values, tests = None, None
    to_the_end = method.pvalue_rule == "standard" and not method.shortcut and (family.exact or method.rule is None)
    if isinstance(prepared, ByFeature) and to_the_end:
        values, pvalues = feature_pvalues(prepared, family, n_jobs=compared.n_jobs, progress=compared.progress)
        tests = FeatureTests(compared.samples.feature_names, pvalues, compared.samples.backend)
    outcome = permutation_test(
        prepared, family, method, n_jobs=compared.n_jobs, progress=compared.progress, values=values
    )
    check_precision(np.atleast_1d(outcome.values[0]), prepared, statistics, compared.pooled, compared.samples)
    teller, directions = tell_directions(
        prepared, statistics, compared, ranking=outcome.ranking.tolist(), unadjusted=outcome.unadjusted
    )
    parts: tuple[Component, ...] = ()
    if isinstance(prepared, PreparedFamily):
        parts = components(
            statistics,
            prepared.weights,
            outcome,
            teller,
            exact=family.exact,
            of_components=compared.samples.components is not None,
        )
    return Findings(
        statistic=float(outcome.scores[0]),
        pvalue=outcome.pvalue,
        null_distribution=outcome.scores if family.exact else outcome.scores[1:],
        n_resamples=outcome.n_resamples,
        exact=family.exact,
        censored=outcome.censored,
        projection=directions,
        pvalue_interval=outcome.pvalue_interval,
        smallest_pvalue=outcome.smallest_pvalue,
        components=parts,
        projection_of=parts[teller].name if parts and directions is not None else None,
        stopping=outcome.stopping,
        by_feature=tests,
    )


def _parts(prepared: Prepared | PreparedFamily, statistics: Sequence[Statistic]) -> dict[str, float] | None:
    """The seconds of each statistic of a family."""
    if not isinstance(prepared, PreparedFamily):
        return None
    return dict(zip(short_names(statistics), (one.seconds for one in prepared.members), strict=True))


def by_split(statistic: SplitProjectedWasserstein, method: Permutation, compared: Compared) -> Findings:
    """Learn directions on some rows, and relabel the others along them."""
    if compared.samples.design is not None:
        raise ValueError(
            message("pw_split draws the rows to learn from without a design; {'leave design out'}, or use 'pw'")
        )
    if method != Permutation():
        raise ValueError(
            message("pw_split counts all relabellings of the rows it holds out; {'leave method out'}, or use 'pw'")
        )
    n, _ = compared.sizes
    outcome = split_test(
        compared.pooled,
        n,
        statistic,
        n_resamples=compared.n_resamples,
        seed=compared.seed,
        n_jobs=compared.n_jobs,
        progress=compared.progress,
    )
    drawn, several = outcome.values.size - 1, statistic.n_splits > 1
    smallest = smallest_pvalue(outcome.values, scale=0.0, exact=outcome.exact)
    return Findings(
        statistic=float(outcome.values[0]),
        pvalue=outcome.pvalue,
        null_distribution=outcome.values if outcome.exact else outcome.values[1:],
        n_resamples=drawn,
        exact=outcome.exact,
        censored=False,
        projection=held_out_projection(
            outcome, compared.samples, compared.scaling, compared.pooled, centred=statistic.centred
        ),
        pvalue_interval=None if outcome.exact or several else pvalue_interval(outcome.n_reaching - 1, drawn),
        smallest_pvalue=min(1.0, 2.0 * smallest) if several else smallest,
        effect=outcome.effect,
    )


def by_threshold(statistic: ProjectedWasserstein, method: Concentration, compared: Compared) -> Findings:
    """Compare the distance with thresholds that come from the size of the support alone: nothing is relabelled."""
    (n, m), pooled = compared.sizes, compared.pooled
    _check_diameter(method.diameter, compared)
    _check_radius(method.radius, pooled)
    support = support_of(
        diameter=method.diameter, radius=method.radius, second_moment=method.second_moment, d=pooled.shape[1]
    )
    bounds = thresholds_of(n, m, statistic.k, support, method.form)
    prepared = statistic.prepare(pooled, rng=statistic_stream(compared.seed))
    with phase("directions", compared.progress, seconds=prepared.seconds):
        found = prepared.describe(compared.observed)
    check_precision(np.array([found.value]), prepared, (statistic,), pooled, compared.samples)
    return Findings(
        statistic=found.value,
        pvalue=bounds.pvalue(found.value),
        null_distribution=np.empty(0),
        n_resamples=0,
        exact=False,
        censored=False,
        projection=compared.project(found),
        pvalue_interval=None,
        smallest_pvalue=bounds.pvalue(bounds.diameter),
        threshold=bounds,
    )


def by_asymptotics(statistic: Statistic, method: Asymptotic, compared: Compared) -> Findings:
    """Compare the value with a distribution that is known beforehand: nothing is relabelled."""
    with phase("preparation", compared.progress):
        prepared = statistic.prepare(compared.pooled, rng=statistic_stream(compared.seed))
    values = prepared.evaluate(compared.observed[None])
    check_precision(values, prepared, (statistic,), compared.pooled, compared.samples)
    pvalue = asymptotic_pvalue(prepared, label(statistic), method.null, compared.observed)
    _, directions = tell_directions(prepared, (statistic,), compared)
    return Findings(
        statistic=float(values[0]),
        pvalue=positive_pvalue(pvalue),
        null_distribution=np.empty(0),
        n_resamples=0,
        exact=False,
        censored=False,
        projection=directions,
        pvalue_interval=None,
        smallest_pvalue=LEAST_PVALUE,
    )


def tell_directions(
    prepared: Prepared | PreparedFamily,
    statistics: Sequence[Statistic],
    compared: Compared,
    *,
    ranking: Sequence[int] = (0,),
    unadjusted: FloatArray | None = None,
) -> tuple[int, Projection | None]:
    """The directions of the observed labelling, and which statistic tells them.

    The first of `ranking` that has any; but a simpler one with the same p-value, where that says the same.
    """
    members = prepared.members if isinstance(prepared, PreparedFamily) else (prepared,)
    found: dict[int, Projection] = {}
    for s in ranking:
        if found and unadjusted is not None and unadjusted[s] > unadjusted[next(iter(found))]:
            break
        with phase("directions", compared.progress):
            solution = members[s].describe(compared.observed)
        if solution is not None:
            found[s] = compared.project(solution, centred=not sees_means(statistics[s]))
    if not found:
        return 0, None
    teller = _simplest(found, statistics)
    return teller, found[teller]


def _simplest(found: Mapping[int, Projection], statistics: Sequence[Statistic]) -> int:
    """The statistic that is found first, or one that says the same by fewer directions, or by a single feature.

    What does not see the means does not say the same as what does.
    """
    first, directions = next(iter(found.items()))
    same = [
        s
        for s, other in found.items()
        if s == first
        or (
            sees_means(statistics[s]) >= sees_means(statistics[first])
            and directions.carried_along(other.directions) >= _SAME
        )
    ]
    return min(same, key=lambda s: 0 if sees_single_features(statistics[s]) else found[s].k)


def _check_radius(radius: float | None, pooled: FloatArray) -> None:
    """Refuse a radius that no ball around the rows has: their mean square from any point is least from their mean."""
    if radius is None:
        return
    points, exponent = condition(pooled)
    least = float(np.ldexp(np.sqrt(np.mean(np.sum((points - points.mean(axis=0)) ** 2, axis=1))), exponent))
    if least > radius * (1.0 + _ROUNDING):
        raise ValueError(
            arg("radius", radius)
            + f" is too small: the rows are {least:.6g} from their mean, in the root mean square, and "
            "farther from any other point"
        )


def _check_diameter(diameter: float, compared: Compared) -> None:
    """Refuse a diameter that the rows themselves exceed."""
    found = rows_beyond(compared.pooled, diameter)
    if found is not None:
        *pair, distance = found
        samples, n = compared.samples, compared.sizes[0]
        rows = np.concatenate(samples.rows)
        one, other = (f"row index {rows[i]} of {samples.labels[int(i >= n)]!r}" for i in pair)
        raise ValueError(arg("diameter", diameter) + f" is too small: {one} and {other} are {distance:.6g} apart")
