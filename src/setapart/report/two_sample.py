"""The document of a two-sample test."""

from typing import NamedTuple

import numpy as np

from setapart._checks import counted
from setapart._errors import phrase
from setapart._types import FloatArray
from setapart._words import distinct_names, is_significant, number, percent, plain, signed
from setapart.report.all_rows import all_rows_blocks, all_rows_sentence
from setapart.report.document import Block, Document, Grid, Listing, Request, Section, document_of, origin, placed
from setapart.report.explanation import difference_blocks, feature_blocks, own_notes
from setapart.report.explanation_words import certainty_sentences
from setapart.report.feature_grid import feature_rows, grid_of
from setapart.report.first_screen import headline, short_verdict, what_differs
from setapart.report.missing_words import missing_grids
from setapart.report.pictures import (
    features_picture,
    loadings_picture,
    null_picture,
    pair_picture,
    samples_picture,
)
from setapart.report.regions import region_section
from setapart.report.repeat import repeat
from setapart.report.rule_words import rule_blocks
from setapart.report.sentence import explanation_sentence
from setapart.report.witness import witness_section
from setapart.report.words import (
    chance_cautions,
    effect_words,
    heading_of_directions,
    labels_words,
    pvalue_words,
    rows_words,
    search_words,
)
from setapart.results.differences import difference_lines
from setapart.results.explanation import Explanation
from setapart.results.feature_table import FeatureTable
from setapart.results.projection import Projection
from setapart.results.two_sample import TwoSampleResult
from setapart.results.words import direction_name, observed, owner_words, unit

__all__ = ["two_sample_document"]

_FEATURES, _ALL_FEATURES = 10, 50  # rows of a table: of a direction, and of all features
_DIRECTIONS = 5  # columns of a table
_NAME = 32  # columns a name may take
_TESTED = "Effect on the rows that the test held out"  # an explanation has another held-out effect
_EXCHANGEABLE = (
    "The p-value is valid at any sample size, if the rows are exchangeable in this way without a difference. It is "
    "neither the probability that nothing differs nor a measure of how large a difference is."
)


@document_of.register
def two_sample_document(result: TwoSampleResult, request: Request) -> Document:
    """Whether the samples differ, in what, and by how much; how that came about is left to the details.

    Where p is above the level, a caution on the directions says what they are worth without evidence.
    """
    alpha, explanation = request.alpha, _explanation(result, request)
    sentences = _sentences(result)
    verdict, notes = f"{short_verdict(result, alpha)} {headline(result, alpha)}".rstrip(), result.notes
    if explanation is not None:
        notes = (*notes, *own_notes(explanation, result))
    cautions, others = placed(notes)
    chance = tuple(map(str, chance_cautions(result.pvalue, result.projection, alpha)))
    return Document(
        title=" against ".join(labels_words(result)),
        verdict=verdict,
        lead=(verdict,),
        body=(*what_differs(result, alpha), *all_rows_sentence(result)),
        cautions=cautions,
        details=(
            " ".join(filter(None, (pvalue_words(result), sentences.stopping, sentences.observed, sentences.effect))),
            sentences.rows,
            *all_rows_blocks(result),
            *chance,
            *_details(result, sentences),
        ),
        notes=others,
        origin=origin(result),
        make_sections=lambda: _sections(result, sentences, explanation, request),
    )


def _explanation(result: TwoSampleResult, request: Request) -> Explanation | None:
    """What is told beside the result; refused where it explains something else."""
    explanation = request.beside
    if explanation is None:
        return None
    if not isinstance(explanation, Explanation):
        raise TypeError(f"explanation must be what explain() of this result gave, got {type(explanation).__name__}")
    for name in ("labels", "sizes", "pvalue", "statistic_name", "seed"):
        theirs, ours = getattr(explanation, name), getattr(result, name)
        if theirs != ours:
            raise ValueError(f"explanation must be of this result, but its {name} is {theirs!r} instead of {ours!r}")
    return explanation


class _Sentences(NamedTuple):
    """What a summary and a report both say, each in its own order; empty where there is nothing to say."""

    observed: str
    stopping: str
    effect: str
    rows: str
    owner: str
    search: str
    heading: str


def _sentences(result: TwoSampleResult) -> _Sentences:
    owner, projection = owner_words(result), result.projection
    return _Sentences(
        observed=_observed_words(result),
        stopping="" if result.stopping is None else plain(result.stopping),
        effect="" if result.effect is None else effect_words(result.effect, result, _TESTED),
        rows=rows_words(result),
        owner="" if owner is None else f"The directions are those of the {plain(owner)}.",
        search="" if projection is None else plain(search_words(projection)),
        heading="" if projection is None else heading_of_directions(projection, result.labels),
    )


def _details(result: TwoSampleResult, sentences: _Sentences) -> tuple[Block, ...]:
    blocks: list[Block] = [_component_grid(result)] if result.components else []
    if result.projection is not None:
        heading = " ".join(filter(None, (sentences.owner, sentences.search, sentences.heading)))
        blocks.append(Listing(heading, tuple(difference_lines(result.projection, _DIRECTIONS))))
        if result.by_feature is None or not _is_single_features(result.projection):
            blocks.append(_share_grid(result.projection))
    return (*blocks, *_feature_grids(result))


def _sections(
    result: TwoSampleResult, sentences: _Sentences, explanation: Explanation | None, request: Request
) -> tuple[Section, ...]:
    main, alpha = result if explanation is None else explanation, request.alpha
    samples = () if main.projection is None else (samples_picture(main.projection, result.labels, unit(result)),)
    if explanation is None:
        directions = _direction_blocks(result, sentences)
    else:
        sentence = explanation_sentence(explanation, alpha)
        blocks = feature_blocks(explanation, alpha, alone=result.by_feature is None)
        directions = (sentence, *difference_blocks(explanation, alpha), *blocks)
    sure: list[Block | None] = [
        f"{pvalue_words(result)} {sentences.observed}",
        null_picture(result) if result.null_distribution.size else None,
        _component_grid(result) if result.components else None,
        *(sentences.stopping, sentences.effect, sentences.owner, sentences.search),
        *(() if explanation is None else certainty_sentences(explanation, alpha)),
        _EXCHANGEABLE if result.threshold is None else None,
    ]
    chance = tuple(map(str, chance_cautions(main.pvalue, main.projection, alpha, said=True)))
    first = (*what_differs(result, alpha), features_picture(result, alpha), pair_picture(result, alpha))
    return (
        Section("What differs" if is_significant(result.pvalue, alpha) else "The features", tuple(filter(None, first))),
        Section("What leads", _leads(result, explanation)),
        Section("All features", (*_feature_grids(result), *missing_grids(result))),
        Section("All rows", (*all_rows_sentence(result), *all_rows_blocks(result))),
        Section("Rules", () if explanation is None else rule_blocks(explanation, alpha)),
        Section("Directions", (*chance, *samples, *directions)),
        Section("Where", () if explanation is None else region_section(explanation, alpha)),
        Section("How sure", tuple(block for block in sure if block)),
        Section("How it was done", (sentences.rows, *repeat(main, request.command))),
    )


def _leads(result: TwoSampleResult, explanation: Explanation | None) -> tuple[Block, ...]:
    """The witness, with all that an explanation says of it; without one where nothing else differs."""
    if explanation is not None:
        return witness_section(explanation.by_witness, result.labels)
    return witness_section(result.by_witness, result.labels) if result.is_led_by_witness else ()


def _direction_blocks(result: TwoSampleResult, sentences: _Sentences) -> tuple[Block, ...]:
    projection = result.projection
    if projection is None:
        return ()
    lines = Listing(sentences.heading, tuple(difference_lines(projection, _DIRECTIONS)))
    if _is_single_features(projection):
        return (lines,)
    return lines, loadings_picture(projection), _share_grid(projection)


def _is_single_features(projection: Projection) -> bool:
    """Whether each direction is a feature, named with the direction: its loading needs neither table nor picture."""
    return bool(np.count_nonzero(projection.directions) == projection.k)


def _observed_words(result: TwoSampleResult) -> str:
    shown = observed(result)
    unit = f", {shown.unit}" if shown.unit else ""
    value = f"{number(shown.value)}{unit}{_null_level(shown.null_distribution, result.censored)}."
    if shown.adjusted:
        return f"The {plain(shown.words)} is {value}"
    return (
        f"The test combines {counted(len(result.components), 'statistic')} on the same relabellings. The leading "
        f"component, the {plain(shown.words)}, is {value}"
    )


def _null_level(values: FloatArray, censored: bool) -> str:
    """The permutation null; unknown of a censored result, and where nothing was relabelled."""
    if censored or not values.size:
        return ""
    median, high = np.quantile(values, (0.5, 0.95))
    return f"; permutation null: median {number(median)}, 95th percentile {number(high)}"


def _component_grid(result: TwoSampleResult) -> Grid:
    names = distinct_names((component.name for component in result.components), _NAME)
    values = [number(component.statistic) for component in result.components]
    pvalues = [number(component.unadjusted_pvalue) for component in result.components]
    return Grid(
        "The components of the test; its p-value is that of their combination",
        (["statistic", *names], ["observed", *values], ["unadjusted p-value", *pvalues]),
        marks=tuple("leading" if component.leading else "" for component in result.components),
    )


def _feature_grids(result: TwoSampleResult) -> tuple[Block, ...]:
    """The features, the most different first; their shares in the directions stand with these."""
    table = result.by_feature
    if table is None:
        return ()
    hidden = len(table.feature_names) - _ALL_FEATURES
    more = counted(hidden, "more feature") if hidden > 0 else ""
    rows = feature_rows(table, table.order[:_ALL_FEATURES])
    caption = "The features, the most different first"
    hint = phrase("feature_tests()")
    grid = grid_of(rows, result.labels, more=more, hint=hint, caption=caption, heading="feature")
    return grid, *_how_to_read(result, table)


def _how_to_read(result: TwoSampleResult, table: FeatureTable) -> tuple[str, ...]:
    """What the intervals and the p-values of the features allow for."""
    if table.pvalues is None or len(table.feature_names) == 1:
        return ()
    words = "Each interval holds the change with 95 % confidence; p is adjusted for the number of features."
    if table.adjusted.min() < result.pvalue:
        words += " An adjusted p can be smaller than that of the whole test, as it comes from another statistic."
    return (words,)


def _share_grid(projection: Projection) -> Grid:
    table = projection.feature_table(_FEATURES)
    shown = range(1, min(projection.k, _DIRECTIONS) + 1)
    hidden = {
        "more feature": len(projection.feature_names) - table.n_rows,
        "more direction": projection.k - len(shown),
    }
    return Grid(
        "Features by share, and their loadings",
        (
            ["feature", *distinct_names(table["feature"], _NAME)],
            ["share", *(percent(share) for share in table["share"])],
            *(
                [direction_name(projection, j - 1), *(signed(loading, 3) for loading in table[f"direction_{j}"])]
                for j in shown
            ),
        ),
        more=" and ".join(counted(count, noun) for noun, count in hidden.items() if count),
    )
