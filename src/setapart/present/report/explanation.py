"""What a report tells of an explanation: features with intervals, rows, how sure that is; and a report of it alone."""

from typing import TYPE_CHECKING

import numpy as np

from setapart._checks import counted
from setapart.inference.pvalues import is_evidence
from setapart.present.cautions import by_chance, by_place
from setapart.present.differences import difference_lines, heading_of_differences
from setapart.present.explanation import (
    carried_sentences,
    certainty_sentences,
    feature_sentences,
    group_sentences,
    interval_words,
    more_rows,
    odd_elsewhere,
    row_words,
    standing_out,
    visible_loadings,
)
from setapart.present.explanation_sentence import led_by_two_values
from setapart.present.facts import grid_of_tests, heading_of_directions
from setapart.present.grid import Grid
from setapart.present.names import told_apart
from setapart.present.plots import loadings, share_curve
from setapart.present.rates import rate_percents
from setapart.present.report.document import Document, Listing, Part, Picture, Section, warning_section
from setapart.present.report.pictures import (
    loadings_height,
    loadings_picture,
    loadings_seen,
    panel,
    samples_picture,
)
from setapart.present.report.repeat import repeat
from setapart.present.wording import direction_name, number, percent

if TYPE_CHECKING:
    from setapart.results.explanation import Explanation

__all__ = ["difference_parts", "explanation_document", "features"]

_FEATURES = 10
_DIRECTIONS = 5
_BESIDE = 2  # directions up to which there is room for intervals beside the loadings
_RATES = "Of features with two values, the part of the rows that has the larger one; of a category, that is in it:"
_STANDING_OUT = (
    "Rows that lie far from where the other sample has its own: how far the transport moves them, their part of all "
    "that their sample is moved, and how far away the nearest row of the other sample is:"
)
_NAME = 32


def explanation_document(explanation: "Explanation", *, command: str | None = None) -> Document:
    """What the report of an explanation alone says.

    Parameters
    ----------
    explanation : Explanation
    command : str, optional
        What was typed, if a command was.
    """
    projection = explanation.projection
    cautions, notes = by_place((*by_chance(explanation), *explanation.notes))
    return Document(
        title=" against ".join(told_apart(explanation.labels, _NAME)),
        verdict=explanation.sentence,
        cautions=tuple(cautions),
        sections=(
            Section("The samples", (samples_picture(projection, explanation.labels),)),
            Section(
                heading_of_differences(explanation.pvalue),
                (*difference_parts(explanation), *features(explanation)),
            ),
            Section("How sure", certainty_sentences(explanation)),
            Section("How it was done", repeat(explanation, command)),
            warning_section(cautions, notes),
        ),
    )


def difference_parts(explanation: "Explanation") -> tuple[Part, ...]:
    """What differs along the first directions; nothing where the rates of one feature say it all."""
    if led_by_two_values(explanation):
        return ()
    heading = heading_of_directions(explanation.projection, explanation.labels)
    return heading, Listing(tuple(difference_lines(explanation.projection, _DIRECTIONS)))


def features(explanation: "Explanation") -> tuple[Part, ...]:
    """The loadings, tests of single features, and, where there is evidence, what a few directions carry and the rows.

    Without evidence there are neither intervals nor rows: of what chance brings up, nothing is sure.
    """
    found, tests = is_evidence(explanation.pvalue), explanation.by_feature
    if tests is not None and explanation.teller.single_features:
        loaded: tuple[Part, ...] = (grid_of_tests(tests),)
    else:
        loaded = (_picture(explanation, intervals=found), *_loadings(explanation, intervals=found))
    tested = feature_sentences(explanation)
    if not found:
        return *loaded, *tested, row_words(explanation)
    groups = group_sentences(explanation.group_table)
    return *loaded, *tested, *_rates(explanation), *groups, *_shares(explanation), *_rows(explanation)


def _picture(explanation: "Explanation", *, intervals: bool) -> Picture:
    if not (intervals and _has_intervals(explanation)):
        return loadings_picture(explanation.projection)
    return Picture(
        "The loadings and their intervals",
        f"{loadings_seen(explanation.projection)} Thin lines are 95 % intervals.",
        panel(lambda ax: loadings(ax, explanation), height=loadings_height(explanation.projection)),
    )


def _has_intervals(explanation: "Explanation") -> bool:
    return bool(np.isfinite(explanation.loading_table["low"]).any())


def _loadings(explanation: "Explanation", *, intervals: bool) -> tuple[Part, Part]:
    """A row a feature: the p-value of the feature by itself, and its directions side by side; before it, what is what.

    Intervals stand beside the loadings of up to two directions; of more, they are left to the figure.
    """
    table, k = visible_loadings(explanation), explanation.projection.k
    d = table.n_rows // k
    shown = table.take(np.arange(min(d, _FEATURES) * k))
    names, directions = shown["feature"][::k], range(min(k, _DIRECTIONS))
    told = "A loading is the weight of a feature in a direction, and shares of all features add up to 100 %."
    cells = [f"{loading:+.2f}" for loading in shown["loading"]]
    last: list[list[str]] = []
    if intervals and _has_intervals(explanation):
        if k <= _BESIDE:
            told += " In brackets: 95 % intervals."
            ends = map(interval_words, shown["low"], shown["high"])
            cells = [f"{cell} ({end})" for cell, end in zip(cells, ends, strict=True)]
    elif intervals and not np.isnan(shown["same_sign"]).all():
        told += " Same sign: the refits, on rows drawn anew, in which a loading has the sign that it has here."
        signs = list(map(percent, shown["same_sign"]))
        last.append(["same sign", *(", ".join(signs[i : i + len(directions)]) for i in range(0, len(signs), k))])
    first = [["feature", *told_apart(names, _NAME)], ["share", *map(percent, shown["share"][::k])]]
    if explanation.by_feature is not None:
        told += " Adjusted p: of a test of the feature by itself, adjusted for the number of features."
        tests = explanation.by_feature
        pvalues = dict(zip(tests.feature_names, tests.pvalues.adjusted, strict=True))
        first.append(["adjusted p", *(number(pvalues[name]) for name in names)])
    along = [[direction_name(explanation.projection, j), *cells[j::k]] for j in directions]
    hidden = d - len(names)
    more = counted(hidden, "more feature") if hidden else ""
    return told, Grid("Features by share, and their loadings", (*first, *along, *last), more=more)


def _rates(explanation: "Explanation") -> tuple[Part, ...]:
    """Of features with two values, how often they are at the larger one."""
    table = explanation.rate_table
    if not table.n_rows:
        return ()
    first, second = told_apart(explanation.labels, _NAME)
    rates = [rate_percents(*pair) for pair in zip(table["first"], table["second"], strict=True)]
    return (
        _RATES,
        Grid(
            "Parts of the rows",
            (
                ["feature", *told_apart(table["feature"], _NAME)],
                [first, *(rate for rate, _ in rates)],
                [second, *(rate for _, rate in rates)],
            ),
        ),
    )


def _rows(explanation: "Explanation") -> tuple[Part, ...]:
    """The rows that stand out, a few of each sample."""
    shown = standing_out(explanation)
    if not shown.n_rows:
        return (row_words(explanation),)
    names = dict(zip(explanation.labels, told_apart(explanation.labels, _NAME), strict=True))
    more = [f"{words} of {name}" for sample, name in names.items() if (words := more_rows(explanation, sample))]
    grid = Grid(
        "The rows that stand out",
        (
            ["row", *told_apart(map(str, shown["row"]), _NAME)],
            ["sample", *(names[sample] for sample in shown["sample"])],
            ["moved by", *map(number, shown["distance"])],
            ["part", *(f"{100.0 * share:.1f} %" for share in shown["share"])],
            ["nearest", *map(number, shown["nearest"])],
        ),
        more=" and ".join(more),
    )
    return _STANDING_OUT, grid, *odd_elsewhere(explanation)


def _shares(explanation: "Explanation") -> tuple[Picture, ...]:
    """What a few directions carry of the whole distance."""
    return tuple(
        Picture(
            "The share of the whole Wasserstein distance that a few directions carry",
            carried,
            panel(lambda ax: share_curve(ax, explanation), height=3.0),
        )
        for carried in carried_sentences(explanation.share_table)
    )
