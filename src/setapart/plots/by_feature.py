"""Small multiples of what differs: a panel a feature, by its kind, with its finding as the title."""

import re
from typing import TYPE_CHECKING

import numpy as np

from setapart._checks import check_integer, counted
from setapart._types import FloatArray, IntArray
from setapart._words import ALPHA, inert, is_significant, p_words
from setapart.plots.densities import Pair
from setapart.plots.features import checked_rows
from setapart.plots.lettering import fitted_names
from setapart.plots.measured import broken, letter_size, letters, page_width, text_width, whole_words
from setapart.plots.panels import draw_counts, draw_cumulative, draw_share_above, draw_shares, draw_shift
from setapart.plots.style import (
    DASHES,
    INK,
    SAMPLES,
    add_legend,
    blank_figure,
    despine,
    figure_text,
    inches,
    without_tens,
)
from setapart.results.feature_table import FeatureTable
from setapart.results.feature_words import change_levels, change_name, change_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["feature_figure", "finding"]

_COLUMNS = 3
_TOP = 9
_WIDTH = 3.1  # inches of a panel
_BARS, _CURVE = 0.75, 1.6  # inches of the height of a panel, without its title
_HANDLE = 0.8  # inches of the legend beside a name
_FINDING, _UNIT = 80, 14  # letters
_PART = 0.8  # of the width of a panel, for what stands above and below it
_LINE = 1.3  # height of a line of text in sizes of its letters
_TICK = "100 %"  # above which a title begins
_BESIDE = 0.72  # inches beside the title of a panel, where labels of ticks of 8.3 points stand


def feature_figure(
    table: FeatureTable,
    x: FloatArray,
    y: FloatArray,
    labels: tuple[str, str],
    *,
    pvalue: float,
    alpha: float = ALPHA,
    top: int = _TOP,
    columns: int = _COLUMNS,
    shifts: bool = False,
) -> "Figure":
    """The features that differ, most different first, each in a panel of its kind; if none does, the first few.

    Numbers are drawn as the share of rows up to each value, with an arrow from the first to the second sample at the
    quantile that moved, and a mark below for rows: the ten outermost at either end of each sample always. Positive
    numbers with a long upper tail have a logarithmic axis. Counts are bars, two values and categories are bars of the
    share at the larger value or at the level, and of what is mostly zero the share of rows above each value is drawn.

    Parameters
    ----------
    table : FeatureTable
        Of `TwoSampleResult.by_feature`.
    x, y : (n, d) and (m, d) float arrays
        The samples, in the units of the table.
    labels : pair of str
        What the samples are called.
    pvalue : float
        Of the whole test: where it is above `alpha`, no feature is said to differ.
    alpha : float
        The level of the whole test and of the adjusted p-values of the features.
    top : int
        How many features at most.
    columns : int
        How many panels side by side.
    shifts : bool
        Draw beside each number how far its quantiles moved; a row holds one feature then.

    Returns
    -------
    matplotlib.figure.Figure
        Outside pyplot: save it with ``figure.savefig``, or show it in a notebook as the value of a cell.

    Raises
    ------
    ValueError, TypeError
        If the samples do not have the features of the table, or `top` or `columns` is no positive whole number.
    ImportError
        If Matplotlib is not installed.

    Notes
    -----
    Curves of cumulative shares take no bandwidth, show no rows where there are none, and hold the median and the 95th
    percentile as places, so that the arrow in a panel is what its title says, up to the interpolation between two rows.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> from types import SimpleNamespace
    >>> x, y = np.random.default_rng(0).normal(size=(2, 60, 1))
    >>> table = SimpleNamespace(
    ...     feature_names=("dose",), kinds=("number",), units=("mg",), shares=np.full((2, 1), np.nan),
    ...     changes=("median",), first=np.array([0.1]), second=np.array([0.9]), adjusted=np.array([0.01]),
    ...     order=np.array([0]), differing=lambda pvalue, alpha: np.array([0]),
    ... )
    >>> figure = sa.plots.feature_figure(table, x, y + 0.8, ("before", "after"), pvalue=0.01)
    >>> print(figure.axes[1].get_title("left"))
    dose: median 0.1 → 0.9 mg (adjusted p = 0.01)
    """
    x, y = (checked_rows(name, rows, len(table.feature_names)) for name, rows in (("x", x), ("y", y)))
    top, columns = (check_integer(name, value, minimum=1) for name, value in (("top", top), ("columns", columns)))
    chosen = table.differing(pvalue, alpha)
    heading = _heading(table, len(chosen), pvalue, alpha, top)
    chosen = (chosen if len(chosen) else table.order)[:top]
    return _filled(heading, table, (x, y), labels, chosen, columns=2 if shifts else columns, shifts=shifts)


def finding(table: FeatureTable, j: int) -> str:
    """What moved of feature j, from the first to the second sample: ``"median 3.1 → 7.9 mg/L"``."""
    name, (first, second) = change_name(table, j), change_values(table, j)
    unit = f" {inert(table.units[j], letters(_UNIT))}" if table.units[j] and table.changes[j] != "share" else ""
    # The share of a level, or of what is true, goes without saying.
    said = "" if name in ("share", "share of 1") else f"{name} "
    return f"{said}{first} → {second}{unit}"


def _heading(table: FeatureTable, n_differing: int, pvalue: float, alpha: float, top: int) -> str:
    features = counted(len(table.feature_names), "feature")
    if n_differing:
        verb = "differs" if n_differing == 1 else "differ"
        drawn = f"; the first {top} are drawn" if n_differing > top else ""
        return f"{n_differing} of {features} {verb} ({p_words(pvalue)}){drawn}"
    if is_significant(pvalue, alpha):
        return f"The samples differ ({p_words(pvalue)}), no single one of {features} shows it"
    return f"No evidence of a difference ({p_words(pvalue)}); the smallest adjusted p first"


def _filled(
    heading: str,
    table: FeatureTable,
    samples: Pair,
    labels: tuple[str, str],
    chosen: IntArray,
    *,
    columns: int,
    shifts: bool,
) -> "Figure":
    """A panel a feature in rows as high as their kinds take, with the legend above all."""
    columns = 2 if shifts else min(columns, len(chosen))
    per_row = 1 if shifts else columns
    rows = [chosen[start : start + per_row] for start in range(0, len(chosen), per_row)]
    width = page_width(max(columns * _WIDTH, 4.2))
    axis = width / columns - _BESIDE * letter_size() / 8.3
    ticks = 0.9 * text_width(_TICK, letter_size())  # titles begin above them, and those of bars in line
    indent = 0.0 if all(_is_share(table, int(j)) for j in chosen) else ticks / axis
    # Shortened together, so that no two look alike.
    names = fitted_names([table.feature_names[j] for j in chosen], 0.95 * (axis + ticks))
    name_of = dict(zip(chosen.tolist(), names, strict=True))
    titles = [[_title(table, int(j), name_of[int(j)], axis + ticks) for j in row] for row in rows]
    heights = [_row_height(table, row, texts) for row, texts in zip(rows, titles, strict=True)]
    lines = 2 + broken(whole_words(heading), 0.97 * width, size="large").count("\n")
    above = lines * _LINE * letter_size("large") / 72.0
    figure = blank_figure(heading, size=(width, above + sum(heights)))
    figure.set_layout_engine("constrained", w_pad=0.06, h_pad=0.05, hspace=0.02)
    grid = figure.add_gridspec(len(rows) + 1, columns, height_ratios=[0.12, *heights])
    _legend(figure.add_subplot(grid[0, :]), labels, width)
    for i, (row, texts) in enumerate(zip(rows, titles, strict=True), start=1):
        for place, (j, text) in enumerate(zip(row, texts, strict=True)):
            ax = figure.add_subplot(grid[i, place])
            _draw(ax, table, int(j), samples)
            ax.set_title(text, loc="left", x=-indent, fontsize="small", color=INK)
            if shifts and table.kinds[j] == "number":
                _draw_change(figure.add_subplot(grid[i, 1]), table, int(j), samples, labels)
    return figure


def _row_height(table: FeatureTable, row: IntArray, titles: "Sequence[str]") -> float:
    """Inches of a row of panels: of bars less than of curves, and the lines of the titles."""
    panel = _BARS if all(_is_share(table, int(j)) for j in row) else _CURVE
    lines = 1 + max(text.count("\n") for text in titles)
    return panel + lines * _LINE * letter_size() / 72.0


def _is_share(table: FeatureTable, j: int) -> bool:
    return table.kinds[j] in ("two values", "category")


def _title(table: FeatureTable, j: int, name: str, width: float) -> str:
    """The name, what moved and the adjusted p-value, in lines of at most so many inches."""
    pvalue = float(table.adjusted[j])  # not a number where features were not tested
    adjusted = [] if np.isnan(pvalue) else [f"(adjusted {_unbroken(p_words(pvalue))})"]
    what = " ".join(whole_words(figure_text(finding(table, j), _FINDING)))
    what = re.sub(r"[^ ]+ → .*", lambda values: _unbroken(values[0]), what)
    for blank, breakable in (("→\xa0", "→ "), ("\xa0", " ")):
        if any(text_width(piece, letter_size()) > width for piece in what.split(" ")):
            what = what.replace(blank, breakable)
    return broken([f"{name}:", what, *adjusted], width)


def _unbroken(text: str) -> str:
    return text.replace(" ", "\xa0")


def _draw(ax: "Axes", table: FeatureTable, j: int, samples: Pair) -> None:
    """Feature j by its kind."""
    (x, y), tens = without_tens(*(values[:, j] for values in samples))
    kind = table.kinds[j]
    negative = min(x.min(), y.min()) < 0.0
    if kind in ("two values", "category"):
        draw_shares(ax, (float(table.shares[0, j]), float(table.shares[1, j])))
    elif kind == "count" and not tens:
        draw_counts(ax, (x, y))
    elif kind == "mostly zero" and not negative and max(x.max(), y.max()) > 0.0:
        draw_share_above(ax, (x, y))
    else:
        draw_cumulative(ax, (x, y), change_levels(table, j))
    ax.set_xlabel(_in_unit(table, j, tens), fontsize="small")
    despine(ax)


def _draw_change(ax: "Axes", table: FeatureTable, j: int, samples: Pair, labels: tuple[str, str]) -> None:
    """How far the quantiles of feature j moved, beside its panel."""
    (x, y), tens = without_tens(*(values[:, j] for values in samples))
    draw_shift(ax, (x, y))
    width = _PART * inches(ax)[0]
    first, second = (_unbroken(name) for name in fitted_names(labels, 0.7 * width))
    ax.set_title(broken([second, f"less\xa0{first}"], width), loc="left", fontsize="small", color=INK)
    unit = _in_unit(table, j, tens)
    below = ["quantile of", f"{first},", unit] if unit else ["quantile of", first]
    ax.set_xlabel(broken(below, width), fontsize="small")
    despine(ax)


def _in_unit(table: FeatureTable, j: int, tens: str) -> str:
    unit = figure_text(table.units[j], letters(_UNIT)) if table.units[j] else ""
    return f"{unit}{tens}".strip()


def _legend(ax: "Axes", labels: tuple[str, str], width: float) -> None:
    """The samples side by side, in a strip of its own."""
    ax.set_axis_off()
    names = fitted_names(labels, 0.5 * width - _HANDLE * letter_size() / 8.3)
    handles = [
        ax.plot([], [], color=color, linestyle=dash, linewidth=2.2)[0]
        for color, dash in zip(SAMPLES, DASHES, strict=True)
    ]
    add_legend(ax, handles, names, ncols=2)
