"""The document of an explanation: features with intervals, rows, and how sure that is."""

import math
from typing import TYPE_CHECKING

import numpy as np

from setapart._checks import counted
from setapart._words import distinct_names, is_significant, number, percent, rate_percents, signed
from setapart.plots.curves import share_curve
from setapart.plots.features import loadings
from setapart.report.conditional_words import conditional_blocks, conditional_sentences
from setapart.report.document import (
    Block,
    Document,
    Grid,
    Listing,
    Picture,
    Request,
    Section,
    document_of,
    origin,
    placed,
)
from setapart.report.explained_words import explained_blocks, explained_sentences
from setapart.report.explanation_words import (
    carried_sentences,
    certainty_sentences,
    feature_sentences,
    group_sentences,
    more_rows,
    odd_elsewhere,
    row_words,
    standing_out,
)
from setapart.report.feature_grid import feature_rows, grid_of
from setapart.report.pictures import (
    loadings_heading,
    loadings_height,
    loadings_picture,
    loadings_seen,
    panel,
    samples_picture,
)
from setapart.report.regions import region_listing, region_section
from setapart.report.repeat import repeat
from setapart.report.rule_words import rule_blocks, rules_lead
from setapart.report.sentence import explanation_sentence, led_by_two_values, led_by_witness, with_directions
from setapart.report.witness import witness_paragraphs, witness_section
from setapart.report.words import chance_cautions, heading_of_directions
from setapart.results.differences import difference_lines, heading_of_differences
from setapart.results.explanation import Explanation
from setapart.results.notes import out_of_reach, without_data_notes
from setapart.results.two_sample import TwoSampleResult
from setapart.results.words import direction_name, ignores_units

if TYPE_CHECKING:
    from setapart.data.table import Table

__all__ = ["difference_blocks", "explanation_document", "feature_blocks", "own_notes"]

_FEATURES = 10
_DIRECTIONS = 5
_BESIDE = 2  # directions up to which there is room for intervals beside the loadings
_RATES = "For features with two values, the share of the rows at the larger one; for a category, of those in it:"
_STANDING_OUT = (
    "These rows are far from the other sample. The table has the distance that the transport moves each, its share of "
    "the transport of its sample, and the distance to the nearest row of the other sample:"
)
_BESIDE_WHAT_LEADS = "Beside what leads, the samples differ along a direction:"
_NAME = 32


@document_of.register
def explanation_document(explanation: Explanation, request: Request) -> Document:
    """The sentence, the loadings, and what else there is to know; without evidence, less of what chance brings up.

    Below the details of its test, what these say of its own directions is left out: what differs along them, and what
    they are worth without evidence.
    """
    alpha, test = request.alpha, request.beside if isinstance(request.beside, TwoSampleResult) else None
    shown = test.projection if test is not None and request.details else None
    chance = chance_cautions(explanation.pvalue, explanation.projection, alpha, said=True)
    cautions, notes = placed((*(() if shown is not None else chance), *own_notes(explanation, test)))
    sentence = explanation_sentence(explanation, alpha)
    return Document(
        title=" against ".join(distinct_names(explanation.labels, _NAME)),
        verdict=sentence,
        lead=(sentence,),
        body=_body(explanation, alpha, alone=test is None, differences=shown is not explanation.projection),
        cautions=cautions,
        notes=notes,
        origin=origin(explanation),
        make_sections=lambda: _sections(explanation, request),
    )


def own_notes(explanation: Explanation, test: TwoSampleResult | None) -> tuple[str, ...]:
    """The notes of an explanation; beside its test, which tells of the data and of too large p-values, the others."""
    if test is None:
        return explanation.notes
    unreachable = out_of_reach(test.smallest_pvalue)
    return tuple(note for note in without_data_notes(explanation.notes) if note != unreachable)


def _body(explanation: Explanation, alpha: float, *, alone: bool, differences: bool) -> tuple[Block, ...]:
    """The loadings, and sentences on all else; `differences` along the directions may stand in the summary above.

    Not `alone`, it stands below a test that has named the features already.
    """
    rules, leading = rule_blocks(explanation, alpha), rules_lead(explanation, alpha)
    by_witness = led_by_witness(explanation, alpha)
    told = not by_witness or with_directions(explanation, alpha)
    return (
        *(rules if leading else ()),
        *witness_paragraphs(explanation.by_witness, explanation.labels),
        *((_BESIDE_WHAT_LEADS,) if by_witness and told else ()),
        *((_loading_grid(explanation, alpha),) if told else ()),
        *(() if leading else rules),
        *(feature_sentences(explanation, alpha) if alone else ()),
        *conditional_sentences(explanation, alpha),
        *explained_sentences(explanation, alpha),
        *(_direction_sentences(explanation, alpha, differences=differences) if told else ()),
        *region_listing(explanation, alpha),
    )


def _direction_sentences(explanation: Explanation, alpha: float, *, differences: bool) -> tuple[str, ...]:
    """What differs along the directions, how sure that is, and which rows stand out along them."""
    lines = difference_lines(explanation.projection, _DIRECTIONS)
    sure = [*group_sentences(explanation.group_table), *_carried(explanation)]
    return (
        *(lines if differences and not led_by_two_values(explanation, alpha) else ()),
        *(sure if is_significant(explanation.pvalue, alpha) else ()),
        *certainty_sentences(explanation, alpha),
        row_words(explanation, alpha),
    )


def _loading_grid(explanation: Explanation, alpha: float) -> Grid:
    """A row a feature and direction; how sure each is stands beside it where there is evidence."""
    k, table = explanation.projection.k, _visible_loadings(explanation)
    table = table.take(range(min(_FEATURES * k, table.n_rows)))
    low, same_sign = table["low"], table["same_sign"]
    same = "chosen in" if explanation.source.single_features else "same sign"
    sure = (
        *([] if np.isnan(low).all() else [["95 % interval", *map(_interval_words, low, table["high"])]]),
        *([] if np.isnan(same_sign).all() else [[same, *map(percent, same_sign)]]),
    )
    columns = (
        ["feature", *distinct_names(table["feature"], _NAME)],
        *([["direction", *map(str, table["direction"])]] if k > 1 else []),
        ["loading", *(signed(loading) for loading in table["loading"])],
        *(sure if is_significant(explanation.pvalue, alpha) else ()),
        ["share", *map(percent, table["share"])],
    )
    return Grid("Explanation", columns, named=False)


def _visible_loadings(explanation: Explanation) -> "Table":
    """The loadings of features that have a share in some direction."""
    return explanation.loading_table.take(np.flatnonzero(explanation.loading_table["share"] > 0.0))


def _interval_words(low: float, high: float) -> str:
    """``"+0.52 to +0.91"``, or a dash where there is no interval."""
    return "–" if math.isnan(low) else f"{signed(low)} to {signed(high)}"


def _sections(explanation: Explanation, request: Request) -> tuple[Section, ...]:
    alpha = request.alpha
    return (
        Section("What leads", witness_section(explanation.by_witness, explanation.labels)),
        Section("The samples", (samples_picture(explanation.projection, explanation.labels),)),
        Section(
            heading_of_differences(explanation.pvalue, alpha),
            (*difference_blocks(explanation, alpha), *feature_blocks(explanation, alpha)),
        ),
        Section("Where", region_section(explanation, alpha)),
        Section("Rules", rule_blocks(explanation, alpha)),
        Section("How sure", certainty_sentences(explanation, alpha)),
        Section("How it was done", repeat(explanation, request.command)),
    )


def difference_blocks(explanation: Explanation, alpha: float) -> tuple[Block, ...]:
    """What differs along the first directions; nothing where the rates of one feature say it all."""
    if led_by_two_values(explanation, alpha):
        return ()
    heading = heading_of_directions(explanation.projection, explanation.labels)
    return (Listing(heading, tuple(difference_lines(explanation.projection, _DIRECTIONS))),)


def feature_blocks(explanation: Explanation, alpha: float, *, alone: bool = True) -> tuple[Block, ...]:
    """The loadings, tests of single features, and, where there is evidence, what a few directions carry and the rows.

    Without evidence there are neither intervals nor rows: of what chance brings up, nothing is sure. Not `alone`, they
    stand in a report of the test, which names the features that differ and has the table of all.
    """
    significant, tests = is_significant(explanation.pvalue, alpha), explanation.by_feature
    if tests is not None and explanation.source.single_features:
        rows, caption = feature_rows(tests, tests.order[:_FEATURES]), "The features, the most different first"
        grid = grid_of(rows, explanation.labels, caption=caption, heading="feature")
        loaded: tuple[Block, ...] = (grid,) if alone else ()
    else:
        loaded = (_picture(explanation, intervals=significant), *_loadings(explanation, intervals=significant))
    tested = feature_sentences(explanation, alpha) if alone else []
    if not significant:
        return *loaded, *tested, row_words(explanation, alpha)
    groups = group_sentences(explanation.group_table)
    given = (*conditional_blocks(explanation, alpha), *explained_blocks(explanation, alpha))
    return *loaded, *tested, *given, *_rates(explanation), *groups, *_shares(explanation), *_rows(explanation, alpha)


def _picture(explanation: Explanation, *, intervals: bool) -> Picture:
    if not (intervals and _has_intervals(explanation)):
        return loadings_picture(explanation.projection)
    return Picture(
        "The loadings and their intervals",
        f"{loadings_seen(explanation.projection)} Thin lines are 95 % intervals.",
        panel(
            lambda ax: loadings(ax, explanation),
            loadings_heading(explanation.projection),
            height=loadings_height(explanation.projection),
        ),
    )


def _has_intervals(explanation: Explanation) -> bool:
    return bool(np.isfinite(explanation.loading_table["low"]).any())


def _loadings(explanation: Explanation, *, intervals: bool) -> tuple[str, Grid]:
    """A row a feature: the p-value of the feature by itself, and its directions side by side; before it, what is what.

    Intervals stand beside the loadings of up to two directions; of more, they are left to the figure.
    """
    table, k = _visible_loadings(explanation), explanation.projection.k
    d = table.n_rows // k
    shown = table.take(np.arange(min(d, _FEATURES) * k))
    names, directions = shown["feature"][::k], range(min(k, _DIRECTIONS))
    legend = "A loading is the weight of a feature in a direction, and shares of all features add up to 100 %."
    cells = [signed(loading) for loading in shown["loading"]]
    last: list[list[str]] = []
    if intervals and _has_intervals(explanation):
        if k <= _BESIDE:
            legend += " In brackets: 95 % intervals."
            ends = map(_interval_words, shown["low"], shown["high"])
            cells = [f"{cell} ({end})" for cell, end in zip(cells, ends, strict=True)]
    elif intervals and not np.isnan(shown["same_sign"]).all():
        legend += " Same sign: the share of refits, on resampled rows, in which a loading has this sign."
        signs = list(map(percent, shown["same_sign"]))
        last.append(["same sign", *(", ".join(signs[i : i + len(directions)]) for i in range(0, len(signs), k))])
    first = [["feature", *distinct_names(names, _NAME)], ["share", *map(percent, shown["share"][::k])]]
    tests = explanation.by_feature
    if tests is not None and tests.pvalues is not None:
        legend += " Adjusted p: of a test of the feature by itself, adjusted for the number of features."
        pvalues = dict(zip(tests.feature_names, tests.adjusted, strict=True))
        first.append(["adjusted p", *(number(pvalues[name]) for name in names)])
    along = [[direction_name(explanation.projection, j), *cells[j::k]] for j in directions]
    hidden = d - len(names)
    more = counted(hidden, "more feature") if hidden else ""
    return legend, Grid("Features by share, and their loadings", (*first, *along, *last), more=more)


def _rates(explanation: Explanation) -> tuple[Block, ...]:
    """Of features with two values, how often they are at the larger one."""
    table = explanation.rate_table
    if not table.n_rows:
        return ()
    first, second = distinct_names(explanation.labels, _NAME)
    rates = [rate_percents(*pair) for pair in zip(table["first"], table["second"], strict=True)]
    return (
        _RATES,
        Grid(
            "Shares of the rows",
            (
                ["feature", *distinct_names(table["feature"], _NAME)],
                [first, *(rate for rate, _ in rates)],
                [second, *(rate for _, rate in rates)],
            ),
        ),
    )


def _rows(explanation: Explanation, alpha: float) -> tuple[Block, ...]:
    """The rows that stand out, a few of each sample."""
    shown = standing_out(explanation)
    if not shown.n_rows:
        return (row_words(explanation, alpha),)
    names = dict(zip(explanation.labels, distinct_names(explanation.labels, _NAME), strict=True))
    more = [f"{words} of {name}" for sample, name in names.items() if (words := more_rows(explanation, sample))]
    grid = Grid(
        "The rows that stand out",
        (
            ["row", *distinct_names(map(str, shown["row"]), _NAME)],
            ["sample", *(names[sample] for sample in shown["sample"])],
            ["moved by", *map(number, shown["distance"])],
            ["share", *(f"{100.0 * share:.1f} %" for share in shown["share"])],
            ["nearest", *map(number, shown["nearest"])],
        ),
        more=" and ".join(more),
    )
    return _STANDING_OUT, grid, *odd_elsewhere(explanation)


def _carried(explanation: Explanation) -> list[str]:
    """`carried_sentences`, but of a statistic that takes each feature in its own unit: there, units would add up."""
    if ignores_units(explanation, explanation.source.name):
        return []
    return carried_sentences(explanation.share_table)


def _shares(explanation: Explanation) -> tuple[Picture, ...]:
    """What a few directions carry of the whole distance."""
    return tuple(
        Picture(
            "The share of the whole Wasserstein distance that a few directions carry",
            carried,
            panel(lambda ax: share_curve(ax, explanation), height=3.0),
        )
        for carried in _carried(explanation)
    )
