"""Two samples of numbers as densities on a line."""

from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._types import FloatArray
from setapart.present.plots.parts.densities import line_density, line_reach, subsample
from setapart.present.plots.parts.style import DASHES, INK, SAMPLES, limits

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Pair", "draw_curves", "draw_line", "line_limits"]

Pair = tuple[FloatArray, FloatArray]

_SMOOTHED = 5_000  # rows that a density is estimated from
_TICKS = 500  # marks of a rug
_GRID = 400


def line_limits(samples: Pair) -> tuple[float, float]:
    """An interval that holds both densities, for samples of shape (n,) and (m,)."""
    low, high = limits(np.concatenate(samples), margin=0.05)
    low = min(low, *(float(values.min()) - line_reach(values) for values in samples))
    return low, max(high, *(float(values.max()) + line_reach(values) for values in samples))


def draw_line(ax: "Axes", samples: Pair, above: float = 0.0) -> list[Any]:
    """Densities with a rug of the rows below; `above` is the part of the height that stays free for a legend."""
    low, high = line_limits(samples)
    handles, top = draw_curves(ax, samples, (low, high))
    for i, values in enumerate(samples):
        marks = subsample(values, _TICKS)
        height = np.full(len(marks), -(0.03 + 0.045 * i) * top)
        ax.plot(
            marks,
            height,
            "|",
            color=SAMPLES[i],
            markersize=6,
            markeredgewidth=0.7,
            alpha=0.6,
            rasterized=len(values) > _TICKS,
        )
    ax.axhline(0.0, color=INK, linewidth=0.8)
    ax.set_xlim(low, high)
    ax.set_ylim(-0.12 * top, (1.04 + above) * top)
    ax.set_yticks([])
    return handles


def draw_curves(
    ax: "Axes", samples: Pair, reach: tuple[float, float], *, upright: bool = False
) -> tuple[list[Any], float]:
    """The densities alone between two ends, turned by a right angle where `upright`.

    Returns
    -------
    handles : list
        For a legend.
    top : float
        The greatest height.
    """
    grid = np.linspace(*reach, _GRID)
    curves = [line_density(subsample(values, _SMOOTHED), grid) for values in samples]
    top = max((float(curve.max()) for curve in curves if curve is not None), default=1.0)
    fill = ax.fill_betweenx if upright else ax.fill_between
    handles: list[Any] = []
    for i, (values, curve) in enumerate(zip(samples, curves, strict=True)):
        if curve is None:
            # All mass at one value: a needle as high as the highest density.
            at, height, width = values[[0, 0]], np.array([0.0, top]), 2.0
        else:
            at, height, width = grid, curve, 1.8
            fill(at, height, color=SAMPLES[i], alpha=0.15, linewidth=0.0)
        line = (height, at) if upright else (at, height)
        handles += ax.plot(*line, color=SAMPLES[i], linestyle=DASHES[i], linewidth=width)
    return handles, top
