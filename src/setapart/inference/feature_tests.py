"""A test of every feature on the same relabellings, adjusted for their number by Westfall and Young's max-T.

The adjustment is step-down. With features in the order of their observed values, the largest first, the j-th counts the
relabellings in which the largest value of features j, j + 1, … reaches it; no p-value is below that of a feature before
it. For the first feature that is the p-value of the maximum over all. Of a statistic's own values only counts are kept,
however many features and relabellings there are; of parts, whose scale is known only at the end, the largest of each
feature under each relabelling, in single precision.

Westfall and Young, "Resampling-based multiple testing", Wiley, 1993, algorithm 4.1; Ge, Dudoit and Speed,
"Resampling-based multiple testing for microarray data analysis", Test 12, 2003.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from setapart._interrupt import Cancelled, checkpoint
from setapart._types import BoolArray, FloatArray, IntArray
from setapart._words import ALPHA
from setapart.inference.checkpoint import KeptValues
from setapart.inference.engine import room_for
from setapart.inference.progress import forecast, progress_bar
from setapart.inference.pvalues import tie_tolerance
from setapart.inference.relabellings import Relabellings
from setapart.inference.workers import stream_results, workers
from setapart.statistics.by_feature import ByFeature

__all__ = ["FeaturePValues", "Parts", "feature_pvalues", "part_pvalues"]

_CHUNK = 64  # relabellings in a task, at most
_CELLS = 4_000_000  # relabellings × the larger of rows and features in a task, at most
_HELD = 10_000_000  # values of parts held at a time: 80 MB
_NOTHING = 1e-13  # beside parts of order 1: a root mean square that is rounding, of one that does not vary
_POWER = 0.8416  # the 80th percentile of the normal distribution
_TIED = 1e-6  # relative: values that differ by no more are equal, since they are held in single precision


class Parts(Protocol):
    """What differs in each feature, or in each pair of them, in one way or in several."""

    @property
    def size(self) -> int:
        """Pooled rows."""
        ...

    @property
    def features(self) -> IntArray:
        """The features (v,) that vary, rising."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """The parts."""
        ...

    @property
    def seconds(self) -> float:
        """Forecast for one labelling."""
        ...

    def values(self, labels: BoolArray, first: int = 0, stop: int | None = None) -> FloatArray:
        """The parts (s, f, b) of labellings (b, N) in the features from `first` to `stop`, none negative."""
        ...


@dataclass(frozen=True, eq=False)
class FeaturePValues:
    """What the relabellings say of each of d features; of one that does not vary, nothing: 0, 1 and 1.

    The chance that any feature that does not differ gets an adjusted p-value of at most α is at most α, whichever
    others differ, provided that the features that do not differ have the same joint distribution in both samples.
    """

    statistic: FloatArray  # (d,), the observed values
    pvalue: FloatArray  # (d,), of each feature by itself
    adjusted: FloatArray  # (d,), for the number of features
    # Of `part_pvalues`: the shift of a normal feature, in standard deviations within the samples, that has an adjusted
    # p-value of at most 0.05 with probability about 0.8; whether the whole test confirms it is not part of that.
    detectable: float = np.nan

    @classmethod
    def of(
        cls, d: int, features: IntArray, order: IntArray, observed: FloatArray, alone: FloatArray, stepped: FloatArray
    ) -> "FeaturePValues":
        """From what is known of the features (v,) that vary: shares of relabellings; `stepped` goes down in `order`."""
        statistic, pvalue, adjusted = np.zeros(d), np.ones(d), np.ones(d)
        statistic[features] = observed
        pvalue[features] = alone
        adjusted[features[order]] = np.maximum.accumulate(stepped)
        return cls(statistic, pvalue, adjusted)

    @property
    def order(self) -> IntArray:
        """The features, the most different first."""
        return np.lexsort((-self.statistic, self.adjusted))

    def differing(self, pvalue: float, alpha: float) -> IntArray:
        """The features that differ at level alpha, the most different first: none where the whole test sees nothing.

        `pvalue` is that of the whole test.
        """
        return self.order[(self.adjusted[self.order] <= alpha) & (pvalue <= alpha)]


def feature_pvalues(
    prepared: ByFeature,
    relabellings: Relabellings,
    *,
    n_jobs: int | None = None,
    progress: bool | None = False,
    phase: str = "relabellings",
    store: KeptValues | None = None,
) -> tuple[FloatArray, FeaturePValues]:
    """The values (count, 1) of a statistic, as `engine.evaluate` gives them, and what they say of every feature.

    What `store` holds is not evaluated again; see there.
    """
    count = relabellings.count
    observed = prepared.by_feature(relabellings.rows(0, 1))[:, 0]
    order = np.argsort(-observed, kind="stable")
    least = np.array([value - tie_tolerance(value, prepared.scale) for value in observed])
    parallel, n_workers = workers(n_jobs)
    room = _CELLS // max(len(prepared.pooled), observed.size)
    step = max(1, min(_CHUNK, room, -(-count // n_workers)))
    values, counts, first = room_for(count, 1), np.zeros((2, observed.size), np.int64), 0
    if store is not None and store.done:
        store.check_counts(count)
        kept = store.arrays(lambda b: prepared.evaluate(relabellings.rows(b, b + 1)), [prepared.scale])
        first, counts = store.done, kept["counts"]
        values[:first] = kept["values"]
    starts = range(first, count, step)
    calls = ((start, min(start + step, count)) for start in starts)
    seconds = forecast(prepared.seconds, count - first, n_jobs)
    with (
        stream_results(parallel, _count, calls, shared=(prepared, relabellings, least, order)) as results,
        progress_bar(count, progress, "relabelling", phase=phase, seconds=seconds) as bar,
    ):
        bar.update(first)
        for start, part in zip(starts, results, strict=False):
            if part is None:
                store = None  # it keeps no values after a gap
                continue
            values[start : start + step, 0], counts = part[0], counts + part[1:]
            bar.update(part[0].size)
            if store is not None:
                store.save(values=values[: start + part[0].size], counts=counts)
    checkpoint()  # called off from outside, the values are not all there
    alone, stepped = counts / count
    d = prepared.pooled.shape[1]
    return values, FeaturePValues.of(d, prepared.features, order, observed, alone, stepped)


def part_pvalues(
    parts: Parts,
    d: int,
    relabellings: Relabellings,
    *,
    weights: FloatArray | None = None,
    n_jobs: int | None = None,
    progress: bool | None = False,
    phase: str = "features",
) -> tuple[FeaturePValues, IntArray]:
    """What the relabellings say of each of d features, or pairs, by the largest of its parts; and which (d,) that is.

    A part is divided by its root mean square over all relabellings, the observed one included: so that one that varies
    little by itself counts as much as another, or by its weight (s,), and the p-values stay exact.
    """
    v, count = parts.features.size, relabellings.count
    largest, leading = np.empty((v, count), np.float32), np.zeros(d, np.int64)
    chance = np.empty(v)  # the root mean square of the first part
    parallel, n_workers = workers(n_jobs)
    step = max(1, min(_CHUNK, _CELLS // max(parts.size, 1), -(-count // n_workers)))
    width = max(1, _HELD // (len(parts.names) * count))
    blocks = [(first, min(first + width, v)) for first in range(0, v, width)]
    seconds = forecast(parts.seconds, count, n_jobs)
    with progress_bar(count * len(blocks), progress, "relabelling", phase=phase, seconds=seconds) as bar:
        for first, stop in blocks:
            values = np.empty((len(parts.names), stop - first, count))
            starts = range(0, count, step)
            calls = ((first, stop, start, min(start + step, count)) for start in starts)
            with stream_results(parallel, _part_values, calls, shared=(parts, relabellings)) as results:
                for start, result in zip(starts, results, strict=True):
                    if result is not None:
                        values[:, :, start : start + step] = result
                        bar.update(result.shape[2])
            checkpoint()  # called off from outside, the values are not all there
            scale = np.sqrt(np.mean(values**2, axis=2, keepdims=True))
            chance[first:stop] = scale[0, :, 0]
            values /= np.where(scale > _NOTHING, scale, np.inf)
            if weights is not None:
                values *= weights[:, None, None]
            leading[parts.features[first:stop]] = values[:, :, 0].argmax(axis=0)
            largest[first:stop] = values.max(axis=0)
    pvalues = _stepped_down(largest, parts.features, d)
    if v and parts.names[0] == "location":
        critical = float(np.quantile(largest.max(axis=0), 1.0 - ALPHA))
        # A shift by a standard deviation moves the mean rank, over N, by 1/(2√π) where rows are normal.
        shift = (critical + _POWER) * float(np.median(chance)) * 2.0 * np.sqrt(np.pi)
        pvalues = replace(pvalues, detectable=shift)
    return pvalues, leading


def _stepped_down(values: NDArray[np.float32], features: IntArray, d: int) -> FeaturePValues:
    """The p-values of d features, from the values (v, count) of those that vary."""
    count = values.shape[1]
    observed = values[:, 0]
    least, order = observed * (1.0 - _TIED), np.argsort(-observed, kind="stable")
    highest, reaching = np.full(count, -np.inf, np.float32), np.empty(features.size)
    for place in range(features.size - 1, -1, -1):
        np.maximum(highest, values[order[place]], out=highest)
        reaching[place] = np.count_nonzero(highest >= least[order[place]])
    alone = np.mean(values >= least[:, None], axis=1)
    return FeaturePValues.of(d, features, order, observed.astype(float), alone, reaching / count)


def _part_values(
    parts: Parts, relabellings: Relabellings, first: int, stop: int, start: int, end: int
) -> FloatArray | None:
    """The parts of some features under some relabellings; None once nobody waits for them."""
    with suppress(Cancelled):
        checkpoint()
        return parts.values(relabellings.rows(start, end), first, stop)
    return None


def _count(
    prepared: ByFeature, relabellings: Relabellings, least: FloatArray, order: IntArray, start: int, stop: int
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
