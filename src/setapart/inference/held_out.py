"""The effect on rows that had no part in finding it: a distance along given directions, and how sure it is.

The intervals are percentiles of the Bayesian bootstrap (Rubin, "The Bayesian bootstrap", Annals of Statistics 9, 1981):
the rows of each sample get random weights, in place of the whole numbers of the ordinary bootstrap, and no row is ever
lost. Rows that several splits hold out have the same weights in all of them, so that the mean over splits is given no
more certainty than the rows can bear. A weighted sample is further from the other one than the sample itself, by about
as much as that is further than its population; so the percentiles are moved back by what the mean of the replicates
exceeds the estimate.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from setapart._interrupt import checkpoint
from setapart._shown import Shown
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.inference.workers import answers, workers
from setapart.transport.exact import transport

__all__ = ["Effect", "HeldOut", "effect_replicates", "held_out_effect", "in_spreads"]

_REPLICATES = 499
_CHUNK = 25
_TAIL = 2.5  # per cent on either side


@dataclass(frozen=True)
class Effect(Shown):
    """The distance of the samples along learned directions, on rows that had no part in the learning.

    With several splits every number is a mean over them. The intervals are of 95 % by the bootstrap over the rows of
    each sample, and conditional on the splits and the directions found: they tell how much the distance along *these*
    directions would vary with other held-out rows, not how much the directions would. A distance of two samples is
    biased upward, the more so the fewer the rows: it is not zero even where nothing differs. What to expect then is
    `without_difference`, to be compared with `distance`.

    Attributes
    ----------
    distance, low, high : float
        W₁ along the directions and its interval, in units of the compared features.
    distance_sd, low_sd, high_sd : float
        The same over the pooled standard deviation of the projected rows within the samples, the root mean square over
        the directions; NaN where there is none.
    without_difference : float
        Mean of `distance` under random relabelling of the held-out rows.
    """

    distance: float
    low: float
    high: float
    distance_sd: float
    low_sd: float
    high_sd: float
    without_difference: float


@dataclass(frozen=True, eq=False)
class HeldOut:
    """Held-out rows along the directions of one split.

    Attributes
    ----------
    rows : (h,) int array
        Which of the pooled rows.
    points : (h, k) float array
        Their projections.
    labels : (h,) bool array
        True for the first sample.
    """

    rows: IntArray
    points: FloatArray
    labels: BoolArray


def held_out_effect(
    parts: Sequence[HeldOut],
    *,
    distances: FloatArray,
    without_difference: float,
    centred: bool,
    rng: np.random.Generator,
    n_jobs: int | None = None,
) -> Effect:
    """The mean distance over splits, with its intervals.

    Parameters
    ----------
    parts : sequence of HeldOut
    distances : (len(parts),) float array
        Along the directions of each split, of the rows as they are.
    without_difference : float
    centred : bool
        Whether each sample was moved to its own mean.
    rng : numpy.random.Generator
    n_jobs : int, optional
    """
    replicates = effect_replicates(parts, centred=centred, rng=rng, n_jobs=n_jobs)
    distance, distance_sd = float(np.mean(distances)), float(np.mean(in_spreads(parts, distances)))
    low, high = _interval(replicates[:, 0], distance)
    low_sd, high_sd = _interval(replicates[:, 1], distance_sd)
    return Effect(distance, low, high, distance_sd, low_sd, high_sd, without_difference)


def effect_replicates(
    parts: Sequence[HeldOut],
    *,
    centred: bool,
    rng: np.random.Generator,
    n_jobs: int | None = None,
    units: IntArray | None = None,
    n_replicates: int = _REPLICATES,
) -> FloatArray:
    """The mean distance over splits, plain and standardised (b, 2), under random weights of the pooled rows.

    Parameters
    ----------
    parts, centred, rng, n_jobs
        See `held_out_effect`.
    units : (N,) int array, optional
        What was sampled as one, and has one weight: the pair or the cluster of each pooled row; by default the row.
    n_replicates : int
    """
    size = 1 + max(int(part.rows.max()) for part in parts)
    units = np.arange(size) if units is None else units
    weights = rng.standard_exponential((n_replicates, 1 + int(units.max())))
    parallel, _ = workers(n_jobs)
    calls = ((parts, weights[start : start + _CHUNK, units], centred) for start in range(0, n_replicates, _CHUNK))
    with answers(parallel, _replicates, calls) as means:
        return np.concatenate(list(means))


def in_spreads(parts: Sequence[HeldOut], distances: FloatArray) -> FloatArray:
    """The distances (len(parts),) in pooled standard deviations within the samples; NaN where there is none."""
    return _over(distances, np.array([_spread_as_it_is(part) for part in parts]))


def _replicates(parts: Sequence[HeldOut], weights: FloatArray, centred: bool) -> FloatArray:
    means: FloatArray = np.mean([_weighted(part, weights[:, part.rows], centred) for part in parts], axis=0)
    return means


def _weighted(part: HeldOut, weights: FloatArray, centred: bool) -> FloatArray:
    """The distance of one split, plain and standardised (b, 2), under weights (b, h) of its held-out rows."""
    checkpoint()
    shares = _shares(part.labels, weights)
    deviations = _deviations(part, shares)
    places = deviations if centred else np.broadcast_to(part.points, deviations.shape)
    if part.points.shape[1] == 1:
        values = _along_line(places[:, :, 0], np.where(part.labels, shares, -shares))
    else:
        values = np.array([_in_space(points, part.labels, own) for points, own in zip(places, weights, strict=True)])
    return np.column_stack([values, _over(values, _spread(part.labels, shares, deviations))])


def _along_line(points: FloatArray, masses: FloatArray) -> FloatArray:
    """W₁ (b,) for points (b, h) on the line and their masses, negative for one sample: the area between the sums."""
    order = np.argsort(points, axis=1)
    ahead = np.cumsum(np.take_along_axis(masses, order, axis=1), axis=1)[:, :-1]
    gaps = np.diff(np.take_along_axis(points, order, axis=1), axis=1)
    area: FloatArray = np.sum(np.abs(ahead) * gaps, axis=1)
    return area


def _in_space(points: FloatArray, labels: BoolArray, weights: FloatArray) -> float:
    x, y = points[labels], points[~labels]
    return transport(x, y, x_weights=weights[labels], y_weights=weights[~labels]).value


def _shares(labels: BoolArray, weights: FloatArray) -> FloatArray:
    """Weights (b, h) that add up to one in each sample."""
    shares = np.empty_like(weights)
    for chosen in (labels, ~labels):
        shares[:, chosen] = weights[:, chosen] / weights[:, chosen].sum(axis=1, keepdims=True)
    return shares


def _deviations(part: HeldOut, shares: FloatArray) -> FloatArray:
    """Points (b, h, k) from the weighted mean of their sample: exactly zero where it has no spread."""
    deviations = np.empty((*shares.shape, part.points.shape[1]))
    for chosen in (part.labels, ~part.labels):
        points = part.points[chosen] - part.points[chosen][0]
        deviations[:, chosen] = points - np.einsum("bc,ck->bk", shares[:, chosen], points)[:, None]
    return deviations


def _spread_as_it_is(part: HeldOut) -> float:
    shares = _shares(part.labels, np.ones((1, len(part.rows))))
    return float(_spread(part.labels, shares, _deviations(part, shares))[0])


def _spread(labels: BoolArray, shares: FloatArray, deviations: FloatArray) -> FloatArray:
    """The pooled standard deviation (b,) within the samples, the root mean square over directions; h - 2 degrees."""
    size, k = deviations.shape[1:]
    scale = float(np.abs(deviations).max()) or 1.0
    counts = np.where(labels, np.sum(labels), np.sum(~labels))
    squares = np.sum(counts * shares * np.sum((deviations / scale) ** 2, axis=2), axis=1)
    spread: FloatArray = scale * np.sqrt(squares / ((size - 2) * k))
    return spread


def _over(values: FloatArray, spreads: FloatArray) -> FloatArray:
    return np.divide(values, spreads, out=np.full_like(values, np.nan), where=spreads > 0.0)


def _interval(replicates: FloatArray, estimate: float) -> tuple[float, float]:
    """Percentiles of the replicates, moved by their bias; a distance is never below zero."""
    if np.isnan(estimate):
        return float("nan"), float("nan")
    low, high = np.percentile(replicates - (replicates.mean() - estimate), [_TAIL, 100.0 - _TAIL])
    return max(0.0, float(low)), float(high)
