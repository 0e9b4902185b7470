"""The document of a two-sample test."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from setapart._checks import counted
from setapart._types import FloatArray
from setapart._words import distinct_names, inert, number, p_number, percent, plain, signed
from setapart.report.document import Block, Card, Document, Grid, Listing, Request, Section, document_of, origin, placed
from setapart.report.explanation import difference_blocks, feature_blocks, own_notes
from setapart.report.explanation_words import certainty_sentences
from setapart.report.missing_words import missing_grids, missing_sentences
from setapart.report.pictures import loadings_picture, null_picture, samples_picture
from setapart.report.repeat import repeat
from setapart.report.sentence import explanation_sentence
from setapart.report.words import (
    chance_cautions,
    chance_words,
    effect_sizes,
    effect_words,
    heading_of_directions,
    labels_words,
    pvalue_note,
    relabelling,
    rows_words,
    search_words,
    test_grid,
    verdict,
)
from setapart.results.differences import difference_lines, heading_of_differences
from setapart.results.explanation import Explanation
from setapart.results.projection import Projection
from setapart.results.two_sample import TwoSampleResult
from setapart.results.words import direction_name, observed, owner_words, unit

__all__ = ["two_sample_document"]

_FEATURES = 10  # rows of a table
_DIRECTIONS = 5  # columns of a table
_NAME = 32  # columns a name may take
_CARD_FEATURES, _CARD_NAME, _SENTENCE, _SENTENCES = 5, 48, 200, 400  # of a card: rows, and columns that texts may take
_TESTED = "Effect on the rows that the test held out"  # an explanation has another held-out effect
_EXCHANGEABLE = (
    "The p-value is valid at any sample size, if the rows are exchangeable in this way without a difference. It is "
    "neither the probability that nothing differs nor a measure of how large a difference is."
)


@document_of.register
def two_sample_document(result: TwoSampleResult, request: Request) -> Document:
    """What the p-value says, and the features that matter most; the decision is left to the reader.

    Where p is above the level, a caution calls it no evidence, and says what the directions and features are worth.
    """
    alpha, explanation = request.alpha, _explanation(result, request)
    judgement, sentences = verdict(result), _sentences(result, alpha)
    chance = chance_cautions(result.pvalue, result.projection, alpha)
    notes = (*chance, *result.notes)
    if explanation is not None:
        chance = chance_cautions(explanation.pvalue, explanation.projection, alpha, said=True)
        notes = (*chance, *result.notes, *own_notes(explanation, result))
    cautions, others = placed(notes)
    return Document(
        title=" against ".join(labels_words(result)),
        verdict=judgement if explanation is None else explanation_sentence(explanation, alpha),
        lead=(
            " ".join(
                filter(None, (judgement, sentences.stopping, sentences.observed, sentences.effect, sentences.rows))
            ),
            *filter(None, (sentences.missing,)),
        ),
        body=_body(result, sentences),
        cautions=cautions,
        notes=others,
        origin=origin(result),
        make_sections=lambda: _sections(result, sentences, explanation, request),
        card=_card(result, cautions, others, alpha),
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
    missing: str
    owner: str
    search: str
    heading: str


def _sentences(result: TwoSampleResult, alpha: float) -> _Sentences:
    owner, projection = owner_words(result), result.projection
    return _Sentences(
        observed=_observed_words(result),
        stopping="" if result.stopping is None else plain(result.stopping),
        effect="" if result.effect is None else effect_words(result.effect, result, _TESTED),
        rows=rows_words(result),
        missing=" ".join(missing_sentences(result, alpha)),
        owner="" if owner is None else f"The directions are those of the {plain(owner)}.",
        search="" if projection is None else plain(search_words(projection)),
        heading="" if projection is None else heading_of_directions(projection, result.labels),
    )


def _body(result: TwoSampleResult, sentences: _Sentences) -> tuple[Block, ...]:
    blocks: list[Block] = [_component_grid(result)] if result.components else []
    if result.projection is not None:
        heading = " ".join(filter(None, (sentences.owner, sentences.search, sentences.heading)))
        blocks.append(Listing(heading, tuple(difference_lines(result.projection, _DIRECTIONS))))
    return (*blocks, *_feature_grids(result))


def _sections(
    result: TwoSampleResult, sentences: _Sentences, explanation: Explanation | None, request: Request
) -> tuple[Section, ...]:
    main, alpha = result if explanation is None else explanation, request.alpha
    samples = () if main.projection is None else (samples_picture(main.projection, result.labels, unit(result)),)
    if explanation is None:
        differences = _difference_section(result, sentences)
    else:
        differences = (*difference_blocks(explanation, alpha), *feature_blocks(explanation, alpha))
    sure: list[Block | None] = [
        sentences.observed if explanation is None else f"{verdict(result)} {sentences.observed}",
        null_picture(result) if result.null_distribution.size else None,
        _component_grid(result) if result.components else None,
        *(sentences.stopping, sentences.effect, sentences.owner, sentences.search),
        *(() if explanation is None else certainty_sentences(explanation, alpha)),
        _EXCHANGEABLE if result.threshold is None else None,
    ]
    return (
        Section("The samples", (*filter(None, (sentences.rows, sentences.missing)), *missing_grids(result), *samples)),
        Section(heading_of_differences(result.pvalue, alpha), differences),
        Section("How sure", tuple(block for block in sure if block)),
        Section("How it was done", repeat(main, request.command)),
    )


def _difference_section(result: TwoSampleResult, sentences: _Sentences) -> tuple[Block, ...]:
    projection = result.projection
    if projection is None:
        return ()
    # Where features are tested one by one, the direction is one of them, and its loading goes without a picture.
    drawn = () if result.by_feature is not None else (loadings_picture(projection),)
    lines = tuple(difference_lines(projection, _DIRECTIONS))
    return Listing(sentences.heading, lines), *drawn, *_feature_grids(result)


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


def _feature_grids(result: TwoSampleResult) -> tuple[Grid, ...]:
    """The features that matter most: by their tests, if they have any, or by their shares."""
    if result.by_feature is not None:
        return (test_grid(result.by_feature),)
    return () if result.projection is None else (_share_grid(result.projection),)


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


def _card(result: TwoSampleResult, cautions: Sequence[str], notes: Sequence[str], alpha: float) -> Card:
    """The same facts, a row each; texts are cut where they are long."""
    shown, projection, owner = observed(result), result.projection, owner_words(result)
    words, in_unit = (inert(text, _SENTENCE) for text in (shown.words, shown.unit or " "))
    rows: list[tuple[str, tuple[str, ...]]] = [
        ("p-value", (p_number(result.pvalue), f"({inert(pvalue_note(result), _SENTENCE)})")),
        *(("Note", (inert(caution, _SENTENCE),)) for caution in cautions),
    ]
    if result.stopping is not None:
        rows.append(("Stopped", (inert(result.stopping, _SENTENCE),)))
    rows.append((words[:1].upper() + words[1:], (f"{number(shown.value)}{f', {in_unit}' if shown.unit else ''}",)))
    if result.effect is not None:
        chance = f"about {chance_words(result.effect, result)} without a difference"
        rows.append(("Held-out effect", (*effect_sizes(result.effect, result), chance)))
    if result.components:
        lines = (
            f"{inert(part.name, _CARD_NAME)} {number(part.unadjusted_pvalue)}{', leading' if part.leading else ''}"
            for part in result.components
        )
        rows.append(("Unadjusted p-values", tuple(lines)))
    rows.append(("Samples", tuple(_sample_lines(result))))
    if missing := missing_sentences(result, alpha):
        rows.append(("Missing values", missing))
    if result.design != "plain":
        by = "" if result.paired_by is None else f", by {inert(result.paired_by, _CARD_NAME)}"
        rows.append(("Design", (f"{inert(result.design, _CARD_NAME)}{by}: {relabelling(result)}",)))
    if owner is not None:
        rows.append(("Directions of", (inert(owner, _SENTENCE),)))
    if projection is not None:
        rows.append((heading_of_differences(result.pvalue, alpha), tuple(difference_lines(projection, _DIRECTIONS))))
        if result.by_feature is None:
            table = projection.feature_table(_CARD_FEATURES)
            shares = (percent(share).replace(" ", "\xa0") for share in table["share"])
            features = _card_lines(table["feature"], list(shares), len(projection.feature_names))
            rows.append(("Features by share", features))
        rows.append(("Search", (inert(search_words(projection), _SENTENCES),)))
    if result.by_feature is not None:
        table = result.by_feature.table(_CARD_FEATURES)
        pvalues = list(map(number, table["adjusted_pvalue"]))
        features = _card_lines(table["feature"], pvalues, len(result.by_feature.feature_names))
        rows.append(("Features by adjusted p-value", features))
    rows += [("Note", (inert(note, _SENTENCE),)) for note in notes]
    return Card("Two-sample test", tuple(rows))


def _sample_lines(result: TwoSampleResult) -> Iterable[str]:
    names = distinct_names(result.labels, _CARD_NAME)
    for label, size, omitted in zip(names, result.sizes, result.n_omitted, strict=True):
        yield f"{label}: {counted(size, 'row')}{f', {omitted:,} left out' if omitted else ''}"


def _card_lines(names: Iterable[str], values: list[str], d: int) -> tuple[str, ...]:
    """The first of d features, each with a value."""
    lines = [f"{name} {value}" for name, value in zip(distinct_names(names, _CARD_NAME), values, strict=True)]
    more = d - len(values)
    return (*lines, *([f"… {counted(more, 'more feature')}"] if more else []))
