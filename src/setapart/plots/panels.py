"""One feature in a panel by its kind: shares of rows up to each value, bars of shares, how far the quantiles moved.

Numbers are drawn as cumulative shares, not as densities: there is no bandwidth to choose, nothing lies beyond the rows,
and a median or a 95th percentile is a place on the curve, so that the panel can mark what its title says.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._types import FloatArray
from setapart._words import number, rate_percent, rate_percents
from setapart.plots.densities import Pair, with_extremes
from setapart.plots.far_rows import mark_far_rows, near_rows
from setapart.plots.lettering import log_ticks, number_ticks
from setapart.plots.measured import broken, letter_size, text_width
from setapart.plots.quantiles import difference_band, fit_differences, quantiles_of
from setapart.plots.style import DASHES, INK, MUTED, SAMPLES, despine, inches, limits

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_counts", "draw_cumulative", "draw_share_above", "draw_shares", "draw_shift", "is_skewed"]

_POINTS = 200  # of a curve
_MARKS = 100  # rows below a curve
_SKEW = 2.5  # upper over lower half of the middle nine tenths; of an exponential distribution 3.6
_BARS = 12
_HATCHES = ("", "////")
_DECILES = np.arange(9, 99, 10)  # among the hundredths
_DIGITS = 6  # of a tick
_WIDTH = 0.78  # part of the width of a panel that its axis has


def draw_cumulative(ax: "Axes", samples: Pair, levels: Sequence[float] = ()) -> list[Any]:
    """The share of rows up to each value, with an arrow from the first to the second sample at each of these levels.

    Positive values with a long upper tail have a logarithmic axis. Returns handles for a legend.
    """
    moved = [[float(np.quantile(values, level, method="inverted_cdf")) for values in samples] for level in levels]
    _scale_values(ax, samples, np.ravel(moved).tolist())
    handles, (low, high) = [], ax.get_xlim()
    for i, values in enumerate(samples):
        at, shares = _steps(values)
        ends = min(low, at[0]), max(high, at[-1])  # far rows lie beyond the axis, and the curve with them
        style: dict[str, Any] = {"color": SAMPLES[i], "linestyle": DASHES[i], "linewidth": 1.8}
        handles += ax.step([ends[0], *at, ends[1]], [0.0, *shares, 1.0], where="post", **style)
    for level, places in zip(levels, moved, strict=True):
        _arrow(ax, places, level)
    _rug(ax, samples, 1.0)
    ax.set_xlim(low, high)
    ax.set_ylim(-0.15, 1.04)
    mark_far_rows(ax, samples)
    ax.set_yticks([0.0, 0.5, 1.0], ["0 %", "50 %", "100 %"])
    return handles


def draw_share_above(ax: "Axes", samples: Pair) -> None:
    """Of rows that are mostly zero and never negative, the share above each value: at the left, what is not zero."""
    shares = [float(np.mean(values != 0.0)) for values in samples]
    rest = [values[values != 0.0] for values in samples]
    _scale_values(ax, (rest[0], rest[1]))
    top = max(shares)
    low, high = ax.get_xlim()
    for i, (values, share) in enumerate(zip(rest, shares, strict=True)):
        at, below = _steps(values) if values.size else (np.array([low]), np.array([1.0]))
        above = share * (1.0 - below)
        ax.step([min(low, at[0]), *at], [share, *above], where="post", color=SAMPLES[i], linestyle=DASHES[i])
    _rug(ax, (rest[0], rest[1]), top)
    ax.set_xlim(low, high)
    words = " → ".join(rate_percents(*shares)).replace(" ", "\xa0")
    text = broken(["not zero:", words], 0.9 * _WIDTH * inches(ax)[0])
    style: dict[str, Any] = {"ha": "right", "va": "top", "fontsize": "small", "color": INK}
    ax.text(0.98, 0.98, text, transform=ax.transAxes, **style)
    ax.set_ylim(-0.15 * top, (1.35 + 0.25 * text.count("\n")) * top)
    ax.set_yticks([0.0, top], ["0 %", rate_percent(top)])
    mark_far_rows(ax, rest)


def draw_shares(ax: "Axes", shares: tuple[float, float]) -> list[Any]:
    """Two shares of rows as bars, the first sample above, each with its number; of no rows at all, 0 % at a mark."""
    texts, top = rate_percents(*shares), max(*shares) or 1.0
    room = 1.0 + 1.4 * max(text_width(text, letter_size()) for text in texts) / (_WIDTH * inches(ax)[0])
    bars: list[Any] = []
    for i, (share, text) in enumerate(zip(shares, texts, strict=True)):
        bars += ax.barh(i, share, 0.7, color=SAMPLES[i], hatch=_HATCHES[i], edgecolor="white", linewidth=0.0)
        ax.plot([share, share], [i - 0.35, i + 0.35], color=SAMPLES[i], linewidth=2.0)
        ax.annotate(text, (share, i), (4.0, 0.0), textcoords="offset points", va="center", fontsize="small", color=INK)
    ax.axvline(0.0, color=INK, linewidth=0.8)
    ax.set_xlim(0.0, room * top)
    ax.set_ylim(1.8, -0.8)
    ax.set_yticks([])
    ax.set_xticks([])
    return bars


def draw_counts(ax: "Axes", samples: Pair) -> None:
    """The share of rows with each whole number, side by side; of many numbers, so many together in equal steps."""
    low, high = (int(end) for end in (min(map(np.min, samples)), max(map(np.max, samples))))
    step = -(-(high - low + 1) // _BARS)
    starts = np.arange(low, high + 1, step)
    counts = [np.bincount(((values - low) // step).astype(int), minlength=len(starts)) for values in samples]
    shares = np.array([row / row.sum() for row in counts])
    texts = [[rate_percent(float(share)) for share in row] for row in shares]
    widest = max(text_width(text, letter_size()) for row in texts for text in row)
    numbered = widest <= 0.44 * _WIDTH * inches(ax)[0] / len(starts)
    top = float(shares.max())
    above: dict[str, Any] = {"xytext": (0, 3), "textcoords": "offset points", "ha": "center"}
    for i, row in enumerate(shares):
        at = np.arange(len(starts)) + 0.4 * (i - 0.5)
        ax.bar(at, row, 0.38, color=SAMPLES[i], hatch=_HATCHES[i], edgecolor="white", linewidth=0.0)
        ax.plot(at, row, "_", color=SAMPLES[i], markersize=5, markeredgewidth=2.0)  # a bar of no height is seen too
        for place, share, text in zip(at, row, texts[i] if numbered else [], strict=False):
            ax.annotate(text, (place, share), fontsize="small", color=INK, **above)
    ax.axhline(0.0, color=INK, linewidth=0.8)
    ax.set_ylim(0.0, 1.2 * top)
    ax.set_yticks([0.0, top], ["0 %", rate_percent(top)])
    names = [f"{start:,}" if step == 1 else f"{start:,}…{start + step - 1:,}" for start in starts]
    widest = max(text_width(name, letter_size()) for name in names)
    every = int(np.ceil(1.15 * widest * len(names) / (_WIDTH * inches(ax)[0])))
    ax.set_xticks(range(0, len(names), every), names[::every])


def draw_shift(ax: "Axes", samples: Pair) -> None:
    """The quantiles of the first sample against what is added to them in the second, with a band of 95 % for each.

    Dots are deciles.
    """
    x, y = (np.sort(values) for values in samples)
    places, changes = quantiles_of(x), quantiles_of(y) - quantiles_of(x)
    low, high = difference_band(x, y)
    skewed = is_skewed(np.concatenate(samples))
    if skewed:
        ax.set_xscale("log")
    ax.axhline(0.0, color=INK, linewidth=0.8)
    ax.fill_between(places, low, high, color=SAMPLES[1], alpha=0.2, linewidth=0.0)
    ax.plot(places, changes, color=SAMPLES[1], linewidth=1.8)
    ax.plot(places[_DECILES], changes[_DECILES], "o", color=SAMPLES[1], markersize=4.5)
    _limit_values(ax, near_rows(places, logarithmic=skewed))
    fit_differences(ax, np.concatenate([low, high, changes]))
    ax.locator_params(axis="y", nbins=4)
    ax.yaxis.set_major_formatter(lambda value, _: number(value, _DIGITS))


def _steps(values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Rows in order and the share up to each; of many rows some, evenly, and the outermost."""
    ordered = np.sort(values)
    n = len(ordered)
    ranks = np.arange(n)
    if n > _POINTS:
        ranks = np.unique([*ranks[:20], *np.linspace(0, n - 1, _POINTS).astype(int), *ranks[-20:]])
    return ordered[ranks], (ranks + 1.0) / n


def _scale_values(ax: "Axes", samples: Pair, ends: Sequence[float] = ()) -> None:
    """The axis of the values: all that are not far and these ends, logarithmic where that suits them."""
    pooled = np.concatenate(samples)
    skewed = is_skewed(pooled)
    if skewed:
        ax.set_xscale("log")
    _limit_values(ax, near_rows(pooled, ends, logarithmic=skewed))


def _limit_values(ax: "Axes", values: FloatArray) -> None:
    width = _WIDTH * inches(ax)[0]
    if ax.get_xscale() == "log":
        ax.set_xlim(*(10.0 ** np.array(limits(np.log10(values), margin=0.02))))
        log_ticks(ax, width)
    else:
        ax.set_xlim(*limits(values, margin=0.02))
        number_ticks(ax, width)


def is_skewed(values: FloatArray) -> bool:
    """Whether positive values have a tail above that their logarithms do not have."""
    if values.min() <= 0.0:
        return False
    upper, lower = _halves(values)
    log_upper, log_lower = _halves(np.log(values))
    # Ratios compared as products, since a half may be empty.
    return bool(upper > _SKEW * lower and log_upper < _SKEW * log_lower)


def _halves(values: FloatArray) -> tuple[float, float]:
    """How far the 95th percentile lies above the median, and the median above the 5th."""
    low, middle, high = np.quantile(values, (0.05, 0.5, 0.95))
    return float(high - middle), float(middle - low)


def _arrow(ax: "Axes", ends: Sequence[float], level: float) -> None:
    style = {"arrowstyle": "-|>", "color": INK, "linewidth": 1.4, "shrinkA": 0.0, "shrinkB": 0.0}
    if ends[0] != ends[1]:
        ax.annotate("", (ends[1], level), (ends[0], level), arrowprops=style, zorder=5)
    ax.plot(ends[:1], [level], "o", color=INK, markersize=3.5, zorder=5)


def _rug(ax: "Axes", samples: Pair, top: float) -> None:
    """Rows as marks below a curve, the outermost always; one path a sample, so that a file of them is small."""
    for i, values in enumerate(samples):
        marks = with_extremes(values, _MARKS)
        low, high = (-(edge + 0.06 * i) * top for edge in (0.07, 0.02))
        at = np.repeat(marks, 3)
        at[2::3] = np.nan
        heights = np.tile([low, high, np.nan], len(marks))
        ax.plot(at, heights, color=SAMPLES[i], linewidth=0.8, alpha=0.7)
    ax.axhline(0.0, color=MUTED, linewidth=0.8)
    despine(ax)
