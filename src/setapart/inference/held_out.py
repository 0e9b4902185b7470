"""The effect on rows that had no part in finding it: a distance along given directions, and how sure it is.

A distance of two samples is further from zero than that of their populations, the more so the less these differ; a
bootstrap of the distance itself does not see that. So the intervals rest on the triangle inequality. W₁ is a norm of
the difference of two distributions, ‖Fₙ - Gₘ‖ (Kantorovich and Rubinstein, 1958), and misses ‖F - G‖ by no more than
the norm of the errors, ‖(Fₙ - F) - (Gₘ - G)‖; if nothing differs, by just that. The Bayesian bootstrap (Rubin, "The
Bayesian bootstrap", Annals of Statistics 9, 1981) draws the errors: the rows of each sample get random weights, and no
row is ever lost; together, those of a stratum weigh what they did. Rows that several splits hold out have the same
weights in all of them, so that the mean over splits is given no more certainty than the rows can bear. Where the
distance is far from zero, the intervals are wider than they need to be.

In standard deviations, what is not known of these counts too. On average a sample spreads less than its population, the
more so the more skewed it is, and rows under random weights spread less than the rows. Skewed rows show only part of
that; so the spread of each replicate is lowered once more by what replicates fall short on average. Without this, "at
most so many standard deviations" is rejected too often of skewed rows (experiments/intervals).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from setapart._interrupt import checkpoint
from setapart._shown import Shown
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.inference.progress import forecast, progress_bar
from setapart.inference.units import Units
from setapart.inference.workers import stream_results, workers
from setapart.transport.exact import transport, transport_seconds

__all__ = ["Effect", "HeldOut", "effect_noise", "held_out_effect", "noise_seconds"]

_REPLICATES = 499
_CHUNK = 25
_CELLS = 1_000_000  # replicates × held-out rows in a task, at most
_TOP = 97.5  # per cent of the noise that the interval allows for on either side
_FEWEST = 4  # rows, pairs or clusters of a sample that are held out, less its strata: fewer do not show how they vary


@dataclass(frozen=True)
class Effect(Shown):
    """The distance of the samples along learned directions, on rows that had no part in the learning.

    With several splits every number is a mean over them. The intervals are of 95 % by a bootstrap over the rows of
    each sample, and conditional on the splits and the directions found: they tell how much the distance along *these*
    directions would vary with other held-out rows, not how much the directions would. They begin at zero where nothing
    may differ. A distance of two samples is biased upward, the more so the fewer the rows: it is not zero even where
    nothing differs. What to expect then is `without_difference`, to be compared with `distance`.

    Attributes
    ----------
    distance, low, high : float
        W₁ along the directions and its interval, in units of the compared features. The interval is NaN where fewer
        than 5 rows (pairs, clusters) of a sample are held out, or fewer than 4 more than there are strata.
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

    @property
    def without_difference_sd(self) -> float:
        """`without_difference` in standard deviations, as `distance_sd`; NaN where there is no ratio of the two."""
        return self.without_difference * self.distance_sd / self.distance if self.distance > 0.0 else math.nan


@dataclass(frozen=True, eq=False)
class HeldOut:
    """Held-out rows along the directions of one split."""

    rows: IntArray  # (h,), which of the pooled rows
    points: FloatArray  # (h, k), their projections
    labels: BoolArray  # (h,), True for the first sample

    @classmethod
    def along(cls, directions: FloatArray, pooled: FloatArray, rows: IntArray, n: int) -> "HeldOut":
        """Some of the pooled rows (N, d), of which n are the first sample, along directions (d, k)."""
        held = pooled[rows]
        return cls(rows, (held - np.median(held, axis=0)) @ directions, rows < n)  # a shift would only cost digits


def held_out_effect(
    parts: Sequence[HeldOut], *, distances: FloatArray, without_difference: float, noise: FloatArray
) -> Effect:
    """The mean over splits of `distances` (len(parts),), with intervals by the `noise` (b, 2) of `effect_noise`."""
    estimate = np.array([np.mean(distances), np.mean(_over(distances, _spreads(parts)))])
    reach = np.percentile(noise, _TOP, axis=0) if len(noise) else np.nan
    low, high = np.maximum(estimate - reach, 0.0), estimate + reach
    return Effect(*map(float, (estimate[0], low[0], high[0], estimate[1], low[1], high[1], without_difference)))


def effect_noise(
    parts: Sequence[HeldOut],
    *,
    distances: FloatArray,
    centred: bool,
    rng: np.random.Generator,
    units: Units,
    n_jobs: int | None = None,
    n_replicates: int = _REPLICATES,
    progress: bool | None = False,
) -> FloatArray:
    """By how much the mean distance over splits may miss the truth, plain and standardised (b, 2); b replicates.

    The second column is what the distance with its noise exceeds the distance by, each over its own spread, that of
    replicates once more lowered. `units` have one weight each, and those that may stand for one another as much weight
    as they are of their sample; b = 0 where the held-out units of a sample are not four more than its blocks. With
    `centred` each sample was moved to its own mean.
    """
    blocks = units.block_of_row
    counts, strata = _code_counts(parts, units.of_row), _code_counts(parts, blocks)
    if np.min(counts - strata) < _FEWEST:
        return np.empty((0, 2))
    # Random weights vary by n / (n + 1) of what samples do, and a sample by (n - 1) / n of what its population does;
    # with s strata of one size, n / s stands for n.
    missing = np.sqrt((counts + strata) / (counts - strata))
    n_units = 1 + int(units.of_row.max())
    size, k = max(len(part.rows) for part in parts), parts[0].points.shape[1]
    step = max(1, min(_CHUNK, _CELLS // size))
    parallel, _ = workers(n_jobs)
    # Drawn one after the other, as the calls go out: those of all replicates may be more than memory holds.
    calls = (
        (rng.standard_exponential((count, n_units))[:, units.of_row],)
        for count in (min(step, n_replicates - start) for start in range(0, n_replicates, step))
    )
    seconds = forecast(noise_seconds(size, k), len(parts) * n_replicates, n_jobs)
    chunks = []
    with (
        stream_results(parallel, _chunk, calls, shared=(parts, blocks, missing, centred)) as results,
        progress_bar(n_replicates, progress, "replicate", phase="interval of the effect", seconds=seconds) as bar,
    ):
        for chunk in results:
            chunks.append(chunk)
            bar.update(len(chunk))
    noise, replicate_spreads = np.moveaxis(np.concatenate(chunks), 2, 0)  # (b, len(parts)) each
    spreads = _spreads(parts)
    lowered = replicate_spreads * _over(replicate_spreads.mean(axis=0), spreads)  # what they fall short of counts twice
    standardised = np.mean(_over(distances + noise, lowered), axis=1) - np.mean(_over(distances, spreads))
    return np.column_stack([noise.mean(axis=1), standardised])


def _code_counts(parts: Sequence[HeldOut], codes: IntArray) -> IntArray:
    """How many different codes (N,) the held-out rows have: (len(parts), 2), for either sample."""
    return np.array(
        [[np.unique(codes[part.rows[sample]]).size for sample in (part.labels, ~part.labels)] for part in parts]
    )


def noise_seconds(size: float, k: int) -> float:
    """Forecast for one replicate of one part with so many rows on one core: a few passes, or a transport problem."""
    return 1.2e-7 * size if k == 1 else 1e-7 * size + transport_seconds(size, k)


def _chunk(
    parts: Sequence[HeldOut],
    blocks: IntArray,
    missing: FloatArray,
    centred: bool,
    weights: FloatArray,
) -> FloatArray:
    """The noise and the spread of every part (b, len(parts), 2) under weights (b, N).

    The rows of one block (N,) and one sample have their share of the weight.
    """
    columns = []
    for part, (of_first, of_second) in zip(parts, missing, strict=True):
        checkpoint()
        balanced = _balanced(weights[:, part.rows], 2 * blocks[part.rows] + part.labels)
        columns.append(np.column_stack(_noise(part, balanced, np.where(part.labels, of_first, -of_second), centred)))
    return np.stack(columns, axis=1)


def _balanced(weights: FloatArray, codes: IntArray) -> FloatArray:
    """Weights (b, h) over their mean among the columns of the same code (h,)."""
    _, code, counts = np.unique(codes, return_inverse=True, return_counts=True)
    first = np.cumsum(counts) - counts
    means = np.add.reduceat(weights[:, np.argsort(code, kind="stable")], first, axis=1) / counts
    balanced: FloatArray = weights / means[:, code]
    return balanced


def _noise(part: HeldOut, weights: FloatArray, signs: FloatArray, centred: bool) -> tuple[FloatArray, FloatArray]:
    """The norm of the errors and the spread, (b,) each, under weights (b, h) of the rows of one split."""
    shares, even = _shares(part.labels, weights), _shares(part.labels, np.ones_like(weights[:1]))
    deviations = _deviations(part, shares)
    if centred:
        places = np.concatenate([deviations, np.broadcast_to(_deviations(part, even), deviations.shape)], axis=1)
        masses = np.concatenate([signs * shares, np.broadcast_to(-signs * even, shares.shape)], axis=1)
    else:
        places, masses = np.broadcast_to(part.points, deviations.shape), signs * (shares - even)
    if part.points.shape[1] == 1:
        values = _along_line(places[:, :, 0] if centred else part.points.T, masses)
    else:
        values = np.array([_in_space(points, mass) for points, mass in zip(places, masses, strict=True)])
    return values, _spread(part.labels, shares, deviations)


def _along_line(points: FloatArray, masses: FloatArray) -> FloatArray:
    """The norm (b,) of masses (b, h), positive and negative, at points of the line: the area of their sums.

    The points are (b, h), or (1, h) where they are the same for all and are sorted once.
    """
    order = np.argsort(points, axis=1)
    if len(points) == 1:
        ahead = np.cumsum(np.take(masses, order[0], axis=1), axis=1)[:, :-1]
        shared: FloatArray = np.sum(np.abs(ahead) * np.diff(points[0, order[0]]), axis=1)
        return shared
    ahead = np.cumsum(np.take_along_axis(masses, order, axis=1), axis=1)[:, :-1]
    gaps = np.diff(np.take_along_axis(points, order, axis=1), axis=1)
    area: FloatArray = np.sum(np.abs(ahead) * gaps, axis=1)
    return area


def _in_space(points: FloatArray, masses: FloatArray) -> float:
    """The norm of masses (h,), positive and negative, at points (h, k): what it takes to move these onto those."""
    here, there = masses > 0.0, masses < 0.0
    if not here.any():
        return 0.0
    coupling = transport(points[here], points[there], x_weights=masses[here], y_weights=-masses[there])
    return coupling.value * float(masses[here].sum())


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


def _spreads(parts: Sequence[HeldOut]) -> FloatArray:
    """The spread of each part (len(parts),) as it is."""
    evens = [_shares(part.labels, np.ones((1, len(part.rows)))) for part in parts]
    return np.array([_spread(p.labels, even, _deviations(p, even))[0] for p, even in zip(parts, evens, strict=True)])


def _spread(labels: BoolArray, shares: FloatArray, deviations: FloatArray) -> FloatArray:
    """The pooled standard deviation (b,) within the samples, the root mean square over directions; h - 2 degrees."""
    size, k = deviations.shape[1:]
    scale = float(np.abs(deviations).max()) or 1.0
    counts = np.where(labels, np.sum(labels), np.sum(~labels))
    squares = np.sum(counts * shares * np.sum((deviations / scale) ** 2, axis=2), axis=1)
    spread: FloatArray = scale * np.sqrt(squares / ((size - 2) * k))
    return spread


def _over(values: FloatArray, spreads: FloatArray) -> FloatArray:
    """Values over their spreads; NaN where there is none."""
    return np.divide(values, spreads, out=np.full_like(values, np.nan), where=spreads > 0.0)
