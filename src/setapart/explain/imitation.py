"""The simple rule that comes nearest to a function of the rows, and how much of it a direction shows.

A rule is a threshold or an interval of one feature, or a box of two; being inside or outside explains a share of the
variance of the function, R², and the largest share is looked for over ends at pooled quantiles. The simplest of nearly
equal rules is taken. It describes a function that is there already: no p-value comes of it.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy.linalg import eigh

from setapart._threads import one_blas_thread
from setapart._types import BoolArray, FloatArray, IntArray

__all__ = ["Box", "imitate", "linear_fit"]

_ROWS = 5_000  # among which rules are looked for
_FITTED, _CELLS = (200, 2_000), 400_000  # rows a direction is fitted to: the fewer, the more features
_BINS = 16  # of a feature; half as many of two
_FEATURES, _PAIRED = 100, 30  # that are looked at, alone and in pairs
_NEARLY = 0.05  # of the variance: what a simpler rule may fall behind
_RIDGES = tuple(10.0**power for power in range(-3, 3))  # in units of the mean eigenvalue


@dataclass(frozen=True, eq=False)
class Box:
    """Rows whose features are above the one end and at most the other."""

    features: tuple[int, ...]
    ends: tuple[tuple[float, float], ...]
    explained: float  # R²

    def inside(self, points: FloatArray) -> BoolArray:
        """Which of the points (N, d) are inside."""
        inside = np.ones(len(points), bool)
        for j, (low, high) in zip(self.features, self.ends, strict=True):
            inside &= (points[:, j] > low) & (points[:, j] <= high)
        return inside


def imitate(points: FloatArray, values: FloatArray) -> Box | None:
    """The rule of `points` (N, d) that explains most of the values (N,); none where either does not vary."""
    if len(points) > _ROWS:
        rows = np.random.default_rng(0).choice(len(points), _ROWS, replace=False)
        points, values = points[rows], values[rows]
    centred = values - values.mean()
    total = float(centred @ centred)
    features = _promising(points, centred)
    if not features.size or total == 0.0:
        return None
    cuts = [_cuts(points[:, j]) for j in features]
    codes = [np.searchsorted(ends, points[:, j]) for j, ends in zip(features, cuts, strict=True)]
    thresholds, intervals = zip(*(_best_of_one(code, centred, total) for code in codes), strict=True)
    boxes = [max(found, key=lambda box: box[0]) for found in (_numbered(thresholds), _numbered(intervals))]
    best = sorted(range(len(codes)), key=lambda place: -intervals[place][0])[:_PAIRED]
    boxes += [_best_of_two(codes, sorted(best), centred, total)] if len(best) > 1 else []
    largest = max(box[0] for box in boxes)
    explained, places, bins = next(box for box in boxes if box[0] >= largest - _NEARLY)
    ends = tuple(_ends(cuts[place], *pair) for place, pair in zip(places, bins, strict=True))
    return Box(tuple(int(features[place]) for place in places), ends, explained)


# R², the places of the features, and of each the bins from the one up to before the other.
_Found = tuple[float, tuple[int, ...], tuple[tuple[int, int], ...]]


def _numbered(found: tuple[tuple[float, tuple[int, int]], ...]) -> list[_Found]:
    return [(explained, (place,), (bins,)) for place, (explained, bins) in enumerate(found)]


def _promising(points: FloatArray, centred: FloatArray) -> IntArray:
    """The features that vary; of very many those that, or whose distances from the middle, go with the values most."""
    varying = np.flatnonzero(np.any(points != points[0], axis=0))
    if varying.size <= _FEATURES:
        return varying
    z = _standard(points[:, varying])
    strength = np.maximum(np.abs(centred @ z), np.abs(centred @ (np.abs(z) - np.abs(z).mean(axis=0))))
    return varying[np.sort(np.argsort(-strength, kind="stable")[:_FEATURES])]


def _cuts(column: FloatArray) -> FloatArray:
    """Where bins end: at each value but the last, or at quantiles of many."""
    distinct = np.unique(column)
    if distinct.size > _BINS:
        distinct = np.unique(np.quantile(column, np.arange(1, _BINS + 1) / _BINS, method="inverted_cdf"))
    ends: FloatArray = distinct[:-1]
    return ends


def _ends(cuts: FloatArray, first: int, last: int) -> tuple[float, float]:
    """The ends of the bins from `first` up to before `last`."""
    low = float(cuts[first - 1]) if first > 0 else -np.inf
    high = float(cuts[last - 1]) if last <= cuts.size else np.inf
    return low, high


def _explained(inside: FloatArray, counts: FloatArray, size: int, total: float) -> FloatArray:
    """R² of being inside, from the sums of centred values inside and the numbers of rows there."""
    rest = counts * (size - counts)
    return np.divide(inside**2 * size / total, rest, out=np.zeros_like(inside), where=rest > 0.0)


def _best_of_one(
    codes: IntArray, centred: FloatArray, total: float
) -> tuple[tuple[float, tuple[int, int]], tuple[float, tuple[int, int]]]:
    """The threshold and the interval of one feature that explain most."""
    bins = int(codes.max()) + 1
    sums, counts = (
        np.concatenate([[0.0], np.cumsum(np.bincount(codes, weights, bins))]) for weights in (centred, None)
    )
    first, last = np.triu_indices(bins + 1, 1)
    explained = _explained(sums[last] - sums[first], counts[last] - counts[first], codes.size, total)
    ends_at_once = (first == 0) | (last == bins)
    best = [int(np.argmax(np.where(allowed, explained, -1.0))) for allowed in (ends_at_once, True)]
    threshold, interval = ((float(explained[b]), (int(first[b]), int(last[b]))) for b in best)
    return threshold, interval


def _best_of_two(codes: list[IntArray], places: list[int], centred: FloatArray, total: float) -> _Found:
    """The box of two features that explains most, over every second end where there are many."""
    bins = _BINS // 2
    first, last = np.triu_indices(bins + 1, 1)
    best: _Found = (-1.0, (), ())
    steps = {place: 1 if codes[place].max() < bins else 2 for place in places}
    for p, q in combinations(places, 2):
        cell = codes[p] // steps[p] * bins + codes[q] // steps[q]
        inside, counts = (
            _boxes(np.bincount(cell, weights, bins * bins).reshape(bins, bins).astype(float), first, last)
            for weights in (centred, None)
        )
        explained = _explained(inside, counts, centred.size, total)
        a, b = np.unravel_index(int(np.argmax(explained)), explained.shape)
        if explained[a, b] > best[0]:
            ends = [
                (steps[place] * int(first[r]), steps[place] * int(last[r])) for place, r in ((p, int(a)), (q, int(b)))
            ]
            best = float(explained[a, b]), (p, q), (ends[0], ends[1])
    return best


def _boxes(table: FloatArray, first: IntArray, last: IntArray) -> FloatArray:
    """The sum of a table (b, b) over each rectangle, (r, r): rows and columns from `first` up to before `last`."""
    sums = np.zeros((len(table) + 1, len(table) + 1))
    sums[1:, 1:] = table.cumsum(axis=0).cumsum(axis=1)
    across = sums[:, last] - sums[:, first]
    boxes: FloatArray = across[last] - across[first]
    return boxes


def linear_fit(points: FloatArray, values: FloatArray) -> tuple[float, FloatArray]:
    """R² of values (N,) by a ridge regression on points (N, d), each row left out, zero at least; and loadings (d,).

    The ridge is the best of a few. Loadings are those of standardised features, of length one, or zero.
    """
    most = int(np.clip(_CELLS // points.shape[1], *_FITTED))
    if len(points) > most:
        rows = np.random.default_rng(0).choice(len(points), most, replace=False)
        points, values = points[rows], values[rows]
    varying = np.any(points != points[0], axis=0)
    centred, loadings = values - values.mean(), np.zeros(points.shape[1])
    total = float(centred @ centred)
    if not varying.any() or total == 0.0:
        return 0.0, loadings
    z = _standard(points[:, varying])
    with one_blas_thread():
        u, squares = _principal_axes(z)
        along = u.T @ centred
    best, mean = 0.0, float(squares.mean())
    for ridge in _RIDGES:
        shrunk = squares / (squares + ridge * mean)
        leverage = u**2 @ shrunk + 1.0 / centred.size
        left_out = (centred - u @ (shrunk * along)) / np.maximum(1.0 - leverage, 1e-9)
        explained = 1.0 - float(left_out @ left_out) / total
        if explained > best:
            best, loadings[varying] = explained, z.T @ (u @ (shrunk / squares * along))
    return best, loadings / (float(np.linalg.norm(loadings)) or 1.0)


def _principal_axes(z: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Left singular vectors (N, r) of rows (N, d), and squared singular values (r,), by the smaller product."""
    size, d = z.shape
    squares, vectors = eigh(z.T @ z if d <= size else z @ z.T)
    kept = squares > 1e-12 * squares[-1]
    squares, vectors = squares[kept], vectors[:, kept]
    return (z @ vectors / np.sqrt(squares) if d <= size else vectors), squares


def _standard(points: FloatArray) -> FloatArray:
    """Features of any magnitude that vary, in their own standard deviations from their means."""
    near_one = np.ldexp(points, -np.frexp(np.abs(points).max(axis=0))[1])
    near_one -= near_one.min(axis=0)
    near_one /= near_one.max(axis=0)
    near_one -= near_one.mean(axis=0)
    z: FloatArray = near_one / near_one.std(axis=0)
    return z
