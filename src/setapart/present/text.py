"""A result as text for a terminal: a short paragraph, then a table of features."""

import textwrap

import numpy as np

from setapart._checks import counted
from setapart._types import FloatArray
from setapart.present.differences import difference_lines
from setapart.present.effect import effect_sizes
from setapart.present.layout import LINE, aligned, filled, origin
from setapart.present.measure import measure, owner_words
from setapart.present.names import plain, told_apart
from setapart.present.wording import direction_name, left_out, number, percent, pvalue_note, reach_words, search_words
from setapart.results import FeatureTests, Projection, TwoSampleResult

__all__ = ["labels_words", "rows_words", "summary"]

_FEATURES = 10  # rows of the table
_DIRECTIONS = 5  # columns of the table
_NAME = 32  # columns a name may take


def summary(result: TwoSampleResult) -> str:
    """The outcome in words and a table of the features that matter most.

    No level is implied: the text says what the p-value says and leaves the decision to the reader.

    Parameters
    ----------
    result : TwoSampleResult

    Returns
    -------
    str
        Lines of at most 88 characters, but for a table with many directions; names from the data are inert.
    """
    parts = [filled(_verdict(result), *_stopping(result), _measure(result), *_effect(result), rows_words(result))]
    if result.components:
        parts.append(_components(result))
    if result.projection is not None:
        parts.append(_differences(result, result.projection))
    if result.by_feature is not None:
        parts.append(_feature_tests(result.by_feature))
    elif result.projection is not None:
        parts.append(_table(result.projection))
    parts += [filled(f"Note: {plain(note)}") for note in result.notes]
    return "\n\n".join([*parts, origin(result)])


def _verdict(result: TwoSampleResult) -> str:
    first, second = labels_words(result)
    return f"{first} against {second}: {reach_words(result)} p = {number(result.pvalue)} ({pvalue_note(result)})."


def _stopping(result: TwoSampleResult) -> list[str]:
    return [] if result.stopping is None else [plain(result.stopping)]


def _effect(result: TwoSampleResult) -> list[str]:
    """The distance on held-out rows with its interval; what chance alone would make of it stands beside it."""
    if result.effect is None:
        return []
    sizes = ", or ".join(effect_sizes(result.effect))
    chance = number(result.effect.without_difference)
    return [f"Held-out effect: {sizes}; without a difference it would be about {chance}."]


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


def _components(result: TwoSampleResult) -> str:
    """The statistics that were combined, each with the p-value it would have alone."""
    names = told_apart((component.name for component in result.components), _NAME)
    values = [number(component.statistic, 4) for component in result.components]
    pvalues = [number(component.unadjusted_pvalue) for component in result.components]
    lines = aligned(["observed", *values], ["unadjusted p-value", *pvalues], names=["statistic", *names])
    marks = ["", *("  spoke" if component.spoke else "" for component in result.components)]
    return "\n".join(line + mark for line, mark in zip(lines, marks, strict=True))


def _differences(result: TwoSampleResult, projection: Projection) -> str:
    """Whose directions these are, how they were found, and what differs along each."""
    first, second = labels_words(result)
    owner = owner_words(result)
    whose = [] if owner is None else [f"The directions are those of the {plain(owner)}."]
    what = (
        f"How {second} differs from {first} along each direction, in parts of the squared W₂ distance "
        "(SD: standard deviations within the samples):"
    )
    lines = [_listed(line) for line in difference_lines(projection, _DIRECTIONS)]
    return "\n".join([filled(*whose, plain(search_words(projection)), what), *lines])


def rows_words(result: TwoSampleResult) -> str:
    """How many rows and features were compared, and how many rows were left out."""
    (first, second), (n, m) = labels_words(result), result.sizes
    features = counted(len(result.feature_names), "feature")
    text = f"Compared: {counted(n, 'row')} of {first} and {m:,} of {second}, {features}."
    if any(result.n_omitted):
        n, m = result.n_omitted
        text += f" Left out because of missing values: {counted(n, 'row')} of {first} and {m:,} of {second}."
    return text + left_out(0, result.n_unlabelled)


def labels_words(result: TwoSampleResult) -> tuple[str, str]:
    """What the samples are called, inert and short."""
    first, second = told_apart(result.labels, _NAME)
    return first, second


def _feature_tests(tests: FeatureTests) -> str:
    """The features with the smallest p-values; the direction of these statistics is one of them."""
    table = tests.table(_FEATURES)
    names = ["feature", *told_apart(table["feature"], _NAME)]
    columns = [
        ["observed", *(number(value, 4) for value in table["statistic"])],
        ["p-value", *map(number, table["pvalue"])],
        ["adjusted p-value", *map(number, table["adjusted_pvalue"])],
    ]
    hidden = len(tests.feature_names) - table.n_rows
    return "\n".join([*aligned(*columns, names=names), *([f"… {counted(hidden, 'more feature')}"] if hidden else [])])


def _table(projection: Projection) -> str:
    table = projection.feature_table(_FEATURES)
    shown = range(1, min(projection.k, _DIRECTIONS) + 1)
    names = ["feature", *told_apart(table["feature"], _NAME)]
    columns = [
        ["share", *(percent(share) for share in table["share"])],
        *(
            [direction_name(projection, j - 1), *(_signed(loading) for loading in table[f"direction_{j}"])]
            for j in shown
        ),
    ]
    lines = aligned(*columns, names=names)
    hidden = [
        counted(number_hidden, noun)
        for number_hidden, noun in (
            (len(projection.feature_names) - table.n_rows, "more feature"),
            (projection.k - len(shown), "more direction"),
        )
        if number_hidden
    ]
    return "\n".join([*lines, *([f"… {' and '.join(hidden)}"] if hidden else [])])


def _signed(loading: float) -> str:
    text = f"{loading:+.3f}"
    return text if float(text) else "0.000"


def _listed(line: str) -> str:
    """A line set in, broken after commas if at all."""
    tied = line.replace(", ", ",\n").replace(" ", "\xa0").replace("\n", " ")
    broken = textwrap.fill(tied, LINE, initial_indent="  ", subsequent_indent="    ")
    return broken.replace("\xa0", " ")
