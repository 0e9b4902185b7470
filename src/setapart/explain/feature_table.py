"""What differs in each feature, in the caller's units: quantiles, means and shares, with 95 % intervals.

Rows that are drawn by themselves have intervals in closed form: a quantile that of its order statistics, a share
Wilson's, a mean Student's; and these are joined into that of a difference (Newcombe, 1998; Zou and Donner, 2008). Under
a design, rows are drawn anew: pairs and clusters as wholes, others within their strata.

Of a number, the median or the interquartile range is told, or that quantile beyond the median which has changed most:
the intervals of all these quantiles hold together, by `_critical_value` in place of 1.96.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from scipy import special

from setapart._designs import Design
from setapart._streams import EXPLAINING, stream
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.data.feature_kinds import kind_of
from setapart.inference.feature_tests import FeaturePValues
from setapart.inference.units import Units, units_of
from setapart.results.feature_table import INTERQUARTILE, PROBABILITIES, FeatureTable, quantile_name

__all__ = ["difference_interval", "feature_table"]

_CHANGES = (*map(quantile_name, PROBABILITIES), "mean", "share", INTERQUARTILE)
_N_QUANTILES = len(PROBABILITIES)
_MEDIAN, _QUARTILES = PROBABILITIES.index(0.5), (PROBABILITIES.index(0.25), PROBABILITIES.index(0.75))
_MEAN, _SHARE, _RANGE = _N_QUANTILES, _N_QUANTILES + 1, _N_QUANTILES + 2
_TAIL = 10  # rows of a sample beyond a quantile, at least, for it to be told
_FEW = 6  # rows, of which the outermost enclose the median with 95 % confidence
_Z = float(special.ndtri(0.975))
_BRIDGES = 40_000  # draws for a critical value, which is known to 0.01 then
_QUARTILE_CORRELATION = 1.0 / 3.0  # of the two quartiles of a sample, where both have the same density
_WIDTH = 4_000_000  # values of a block of features
_DRAWS, _DRAWN = 400, 400_000_000  # bootstrap samples, and values in them
_STREAM = 8
_FACTOR = 5.0  # from the 5th to the 95th percentile of a positive feature: from here on, changes are told as ratios
_TIED = 0.1  # share of the rows that have the median itself


@dataclass(frozen=True, eq=False)
class _Estimates:
    """All that may be told of some features: of each sample, and an interval of the difference and of the ratio."""

    kinds: tuple[str, ...]
    values: FloatArray  # (2, d, 12), in the order of `_CHANGES`
    low: FloatArray  # (d, 12)
    high: FloatArray
    ratio_low: FloatArray
    ratio_high: FloatArray
    sd: FloatArray  # (d,)
    is_wide: BoolArray  # (d,), positive, and over more than a factor of five
    is_tied: BoolArray  # (d,), one row in ten has the median itself, which moves in steps then


def feature_table(
    pooled: Any,
    n: int,
    *,
    names: tuple[str, ...],
    levels: Collection[str] = (),
    units: tuple[str, ...] | None = None,
    design: Design | None = None,
    pvalues: FeaturePValues | None = None,
    parts: tuple[str, ...] | None = None,
    seed: int = 0,
    backend: str | None = None,
) -> FeatureTable:
    """The table of pooled rows (N, d), dense or sparse, in the caller's units; the first n are the first sample.

    `levels` are features that stand for a level of a category, or for what is missing. `parts` (d,) is where each
    feature differs most, in the words of `FeatureParts`; by default that is not known.
    """
    d = len(names)
    is_level = np.array([name in levels for name in names])
    parts = ("distance",) * d if parts is None else parts
    blocks = [_estimates(block, n, is_level[part]) for part, block in _blocks(pooled)]
    kinds = tuple(kind for block in blocks for kind in block.kinds)
    values = np.concatenate([block.values for block in blocks], axis=1)
    low, high, ratio_low, ratio_high = (
        np.concatenate([getattr(block, name) for block in blocks])
        for name in ("low", "high", "ratio_low", "ratio_high")
    )
    if design is not None:
        ends = low, high, ratio_low, ratio_high
        _draw_again(pooled, n, units_of(n, pooled.shape[0], design), seed, kinds, ends, pvalues)
    sd, wide, tied = (
        np.concatenate([getattr(block, name) for block in blocks]) for name in ("sd", "is_wide", "is_tied")
    )
    told = np.array(
        [
            _change("count" if tied[j] and kinds[j] == "number" else kinds[j], parts[j], values[:, j], low[j], high[j])
            for j in range(d)
        ],
        dtype=np.int64,
    )
    row = np.arange(d)
    first, second = values[0, row, told], values[1, row, told]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # a "share" of huge values is not used
        ratio = np.array([second / first, ratio_low[row, told], ratio_high[row, told]])
        # A share is that of a variable with values 0 and 1, whatever the values of the feature are.
        m = pooled.shape[0] - n
        within = np.sqrt((n * first * (1.0 - first) + m * second * (1.0 - second)) / (n + m))
        sd = np.where(told == _SHARE, within, sd)
        in_sd = np.where(sd > 0.0, (second - first) / sd, np.nan)
    return FeatureTable(
        feature_names=names,
        kinds=kinds,
        units=("",) * d if units is None else units,
        quantiles=values[:, :, :_N_QUANTILES],
        quantile_intervals=np.stack([low[:, :_N_QUANTILES], high[:, :_N_QUANTILES]]),
        means=values[:, :, _MEAN],
        shares=values[:, :, _SHARE],
        changes=tuple(_CHANGES[j] for j in told),
        first=first,
        second=second,
        difference=second - first,
        low=low[row, told],
        high=high[row, told],
        in_sd=in_sd,
        ratio=np.where(wide & (first > 0.0) & (told != _SHARE), ratio, np.nan),
        pvalues=pvalues,
        backend=backend,
        independent=design is None,
    )


def _blocks(pooled: Any) -> Iterator[tuple[slice, FloatArray]]:
    """Some features at a time, as a dense array."""
    columns = _columns(pooled)
    width = max(1, _WIDTH // pooled.shape[0])
    for start in range(0, pooled.shape[1], width):
        part = slice(start, start + width)
        yield part, _dense(columns[:, part])


def _columns(pooled: Any) -> Any:
    """The rows, dense or sparse, in a form of which columns are quick to take."""
    return pooled.tocsc() if hasattr(pooled, "tocsc") else pooled


def _dense(block: Any) -> FloatArray:
    values: FloatArray = block.toarray() if hasattr(block, "toarray") else block
    return values


def _estimates(pooled: FloatArray, n: int, is_level: BoolArray) -> _Estimates:
    samples = np.sort(pooled[:n], axis=0), np.sort(pooled[n:], axis=0)
    kinds = tuple("category" if level else kind_of(values) for level, values in zip(is_level, pooled.T, strict=True))
    counted = _counted(pooled, kinds)
    d = pooled.shape[1]
    values, low, high = np.empty((3, 2, d, len(_CHANGES)))
    deviates = _deviates(min(n, len(pooled) - n))
    for s, rows in enumerate(samples):
        ones = counted[:n] if s == 0 else counted[n:]
        values[s], low[s], high[s] = _of_sample(rows, ones, deviates)
    below, above = difference_interval(values, low, high)
    least = np.minimum(samples[0][0], samples[1][0])
    positive, not_negative = least > 0.0, least >= 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = [np.log(np.where(positive[:, None], part, np.nan)) for part in (values, low, high)]
        mean, beyond = values[:, :, _MEAN], values[:, :, _MEAN] - low[:, :, _MEAN]
        for part, sign in zip(logs, (0.0, -1.0, 1.0), strict=True):  # to first order; a mean may come with zeros
            part[:, :, _MEAN] = np.log(np.where(not_negative, mean, np.nan)) + sign * beyond / mean
        ratio_low, ratio_high = map(np.exp, difference_interval(logs[0], logs[1], logs[2]))
        tails = np.quantile(pooled, (0.05, 0.95), axis=0)
        tied = np.mean(pooled == np.quantile(pooled, 0.5, axis=0, method="nearest"), axis=0) > _TIED
        wide = positive & (tails[1] > _FACTOR * tails[0]) | not_negative & (np.array(kinds) == "mostly zero")
    return _Estimates(kinds, values, below, above, ratio_low, ratio_high, _pooled_sd(pooled, n), wide, tied)


def difference_interval(values: FloatArray, low: FloatArray, high: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The interval of second less first, from those (2, …) of each: Zou and Donner's, of independent samples."""
    difference = values[1] - values[0]
    below = np.hypot(values[1] - low[1], high[0] - values[0])
    above = np.hypot(high[1] - values[1], values[0] - low[0])
    return difference - below, difference + above


@cache
def _deviates(n: int) -> FloatArray:
    """How many standard errors (9,) an interval of each quantile goes to either side, in samples of at least n rows.

    The median has 1.96, the others the critical value of them all. NaN where there is none: in the tails, ten rows are
    to lie beyond; and the outermost rows must be sure enough to enclose a quantile, which takes six rows for the
    median, and 16 for the quartiles.
    """
    p = np.array(PROBABILITIES)
    outermost = -special.ndtri(np.maximum(p, 1.0 - p) ** n)
    chosen = n * np.minimum(p, 1.0 - p) >= _TAIL
    chosen[list(_QUARTILES)] = True
    chosen[_MEDIAN] = False
    critical = _critical_value(tuple(p[chosen]))
    while np.any(outermost[chosen] < critical):
        chosen &= outermost > outermost[chosen].min()  # without those, the critical value is smaller
        critical = _critical_value(tuple(p[chosen]))
    deviates = np.where(chosen, critical, np.nan)
    deviates[_MEDIAN] = _Z if outermost[_MEDIAN] >= _Z else np.nan
    return deviates


@cache
def _critical_value(probabilities: tuple[float, ...]) -> float:
    """How many standard errors to either side hold all these quantiles with 95 % confidence.

    The errors of the quantiles of a sample are those of a Brownian bridge over the density (Csörgő and Révész, "Strong
    approximations in probability and statistics", 1981); of two samples of one shape, so are those of differences.
    """
    p = np.array(probabilities)
    if p.size < 2:
        return _Z
    steps = np.random.default_rng(0).normal(size=(_BRIDGES, p.size + 1)) * np.sqrt(np.diff([0.0, *p, 1.0]))
    motion = np.cumsum(steps, axis=1)
    errors = (motion[:, :-1] - p * motion[:, -1:]) / np.sqrt(p * (1.0 - p))
    return float(np.quantile(np.abs(errors).max(axis=1), 0.95))


def _enclosing(rows: FloatArray, quantiles: IntArray, deviates: FloatArray | float) -> tuple[FloatArray, FloatArray]:
    """The order statistics (d, q) of rows (n, d) that enclose quantiles, by so many standard errors to either side."""
    n, p = len(rows), np.array(PROBABILITIES)[quantiles]
    beyond = special.ndtr(-np.asarray(deviates))
    first = np.clip(_binomial_quantile(beyond, n, p) - 1, 0, n - 1)
    last = np.clip(_binomial_quantile(1.0 - beyond, n, p), 0, n - 1)
    return rows[first].T, rows[last].T


def _of_sample(rows: FloatArray, ones: FloatArray, deviates: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """What may be told of one sample, its rows (n, d) in order, with intervals; each (d, 12).

    `ones` (n, d) is 1 where a row counts for the share, and NaN where a feature has none; `deviates` as in `_deviates`.
    """
    n, d = rows.shape
    value, low, high = (np.full((d, len(_CHANGES)), np.nan) for _ in range(3))
    value[:, :_N_QUANTILES] = np.quantile(rows, np.array(PROBABILITIES), axis=0).T
    known = np.flatnonzero(np.isfinite(deviates))
    low[:, known], high[:, known] = _enclosing(rows, known, deviates[known])
    quartiles = np.array(_QUARTILES)
    value[:, _RANGE] = value[:, quartiles[1]] - value[:, quartiles[0]]
    if (1.0 - PROBABILITIES[_QUARTILES[0]]) ** n <= special.ndtr(-_Z):
        below, above = _enclosing(rows, quartiles, _Z)
        down, up = value[:, quartiles] - below, above - value[:, quartiles]
        low[:, _RANGE] = value[:, _RANGE] - _joined(down[:, 1], up[:, 0])
        high[:, _RANGE] = value[:, _RANGE] + _joined(up[:, 1], down[:, 0])

    value[:, _MEAN] = rows.mean(axis=0)
    scale = _scale(rows)
    half = special.stdtrit(max(n - 1, 1), 0.975) * scale * (rows / scale).std(axis=0, ddof=min(1, n - 1)) / np.sqrt(n)
    if n < _FEW:
        half[rows[0] == rows[-1]] = np.nan  # equal rows tell nothing of how far the mean may be
    low[:, _MEAN], high[:, _MEAN] = value[:, _MEAN] - half, value[:, _MEAN] + half
    share = ones.mean(axis=0)
    centre = (share + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    half = _Z * np.sqrt(share * (1 - share) / n + _Z**2 / (4 * n**2)) / (1 + _Z**2 / n)
    value[:, _SHARE], low[:, _SHARE], high[:, _SHARE] = share, centre - half, centre + half
    return value, low, high


def _joined(upper: FloatArray, lower: FloatArray) -> FloatArray:
    """The half-width of the difference of two quartiles from theirs, which go together."""
    scale = _scale(np.stack([upper, lower]))
    upper, lower = upper / scale, lower / scale
    width: FloatArray = scale * np.sqrt(upper**2 + lower**2 - 2.0 * _QUARTILE_CORRELATION * upper * lower)
    return width


def _binomial_quantile(probability: FloatArray | float, n: int, p: FloatArray) -> IntArray:
    """The smallest count (q,) with so much of a binomial distribution at or below it; without scipy.stats."""
    counts = np.ceil(special.bdtrik(probability, n, p))
    smaller: IntArray = np.where(special.bdtr(counts - 1, n, p) >= probability, counts - 1, counts).astype(np.int64)
    return smaller


def _counted(pooled: FloatArray, kinds: tuple[str, ...]) -> FloatArray:
    """1 in the rows (N, d) that a share counts, 0 in others; NaN for features without one."""
    kind = np.array(kinds)
    ones = np.full(pooled.shape, np.nan)
    two, zero = np.isin(kind, ("two values", "category")), kind == "mostly zero"
    larger = pooled[:, two].max(axis=0, initial=-np.inf)
    ones[:, two] = (pooled[:, two] == larger) & (larger > pooled[:, two].min(axis=0, initial=np.inf))
    ones[:, zero] = pooled[:, zero] != 0.0
    return ones


def _scale(rows: FloatArray) -> FloatArray:
    """Powers of two (d,) near the largest values of rows (n, d), so that no square is too large or too small."""
    scale: FloatArray = np.ldexp(0.5, np.frexp(np.abs(rows).max(axis=0))[1])
    return scale


def _pooled_sd(pooled: FloatArray, n: int) -> FloatArray:
    scale = _scale(pooled)
    x, y = pooled[:n] / scale, pooled[n:] / scale
    squares = ((x - x.mean(axis=0)) ** 2).sum(axis=0) + ((y - y.mean(axis=0)) ** 2).sum(axis=0)
    sd: FloatArray = scale * np.sqrt(squares / max(1, len(pooled) - 2))
    return sd


def _change(kind: str, part: str, values: FloatArray, low: FloatArray, high: FloatArray) -> int:
    """What to tell of a feature: by its kind, and by the part in which it differs most, if that is what differs."""
    if kind in ("two values", "category"):
        return _SHARE
    difference = values[1] - values[0]
    size = np.divide(np.abs(difference), high - low, out=np.zeros(len(_CHANGES)), where=high > low)
    candidates: Any = {
        "location": [_MEAN if kind == "count" else _MEDIAN],
        "spread": [_RANGE],
        "lower tail": range(_QUARTILES[0]),
        "upper tail": range(_QUARTILES[1] + 1, _N_QUANTILES),
    }.get(part, range(_N_QUANTILES))
    if kind == "constant":
        return _MEDIAN
    if kind == "mostly zero":
        return max((_SHARE, _MEAN), key=lambda j: size[j])
    best: int = max(candidates, key=lambda j: size[j])
    if low[best] > 0.0 or high[best] < 0.0:
        return best
    return _MEAN if kind == "count" else _MEDIAN


def _draw_again(
    pooled: Any,
    n: int,
    units: Units,
    seed: int,
    kinds: tuple[str, ...],
    ends: tuple[FloatArray, FloatArray, FloatArray, FloatArray],
    pvalues: FeaturePValues | None,
) -> None:
    """Write bootstrap intervals over the ends; NaN for all but those that differ most, where it would take long."""
    size, d = pooled.shape
    rng = stream(seed, EXPLAINING, _STREAM)
    weights = np.array([np.bincount(units.drawn(rng), minlength=size) for _ in range(_DRAWS)], float)
    order = np.arange(d) if pvalues is None else np.argsort(-pvalues.statistic, kind="stable")
    few = order[: max(1, _DRAWN // (size * _DRAWS))]
    for end in ends:
        end[np.setdiff1d(order, few)] = np.nan
    columns, stretch = _columns(pooled), np.ones(len(_CHANGES))  # NaN where there is no interval
    stretch[:_N_QUANTILES] = _deviates(min(n, size - n)) / _Z
    for j in few:
        column = _dense(columns[:, [j]])
        values, ones = column[:, 0], _counted(column, (kinds[j],))[:, 0]
        drawn = [_weighted(values[part], ones[part], weights[:, part]) for part in (slice(n), slice(n, None))]
        with np.errstate(divide="ignore", invalid="ignore"):
            pair = drawn[1] - drawn[0], np.log(drawn[1] / drawn[0])
        (ends[0][j], ends[1][j]), ratios = (_percentiles(draws, stretch) for draws in pair)
        ends[2][j], ends[3][j] = np.exp(ratios)


def _percentiles(draws: FloatArray, stretch: FloatArray) -> FloatArray:
    """The middle 95 % of draws (draws, 12), stretched from their median; NaN where some are not finite."""
    finite = np.all(np.isfinite(draws), axis=0)
    ends = np.full((2, draws.shape[1]), np.nan)
    middle = np.median(draws[:, finite], axis=0)
    ends[:, finite] = middle + stretch[finite] * (np.quantile(draws[:, finite], (0.025, 0.975), axis=0) - middle)
    return ends


def _weighted(values: FloatArray, ones: FloatArray, weights: FloatArray) -> FloatArray:
    """What may be told (draws, 12) of one sample under weights (draws, n); `ones` as in `_of_sample`."""
    order = np.argsort(values, kind="stable")
    rows, cumulated = values[order], np.cumsum(weights[:, order], axis=1)
    total = cumulated[:, -1:]
    told = np.empty((len(weights), len(_CHANGES)))
    for q, probability in enumerate(PROBABILITIES):
        place = np.sum(cumulated < probability * total, axis=1)
        told[:, q] = rows[np.minimum(place, rows.size - 1)]
    told[:, _MEAN] = weights @ values / total[:, 0]
    told[:, _SHARE] = weights @ ones / total[:, 0]
    told[:, _RANGE] = told[:, _QUARTILES[1]] - told[:, _QUARTILES[0]]
    return told
