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
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.inference.workers import answers, workers
from setapart.transport.exact import transport

__all__ = ["Effect", "HeldOut", "held_out_effect"]

_REPLICATES = 499
_CHUNK = 25
_TAIL = 2.5  # per cent on either side


@dataclass(frozen=True)
class Effect:
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
    size = 1 + max(int(part.rows.max()) for part in parts)
    weights = rng.standard_exponential((_REPLICATES, size))
    replicates = _bootstrap(parts, weights, centred, n_jobs)
    spreads = np.array([_spread(part, np.ones(len(part.rows))) for part in parts])
    standardised = np.array([_over(value, spread) for value, spread in zip(distances, spreads, strict=True)])
    distance, distance_sd = float(np.mean(distances)), float(np.mean(standardised))
    low, high = _interval(replicates[:, 0], distance)
    low_sd, high_sd = _interval(replicates[:, 1], distance_sd)
    return Effect(distance, low, high, distance_sd, low_sd, high_sd, without_difference)


def _bootstrap(parts: Sequence[HeldOut], weights: FloatArray, centred: bool, n_jobs: int | None) -> FloatArray:
    """The mean distance over splits, plain and standardised (b, 2), under weights (b, N) of the pooled rows."""
    parallel, _ = workers(n_jobs)
    calls = ((parts, weights[start : start + _CHUNK], centred) for start in range(0, len(weights), _CHUNK))
    with answers(parallel, _replicates, calls) as means:
        return np.concatenate(list(means))


def _replicates(parts: Sequence[HeldOut], weights: FloatArray, centred: bool) -> FloatArray:
    means = np.empty((len(weights), 2))
    for b, drawn in enumerate(weights):
        checkpoint()
        means[b] = np.mean([_weighted(part, drawn[part.rows], centred) for part in parts], axis=0)
    return means


def _weighted(part: HeldOut, weights: FloatArray, centred: bool) -> tuple[float, float]:
    groups = [(part.points[chosen], weights[chosen]) for chosen in (part.labels, ~part.labels)]
    (x, x_weights), (y, y_weights) = groups
    if centred:
        x, y = x - np.average(x, axis=0, weights=x_weights), y - np.average(y, axis=0, weights=y_weights)
    value = transport(x, y, x_weights=x_weights, y_weights=y_weights).value
    return value, _over(value, _spread(part, weights))


def _spread(part: HeldOut, weights: FloatArray) -> float:
    """The pooled standard deviation within the samples, root mean square over directions, N - 2 degrees of freedom."""
    scale = float(np.abs(part.points - part.points[0]).max())
    if scale == 0.0:
        return 0.0
    squares, size = 0.0, len(weights)
    for chosen in (part.labels, ~part.labels):
        points, own = part.points[chosen] / scale, weights[chosen] / weights[chosen].mean()
        squares += float(own @ np.sum((points - np.average(points, axis=0, weights=own)) ** 2, axis=1))
    return scale * float(np.sqrt(squares / ((size - 2) * part.points.shape[1])))


def _over(value: float, spread: float) -> float:
    return value / spread if spread > 0.0 else float("nan")


def _interval(replicates: FloatArray, estimate: float) -> tuple[float, float]:
    """Percentiles of the replicates, moved by their bias; a distance is never below zero."""
    if np.isnan(estimate):
        return float("nan"), float("nan")
    low, high = np.percentile(replicates - (replicates.mean() - estimate), [_TAIL, 100.0 - _TAIL])
    return max(0.0, float(low)), float(high)
