"""Change points: a statistic of the rows before against those after, at every time, and orders of the rows to judge it.

Split at time t, a series is two samples, and "before" is one labelling of its rows. A statistic that does not know of
time evaluates it for all times, and for the rows in random orders likewise. Its values at different times are not
comparable, so each time is standardised by the mean and the spread over all orders, the observed one included. Orders
are treated alike up to here, and so the rank of the observed maximum among theirs is an exact p-value if the rows are
exchangeable.

Rows that are independent and alike have the same distribution in any order. Rows that depend on those shortly before
them have not, but blocks of them nearly do if a block is longer than the memory of the series.

More changes are found by binary segmentation: a series that is split is tested again on either side.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from setapart._interrupt import checkpoint
from setapart._streams import STATISTIC, stream
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.inference.checkpoint import Checkpoint
from setapart.inference.engine import evaluate
from setapart.inference.progress import phase
from setapart.inference.pvalues import check_finite, tie_tolerance
from setapart.inference.relabellings import streams
from setapart.statistics.base import Statistic
from setapart.statistics.family import PreparedFamily, SharedDistances

__all__ = ["BlockOrders", "PrefixSplits", "Scan", "Scanning", "candidate_times", "scan", "segmentation"]

GRID = 200  # times that are tried in every order; between them only the observed order is looked at
_ROUNDING = 1e-9  # relative: scores of equal values differ by less


@dataclass(frozen=True)
class BlockOrders:
    """The observed order of some rows, then random ones, in which blocks of consecutive rows change places.

    All blocks have the same length. The rows that are left over at the end stay there: so the orders are a group, each
    is drawn as likely as the others, and the test is exact for exchangeable rows whatever the block.

    Examples
    --------
    >>> from setapart.inference.change_points import BlockOrders
    >>> orders = BlockOrders(size=7, block=2, n_resamples=9, seed=0)
    >>> orders.order(0).tolist(), orders.order(1).tolist()
    ([0, 1, 2, 3, 4, 5, 6], [4, 5, 2, 3, 0, 1, 6])
    """

    size: int  # rows
    block: int  # rows in a block; 1 permutes the rows themselves
    n_resamples: int  # orders beside the observed one
    seed: int
    key: tuple[int, ...] = ()  # what, beside the seed, the orders are a function of

    @property
    def distinct(self) -> int:
        """How many orders there are, counted no further than ten blocks."""
        return math.factorial(min(self.size // self.block, 10))

    def order(self, number: int) -> IntArray:
        """The rows (size,) in one order; number 0 is the observed one."""
        rows = np.arange(self.size)
        (draw,) = streams(self.seed, (number,), self.key)
        if draw is None:
            return rows
        n_blocks = self.size // self.block
        moved = n_blocks * self.block
        blocks: IntArray = rows[:moved].reshape(n_blocks, self.block)
        return np.concatenate([blocks[draw.permutation(n_blocks)].ravel(), rows[moved:]])


@dataclass(frozen=True, eq=False)
class PrefixSplits:
    """The first t rows against the others for the engine: for all orders, and within an order for all t."""

    orders: BlockOrders
    times: IntArray  # (c,)

    exact = False

    @property
    def count(self) -> int:
        """See `Relabellings.count`."""
        return (self.orders.n_resamples + 1) * self.times.size

    def rows(self, start: int, stop: int) -> BoolArray:
        """See `Relabellings.rows`."""
        labels = np.empty((stop - start, self.orders.size), bool)
        while start < stop:
            number, first = divmod(start, self.times.size)
            times = self.times[first : first + stop - start]
            place = np.argsort(self.orders.order(number))
            done = len(labels) - (stop - start)
            labels[done : done + times.size] = place < times[:, None]
            start += times.size
        return labels


@dataclass(frozen=True, eq=False)
class Scan:
    """The test of one stretch of a series for a change."""

    start: int  # the rows start … stop - 1 of the series
    stop: int
    times: IntArray  # (c,), the times tried, as the first rows after them
    curve: FloatArray  # (c,), the observed statistic there, in standard deviations above its mean over all orders
    maxima: FloatArray  # (B + 1,), the largest value of that curve, for every order; the observed one first
    time: int  # of the change: the largest value of the curve, smoothed and looked at row by row between `times`

    @cached_property
    def pvalue(self) -> float:
        """The share of orders with a maximum at least as large as the observed one, itself included."""
        tolerance = _ROUNDING * max(1.0, abs(float(self.maxima[0])))
        return float(np.mean(self.maxima >= self.maxima[0] - tolerance))

    def threshold(self, alpha: float) -> float:
        """The curve must exceed this somewhere for a p-value of at most alpha."""
        others = np.sort(self.maxima[1:])[::-1]
        reached = int(np.floor(alpha * self.maxima.size + _ROUNDING)) - 1
        return float(others[min(max(reached, 0), others.size - 1)])


@dataclass(frozen=True)
class Scanning:
    """How stretches are tested."""

    statistic: Statistic
    min_size: int  # the fewest rows on either side
    block: int  # rows that stay together
    n_resamples: int
    seed: int
    n_jobs: int | None = None
    progress: bool | None = False
    file: Checkpoint | None = None

    def orders(self, start: int, stop: int) -> BlockOrders:
        """The orders of a stretch."""
        return BlockOrders(stop - start, self.block, self.n_resamples, self.seed, (start, stop))

    def testable(self, start: int, stop: int, alpha: float) -> bool:
        """Whether a stretch is long enough to be split, and has enough orders to be significant."""
        return stop - start >= 2 * self.min_size and self.orders(start, stop).distinct * alpha >= 1.0

    def prepare(self, rows: FloatArray, start: int, stop: int) -> PreparedFamily:
        """The statistic, with randomness that is a function of the seed and the stretch."""
        shared = SharedDistances(np.ascontiguousarray(rows[start:stop]))
        return shared.prepare((self.statistic,), rng=stream(self.seed, STATISTIC, start, stop))


def candidate_times(size: int, min_size: int) -> IntArray:
    """The times to try in a stretch of so many rows: all, or some `GRID` of them, evenly spaced."""
    first, last = min_size, size - min_size
    if last - first < GRID:
        return np.arange(first, last + 1)
    return np.round(np.linspace(first, last, GRID)).astype(np.int64)


def scan(rows: FloatArray, start: int, stop: int, how: Scanning) -> Scan:
    """Test the rows start … stop - 1 of a series (T, d) for a change."""
    prepared = how.prepare(rows, start, stop)
    splits = PrefixSplits(how.orders(start, stop), candidate_times(stop - start, how.min_size))
    stretch = f"rows {start:,} to {stop - 1:,}"
    store = None if how.file is None else how.file.part(stretch)
    values = evaluate(
        prepared, splits, n_jobs=how.n_jobs, progress=how.progress, phase=f"orders of {stretch}", store=store
    )
    check_finite(values)
    exponent = math.frexp(float(np.abs(values).max()))[1]
    values = np.ldexp(values, -exponent).reshape(-1, splits.times.size)  # squares stay in range
    mean, spread = values.mean(axis=0), values.std(axis=0)
    scale = math.ldexp(prepared.scales[0], -exponent)
    tolerance = np.array([tie_tolerance(float(centre), scale) for centre in mean])
    spread = np.where(spread > tolerance, spread, np.inf)  # all orders alike: nothing stands out
    scores = (values - mean) / spread
    time = int(splits.times[np.argmax(scores[0])])
    if np.all(values[1:].std(axis=0) > tolerance):
        with phase("place of the change", how.progress):
            time = _located(prepared, stop - start, splits.times, values, exponent)
    return Scan(start, stop, start + splits.times, scores[0], scores.max(axis=1), start + time)


def _located(prepared: PreparedFamily, size: int, times: IntArray, values: FloatArray, exponent: int) -> int:
    """Where the observed statistic is largest, between the times of the grid as well.

    The values (B + 1, c), the observed ones first, are without the power of two `exponent`. This says where the change
    is, not whether there is one, and so may look at one order more closely than at others.
    """

    def variance(t: IntArray) -> FloatArray:
        """Of a difference of means, in proportion: 1/t + 1/(T - t)."""
        return size / (t * (size - t))

    # Mean and spread at one time are uncertain and would move the maximum: they are smoothed, as a line and a power.
    at_times, degree = variance(times), min(1, np.unique(times * (size - times)).size - 1)
    mean = np.polynomial.Polynomial.fit(at_times, values[1:].mean(axis=0), degree)
    log_spread = np.polynomial.Polynomial.fit(np.log(at_times), np.log(values[1:].std(axis=0)), degree)

    def standardised(observed: FloatArray, t: IntArray) -> FloatArray:
        scores: FloatArray = (observed - mean(variance(t))) / np.exp(log_spread(np.log(variance(t))))
        return scores

    best = int(np.argmax(standardised(values[0], times)))
    low, high = times[max(best - 1, 0)], times[min(best + 1, times.size - 1)]
    between = np.arange(low, high + 1)
    observed = np.empty(between.size)
    for i, t in enumerate(between):  # one by one: a long series has many rows between two times
        checkpoint()
        observed[i] = prepared.evaluate((np.arange(size) < t)[None])[0, 0]
    near = np.ldexp(observed, -exponent)
    return int(between[np.argmax(standardised(near, between))])


def segmentation(
    rows: FloatArray, how: Scanning, *, alpha: float, max_changes: int | None = None
) -> tuple[list[Scan], list[Scan]]:
    """Split a series (T, d) where the evidence for a change is strongest, until no stretch has a p-value up to alpha.

    The scans that found a change come first, in the order in which they were made; then those of stretches left whole.
    """
    splits: list[Scan] = []
    whole = [scan(rows, 0, len(rows), how)]
    while max_changes is None or len(splits) < max_changes:
        significant = [stretch for stretch in whole if stretch.pvalue <= alpha]
        if not significant:
            break
        best = min(significant, key=lambda stretch: (stretch.pvalue, -stretch.maxima[0]))
        whole.remove(best)
        splits.append(best)
        if len(splits) == max_changes:
            break  # what lies on either side is no longer asked for
        for start, stop in ((best.start, best.time), (best.time, best.stop)):
            if how.testable(start, stop, alpha):
                whole.append(scan(rows, start, stop, how))
    return splits, whole
