"""The figures of a report, each with what it shows in words for those who cannot see it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._checks import counted
from setapart._words import distinct_names, fixed, number, signed
from setapart.plots.by_feature import feature_figure, finding
from setapart.plots.features import loadings
from setapart.plots.histogram import null_distribution
from setapart.plots.pages import draw_pair
from setapart.plots.samples import drawn_as, samples_with_differences
from setapart.plots.style import DIRECTIONS, blank_figure, figure_text
from setapart.report.document import Picture
from setapart.report.pair_words import dependence_sentences
from setapart.results.projection import Projection
from setapart.results.two_sample import TwoSampleResult
from setapart.results.words import direction_label, direction_name, observed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "features_picture",
    "loadings_heading",
    "loadings_height",
    "loadings_picture",
    "loadings_seen",
    "null_picture",
    "pair_picture",
    "panel",
    "samples_picture",
    "samples_seen",
]

_PANELS = 6  # features
_DRAWN = 2  # directions of the samples
_NAMED = 3  # features of a direction
_WORTH_TELLING = 0.005  # a loading that does not round to 0.00
_NAME = 32
_HEADING = 90
_SHARED = "Where many rows of a sample share a place, one mark stands for all, the larger the more they are."


def panel(draw: "Callable[[Axes], Any]", heading: str = "", *, height: float = 4.2) -> "Callable[[], Figure]":
    """What makes a figure of one panel, its height in inches; the heading may hold any letters."""

    def figure() -> "Figure":
        page = blank_figure(figure_text(heading, _HEADING) if heading else "", size=(6.4, height))
        draw(page.subplots())
        return page

    return figure


def features_picture(result: TwoSampleResult, alpha: float) -> Picture | None:
    """The features that differ, each as its kind is drawn; none where the rows themselves are not there."""
    table, problem = result.by_feature, result.problem
    samples = None if problem is None else problem.samples
    if table is None or samples is None:
        return None
    differing = table.differing(result.pvalue, alpha)
    first = (differing if differing.size else table.order)[:_PANELS]
    names = distinct_names((table.feature_names[j] for j in first), _NAME)
    seen = "; ".join(f"{name}: {finding(table, j)}" for name, j in zip(names, first, strict=True))
    title = "What differs" if differing.size else "The features with the smallest p-values"

    def draw() -> "Figure":
        return feature_figure(table, *samples, result.labels, pvalue=result.pvalue, alpha=alpha, top=_PANELS, columns=2)

    return Picture(title, f"{seen}.", draw)


def pair_picture(result: TwoSampleResult, alpha: float) -> Picture | None:
    """The pair that differs most, if any does; none where the rows themselves are not there."""
    table = result.by_pair
    if table is None or result.problem is None or not (places := table.differing(result.pvalue, alpha)).size:
        return None
    place = int(places[0])
    first, second = distinct_names(result.labels, _NAME)
    terms = " and ".join(table.terms(place, distinct_names(table.pairs[place], _NAME)))
    values = f"{fixed(float(table.first[place]), 2)} in {first} and {fixed(float(table.second[place]), 2)} in {second}"
    seen = [f"The rank correlation of {terms} is {values}.", *dependence_sentences(table, [place], result.labels)]
    if table.distances[place].any():
        lines = "quartiles" if table.distances[place].all() else "medians"
        seen.append(f"Lines are running {lines} of each sample.")
    return Picture("The pair that differs most", " ".join(seen), panel(lambda ax: draw_pair(ax, result, place)))


def samples_picture(projection: Projection, labels: tuple[str, str], unit: str = "") -> Picture:
    """The samples along the directions."""
    draw = panel(lambda ax: samples_with_differences(ax, projection, labels, unit=unit), height=4.6)
    return Picture("The samples along the directions", samples_seen(projection, labels), draw)


def loadings_picture(projection: Projection) -> Picture:
    """The loadings of the features that matter most."""
    draw = panel(lambda ax: loadings(ax, projection), loadings_heading(projection), height=loadings_height(projection))
    return Picture("The loadings", loadings_seen(projection), draw)


def loadings_height(projection: Projection) -> float:
    """Room for ten features, or as many as there are, below the names of several directions."""
    names = 0.25 * min(projection.k, len(DIRECTIONS)) if projection.k > 1 else 0.0
    return 1.6 + names + 0.3 * min(10, len(projection.feature_names))


def loadings_heading(projection: Projection) -> str:
    """Which feature the directions have most of."""
    [name] = distinct_names([projection.feature_names[int(np.argmax(projection.feature_shares))]], _NAME)
    return f"{name} has the largest share in the {'direction' if projection.k == 1 else 'directions'}"


def null_picture(result: TwoSampleResult) -> Picture:
    """The null distribution, and the observed value."""
    draw = panel(lambda ax: null_distribution(ax, result), _null_heading(result))
    return Picture("The null distribution", _null_seen(result), draw)


def samples_seen(projection: Projection, labels: tuple[str, str]) -> str:
    """Where the middle half of each sample lies along the directions that are drawn."""
    first, second = distinct_names(labels, _NAME)
    sentences = []
    for j in range(min(projection.k, _DRAWN)):
        halves = [
            f"between {number(low)} and {number(high)}"
            for low, high in (
                np.quantile(rows[:, j], (0.25, 0.75)) for rows in (projection.x_projected, projection.y_projected)
            )
        ]
        sentences.append(
            f"Along {direction_label(projection, j)}, the middle half of {first} lies {halves[0]} and that of {second} "
            f"{halves[1]}."
        )
    if projection.k > 1:
        sentences += _marks(projection, (first, second))
    if projection.k > _DRAWN:
        sentences.append(f"The first two of {counted(projection.k, 'direction')} are drawn.")
    return " ".join(sentences)


def _marks(projection: Projection, names: tuple[str, str]) -> list[str]:
    """What lines and marks in the plane of two directions mean."""
    looks = drawn_as((projection.x_projected[:, :_DRAWN], projection.y_projected[:, :_DRAWN]))
    contoured = [name for name, look in zip(names, looks, strict=True) if look == "contours"]
    if contoured:
        whose = "each sample" if len(contoured) == len(names) else contoured[0]
        return [f"Contours enclose half and nine tenths of {whose}."]
    return [_SHARED] if "shared" in looks else []


def loadings_seen(projection: Projection) -> str:
    """The largest loadings of the directions that are drawn."""
    names = distinct_names(projection.feature_names, _NAME)
    sentences = []
    for j in range(min(projection.k, len(DIRECTIONS))):
        loadings = projection.directions[:, j]
        largest = np.argsort(-np.abs(loadings), kind="stable")[:_NAMED]
        listed = ", ".join(f"{names[i]} {signed(loadings[i])}" for i in largest if abs(loadings[i]) >= _WORTH_TELLING)
        sentences.append(f"The largest loadings of {direction_name(projection, j)}: {listed}.")
    return " ".join(sentences)


def _null_heading(result: TwoSampleResult) -> str:
    shown = observed(result)
    values, drawn = shown.null_distribution, "splits" if result.exact else "relabellings"
    if not values.size or result.censored:
        return ""
    below = int(np.sum(values < shown.value))
    return f"The observed value lies above {'all' if below == values.size else f'{below:,}'} of {values.size:,} {drawn}"


def _null_seen(result: TwoSampleResult) -> str:
    """Where the observed value lies among those of the relabellings."""
    shown = observed(result)
    values, drawn = shown.null_distribution, "splits" if result.exact else "relabellings"
    value = f"The observed value, {number(shown.value)},"
    if not values.size:
        return f"{value} alone: nothing was relabelled."
    if result.censored:
        return f"{value} among those of {values.size:,} {drawn}, of which only the part below it is known."
    below = int(np.sum(values < shown.value))
    where = "all of them" if below == values.size else f"{below:,} of them"
    low, high = (number(float(end)) for end in (values.min(), values.max()))
    return f"The values of {values.size:,} {drawn} lie between {low} and {high}. {value} lies above {where}."
