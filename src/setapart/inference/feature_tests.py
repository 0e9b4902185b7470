"""A test of every feature on the same relabellings, adjusted for their number by Westfall and Young's max-T.

The adjustment is step-down. With features in the order of their observed values, the largest first, the j-th counts the
relabellings in which the largest value of features j, j + 1, … reaches it; no p-value is below that of a feature before
it. For the first feature that is the p-value of the maximum over all. Nothing is kept but counts, however many features
and relabellings there are.

Westfall and Young, "Resampling-based multiple testing", Wiley, 1993, algorithm 4.1; Ge, Dudoit and Speed,
"Resampling-based multiple testing for microarray data analysis", Test 12, 2003.
"""

from contextlib import suppress
from dataclasses import dataclass
from functools import reduce

import numpy as np

from setapart._interrupt import Cancelled, checkpoint
from setapart._types import FloatArray, IntArray
from setapart.inference.progress import forecast, progress_bar
from setapart.inference.pvalues import tie_tolerance
from setapart.inference.relabellings import Relabellings
from setapart.inference.workers import stream_results, workers
from setapart.statistics.by_feature import ByFeature

__all__ = ["FeaturePValues", "feature_pvalues"]

_CHUNK = 64  # relabellings in a task, at most
_CELLS = 4_000_000  # relabellings × the larger of rows and features in a task, at most


@dataclass(frozen=True, eq=False)
class FeaturePValues:
    """What the relabellings say of each of d features; of one that does not vary, nothing: 0, 1 and 1.

    The chance that any feature that does not differ gets an adjusted p-value of at most α is at most α, whichever
    others differ, provided that the features that do not differ have the same joint distribution in both samples.
    """

    statistic: FloatArray  # (d,), the observed values
    pvalue: FloatArray  # (d,), of each feature by itself
    adjusted: FloatArray  # (d,), for the number of features


def feature_pvalues(
    prepared: ByFeature,
    relabellings: Relabellings,
    *,
    n_jobs: int | None = None,
    progress: bool | None = False,
    phase: str = "relabellings",
) -> tuple[FloatArray, FeaturePValues]:
    """The values (count, 1) of a statistic, as `engine.evaluate` gives them, and what they say of every feature."""
    count = relabellings.count
    observed = prepared.by_feature(relabellings.rows(0, 1))[:, 0]
    order = np.argsort(-observed, kind="stable")
    least = np.array([value - tie_tolerance(value, prepared.scale) for value in observed])
    parallel, n_workers = workers(n_jobs)
    room = _CELLS // max(len(prepared.pooled), observed.size)
    step = max(1, min(_CHUNK, room, -(-count // n_workers)))
    starts = range(0, count, step)
    calls = ((prepared, relabellings, start, min(start + step, count), least, order) for start in starts)
    parts = []
    seconds = forecast(prepared.seconds, count, n_jobs)
    with (
        stream_results(parallel, _count, calls) as results,
        progress_bar(count, progress, "relabelling", phase=phase, seconds=seconds) as bar,
    ):
        for part in results:
            if part is not None:
                parts.append(part)
                bar.update(part[0].size)
    checkpoint()  # called off from outside, the values are not all there
    values, alone, stepped = zip(*parts, strict=True)
    d = prepared.pooled.shape[1]
    statistic, pvalue, adjusted = np.zeros(d), np.ones(d), np.ones(d)
    statistic[prepared.features] = observed
    pvalue[prepared.features] = reduce(np.add, alone) / count
    adjusted[prepared.features[order]] = np.maximum.accumulate(reduce(np.add, stepped)) / count
    return np.concatenate(values)[:, None], FeaturePValues(statistic, pvalue, adjusted)


def _count(
    prepared: ByFeature, relabellings: Relabellings, start: int, stop: int, least: FloatArray, order: IntArray
) -> tuple[FloatArray, IntArray, IntArray] | None:
    """The values of some relabellings, and how many reach each feature: alone (v,), and stepping down (v,) in order.

    None once nobody waits for them.
    """
    with suppress(Cancelled):
        checkpoint()
        by_feature = prepared.by_feature(relabellings.rows(start, stop))
        alone = np.sum(by_feature >= least[:, None], axis=1)
        largest = np.maximum.accumulate(by_feature[order[::-1]], axis=0)[::-1]
        return prepared.aggregated(by_feature), alone, np.sum(largest >= least[order, None], axis=1)
    return None
