"""Figures that tell of a result as a whole, by the name of their kind."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._checks import check_choice, counted
from setapart._words import is_significant, p_words
from setapart.plots.by_feature import feature_figure
from setapart.plots.curves import share_curve
from setapart.plots.dependence import MEDIAN, QUARTILES, dependence
from setapart.plots.features import check_plane, draw_features, draw_plane, largest, loadings
from setapart.plots.histogram import null_distribution
from setapart.plots.image import loading_image
from setapart.plots.pairs import pairs
from setapart.plots.quantiles import quantile_difference
from setapart.plots.samples import displacements, projected, samples_with_differences, samples_with_margins
from setapart.plots.style import blank_figure, figure_text, figure_texts, sheet
from setapart.plots.witness import witness_figure
from setapart.results import GoodnessOfFit, Projection, TwoSampleResult
from setapart.results.problem import needed
from setapart.results.words import unit

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from setapart.results.explanation import Explanation

__all__ = [
    "cautious_heading",
    "draw_pair",
    "explanation_figure",
    "fit_figure",
    "null_figure",
    "overview",
    "result_figure",
]

_BY_CHANCE = "no evidence of a difference: where these rows happen to differ most"
_KINDS = (
    *("overview", "projected", "quantiles", "pairs", "displacements", "plane", "features"),
    *("dependence", "witness", "image", "null"),
)
_MOST = 4  # directions that have a panel each, side by side
_NAME = 40


def overview(result: TwoSampleResult) -> "Figure":
    """The samples along the directions, the loadings and the null distribution in one figure.

    Parameters
    ----------
    result : TwoSampleResult

    Returns
    -------
    matplotlib.figure.Figure
        Outside pyplot: save it with ``figure.savefig``, or show it in a notebook as the value of a cell.

    Raises
    ------
    ImportError
        If Matplotlib is not installed.
    """
    if result.projection is None:
        return null_figure(result)
    relabelled = result.null_distribution.size > 0
    below = "null" if relabelled else "loadings"
    panels_below = [["samples", "loadings"], ["samples", below]]
    figure, panels = _mosaic(cautious_heading(result), panels_below, (10.5, 5.6))
    samples_with_differences(panels["samples"], result.projection, result.labels, unit=unit(result))
    loadings(panels["loadings"], result.projection)
    if relabelled:
        null_distribution(panels["null"], result)
    return figure


def null_figure(result: TwoSampleResult) -> "Figure":
    """The null distribution alone."""
    figure = blank_figure(_heading(result))
    null_distribution(figure.subplots(), result)
    return figure


def explanation_figure(explanation: "Explanation") -> "Figure":
    """The samples, the loadings with their intervals, what moves where, and the share of the distance in one figure.

    Parameters
    ----------
    explanation : Explanation

    Returns
    -------
    matplotlib.figure.Figure
        Outside pyplot, as of `overview`. What moves where is the difference of the quantiles along a single direction,
        and arrows in the plane of the first two of more. Without evidence of a difference (p > 0.05), the loadings have
        no intervals.

    Raises
    ------
    ImportError
        If Matplotlib is not installed.
    """
    figure, panels = _mosaic(cautious_heading(explanation), [["samples", "loadings"], ["moves", "share"]], (10.5, 8.4))
    samples_with_differences(panels["samples"], explanation.projection, explanation.labels, unit=unit(explanation))
    loadings(panels["loadings"], explanation if is_significant(explanation.pvalue) else explanation.projection)
    moves = quantile_difference if explanation.projection.k == 1 else displacements
    moves(panels["moves"], explanation.projection, explanation.labels, unit=unit(explanation))
    share_curve(panels["share"], explanation)
    return figure


def _heading(result: "TwoSampleResult | Explanation") -> str:
    """The samples with their rows, and the p-value."""
    first, second = (
        f"{label} ({counted(size, 'row')})"
        for label, size in zip(figure_texts(result.labels), result.sizes, strict=True)
    )
    combined = "combined " if isinstance(result, TwoSampleResult) and result.components else ""
    return f"{first} against {second}: {combined}{p_words(result.pvalue)}"


def cautious_heading(result: "TwoSampleResult | Explanation", part: str = "") -> str:
    """`_heading` of what shows directions, and how much of them is; without evidence, with a line that says so."""
    caution = "" if is_significant(result.pvalue) else f"\n{_BY_CHANCE}"
    return f"{_heading(result)}{part}{caution}"


def _mosaic(title: str, panels: list[list[Any]], size: tuple[float, float]) -> tuple["Figure", dict[str, "Axes"]]:
    figure = blank_figure(title, size=size)
    figure.set_layout_engine("constrained", w_pad=0.08, h_pad=0.08, wspace=0.04, hspace=0.06)
    return figure, figure.subplot_mosaic(panels, width_ratios=(1.25, 1.0))


def result_figure(result: TwoSampleResult, kind: str | None = None, shape: tuple[int, int] | None = None) -> "Figure":
    """A figure of a result; see `TwoSampleResult.plot`."""
    samples = None if result.problem is None else result.problem.samples
    if kind is None:
        kind = _first_kind(result) if samples is not None and shape is None else "overview"
    check_choice("kind", kind, _KINDS)
    if (shape is None) == (kind == "image"):
        raise ValueError("shape is the picture's (rows, columns): kind='image' needs it, and no other kind takes it")
    if kind == "overview":
        return overview(result)
    if kind == "null":
        return null_figure(result)
    if kind == "features" and samples is not None and result.by_feature is not None:
        return feature_figure(result.by_feature, *samples, result.labels, pvalue=result.pvalue)
    if kind == "dependence":
        return _dependence_figure(result)
    if kind == "witness":
        return _witness_figure(result)
    if result.projection is None:
        raise ValueError(
            f"kind must be 'overview' or 'null' here: the statistic {result.statistic_name!r} has no directions"
        )
    k = result.projection.k
    part = f"; {_MOST} of {counted(k, 'direction')}" if kind in ("quantiles", "image") and k > _MOST else ""
    figure = blank_figure(cautious_heading(result, part), size=_size(kind, k))
    _fill(figure, result, result.projection, kind, shape)
    return figure


def _first_kind(result: TwoSampleResult) -> str:
    """What differs by itself, if anything does: the directions tell of the same again, and less of it."""
    tables = {"features": result.by_feature, "dependence": result.by_pair}
    differing = (kind for kind, table in tables.items() if table is not None and table.differing(result.pvalue).size)
    first = next(differing, None)
    if first is not None or not result.is_led_by_witness:
        return first or "overview"
    witness = result.by_witness
    along = witness is not None and witness.is_along_a_direction and result.projection is not None
    return "overview" if witness is None or along else "witness"


def _dependence_figure(result: TwoSampleResult) -> "Figure":
    if result.by_pair is None:
        raise ValueError("kind must be another than 'dependence' here: this result has no tests of pairs")
    figure = blank_figure(cautious_heading(result), size=(6.4, 5.6))
    draw_pair(figure.subplots(), result, int(result.by_pair.order[0]))
    return figure


def draw_pair(ax: "Axes", result: TwoSampleResult, place: int) -> None:
    """A pair of the table of pairs: the rows, and where its correlation does not say it, running quantiles.

    These are medians of one feature along the other whose distance from the median it goes with, or quartiles, which
    part where both are far from their medians.
    """
    pairs, problem = result.by_pair, needed(result.problem, "draw the rows")
    assert pairs is not None
    chosen = [result.feature_names.index(name) for name in pairs.pairs[place]]
    distances = pairs.distances[place]
    if distances[1] and not distances[0]:
        chosen.reverse()
    if problem.samples is None:
        rows = problem.features(np.array(chosen))
        x, y = rows[: problem.n], rows[problem.n :]
    else:
        x, y = (sample[:, chosen] for sample in problem.samples)
    units = [""] * 2 if result.by_feature is None else [result.by_feature.units[j] for j in chosen]
    first, second = (
        f"{name}, in {unit}" if unit and not re.search(rf"[\W_]{re.escape(unit)}\b", name) else name
        for name, unit in zip((result.feature_names[j] for j in chosen), units, strict=True)
    )
    quantiles = QUARTILES if distances.all() else MEDIAN if distances.any() else ()
    dependence(ax, x, y, (first, second), result.labels, quantiles=quantiles)


def _witness_figure(result: TwoSampleResult) -> "Figure":
    """What leads, where that is no direction."""
    if result.by_witness is None:
        raise ValueError("kind must be another than 'witness' here: what leads has directions, or nothing differs")
    return witness_figure(result.by_witness, result.labels, _heading(result))


def _size(kind: str, k: int) -> tuple[float, float]:
    """Inches."""
    beside = max(6.4, 0.8 + 3.6 * min(k, _MOST))
    grid = 1.6 + 1.8 * max(3, min(k, 5))
    return {"quantiles": (beside, 4.6), "image": (beside, 4.0), "pairs": (grid, grid), "features": (9.0, 7.5)}.get(
        kind, (6.4, 5.6)
    )


def _fill(
    figure: "Figure", result: TwoSampleResult, projection: Projection, kind: str, shape: tuple[int, int] | None
) -> None:
    labels, of = result.labels, unit(result)
    match kind:
        case "projected":
            samples_with_margins(figure, projection, labels, unit=of)
        case "pairs":
            pairs(figure, projection, labels, unit=of)
        case "displacements":
            displacements(figure.subplots(), projection, labels, unit=of)
        case "plane":
            check_plane(projection)
            problem, chosen = needed(result.problem, "draw the rows"), largest(projection, 2)
            rows = problem.features(chosen)
            draw_plane(figure.subplots(), rows[: problem.n], rows[problem.n :], projection, labels, unit=of)
        case "features":
            problem, chosen = needed(result.problem, "draw the features"), largest(projection)
            rows = problem.features(chosen)
            draw_features(figure, rows[: problem.n], rows[problem.n :], projection, chosen, labels)
        case "quantiles":
            for j, ax in enumerate(_side_by_side(figure, projection.k)):
                quantile_difference(ax, projection, labels, unit=of, direction=j)
        case "image":
            assert shape is not None
            for j, ax in enumerate(_side_by_side(figure, projection.k)):
                loading_image(ax, projection, shape, direction=j)


def _side_by_side(figure: "Figure", k: int) -> Iterable["Axes"]:
    """A panel for each of the first directions."""
    return figure.subplots(1, min(k, _MOST), squeeze=False).flat


def fit_figure(fit: GoodnessOfFit) -> "Figure":
    """Data and generated rows along the directions, outside pyplot."""
    label = figure_text(fit.label)
    figure, ax = sheet(f"{label} against {figure_text(fit.model, _NAME)}: {p_words(fit.pvalue)}")
    projected(ax, fit.projection, (fit.label, "the model"), unit=unit(fit))
    return figure
