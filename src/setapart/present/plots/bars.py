"""The loadings of directions as bars."""

from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._checks import check_integer, counted
from setapart.present.plots.parts.fitting import label_rows
from setapart.present.plots.parts.style import (
    DIRECTIONS,
    HATCHES,
    INK,
    add_legend,
    despine,
    figure_text,
    figure_texts,
    legend_inches,
)
from setapart.present.wording import direction_name
from setapart.results import Projection

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from setapart.results.explanation import Explanation

__all__ = ["loadings"]

_NAME = 40  # letters of a direction


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
    projection, found = _found(explained, check_integer("top", top, minimum=1))
    names, n_rows = figure_texts(found["feature"][:, 0]), len(found["feature"])
    shown = min(projection.k, len(DIRECTIONS))
    rows, height = np.arange(n_rows), 0.8 / shown
    centres = [rows + (j - (shown - 1) / 2) * height for j in range(shown)]
    bars = [
        ax.barh(
            centres[j],
            found["loading"][:, j],
            0.92 * height,
            color=DIRECTIONS[j],
            hatch=HATCHES[j],
            edgecolor="white",
            linewidth=0.0,
        )
        for j in range(shown)
    ]
    if "low" in found:
        for j in range(shown):
            _intervals(ax, centres[j], found["low"][:, j], found["high"][:, j], height)
        names = [
            f"{name} [{group}]" if group else name for name, group in zip(names, found["group"][:, 0], strict=True)
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


def _found(explained: "Projection | Explanation", top: int) -> tuple[Projection, dict[str, Any]]:
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
    known = np.isfinite(low)
    if not known.any():
        return
    centres, low, high = centres[known], low[known], high[known]
    ax.hlines(centres, low, high, color=INK, linewidth=1.3)
    for end in (low, high):
        ax.vlines(end, centres - 0.2 * height, centres + 0.2 * height, color=INK, linewidth=1.3)


def _hidden(projection: Projection, n_features: int, n_directions: int) -> str:
    total, k = len(projection.feature_names), projection.k
    told = [f"{n_features} of {counted(total, 'feature')}, by share"] if n_features < total else []
    told += [f"{n_directions} of {counted(k, 'direction')}"] if n_directions < k else []
    return f" ({'; '.join(told)})" if told else ""
