"""Each direction against each other."""

from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from setapart.plots.densities import draw_line, line_limits
from setapart.plots.samples import along, draw_contours, draw_points, projected
from setapart.plots.style import add_legend, despine, few_ticks, figure_texts
from setapart.results import Projection

if TYPE_CHECKING:
    from matplotlib.figure import Figure, SubFigure

__all__ = ["pairs"]

_MOST = 5


def pairs(
    figure: "Figure | SubFigure", projection: Projection, labels: tuple[str, str], *, unit: str = ""
) -> "Figure | SubFigure":
    """Points with contours for each pair of directions, and the densities along each.

    Parameters
    ----------
    figure : matplotlib.figure.Figure or SubFigure
        Empty.
    projection : Projection
        Of more than five directions, the first five are drawn.
    labels : pair of str
        What the samples are called.
    unit : str
        Of the projected rows.

    Returns
    -------
    matplotlib.figure.Figure or SubFigure
        The same.
    """
    if projection.k == 1:
        projected(figure.subplots(), projection, labels, unit=unit)
        return figure
    (x, y), tens = along(projection, _MOST)
    k = x.shape[1]
    panels = figure.subplots(k, k, squeeze=False)
    ends = [line_limits((x[:, j], y[:, j])) for j in range(k)]
    for j in range(k):
        handles = draw_line(panels[j, j], (x[:, j], y[:, j]))
    for j, i in combinations(range(k), 2):
        samples = x[:, [j, i]], y[:, [j, i]]
        draw_points(panels[i, j], samples)
        draw_contours(panels[i, j], samples)
        panels[i, j].set_ylim(ends[i])
        panels[j, i].set_axis_off()
    for j, i in combinations_with_replacement(range(k), 2):
        panels[i, j].set_xlim(ends[j])
        few_ticks(panels[i, j])
        panels[i, j].locator_params(axis="y", nbins=4)
        panels[i, j].label_outer()
        despine(panels[i, j])
    for j in range(k):
        panels[k - 1, j].set_xlabel(f"direction {j + 1}{tens}")
        panels[j, 0].set_ylabel(f"direction {j + 1}{tens}" if j else "density")
    if unit:
        figure.supxlabel(f"in {unit}", fontsize="medium")
    figure.align_labels()
    add_legend(panels[0, k - 1], handles, figure_texts(labels), loc="upper right", ncols=1)
    return figure
