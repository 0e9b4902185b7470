"""The features themselves, those first that matter most."""

import math
from typing import TYPE_CHECKING

import numpy as np

from setapart._checks import check_integer, counted
from setapart._types import FloatArray, IntArray
from setapart.present.plots.parts.curves import draw_line
from setapart.present.plots.parts.fitting import few_ticks, inches, size_for_width
from setapart.present.plots.parts.style import INK, add_legend, despine, figure_texts
from setapart.present.plots.parts.tens import without_tens
from setapart.present.wording import percent
from setapart.results import Projection

if TYPE_CHECKING:
    from matplotlib.figure import Figure, SubFigure

__all__ = ["checked_rows", "draw_features", "feature_panels", "largest"]

_TOP = 9
_COLUMNS = 3
_LEGEND = 0.45  # part of the height of the first panel that its legend takes
_HANDLE = 0.45  # inches of the legend beside its texts


def feature_panels(
    figure: "Figure | SubFigure",
    x: FloatArray,
    y: FloatArray,
    projection: Projection,
    labels: tuple[str, str],
    *,
    top: int = _TOP,
) -> "Figure | SubFigure":
    """The densities of both samples in the features with the largest shares, largest first.

    Parameters
    ----------
    figure : matplotlib.figure.Figure or SubFigure
        Empty.
    x, y : (n, d) and (m, d) float arrays
        The samples, in any units.
    projection : Projection
        Of these features; it says their shares.
    labels : pair of str
        What the samples are called.
    top : int
        How many features.

    Returns
    -------
    matplotlib.figure.Figure or SubFigure
        The same.

    Raises
    ------
    ValueError, TypeError
        If the samples do not have the features of the projection, or `top` is no positive whole number.
    """
    x, y = (checked_rows(name, rows, len(projection.feature_names)) for name, rows in (("x", x), ("y", y)))
    chosen = largest(projection, check_integer("top", top, minimum=1))
    draw_features(figure, x[:, chosen], y[:, chosen], projection, chosen, labels)
    return figure


def largest(projection: Projection, top: int = _TOP) -> IntArray:
    """The features with the largest shares, largest first."""
    return np.argsort(-projection.feature_shares, kind="stable")[:top]


def draw_features(
    figure: "Figure | SubFigure",
    x: FloatArray,
    y: FloatArray,
    projection: Projection,
    chosen: IntArray,
    labels: tuple[str, str],
) -> None:
    """A panel for each of the chosen features, which are the columns of `x` and `y`."""
    columns = min(_COLUMNS, math.ceil(math.sqrt(len(chosen))))
    panels = figure.subplots(-(-len(chosen) // columns), columns, squeeze=False).ravel()
    width = inches(panels[0])[0]
    names = figure_texts(projection.feature_names[j] for j in chosen)
    size, shares = size_for_width(names, width), projection.feature_shares[chosen]
    for ax, u, v, name, share in zip(panels, x.T, y.T, names, shares, strict=False):
        samples, tens = without_tens(u, v)
        handles = draw_line(ax, (samples[0], samples[1]), _LEGEND if ax is panels[0] else 0.0)
        ax.set_title(f"{name}\n{percent(share)}", loc="left", fontsize=size, color=INK)
        ax.set_xlabel(tens.strip())
        few_ticks(ax)
        despine(ax)
        if ax is panels[0]:
            texts = figure_texts(labels)
            add_legend(ax, handles, texts, ncols=1, fontsize=size_for_width(texts, width - _HANDLE))
    for ax in panels[len(chosen) :]:
        ax.set_axis_off()


def checked_rows(name: str, rows: FloatArray, d: int) -> FloatArray:
    """Rows (n, d) of a projection with d features."""
    table = np.asarray(rows, dtype=float)
    if table.ndim != 2 or table.shape[1] != d:
        raise ValueError(f"{name} must have a column for each of {counted(d, 'feature')}, got shape {table.shape}")
    return table
