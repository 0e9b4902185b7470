"""What there is to tell of a two-sample test, in sentences and tables: the one source of summary and report."""

from dataclasses import dataclass

import numpy as np

from setapart._checks import counted
from setapart._types import FloatArray
from setapart.present.cautions import by_chance, by_place
from setapart.present.differences import difference_lines
from setapart.present.effect import effect_words
from setapart.present.grid import Grid
from setapart.present.measure import measure, owner_words
from setapart.present.names import plain, told_apart
from setapart.present.pvalues import p_words
from setapart.present.wording import (
    direction_name,
    left_out,
    number,
    pairs_words,
    percent,
    pvalue_note,
    reach_words,
    search_words,
)
from setapart.results import FeatureTests, Projection, TwoSampleResult

__all__ = ["Facts", "facts", "grid_of_tests", "heading_of_directions", "labels_words", "rows_words", "verdict"]

_FEATURES = 10  # rows of the table
_DIRECTIONS = 5  # columns of the table
_NAME = 32  # columns a name may take


@dataclass(frozen=True)
class Facts:
    """Sentences and tables, their names inert; what there is nothing to tell of is empty or None.

    Attributes
    ----------
    labels : pair of str
        What the samples are called.
    verdict : str
        What the p-value says.
    stopping, measure, effect, rows : str
        Why sampling stopped, the observed value, its size on held-out rows, and what was compared.
    components : Grid or None
        The statistics that were combined, each with the p-value it would have alone.
    owner, search : str
        Whose directions these are, and how they were found.
    heading, differences : str and tuple of str
        What differs along each direction.
    features : Grid or None
        The features that matter most.
    cautions, notes : tuple of str
        What to mind: before reading of the directions and features, and after it.
    """

    labels: tuple[str, str]
    verdict: str
    stopping: str
    measure: str
    effect: str
    rows: str
    components: Grid | None
    owner: str
    search: str
    heading: str
    differences: tuple[str, ...]
    features: Grid | None
    cautions: tuple[str, ...]
    notes: tuple[str, ...]


_TESTED = "Effect on the rows that the test held out"  # an explanation has another held-out effect


def facts(result: TwoSampleResult) -> Facts:
    """Tell a result."""
    first, second = labels_words(result)
    owner, projection = owner_words(result), result.projection
    cautions, notes = by_place((*by_chance(result), *result.notes))
    features = None if projection is None else _features(projection)
    return Facts(
        labels=(first, second),
        verdict=verdict(result),
        stopping="" if result.stopping is None else plain(result.stopping),
        measure=_measure(result),
        effect="" if result.effect is None else effect_words(result.effect, result, _TESTED),
        rows=rows_words(result),
        components=_components(result) if result.components else None,
        owner="" if owner is None else f"The directions are those of the {plain(owner)}.",
        search="" if projection is None else plain(search_words(projection)),
        heading="" if projection is None else heading_of_directions(projection, result.labels),
        differences=() if projection is None else tuple(difference_lines(projection, _DIRECTIONS)),
        features=features if result.by_feature is None else grid_of_tests(result.by_feature),
        cautions=tuple(cautions),
        notes=tuple(notes),
    )


def verdict(result: TwoSampleResult) -> str:
    """What the p-value says; the decision is left to the reader."""
    first, second = labels_words(result)
    return f"{first} against {second}: {reach_words(result)} {p_words(result.pvalue)} ({pvalue_note(result)})."


def heading_of_directions(projection: Projection, labels: tuple[str, str]) -> str:
    """What the lines on the directions hold, and what stands in their brackets."""
    first, second = told_apart(labels, _NAME)
    along, carried = "the direction", ""
    if projection.k > 1:
        along, carried = "each direction", "; after its number, the part of the transport that it carries"
    return (
        f"How {second} differs from {first} along {along}, in parts of the squared W₂ distance (SD: standard "
        f"deviations within the samples{carried}):"
    )


def _measure(result: TwoSampleResult) -> str:
    told = measure(result)
    unit = f", {told.unit}" if told.unit else ""
    value = f"{number(told.value, 4)}{unit}{_null_level(told.null_distribution, result.censored)}."
    if told.adjusted:
        return f"The {plain(told.words)} is {value}"
    return (
        f"Combined over {counted(len(result.components), 'statistic')} on the same relabellings; the one that spoke is "
        f"the {plain(told.words)}: {value}"
    )


def _null_level(values: FloatArray, censored: bool) -> str:
    """What the distance is without a difference; of a censored result that is not known, nor if nothing was drawn."""
    if censored or not values.size:
        return ""
    middle, high = np.quantile(values, (0.5, 0.95))
    return f"; relabelled, it is {number(middle)} in the middle and at most {number(high)} in 95 of 100"


def _components(result: TwoSampleResult) -> Grid:
    names = told_apart((component.name for component in result.components), _NAME)
    values = [number(component.statistic, 4) for component in result.components]
    pvalues = [number(component.unadjusted_pvalue) for component in result.components]
    return Grid(
        "The statistics that were combined: the one with the smallest p-value spoke, but that of the whole test counts",
        (["statistic", *names], ["observed", *values], ["unadjusted p-value", *pvalues]),
        marks=tuple("spoke" if component.spoke else "" for component in result.components),
    )


def rows_words(result: TwoSampleResult) -> str:
    """How many rows and features were compared, and how many rows were left out."""
    (first, second), (n, m) = labels_words(result), result.sizes
    features = counted(len(result.feature_names), "feature")
    text = f"Compared: {counted(n, 'row')} of {first} and {m:,} of {second}, {features}."
    if any(result.n_omitted):
        n, m = result.n_omitted
        text += f" Left out because of missing values: {counted(n, 'row')} of {first} and {m:,} of {second}."
    return text + pairs_words(result) + left_out(0, result.n_unlabelled)


def labels_words(result: TwoSampleResult) -> tuple[str, str]:
    """What the samples are called, inert and short."""
    first, second = told_apart(result.labels, _NAME)
    return first, second


def grid_of_tests(tests: FeatureTests) -> Grid:
    """The features with the smallest p-values; the direction of these statistics is one of them."""
    table = tests.table(_FEATURES)
    hidden = len(tests.feature_names) - table.n_rows
    return Grid(
        "Features by adjusted p-value",
        (
            ["feature", *told_apart(table["feature"], _NAME)],
            ["observed", *(number(value, 4) for value in table["statistic"])],
            ["p-value", *map(number, table["pvalue"])],
            ["adjusted p-value", *map(number, table["adjusted_pvalue"])],
        ),
        more=counted(hidden, "more feature") if hidden else "",
    )


def _features(projection: Projection) -> Grid:
    table = projection.feature_table(_FEATURES)
    shown = range(1, min(projection.k, _DIRECTIONS) + 1)
    hidden = [
        counted(number_hidden, noun)
        for number_hidden, noun in (
            (len(projection.feature_names) - table.n_rows, "more feature"),
            (projection.k - len(shown), "more direction"),
        )
        if number_hidden
    ]
    return Grid(
        "Features by share, and their loadings",
        (
            ["feature", *told_apart(table["feature"], _NAME)],
            ["share", *(percent(share) for share in table["share"])],
            *(
                [direction_name(projection, j - 1), *(_signed(loading) for loading in table[f"direction_{j}"])]
                for j in shown
            ),
        ),
        more=" and ".join(hidden),
    )


def _signed(loading: float) -> str:
    text = f"{loading:+.3f}"
    return text if float(text) else "0.000"
