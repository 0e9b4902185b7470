"""The effect on rows that had no part in finding it: each half of the rows is measured along the other's directions.

How sure it is comes from the bootstrap of `inference.held_out`, with two cautions. The directions of either half lean
on the very rows that the other half's are measured on, so that errors of the two go together; how much is not known,
and the intervals are as wide as if they did so wholly, by √2. And a distance of few rows is too large, by about as much
as the replicates are larger on average; the lower end, and the test of a least size, allow for that.
experiments/intervals counts what the intervals hold.
"""

from collections.abc import Sequence

import numpy as np

from setapart._types import FloatArray
from setapart.explain.refits import Half, Search
from setapart.explain.units import Units
from setapart.inference.design import relabellings
from setapart.inference.engine import evaluate
from setapart.inference.held_out import Effect, HeldOut, effect_replicates, in_spreads
from setapart.statistics.projected import ProjectedWasserstein

__all__ = ["cross_effect"]

_RELABELLED = 20  # labellings of each half, for the distance without a difference
_STREAM = 4


def cross_effect(
    search: Search,
    divisions: Sequence[tuple[Half, Half]],
    units: Units,
    *,
    centred: bool,
    min_effect: float | None = None,
    n_jobs: int | None = None,
) -> tuple[Effect, float | None]:
    """The mean distance of all halves along the directions of their other half, and the p-value of "at most δ".

    Parameters
    ----------
    search : Search
    divisions : sequence of pairs of Half
        At least one.
    units : Units
        What was sampled as one.
    centred : bool
        Whether each sample is moved to its own mean first.
    min_effect : float, optional
        δ, in pooled standard deviations within the samples. Without any, and where there are none, no p-value.
    n_jobs : int, optional
    """
    halves = [half for division in divisions for half in division]
    k = halves[0].directions.shape[1]
    parts = [_part(search, half) for half in halves]
    found = np.array([_distances(search, part, k, centred, n_jobs) for part in parts])
    replicates = effect_replicates(
        parts,
        centred=centred,
        rng=search.stream(_STREAM),
        n_jobs=n_jobs,
        units=units.of_row,
        n_replicates=499 if k == 1 else 199,  # each of many transport problems in k dimensions
    )
    estimate = np.array([found[:, 0].mean(), in_spreads(parts, found[:, 0]).mean()])
    mean = replicates.mean(axis=0)
    excess = np.maximum(mean - estimate, 0.0)
    around = estimate + np.sqrt(2.0) * (replicates - mean)
    low, high = np.percentile(around, (2.5, 97.5), axis=0)
    low = np.maximum(low - excess, 0.0)
    effect = Effect(*map(float, (estimate[0], low[0], high[0], estimate[1], low[1], high[1], found[:, 1].mean())))
    if min_effect is None or np.isnan(estimate[1]):
        return effect, None
    at_most = np.sum(around[:, 1] - excess[1] <= min_effect)
    return effect, float(1 + at_most) / (1 + len(around))


def _part(search: Search, half: Half) -> HeldOut:
    rows = search.pooled[half.held_out]
    points: FloatArray = (rows - np.median(rows, axis=0)) @ half.directions  # a shift would only cost digits
    return HeldOut(half.held_out, points, half.held_out < search.n)


def _distances(search: Search, part: HeldOut, k: int, centred: bool, n_jobs: int | None) -> tuple[float, float]:
    """Along the directions as they are, of the labels as they are and, on average, of random ones."""
    n = int(part.labels.sum())
    # On k features there is nothing to search: the value is the distance along the directions.
    prepared = ProjectedWasserstein(k, centred=centred).prepare(part.points, rng=search.stream(_STREAM, 0))
    family = relabellings(n, len(part.rows) - n, n_resamples=_RELABELLED, seed=search.seed)
    values = evaluate(prepared, family, n_jobs=n_jobs)
    return float(values[0]), float(values[1:].mean())
