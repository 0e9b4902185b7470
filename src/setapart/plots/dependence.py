"""Two features of both samples against each other, and how one goes with the other: running medians or quartiles."""

from typing import TYPE_CHECKING

import numpy as np

from setapart._types import FloatArray
from setapart.plots.densities import Pair
from setapart.plots.far_rows import near_rows
from setapart.plots.features import checked_rows
from setapart.plots.panels import is_skewed
from setapart.plots.samples import draw_points
from setapart.plots.style import DASHES, SAMPLES, add_legend, despine, figure_texts, headroom, limits, without_tens

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["MEDIAN", "QUARTILES", "dependence", "running_quantiles"]

MEDIAN, QUARTILES = (0.5,), (0.25, 0.75)
_PART, _LEAST = 6, 12  # a sixth of the rows of a sample is a window of a running quantile, or so many rows
_WINDOWS = 60


def dependence(
    ax: "Axes",
    x: FloatArray,
    y: FloatArray,
    names: tuple[str, str],
    labels: tuple[str, str],
    *,
    quantiles: tuple[float, ...] = (),
) -> "Axes":
    """The rows of both samples in the plane of two features, with quantiles of the second along the first.

    A running quantile is that of the second feature among a sixth of the rows of its sample, those next to one another
    in the first feature, and at least twelve; of fewer than twice as many rows there is none. Positive numbers with a
    long upper tail have a logarithmic axis. Rows that lie far beyond the others are left out of the panel.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    x, y : (n, 2) and (m, 2) float arrays
        The samples.
    names : pair of str
        What the features are called, with their units.
    labels : pair of str
        What the samples are called.
    quantiles : tuple of float
        The levels of the running quantiles, such as ``(0.5,)``.

    Returns
    -------
    matplotlib.axes.Axes
        The same.

    Raises
    ------
    ValueError
        If a sample does not have two features.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> from matplotlib.figure import Figure
    >>> x, y = np.random.default_rng(0).normal(size=(2, 200, 2))
    >>> y[:, 1] += np.abs(y[:, 0])
    >>> ax = sa.plots.dependence(Figure().subplots(), x, y, ("dose", "effect"), ("a", "b"), quantiles=(0.5,))
    >>> ax.get_ylabel()
    'effect'
    """
    x, y = (checked_rows(name, rows, 2) for name, rows in (("x", x), ("y", y)))
    (x, y), tens = without_tens(x, y)
    handles, shown = draw_points(ax, (x, y), strength=0.8 if quantiles else 1.0), figure_texts(labels)
    for i, rows in enumerate((x, y)):
        for level in quantiles:
            places, values = running_quantiles(rows, level)
            if not places.size:
                continue
            ax.plot(places, values, color="white", linewidth=4.5, zorder=3)
            ax.plot(places, values, color=SAMPLES[i], linestyle=DASHES[i], linewidth=2.2, zorder=4)
    _fit(ax, (x, y), headroom(shown))
    across, up = (f"{name}{tens}" for name in figure_texts(names))
    ax.set_xlabel(across)
    ax.set_ylabel(up)
    despine(ax)
    add_legend(ax, handles, shown)
    return ax


def running_quantiles(rows: FloatArray, level: float) -> tuple[FloatArray, FloatArray]:
    """Where windows of rows (n, 2) have their median in the first feature, and the quantile of the second there."""
    n = len(rows)
    width = max(n // _PART, _LEAST)
    if n < 2 * width:
        return np.empty(0), np.empty(0)
    ordered = rows[np.argsort(rows[:, 0], kind="stable")]
    starts = np.unique(np.linspace(0, n - width, _WINDOWS).astype(int))
    windows = ordered[starts[:, None] + np.arange(width)]
    places, first = np.unique(np.median(windows[:, :, 0], axis=1), return_index=True)
    return places, np.quantile(windows[first, :, 1], level, axis=1)


def _fit(ax: "Axes", samples: Pair, above: float) -> None:
    """Axes around the rows that are not far, `above` which a part of the height is free; logarithmic where it suits."""
    for axis, values in enumerate(np.concatenate(samples).T):
        skewed = is_skewed(values)
        near = near_rows(values, logarithmic=skewed)
        low, high = limits(np.log10(near) if skewed else near, margin=0.03)
        high += above * (high - low) if axis else 0.0
        if skewed:
            (ax.set_yscale if axis else ax.set_xscale)("log")
            low, high = 10.0**low, 10.0**high
        (ax.set_ylim if axis else ax.set_xlim)(low, high)
