"""The rows in two of their features, with the directions drawn in."""

from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._types import FloatArray
from setapart.present.plots.features import checked_rows, largest
from setapart.present.plots.parts.plane import draw_points, fit_plane
from setapart.present.plots.parts.style import DIRECTIONS, add_legend, despine, figure_text, figure_texts, headroom
from setapart.present.plots.parts.tens import without_tens
from setapart.present.wording import percent
from setapart.results import Projection

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["check_plane", "draw_plane", "feature_plane"]

_DIRECTIONS = 2  # more arrows would hide the rows
_LEAST = 1e-6  # the part of a direction's length below which nothing of it lies in the plane
_STYLES = ("-", (0, (4, 1.5)))


def feature_plane(
    ax: "Axes", x: FloatArray, y: FloatArray, projection: Projection, labels: tuple[str, str], *, unit: str = ""
) -> "Axes":
    """Both samples in the two features with the largest shares, and an arrow for each of the first two directions.

    As Figure 3(a) of Wang, Gao and Xie (2021). An arrow has the slope of the direction's part in this plane; the legend
    says how much of the direction that is, in terms of its squared loadings.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    x, y : (n, d) and (m, d) float arrays
        The samples, in the units in which they were compared; d is at least 2.
    projection : Projection
        Of these features.
    labels : pair of str
        What the samples are called.
    unit : str
        Of the features.

    Returns
    -------
    matplotlib.axes.Axes
        The same.

    Raises
    ------
    ValueError
        If there is one feature only, or the samples do not have the features of the projection.
    """
    check_plane(projection)
    x, y = (checked_rows(name, rows, len(projection.feature_names)) for name, rows in (("x", x), ("y", y)))
    chosen = largest(projection, 2)
    draw_plane(ax, x[:, chosen], y[:, chosen], projection, labels, unit=unit)
    return ax


def check_plane(projection: Projection) -> None:
    """Refuse a single feature."""
    if len(projection.feature_names) < 2:
        raise ValueError("a plane needs two features; there is one (use kind='projected')")


def draw_plane(
    ax: "Axes", x: FloatArray, y: FloatArray, projection: Projection, labels: tuple[str, str], *, unit: str = ""
) -> None:
    """The same for samples (n, 2) and (m, 2) of the two features with the largest shares."""
    chosen = largest(projection, 2)
    (x, y), tens = without_tens(x, y)
    handles = draw_points(ax, (x, y))
    names = figure_texts(labels)
    pooled = np.concatenate([x, y])
    for j, direction in enumerate(projection.directions[chosen, :_DIRECTIONS].T):
        part = float(direction @ direction)
        name = f"direction {j + 1}" if projection.k > 1 else "direction"
        names.append(name if part > 1.0 - 1e-9 else f"{name} ({percent(part)} in this plane)")
        handles.append(_arrow(ax, direction, pooled, j))
    fit_plane(ax, pooled, headroom(names))
    first, second = (figure_text(projection.feature_names[c]) for c in chosen)
    ax.set_xlabel(f"{first}, in {unit}{tens}" if unit else f"{first}{tens}")
    ax.set_ylabel(f"{second}{tens}")
    despine(ax)
    add_legend(ax, handles, names)


def _arrow(ax: "Axes", direction: FloatArray, pooled: FloatArray, j: int) -> Any:
    """An arrow through the middle of the rows, as long as they reach; returns a handle for the legend."""
    length = float(np.hypot(*direction))
    if length > _LEAST:
        along, middle = direction / length, pooled.mean(axis=0)
        reach = float(np.abs((pooled - middle) @ along).max())
        start, move = middle - reach * along, 2.0 * reach * along
        style: dict[str, Any] = {"angles": "xy", "scale_units": "xy", "scale": 1.0, "width": 0.006, "zorder": 4}
        ax.quiver(*start, *move, color=DIRECTIONS[j], **style)
    return ax.plot([], [], color=DIRECTIONS[j], linewidth=2.5, linestyle=_STYLES[j])[0]
