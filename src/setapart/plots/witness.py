"""What leads where no direction does: the witness in both samples, and the rows in the features that imitate it."""

from typing import TYPE_CHECKING

import numpy as np

from setapart._types import FloatArray
from setapart.plots.densities import draw_line
from setapart.plots.measured import broken
from setapart.plots.samples import fit_plane
from setapart.plots.style import (
    INK,
    MARKERS,
    SAMPLES,
    add_legend,
    blank_figure,
    despine,
    figure_text,
    figure_texts,
    headroom,
    inches,
    without_tens,
)
from setapart.results.witness import Plane, Witness

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

__all__ = ["axis_name", "drawn_values", "witness_figure", "witness_panels"]

_NEUTRAL = "#E4E4E4"
_VECTOR = 5_000  # points beyond which a vector file holds them as pixels
_AXIS = 90  # letters
_LABEL = 0.9  # part of the width of a panel that the label of its axis takes
_STRONG = 0.95  # share of the rows whose colours are not the strongest


def witness_figure(witness: Witness, labels: tuple[str, str], heading: str = "") -> "Figure":
    """`witness_panels` in a figure of its own, outside pyplot; the heading must be safe for Matplotlib already."""
    figure = blank_figure(heading, size=(9.0 if witness.plane is not None else 6.4, 4.4))
    witness_panels(figure, witness, labels)
    return figure


def witness_panels(figure: "Figure | SubFigure", witness: Witness, labels: tuple[str, str]) -> "Figure | SubFigure":
    """The densities of what leads in both samples, and the rows in the two features that imitate it best.

    Parameters
    ----------
    figure : matplotlib.figure.Figure or SubFigure
        Empty.
    witness : Witness
        Of a result or an explanation: its `by_witness`.
    labels : pair of str
        What the samples are called.

    Returns
    -------
    matplotlib.figure.Figure or SubFigure
        The same. The second panel is there only where features imitate the witness, or there are but two.
    """
    panels = figure.subplots(1, 1 if witness.plane is None else 2, squeeze=False)[0]
    _draw_densities(panels[0], witness, labels)
    if witness.plane is not None:
        _draw_plane(panels[1], witness, witness.plane, labels)
    return figure


def axis_name(witness: Witness) -> str:
    """What is drawn along the axis: the number that the witness is about, or the witness."""
    name = witness.name.partition(", how far")[0]
    return name if witness.numbers is not None else f"witness: {name}"


def drawn_values(witness: Witness) -> tuple[FloatArray, FloatArray]:
    """What is drawn along that axis, of both samples."""
    values, n = witness.values if witness.numbers is None else witness.numbers, witness.sizes[0]
    return values[:n], values[n:]


def _draw_densities(ax: "Axes", witness: Witness, labels: tuple[str, str]) -> None:
    (first, second), tens = without_tens(*drawn_values(witness))
    names = figure_texts(labels)
    handles = draw_line(ax, (first, second), headroom(names))
    ax.set_ylabel("density")
    ax.set_xlabel(broken([f"{figure_text(axis_name(witness), _AXIS)}{tens}"], _LABEL * inches(ax)[0], size="medium"))
    despine(ax)
    add_legend(ax, handles, names)


def _draw_plane(ax: "Axes", witness: Witness, plane: Plane, labels: tuple[str, str]) -> None:
    """The rows, coloured by the witness: like the sample in which it is large."""
    from matplotlib.colors import LinearSegmentedColormap

    columns, tens = zip(*(without_tens(column) for column in plane.points.T), strict=True)
    points = np.column_stack([column for (column,) in columns])
    centred = witness.values - np.median(witness.values)
    strong = float(np.quantile(np.abs(centred), _STRONG)) or float(np.abs(centred).max()) or 1.0
    colours = LinearSegmentedColormap.from_list("witness", [SAMPLES[1], _NEUTRAL, SAMPLES[0]])
    order = np.argsort(np.abs(centred), kind="stable")  # the strongest above all others
    size = float(np.clip(26.0 * (100.0 / len(points)) ** 0.4, 3.0, 26.0))
    for sample, marker in enumerate(MARKERS):
        rows = order[(order >= witness.sizes[0]) == bool(sample)]
        ax.scatter(
            points[rows, 0], points[rows, 1], s=size, c=centred[rows], cmap=colours, vmin=-strong, vmax=strong,
            marker=marker, linewidths=0.0, rasterized=len(points) > _VECTOR,
        )  # fmt: skip
    names = figure_texts(labels)
    fit_plane(ax, points, headroom(names))
    across, up = (f"{figure_text(name)}{power}" for name, power in zip(plane.features, tens, strict=True))
    ax.set_xlabel(broken([across], _LABEL * inches(ax)[0], size="medium"))
    ax.set_ylabel(broken([up], _LABEL * inches(ax)[1], size="medium"))
    ax.set_title("colour: the sample that a row is typical of", loc="left", fontsize="small", color=INK)
    despine(ax)
    handles = [
        ax.plot([], [], color=colour, marker=marker, linestyle="", markersize=5)[0]
        for colour, marker in zip(SAMPLES, MARKERS, strict=True)
    ]
    add_legend(ax, handles, names)
