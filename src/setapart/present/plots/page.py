"""Figures that tell of a result as a whole, and of an explanation."""

from typing import TYPE_CHECKING, Any

from setapart._checks import counted
from setapart.inference.pvalues import is_evidence
from setapart.present.differences import difference_lines
from setapart.present.plots.bars import loadings
from setapart.present.plots.displacement import displacements
from setapart.present.plots.histogram import null_distribution
from setapart.present.plots.parts.sheet import blank_figure
from setapart.present.plots.parts.style import INK, figure_texts
from setapart.present.plots.quantiles import quantile_difference
from setapart.present.plots.samples import projected
from setapart.present.plots.share import share_curve
from setapart.present.pvalues import p_words
from setapart.present.wording import unit
from setapart.results import TwoSampleResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from setapart.results.explanation import Explanation

__all__ = ["cautious_heading", "explanation_figure", "null_figure", "overview"]

_BY_CHANCE = "no evidence of a difference: where these rows happen to differ most"
_DRAWN = 2  # directions that the panel of the samples shows


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
    _samples(panels["samples"], result)
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
    _samples(panels["samples"], explanation)
    loadings(panels["loadings"], explanation if is_evidence(explanation.pvalue) else explanation.projection)
    moves = quantile_difference if explanation.projection.k == 1 else displacements
    moves(panels["moves"], explanation.projection, explanation.labels, unit=unit(explanation))
    share_curve(panels["share"], explanation)
    return figure


def _heading(told: "TwoSampleResult | Explanation") -> str:
    """The samples with their rows, and the p-value."""
    first, second = (
        f"{label} ({counted(size, 'row')})" for label, size in zip(figure_texts(told.labels), told.sizes, strict=True)
    )
    combined = "combined " if isinstance(told, TwoSampleResult) and told.components else ""
    return f"{first} against {second}: {combined}{p_words(told.pvalue)}"


def cautious_heading(told: "TwoSampleResult | Explanation", part: str = "") -> str:
    """`_heading` of what shows directions, and how much of them is; without evidence, with a line that says so."""
    caution = "" if is_evidence(told.pvalue) else f"\n{_BY_CHANCE}"
    return f"{_heading(told)}{part}{caution}"


def _mosaic(title: str, panels: list[list[Any]], size: tuple[float, float]) -> tuple["Figure", dict[str, "Axes"]]:
    figure = blank_figure(title, size=size)
    figure.set_layout_engine("constrained", w_pad=0.08, h_pad=0.08, wspace=0.04, hspace=0.06)
    return figure, figure.subplot_mosaic(panels, width_ratios=(1.25, 1.0))


def _samples(ax: "Axes", told: "TwoSampleResult | Explanation") -> None:
    """The samples, and above them what differs along the directions that are drawn."""
    assert told.projection is not None
    projected(ax, told.projection, told.labels, unit=unit(told))
    lines = difference_lines(told.projection, _DRAWN, brief=True)
    ax.set_title("\n".join(lines), loc="left", fontsize="small", color=INK)
