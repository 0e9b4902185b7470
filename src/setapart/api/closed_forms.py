"""Methods that relabel nothing: a threshold from concentration inequalities, and a law that is known beforehand."""

import numpy as np

from setapart._checks import quoted
from setapart._errors import arg, message
from setapart._types import BoolArray, FloatArray
from setapart._words import LEAST_PVALUE
from setapart.api.arguments import statistic_stream
from setapart.api.methods import Findings, leading_directions
from setapart.api.precision import check_precision
from setapart.api.task import Task
from setapart.data.samples import Samples
from setapart.inference.methods import Asymptotic, Concentration
from setapart.inference.progress import phase
from setapart.inference.pvalues import positive_pvalue
from setapart.statistics.base import Prepared, Statistic, WithAsymptotics
from setapart.statistics.projected import ProjectedWasserstein
from setapart.statistics.registry import AnyStatistic, label, names_with
from setapart.statistics.split_projected import SplitProjectedWasserstein
from setapart.statistics.traits import traits_of
from setapart.theory.support import rows_beyond, support_of
from setapart.theory.thresholds import thresholds_of
from setapart.transport.conditioning import condition

__all__ = ["by_asymptotics", "by_threshold"]

_ROUNDING = 1e-9  # relative


def by_threshold(
    statistics: tuple[AnyStatistic, ...], method: Concentration, task: Task, *, scale: str | None
) -> Findings:
    """Compare the distance with thresholds that come from the size of the support alone."""
    statistic = _bounded_statistic(statistics, task.samples, scale)
    problem = task.problem
    _check_diameter(method.diameter, task)
    _check_radius(method.radius, problem.pooled)
    support = support_of(
        diameter=method.diameter,
        radius=method.radius,
        second_moment=method.second_moment,
        d=problem.pooled.shape[1],
    )
    bounds = thresholds_of(*problem.sizes, statistic.k, support, method.form)
    prepared = statistic.prepare(problem.pooled, rng=statistic_stream(task.seed))
    with phase("directions", task.progress, seconds=prepared.seconds):
        solution = prepared.describe(problem.observed)
    check_precision(np.array([solution.value]), (prepared.scale,), (statistic,), task)
    return Findings(
        statistic=solution.value,
        pvalue=bounds.pvalue(solution.value),
        projection=problem.project(solution, centred=False),
        smallest_pvalue=bounds.pvalue(bounds.diameter),
        threshold=bounds,
        source=statistic,
    )


def _bounded_statistic(
    statistics: tuple[AnyStatistic, ...], samples: Samples, scale: str | None
) -> ProjectedWasserstein:
    """The statistic of a test by concentration, whose bound must cover it."""
    statistic = statistics[0]
    if len(statistics) > 1 or not isinstance(statistic, ProjectedWasserstein) or statistic.centred:
        raise ValueError(
            "method=Concentration bounds the projected Wasserstein distance alone: use statistic='pw:1', whose "
            "threshold is the smallest, or another k, without group means removed"
        )
    if scale is not None:
        raise ValueError("method=Concentration needs scale=None: a unit taken from the data has no known diameter")
    if samples.design is not None:
        raise ValueError("method=Concentration needs independent rows; a design is for the permutation test")
    return statistic


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


def _check_diameter(diameter: float, task: Task) -> None:
    """Refuse a diameter that the rows themselves exceed."""
    farthest = rows_beyond(task.problem.pooled, diameter)
    if farthest is not None:
        *pair, distance = farthest
        samples, rows = task.samples, np.concatenate(task.samples.rows)
        first, second = (f"row index {rows[i]} of {samples.labels[int(i >= len(samples.x))]!r}" for i in pair)
        apart = f" is too small: {first} and {second} are {distance:.6g} apart"
        raise ValueError(arg("diameter", diameter) + apart)


def by_asymptotics(statistics: tuple[AnyStatistic, ...], method: Asymptotic, task: Task) -> Findings:
    """Compare the value with a distribution that is known beforehand."""
    statistic, problem = _asymptotic_statistic(statistics, task.samples), task.problem
    with phase("preparation", task.progress):
        prepared = statistic.prepare(problem.pooled, rng=statistic_stream(task.seed))
    values = prepared.evaluate(problem.observed[None])
    check_precision(values, (prepared.scale,), (statistic,), task)
    pvalue = _asymptotic_pvalue(prepared, statistic, method.null, problem.observed)
    _, directions = leading_directions((prepared,), (statistic,), task)
    return Findings(
        statistic=float(values[0]),
        pvalue=positive_pvalue(pvalue),
        projection=directions,
        smallest_pvalue=LEAST_PVALUE,
        source=None if directions is None else statistic,
    )


def _asymptotic_statistic(statistics: tuple[AnyStatistic, ...], samples: Samples) -> Statistic:
    """The statistic of a test by a known distribution."""
    statistic = statistics[0]
    if len(statistics) > 1 or isinstance(statistic, SplitProjectedWasserstein):
        raise ValueError(
            message(
                "{'method=Asymptotic'} needs a single statistic of which the distribution is known: {known}",
                known=_with_law(),
            )
        )
    if samples.design is not None:
        raise ValueError(message("{'method=Asymptotic'} needs independent rows; a design is for the permutation test"))
    return statistic


def _asymptotic_pvalue(prepared: Prepared, statistic: Statistic, null: str | None, labels: BoolArray) -> float:
    """The p-value of a labelling (N,) by the law of this name, or by the only one, if any is known."""
    if not isinstance(prepared, WithAsymptotics):
        raise ValueError(
            message(
                "{'method=Asymptotic'} has no distribution for {statistic=!r}: use one of {known}",
                statistic=label(statistic),
                known=_with_law(),
            )
        )
    if null is None:
        return prepared.asymptotic_pvalue(labels)
    if null not in traits_of(statistic).nulls:
        having = " and ".join(map(repr, names_with(lambda traits: null in traits.nulls)))
        raise ValueError(
            message(
                "{null=} is a law of {having}; one distribution is known of {statistic=!r}: {'leave null out'}",
                null=null,
                having=having,
                statistic=label(statistic),
            )
        )
    return prepared.asymptotic_pvalue(labels, null=null)


def _with_law() -> str:
    return quoted(names_with(lambda traits: traits.nulls))
