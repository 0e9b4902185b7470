"""The ways from two samples to a p-value by relabelling: all rows, or those that had no part in the learning."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress

import numpy as np

from setapart._errors import arg, message
from setapart._types import FloatArray
from setapart._words import is_significant
from setapart.api.arguments import statistic_stream
from setapart.api.choice_of_device import workers_of
from setapart.api.precision import check_precision
from setapart.api.resuming import resumed
from setapart.api.task import Task, held_out_projection
from setapart.devices.moving import moved_family, on_processor
from setapart.explain.imitation import linear_fit
from setapart.inference.checkpoint import KeptValues
from setapart.inference.feature_tests import FeaturePValues, feature_pvalues
from setapart.inference.held_out import Effect
from setapart.inference.methods import Permutation
from setapart.inference.permutation_test import Outcome, permutation_test
from setapart.inference.progress import phase, warn_if_long
from setapart.inference.pvalues import share_interval, smallest_pvalue
from setapart.inference.split import split_test
from setapart.results import Component, Projection
from setapart.results.call import plain
from setapart.results.witness import DIRECTED
from setapart.results.words import statistic_phrase
from setapart.statistics.base import Prepared, Statistic
from setapart.statistics.by_feature import ByFeature
from setapart.statistics.family import PreparedFamily, SharedDistances
from setapart.statistics.registry import AnyStatistic, short_names
from setapart.statistics.split_projected import SplitProjectedWasserstein
from setapart.statistics.traits import traits_of
from setapart.statistics.witness import WithWitness, WitnessFunction
from setapart.theory.thresholds import Thresholds

__all__ = ["Findings", "by_relabelling", "by_split", "leading_directions", "words_of"]

_SAME = 0.8  # of the transport along some directions: what has so much of it along its own says the same


@dataclass(frozen=True, eq=False)
class Findings:
    """Those attributes of a `TwoSampleResult` that the test itself yields, by the same names; see there.

    Of a statistic that goes by features, `feature_pvalues` are its own.
    """

    statistic: float
    pvalue: float
    smallest_pvalue: float
    projection: Projection | None
    null_distribution: FloatArray = field(default_factory=lambda: np.empty(0))
    n_resamples: int = 0
    exact: bool = False
    censored: bool = False
    pvalue_interval: tuple[float, float] | None = None
    components: tuple[Component, ...] = ()
    projection_of: str | None = None
    stopping: str | None = None
    effect: Effect | None = None
    threshold: Thresholds | None = None
    feature_pvalues: FeaturePValues | None = None
    # No attributes of the result: the statistic that the directions belong to, and of a difference what leads.
    source: AnyStatistic | None = None
    witness: tuple[str, WitnessFunction] | None = None
    moved: tuple[str, ...] = ()  # the statistics that a device evaluated, where there was one,
    stayed: tuple[str, ...] = ()  # and those that it cannot


def by_relabelling(statistics: tuple[Statistic, ...], method: Permutation, task: Task) -> Findings:
    """Evaluate one statistic, or several together, on relabellings of all rows."""
    problem, drawn = task.problem, task.relabellings
    with resumed(statistics, method, task) as store:
        family, outcome, pvalues = _evaluated(statistics, method, task, store)
    observed = _observed(family, outcome, task)
    check_precision(observed, family.scales, statistics, task)
    source, directions = leading_directions(
        family.members, statistics, task, ranking=outcome.ranking.tolist(), unadjusted=outcome.unadjusted
    )
    leading, witness = _leading(family.members, outcome, task, source=None if directions is None else source)
    components: tuple[Component, ...] = ()
    if not family.is_single:
        components = _components(
            statistics,
            family.weights,
            outcome,
            observed,
            leading,
            exact=drawn.exact,
            of_components=problem.basis is not None,
        )
    return Findings(
        statistic=float(observed[0] if family.is_single else outcome.scores[0]),
        pvalue=outcome.pvalue,
        null_distribution=outcome.scores if drawn.exact else outcome.scores[1:],
        n_resamples=outcome.n_resamples,
        exact=drawn.exact,
        censored=outcome.censored,
        projection=directions,
        pvalue_interval=outcome.pvalue_interval,
        smallest_pvalue=outcome.smallest_pvalue,
        components=components,
        projection_of=components[source].name if components and directions is not None else None,
        stopping=outcome.stopping,
        feature_pvalues=pvalues,
        source=None if directions is None else statistics[source],
        witness=None if witness is None else (short_names(statistics)[leading], witness),
        moved=tuple(compress(short_names(statistics), family.moved)),
        stayed=tuple(compress(short_names(statistics), family.stays)),
    )


def _evaluated(
    statistics: tuple[Statistic, ...], method: Permutation, task: Task, store: KeptValues | None
) -> tuple[PreparedFamily, Outcome, FeaturePValues | None]:
    """The statistics prepared, what the relabellings say, and what they say of each feature where that comes along."""
    with phase("preparation", task.progress):
        family = SharedDistances(task.problem.pooled).prepare(statistics, rng=statistic_stream(task.seed))
        if task.device is not None:
            family = moved_family(family, statistics, task.device, task.problem.pooled.shape)
    drawn, values, pvalues = task.relabellings, None, None
    named = zip(short_names(statistics), (member.seconds for member in family.members), strict=True)
    seconds = dict(compress(named, family.stays))
    warn_if_long(
        family.seconds,
        drawn.count - (0 if store is None else store.done),
        task.n_jobs,
        what="the test",
        parts=None if family.is_single else seconds,
    )
    member = family.members[0]
    to_the_end = method.pvalue_rule == "standard" and not method.shortcut and (drawn.exact or method.rule is None)
    with workers_of(task.device):
        if family.is_single and isinstance(member, ByFeature) and to_the_end:
            values, pvalues = feature_pvalues(member, drawn, n_jobs=task.n_jobs, progress=task.progress, store=store)
        outcome = permutation_test(
            family, drawn, method, n_jobs=task.n_jobs, progress=task.progress, values=values, store=store
        )
    return family, outcome, pvalues


def _observed(family: PreparedFamily, outcome: Outcome, task: Task) -> FloatArray:
    """The values (s,) of the observed labelling, anew in float64 where a device has rounded them more."""
    observed: FloatArray = outcome.values[0].copy()
    for s, eps in enumerate(family.eps):
        if eps > 0.0:
            observed[s] = on_processor(family.members[s]).evaluate(task.problem.observed[None])[0]
    return observed


def _leading(
    members: Sequence[Prepared], outcome: Outcome, task: Task, *, source: int | None
) -> tuple[int, WitnessFunction | None]:
    """Which of the statistics leads, and the function whose means it compares, if it does and there is evidence.

    Of those with the smallest p-value the `source` of the directions, if it is one of them, leads; but not where the
    one whose value is farthest above those of the relabellings sees what no direction shows.
    """
    first, problem = int(outcome.ranking[0]), task.problem
    tied = source is not None and outcome.unadjusted[source] == outcome.unadjusted[first]
    member = members[first]
    if is_significant(outcome.pvalue) and isinstance(member, WithWitness):
        witness = member.witness(problem.observed)
        if not tied or linear_fit(problem.pooled, witness.values)[0] < DIRECTED:
            return first, witness
    return source if tied and source is not None else first, None


def _components(
    statistics: tuple[Statistic, ...],
    weights: tuple[float, ...],
    outcome: Outcome,
    observed: FloatArray,
    leading: int,
    *,
    exact: bool,
    of_components: bool = False,
) -> tuple[Component, ...]:
    """What each statistic of a family says by itself; of principal components, where these were compared."""
    return tuple(
        Component(
            name=name,
            words=words_of(statistic, of_components=of_components),
            statistic=float(observed[s]),
            unadjusted_pvalue=float(outcome.unadjusted[s]),
            null_distribution=outcome.values[0 if exact else 1 :, s],
            leading=s == leading,
            weight=weight,
        )
        for s, (statistic, name, weight) in enumerate(zip(statistics, short_names(statistics), weights, strict=True))
    )


def words_of(statistic: Statistic, *, of_components: bool = False) -> str:
    """A statistic in words, by its settings; of principal components, where these were compared."""
    words = statistic_phrase(statistic.name, plain(statistic), k=getattr(statistic, "k", None))
    return words.replace("feature", "principal component") if of_components else words


def by_split(statistic: SplitProjectedWasserstein, method: Permutation, task: Task) -> Findings:
    """Learn directions on some rows, and relabel the others along them."""
    problem = task.problem
    if problem.design is not None:
        raise ValueError(
            message("pw_split draws the rows to learn from without a design; {'leave design out'}, or use 'pw'")
        )
    if method != Permutation() or method.checkpoint is not None:
        raise ValueError(
            message("pw_split counts all relabellings of the rows it holds out; {'leave method out'}, or use 'pw'")
        )
    if task.file is not None:
        raise ValueError(arg("checkpoint") + " keeps no values of pw_split; leave it out, or use 'pw'")
    outcome = split_test(
        problem.pooled,
        problem.n,
        statistic,
        n_resamples=task.n_resamples,
        seed=task.seed,
        n_jobs=task.n_jobs,
        progress=task.progress,
    )
    drawn, several = outcome.values.size - 1, statistic.n_splits > 1
    smallest = smallest_pvalue(outcome.values, scale=0.0, exact=outcome.exact)
    return Findings(
        statistic=float(outcome.values[0]),
        pvalue=outcome.pvalue,
        null_distribution=outcome.values if outcome.exact else outcome.values[1:],
        n_resamples=drawn,
        exact=outcome.exact,
        projection=held_out_projection(outcome, problem, centred=statistic.centred),
        pvalue_interval=None if outcome.exact or several else share_interval(outcome.n_reaching - 1, drawn),
        smallest_pvalue=min(1.0, 2.0 * smallest) if several else smallest,
        effect=outcome.effect,
        source=statistic,
    )


def leading_directions(
    members: Sequence[Prepared],
    statistics: Sequence[Statistic],
    task: Task,
    *,
    ranking: Sequence[int] = (0,),
    unadjusted: FloatArray | None = None,
) -> tuple[int, Projection | None]:
    """The directions of the observed labelling, and which of the prepared statistics they belong to.

    The first of `ranking` that has any; but a simpler one with the same p-value, where that says the same.
    """
    projections: dict[int, Projection] = {}
    for s in ranking:
        if projections and unadjusted is not None and unadjusted[s] > unadjusted[next(iter(projections))]:
            break
        with phase("directions", task.progress):
            solution = members[s].describe(task.problem.observed)
        if solution is not None:
            projections[s] = task.problem.project(solution, centred=not traits_of(statistics[s]).sees_means)
    if not projections:
        return 0, None
    source = _simplest(projections, statistics)
    return source, projections[source]


def _simplest(projections: Mapping[int, Projection], statistics: Sequence[Statistic]) -> int:
    """The statistic that is first, or one that says the same by fewer directions, or by a single feature.

    What does not see the means does not say the same as what does.
    """
    traits = list(map(traits_of, statistics))
    first, directions = next(iter(projections.items()))
    same = [
        s
        for s, other in projections.items()
        if s == first
        or (traits[s].sees_means >= traits[first].sees_means and directions.carried_along(other.directions) >= _SAME)
    ]
    return min(same, key=lambda s: 0 if traits[s].directions == "feature" else projections[s].k)
