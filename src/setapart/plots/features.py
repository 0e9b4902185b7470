"""The features: loadings as bars, their values, and the plane of the first two with the directions drawn in."""

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._checks import check_integer, counted
from setapart._types import FloatArray, IntArray
from setapart._words import number, percent
from setapart.plots.lettering import fitted_names
from setapart.plots.panels import draw_cumulative, draw_shares
from setapart.plots.samples import draw_points, fit_plane
from setapart.plots.style import (
    DIRECTIONS,
    HATCHES,
    INK,
    add_legend,
    despine,
    figure_text,
    figure_texts,
    headroom,
    inches,
    label_rows,
    legend_inches,
    without_tens,
)
from setapart.results import Projection
from setapart.results.words import direction_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

    from setapart.results.explanation import Explanation

__all__ = [
    "check_plane",
    "checked_rows",
    "draw_features",
    "draw_plane",
    "feature_panels",
    "feature_plane",
    "largest",
    "loadings",
]

_TOP = 9
_COLUMNS = 3
_LEGEND = 0.45  # part of the height of the first panel that its legend takes
_HANDLE = 0.45  # inches of the legend beside its texts
_NAME = 40  # letters of a direction
_ARROWS = 2  # more arrows would hide the rows
_LEAST = 1e-6  # the part of a direction's length below which nothing of it lies in the plane
_STYLES = ("-", (0, (4, 1.5)))


def feature_panels(
    figure: "Figure | SubFigure",
    x: FloatArray,
    y: FloatArray,
    projection: Projection,
    labels: tuple[str, str],
    *,
    top: int = _TOP,
) -> "Figure | SubFigure":
    """Both samples in the features with the largest shares, largest first.

    The share of rows up to each value is drawn, and of a feature with two values the share of rows at the larger.

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
    names = fitted_names([projection.feature_names[j] for j in chosen], width)
    shares = projection.feature_shares[chosen]
    for ax, u, v, name, share in zip(panels, x.T, y.T, names, shares, strict=False):
        samples, tens = without_tens(u, v)
        handles, at = _draw_values(ax, samples[0], samples[1])
        ax.set_title(f"{name}\n{percent(share)}", loc="left", fontsize="small", color=INK)
        ax.set_xlabel(f"{at}{tens}".strip(), fontsize="small")
        despine(ax)
        if ax is panels[0]:
            low, high = ax.get_ylim()
            ax.set_ylim(low, high + _LEGEND * (high - low))
            add_legend(ax, handles, fitted_names(labels, width - _HANDLE), ncols=1)
    for ax in panels[len(chosen) :]:
        ax.set_axis_off()


def _draw_values(ax: "Axes", x: FloatArray, y: FloatArray) -> tuple[list[Any], str]:
    """A feature of two values as bars of the shares at the larger, any other as the share of rows up to each value.

    Returns handles for a legend, and what stands below.
    """
    values = np.unique(np.concatenate([x, y]))
    if len(values) != 2:
        return draw_cumulative(ax, (x, y)), ""
    handles = draw_shares(ax, (float(np.mean(x == values[1])), float(np.mean(y == values[1]))))
    return handles, f"at {number(float(values[1]))}"


def checked_rows(name: str, rows: FloatArray, d: int) -> FloatArray:
    """Rows (n, d) of a projection with d features."""
    table = np.asarray(rows, dtype=float)
    if table.ndim != 2 or table.shape[1] != d:
        raise ValueError(f"{name} must have a column for each of {counted(d, 'feature')}, got shape {table.shape}")
    return table


def loadings(ax: "Axes", explained: "Projection | Explanation", top: int = 10) -> "Axes":
    """The loadings of the features that matter most, as bars.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    explained : Projection or Explanation
        Its first four directions are drawn. An `Explanation` adds the interval of each loading, and after a feature
        the number of its group of correlated features, in brackets: within a group, a loading is shared.
    top : int
        How many features.

    Returns
    -------
    matplotlib.axes.Axes
        The same.
    """
    projection, columns = _drawn_loadings(explained, check_integer("top", top, minimum=1))
    names, n_rows = figure_texts(columns["feature"][:, 0]), len(columns["feature"])
    shown = min(projection.k, len(DIRECTIONS))
    rows, height = np.arange(n_rows), 0.8 / shown
    centres = [rows + (j - (shown - 1) / 2) * height for j in range(shown)]
    bars = [
        ax.barh(
            centres[j],
            columns["loading"][:, j],
            0.92 * height,
            color=DIRECTIONS[j],
            hatch=HATCHES[j],
            edgecolor="white",
            linewidth=0.0,
        )
        for j in range(shown)
    ]
    if "low" in columns:
        for j in range(shown):
            _intervals(ax, centres[j], columns["low"][:, j], columns["high"][:, j], height)
        names = [
            f"{name} [{group}]" if group else name for name, group in zip(names, columns["group"][:, 0], strict=True)
        ]
    ax.plot([0.0, 0.0], [-0.5, n_rows - 0.5], color=INK, linewidth=0.8)
    ax.set_xlabel(f"loading{_hidden(projection, n_rows, shown)}")
    ax.locator_params(axis="x", nbins=5)
    despine(ax)
    directions = [figure_text(direction_name(projection, j), _NAME) for j in range(shown)]
    if shown > 1:
        add_legend(ax, bars, directions)
    label_rows(ax, names, legend_inches(directions) if shown > 1 else 0.0)
    return ax


def _drawn_loadings(explained: "Projection | Explanation", top: int) -> tuple[Projection, dict[str, Any]]:
    """What is drawn: columns with a row a feature, those with the largest share, and a column a direction."""
    if isinstance(explained, Projection):
        table = explained.feature_table(top)
        by_direction = [table[f"direction_{j + 1}"] for j in range(explained.k)]
        return explained, {"feature": table["feature"][:, None], "loading": np.column_stack(by_direction)}
    columns = {name: explained.loading_table[name] for name in ("feature", "loading", "low", "high", "group")}
    return explained.projection, {
        name: values.reshape(-1, explained.projection.k)[:top] for name, values in columns.items()
    }


def _intervals(ax: "Axes", centres: Any, low: Any, high: Any, height: float) -> None:
    """Lines from end to end, with a tick at either; nothing where there is no interval."""
    finite = np.isfinite(low)
    if not finite.any():
        return
    centres, low, high = centres[finite], low[finite], high[finite]
    ax.hlines(centres, low, high, color=INK, linewidth=1.3)
    for end in (low, high):
        ax.vlines(end, centres - 0.2 * height, centres + 0.2 * height, color=INK, linewidth=1.3)


def _hidden(projection: Projection, n_features: int, n_directions: int) -> str:
    total, k = len(projection.feature_names), projection.k
    parts = [f"{n_features} of {counted(total, 'feature')}, by share"] if n_features < total else []
    parts += [f"{n_directions} of {counted(k, 'direction')}"] if n_directions < k else []
    return f" ({'; '.join(parts)})" if parts else ""


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
    for j, direction in enumerate(projection.directions[chosen, :_ARROWS].T):
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
