"""A map of the rows, coloured by which sample has more rows near them than relabelling gives."""

from typing import TYPE_CHECKING

import numpy as np

from setapart._checks import counted
from setapart.plots.measured import broken
from setapart.plots.samples import fit_plane
from setapart.plots.style import (
    INK,
    MARKERS,
    SAMPLES,
    add_legend,
    despine,
    figure_text,
    figure_texts,
    headroom,
    inches,
    sheet,
    without_tens,
)
from setapart.results.regions import Regions

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["region_figure", "region_map"]

_NEUTRAL = "#E4E4E4"
_VECTOR = 5_000  # points beyond which a vector file holds them as pixels
_AXIS = 60  # letters
_LABEL = 0.9  # part of the width of a panel that the label of its axis takes


def region_figure(regions: Regions) -> "Figure":
    """`region_map` in a figure of its own, outside pyplot."""
    count = regions.region_table.n_rows
    figure, ax = sheet(f"{counted(count, 'region')}, {counted(sum(regions.n_odd), 'odd row')}")
    region_map(ax, regions)
    bar = figure.colorbar(ax.collections[0], ax=ax, aspect=30)
    bar.ax.tick_params(labelsize="small", color=INK)
    first, second = figure_texts(regions.labels)
    bar.set_label(f"score: more of {second} (above 0) or of {first}", fontsize="small")
    return figure


def region_map(ax: "Axes", regions: Regions) -> "Axes":
    """The rows of both samples in a plane, by their scores: edges mark rows of regions, rings odd rows.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    regions : Regions
        Of an explanation: its `by_region`.

    Returns
    -------
    matplotlib.axes.Axes
        The same.
    """
    from matplotlib.colors import LinearSegmentedColormap

    table = regions.row_table
    (points,), tens = without_tens(regions.places)
    score, sample = table["score"], table["sample"]
    largest = float(np.abs(score).max()) or 1.0
    colours = LinearSegmentedColormap.from_list("score", [SAMPLES[0], _NEUTRAL, SAMPLES[1]])
    order = np.argsort(np.abs(score), kind="stable")  # the largest scores above all others
    size = float(np.clip(26.0 * (100.0 / len(points)) ** 0.4, 3.0, 26.0))
    for label, marker in zip(regions.labels, MARKERS, strict=True):
        rows = order[sample[order] == label]
        ax.scatter(
            points[rows, 0], points[rows, 1], s=size, c=score[rows], cmap=colours, vmin=-largest, vmax=largest,
            marker=marker, edgecolors=np.where(table["region"][rows] > 0, INK, "none").tolist(), linewidths=0.6,
            rasterized=len(points) > _VECTOR,
        )  # fmt: skip
    odd = points[table["odd"]]
    ax.scatter(odd[:, 0], odd[:, 1], s=80.0, facecolors="none", edgecolors=INK, linewidths=1.0)
    names = figure_texts(regions.labels)
    fit_plane(ax, points, headroom(names))
    across, up = (f"{figure_text(axis, _AXIS)}{tens}" for axis in regions.axes)
    ax.set_xlabel(broken([across], _LABEL * inches(ax)[0], size="medium"))
    ax.set_ylabel(broken([up], _LABEL * inches(ax)[1], size="medium"))
    despine(ax)
    handles = [
        ax.plot([], [], color=colour, marker=marker, linestyle="", markersize=5)[0]
        for colour, marker in zip(SAMPLES, MARKERS, strict=True)
    ]
    add_legend(ax, handles, names)
    return ax
