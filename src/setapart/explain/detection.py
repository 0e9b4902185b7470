"""What a test that found nothing would have found: its power against one shift, by simulation with the rows at hand.

The pooled rows are relabelled, so that nothing differs; then one feature of the second sample is moved, and the test is
run with the fewest relabellings that can reject at level 0.05. With more of them it finds a little more.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from setapart._interrupt import checkpoint
from setapart._streams import EXPLAINING, stream
from setapart._types import BoolArray, FloatArray
from setapart._words import ALPHA
from setapart.explain.groups import pooled_spread
from setapart.explain.refits import preparation
from setapart.inference.combination import combine
from setapart.inference.pvalues import share_interval
from setapart.inference.relabellings import Relabellings, relabellings
from setapart.inference.workers import parallel_map
from setapart.results.problem import Problem
from setapart.statistics.base import Statistic
from setapart.statistics.family import PreparedFamily, SharedDistances

__all__ = ["TRIALS", "Detectable", "detectable", "detection_seconds"]

TRIALS = 40
_RELABELLED = 19
_STREAM = 5


@dataclass(frozen=True)
class Detectable:
    """A difference that the test would have found, and how likely.

    In each trial, the rows are relabelled at random, so that nothing differs; one feature of the second sample is
    shifted; and the test is run with 19 relabellings, the fewest that can reject at level 0.05. With more of them it
    finds a little more. The shift is the smallest of a few round numbers that is at least four standard errors of a
    difference of two means, or the largest of them. With clusters, the standard error counts clusters, not rows.

    Attributes
    ----------
    shift : float
        Of one feature, each as likely as the others, in its pooled standard deviations within the samples.
    probability, low, high : float
        That the test rejects at level 0.05, counted in trials, with its 95 % interval (Clopper and Pearson, 1934).
    trials : int
    """

    shift: float
    probability: float
    low: float
    high: float
    trials: int


def detection_seconds(pooled: FloatArray, statistics: Sequence[Statistic], seed: int) -> float:
    """Seconds that `detectable` is likely to take on one core."""
    seconds = _prepared(pooled, statistics, seed, 0).seconds
    return TRIALS * ((1 + _RELABELLED) * seconds + len(statistics) * preparation(pooled))


def detectable(
    problem: Problem,
    statistics: Sequence[Statistic],
    *,
    shift: float,
    seed: int,
    n_jobs: int | None = None,
    progress: bool | None = False,
) -> Detectable:
    """Count how often the test finds a shift of one feature, in pooled standard deviations within the samples."""
    spread = pooled_spread(problem.pooled, problem.n)
    varying = np.flatnonzero(spread > 0.0)
    size = 1 + _RELABELLED
    family = relabellings(*problem.sizes, n_resamples=TRIALS * size, seed=seed, design=problem.design)

    def rejects(trial: int) -> bool:
        checkpoint()
        rng = stream(seed, EXPLAINING, _STREAM, trial)
        labels = _labellings(family, 1 + trial * size, size, rng)
        rows = problem.pooled.copy()
        feature = rng.choice(varying)
        rows[~labels[0], feature] += shift * spread[feature]
        prepared = _prepared(rows, statistics, seed, trial)
        return combine(prepared.evaluate(labels), prepared).pvalue <= ALPHA

    phase = "what would have been found"
    count = sum(parallel_map(rejects, range(TRIALS), n_jobs=n_jobs, progress=progress, unit="trial", phase=phase))
    return Detectable(shift, count / TRIALS, *share_interval(count, TRIALS), TRIALS)


def _labellings(family: Relabellings, start: int, count: int, rng: np.random.Generator) -> BoolArray:
    """Random labellings (count, N): the first stands for the observed one. Where all are known, drawn among them."""
    if not family.exact:
        return family.rows(start, start + count)
    return np.concatenate([family.rows(int(i), int(i) + 1) for i in rng.integers(family.count, size=count)])


def _prepared(pooled: FloatArray, statistics: Sequence[Statistic], seed: int, trial: int) -> PreparedFamily:
    rng = stream(seed, EXPLAINING, _STREAM, trial, 0)
    return SharedDistances(pooled).prepare(statistics, rng=rng)
