"""What leads where no direction does: the witness of the leading component, told by what is simple.

The witness is a function of the rows; it is told by its name, by the rule that comes nearest, by how much of it a
direction shows, and by how well it tells samples apart in rows that had no part in its choice.
"""

import math
from dataclasses import replace

import numpy as np

from setapart._streams import EXPLAINING, STATISTIC, stream
from setapart._types import BoolArray, FloatArray, IntArray
from setapart._words import is_significant
from setapart.data.table import Table
from setapart.explain.imitation import imitate, linear_fit
from setapart.explain.rules import condition_on
from setapart.inference.units import Units
from setapart.results.feature_table import FeatureTable
from setapart.results.problem import Problem
from setapart.results.two_sample import TwoSampleResult
from setapart.results.witness import Imitation, LinearFit, Plane, Witness
from setapart.statistics.family import SharedDistances
from setapart.statistics.ranks import mid_ranks
from setapart.statistics.split_projected import SplitProjectedWasserstein
from setapart.statistics.witness import WithWitness, WitnessFunction

__all__ = ["explained_witness", "imitated", "observed_witness", "witness_seconds"]

_STREAM = 10
_DIVISIONS = 3  # of the rows into halves
_LEAST = 2  # rows of a sample in a half
_TYPICAL = 10  # rows of either sample
_LOADINGS = 3
_SHOWN = 0.1  # of the variance, by a rule of features that are worth a picture


def observed_witness(function: WitnessFunction, problem: Problem, component: str) -> Witness:
    """A witness with its names, the numbers it is about, and how well it tells the rows apart."""
    numbers, n = function.numbers, problem.n
    names = problem.feature_names if problem.basis is None else _component_names(problem)
    quartiles = None
    if numbers is not None:
        quartiles = np.stack([np.quantile(side, (0.25, 0.5, 0.75)) for side in (numbers[:n], numbers[n:])])
    return Witness(
        component=component,
        template=function.name,
        features=tuple(names[j] for j in function.features),
        sign=function.sign,
        spread=function.spread,
        quartiles=quartiles,
        numbers=numbers,
        values=function.values,
        sizes=problem.sizes,
        auc=_auc(function.values, problem.observed),
        backend=problem.backend,
    )


def imitated(witness: Witness, problem: Problem, table: FeatureTable | None) -> Witness:
    """The same with the rule that comes nearest to it, the direction, and the features that show it best."""
    rule, linear = _imitation(witness, problem, table), _linear(witness, problem)
    return replace(witness, imitation=rule, linear=linear, plane=_plane(rule, linear, problem))


def explained_witness(result: TwoSampleResult, problem: Problem, units: Units) -> Witness | None:
    """The witness of the leading component with all that is told of it; none where it has none, or nothing differs."""
    statistics = problem.statistics
    if not is_significant(result.pvalue) or not statistics:
        return None
    s = next((s for s, component in enumerate(result.components) if component.leading), 0)
    if isinstance(statistics[s], SplitProjectedWasserstein):
        return None
    shared = SharedDistances(problem.pooled)
    prepared = shared.prepare_one(statistics, s, rng=stream(result.seed, STATISTIC))  # type: ignore[arg-type]
    if not isinstance(prepared, WithWitness):
        return None
    witness = observed_witness(prepared.witness(problem.observed), problem, result.leading.name)
    witness = imitated(witness, problem, result.by_feature)
    halves = [units.halved(stream(result.seed, EXPLAINING, _STREAM, s)) for s in range(_DIVISIONS)]
    sides = [side for half in halves for side in (half, ~half)]
    if min(int(np.sum(side & sample)) for side in sides for sample in (problem.observed, ~problem.observed)) >= _LEAST:
        auc = np.mean([_auc_of_others(prepared, problem.observed, side) for side in sides])
        witness = replace(witness, held_out_auc=float(auc))
        if witness.imitation is not None:
            explained = np.mean([_explained_in_others(witness.values, problem.pooled, side) for side in sides])
            witness = replace(witness, imitation=replace(witness.imitation, held_out=float(explained)))
    return replace(witness, row_table=_row_table(witness, problem, result.labels))


def witness_seconds(result: TwoSampleResult, problem: Problem) -> float:
    """Forecast of `explained_witness`, from timings: mostly boxes of two of 30 features, looked for seven times."""
    if not is_significant(result.pvalue) or not problem.statistics:
        return 0.0
    size, d = problem.pooled.shape
    return float(5e-5 * size + 2e-3 * d + 4e-7 * min(size, 5_000) * math.comb(min(d, 30), 2))


def _auc(values: FloatArray, labels: BoolArray) -> float:
    """The chance that a row of the first sample has the larger value, ties counted half."""
    n, m = int(labels.sum()), int((~labels).sum())
    return float((mid_ranks(values)[labels].sum() - n * (n + 1) / 2.0) / (n * m))


def _auc_of_others(prepared: WithWitness, labels: BoolArray, among: BoolArray) -> float:
    return _auc(prepared.witness(labels, among).values[~among], labels[~among])


def _points(problem: Problem) -> FloatArray:
    """The pooled rows in the unit of the caller; of ranks, these."""
    return problem.pooled if problem.samples is None else np.concatenate(problem.samples)


def _imitation(witness: Witness, problem: Problem, table: FeatureTable | None) -> Imitation | None:
    """The rule that comes nearest; none for principal components, whose values tell nobody anything."""
    if problem.basis is not None:
        return None
    box = imitate(problem.pooled, witness.values)
    if box is None:
        return None
    inside = box.inside(problem.pooled)
    conditions = tuple(condition_on(problem, j, *ends, table) for j, ends in zip(box.features, box.ends, strict=True))
    features = tuple(problem.feature_names[j] for j in box.features)
    first, second = int(inside[: problem.n].sum()), int(inside[problem.n :].sum())
    leading = 0 if witness.values[inside].mean() > witness.values.mean() else 1
    return Imitation(features, conditions, leading, (first, second), box.explained)


def _explained_in_others(values: FloatArray, points: FloatArray, among: BoolArray) -> float:
    """R² in the other rows of the rule that explains most in some; zero at least."""
    box = imitate(points[among], values[among])
    if box is None:
        return 0.0
    inside, rest = box.inside(points), values[~among]
    levels = np.where(inside[~among], values[among & inside].mean(), values[among & ~inside].mean())
    total = float(np.sum((rest - rest.mean()) ** 2))
    return max(1.0 - float(np.sum((rest - levels) ** 2)) / total, 0.0) if total > 0.0 else 0.0


def _linear(witness: Witness, problem: Problem) -> LinearFit:
    explained, loadings = linear_fit(problem.pooled, witness.values)
    if problem.basis is not None:
        return LinearFit(explained, (), np.empty(0))
    largest = np.argsort(-np.abs(loadings), kind="stable")[: _LOADINGS if loadings.any() else 0]
    return LinearFit(explained, tuple(problem.feature_names[j] for j in largest), loadings[largest])


def _plane(rule: Imitation | None, linear: LinearFit, problem: Problem) -> Plane | None:
    """The features of the rule, and beside a single one the next that matters; none where they show next to nothing."""
    names, points = problem.feature_names, _points(problem)
    if rule is None or len(names) < 2 or (rule.explained < _SHOWN and len(names) > 2):
        return None
    chosen = dict.fromkeys([*rule.features, *linear.features, *names])
    first, second = list(chosen)[:2]
    return Plane((first, second), points[:, [names.index(first), names.index(second)]])


def _component_names(problem: Problem) -> list[str]:
    return [f"principal component {j + 1}" for j in range(problem.pooled.shape[1])]


def _row_table(witness: Witness, problem: Problem, labels: tuple[str, str]) -> Table:
    """See `Witness.row_table`."""
    first, second = witness.samples
    chosen: list[IntArray] = [np.argsort(values, kind="stable")[:_TYPICAL] for values in (-first, second)]
    row = np.empty(sum(map(len, chosen)), dtype=object)
    row[:] = [names[i] for names, places in zip(problem.row_labels, chosen, strict=True) for i in places]
    return Table(
        {
            "sample": np.repeat(np.array(labels, dtype=object), list(map(len, chosen))),
            "row": row,
            "value": np.concatenate([values[i] for values, i in zip(witness.samples, chosen, strict=True)]),
        }
    )
