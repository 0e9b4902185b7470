"""Documents of several tests at once, of the same samples or of groups, and of a test of data against a model."""

from collections.abc import Iterable

from setapart._checks import counted
from setapart._errors import message
from setapart._words import distinct_names, enumerated, inert, number, p_words, percent
from setapart.report.document import Block, Document, Grid, Picture, Request, Section, document_of, origin, placed
from setapart.report.first_screen import headline, what_differs
from setapart.report.missing_words import missing_sentences
from setapart.report.pictures import samples_seen
from setapart.report.repeat import repeat
from setapart.report.words import labels_words, left_out, pairs_words, pvalue_note, rows_words
from setapart.results.base import Run
from setapart.results.comparison import ComparedTest, Comparison
from setapart.results.differences import difference_lines
from setapart.results.goodness_of_fit import GoodnessOfFit
from setapart.results.group_comparison import REST, GroupComparison
from setapart.results.two_sample import TwoSampleResult
from setapart.results.words import unit

__all__ = ["comparison_document", "fit_document", "groups_document", "table_document"]

_TEST_NAME, _GROUP_NAME, _FIT_NAME = 24, 20, 40  # columns that a name may take
_NAMED = 3  # tests or comparisons in a sentence
_NAMED_FEATURES = 2  # of a comparison of groups
_COMPARISONS = 30  # that the table of groups shows, those with the smallest p-values
_FURTHEST = 5  # rows of either side
_STEP_DOWN = (
    "The p-values are adjusted for the number of tests, by Westfall and Young's step-down minimum. Without a "
    "difference, the probability that any adjusted p is at most alpha is at most alpha."
)
_HOLM = (
    "The p-values are adjusted for the number of comparisons, by Holm's rule. If you call groups different at an "
    "adjusted p of at most alpha, the probability of any false positive is at most alpha."
)


def table_document(
    run: Run | None,
    request: Request,
    grid: Grid,
    *,
    lead: tuple[str, ...],
    after: tuple[Block, ...] = (),
    notes: Iterable[str],
    picture: Picture | None = None,
) -> Document:
    """The document of sentences around one table, whose caption is its title; a part of a run has no origin."""
    cautions, others = placed(notes)
    pictures: tuple[Block, ...] = () if picture is None else (picture,)
    return Document(
        title=grid.caption,
        verdict=lead[0],
        lead=lead,
        body=(grid, *after),
        cautions=cautions,
        notes=others,
        origin="" if run is None else origin(run),
        make_sections=lambda: (
            Section("What was found", (*pictures, *lead[1:], grid)),
            Section("How sure", after),
            Section("How it was done", () if run is None else repeat(run, request.command)),
        ),
    )


@document_of.register
def comparison_document(comparison: Comparison, request: Request) -> Document:
    """The overall p-value, and the tests, those with the smallest p-values first."""
    overall, tests = comparison.overall, comparison.ordered
    first, second = labels_words(overall)
    heading = (
        f"{first} against {second}, {counted(len(tests), 'test')} on the same relabellings: overall "
        f"{p_words(overall.pvalue)} ({pvalue_note(overall)}). {rows_words(overall)}"
    )
    columns = (
        ["statistic", *distinct_names((test.name for test in tests), _TEST_NAME)],
        ["value", *(number(test.statistic) for test in tests)],
        ["p", *(number(test.unadjusted_pvalue) for test in tests)],
        ["adjusted p", *(number(test.adjusted_pvalue) for test in tests)],
        ["seconds", *(f"{test.seconds:.2f}" for test in tests)],
        ["top feature", *map(_top_feature, tests)],
    )
    smallest = ", ".join(f"{inert(test.name, _TEST_NAME)} {number(test.adjusted_pvalue)}" for test in tests[:_NAMED])
    seen = f"On a logarithmic scale, the smallest on top. The smallest adjusted ones: {smallest}."
    return table_document(
        overall,
        request,
        Grid("Comparison", columns, named=False, names=(0, 5)),
        lead=(heading,),
        after=(*filter(None, (headline(overall, request.alpha),)), *what_differs(overall, request.alpha), _STEP_DOWN),
        notes=overall.notes,
        picture=Picture("The p-values of all tests, unadjusted and adjusted", seen, comparison.plot),
    )


def _top_feature(test: ComparedTest) -> str:
    return "" if test.top_feature is None else inert(test.top_feature, _TEST_NAME)


@document_of.register
def groups_document(comparison: GroupComparison, request: Request) -> Document:
    """How many comparisons have a small p-value, and a table of them, the smallest first."""
    table = comparison.plain_table()
    order = comparison.adjusted_pvalues.argsort(kind="stable")[:_COMPARISONS]
    shown = table.take(order)
    names = dict(zip((*comparison.groups, REST), distinct_names((*comparison.groups, REST), _GROUP_NAME), strict=True))
    columns = [
        ["first", *(names[label] for label in shown["first"])],
        ["second", *(names[label] for label in shown["second"])],
        ["n", *(f"{int(count):,}" for count in shown["n"])],
        ["m", *(f"{int(count):,}" for count in shown["m"])],
        ["statistic", *(number(value) for value in shown["statistic"])],
        ["p", *map(number, shown["pvalue"])],
        ["adjusted p", *map(number, shown["adjusted_pvalue"])],
    ]
    pvalues = comparison.adjusted_pvalues
    columns.append(["what differs", *(_differing(comparison.results[i], pvalues[i], request.alpha) for i in order)])
    rows = f"{pairs_words(comparison.results[0])}{left_out(0, comparison.partition.n_unlabelled)}"
    heading = (
        f"{_compared(comparison, names)}: {counted(len(comparison.results), 'comparison')}. Statistic: "
        f"{inert(comparison.results[0].statistic_name, _GROUP_NAME)}.{rows}"
    )
    hidden = len(comparison.results) - len(order)
    more = (
        [message("{more}, with larger p-values, in {'.table()'}.", more=counted(hidden, "more comparison"))]
        if hidden
        else []
    )
    small = int((comparison.adjusted_pvalues <= request.alpha).sum())
    pairs = list(zip(columns[0][1:], columns[1][1:], columns[6][1:], strict=True))
    verdict = _groups_verdict(pairs, small, counted(len(comparison.results), "comparison"), request.alpha)
    are = "is" if small == 1 else "are"
    seen = f"A cell for each comparison, darker the smaller its p-value; {small:,} {are} at most {request.alpha:g}."
    return table_document(
        comparison,
        request,
        Grid("Comparison of groups", tuple(columns), named=False, names=(0, 1)),
        lead=(verdict, heading),
        after=(*more, *_missing(comparison, request.alpha), _HOLM),
        notes=comparison.notes,
        picture=Picture("The adjusted p-values", seen, comparison.plot),
    )


def _missing(comparison: GroupComparison, alpha: float) -> list[str]:
    """Where the shares of missing values differ, at a level that allows for the number of comparisons."""
    level = alpha / len(comparison.results)
    sentences = [sentence for result in comparison.results for sentence in missing_sentences(result, level)]
    hidden = len(sentences) - _NAMED
    more = [f"Shares of missing values differ in {counted(hidden, 'more case')}."] if hidden > 0 else []
    return [" ".join([*sentences[:_NAMED], *more])] if sentences else []


def _differing(result: TwoSampleResult, pvalue: float, alpha: float) -> str:
    """The features that differ in a comparison with this adjusted p-value, the first two by name."""
    places = () if result.by_feature is None else result.by_feature.differing(pvalue, alpha)
    names = distinct_names((result.feature_names[j] for j in places[:_NAMED_FEATURES]), _GROUP_NAME)
    more = len(places) - len(names)
    return enumerated([*names, f"{more:,} more"] if more else names) if names else "–"


def _groups_verdict(pairs: list[tuple[str, str, str]], small: int, count: str, alpha: float) -> str:
    """How many have a small p-value, and which; the pairs by p-value."""
    if not small:
        return f"None of {count} is significant at {alpha:g}; the smallest adjusted p is {pairs[0][2]}."
    named = [f"{first} and {second} ({pvalue})" for first, second, pvalue in pairs[: min(small, _NAMED)]]
    others = f", and {small - _NAMED:,} more" if small > _NAMED else ""
    are = "are" if small > 1 else "is"
    return f"{small:,} of {count} {are} significant at {alpha:g} (adjusted p): {', '.join(named)}{others}."


def _compared(comparison: GroupComparison, names: dict[str, str]) -> str:
    groups = counted(len(comparison.groups), "group")
    if comparison.reference is None:
        return f"{groups}, all pairs"
    against = "the rest" if comparison.reference == REST else names[comparison.reference]
    return f"{groups}, each with {against}"


@document_of.register
def fit_document(fit: GoodnessOfFit, request: Request) -> Document:
    """The p-value, what differs, and the furthest rows of either side."""
    (n, m), label = fit.sizes, inert(fit.label, _FIT_NAME)
    if fit.result is None:
        note = f"parametric bootstrap: {counted(fit.n_resamples, 'sample')} of the model, fitted anew to each"
    else:
        note = pvalue_note(fit.result)
    verdict = (
        f"{label} against the model {inert(fit.model, _FIT_NAME)}: {p_words(fit.pvalue)} ({note}). Statistic: "
        f"{inert(fit.statistic_name, _FIT_NAME)}. Compared: {counted(n, 'row')} of {label} and {m:,} generated."
        f"{left_out(fit.n_omitted)}"
    )
    feature = inert(fit.projection.top_feature, _FIT_NAME)
    lines = "; ".join(difference_lines(fit.projection, fit.projection.k))
    what = f"How the model differs from {label}: {lines}. The feature with the largest share is {feature}."
    rows = (
        f"The table lists the rows that the transport moves furthest (move: how far, in {unit(fit)}; share: of all "
        "moves):"
    )
    furthest = (*_furthest(fit, 0, f"row of {label}"), *_furthest(fit, 1, "generated row"))
    seen = samples_seen(fit.projection, (label, "the model"))
    return table_document(
        fit,
        request,
        Grid("Goodness of fit", furthest, named=False),
        lead=(verdict, what, rows),
        notes=fit.notes,
        picture=Picture("The data and the generated rows along the directions", seen, fit.plot),
    )


def _furthest(fit: GoodnessOfFit, side: int, heading: str) -> tuple[list[str], list[str], list[str]]:
    columns = fit.furthest(side, min(_FURTHEST, *fit.sizes))
    if side == 1 or _numbered(fit):
        heading += " (from 0)"
    return (
        [heading, *distinct_names(map(str, columns["row"]), _FIT_NAME)],
        ["move", *map(number, columns["move"])],
        ["share", *map(percent, columns["share"])],
    )


def _numbered(fit: GoodnessOfFit) -> bool:
    """Whether rows of data go by their numbers: whole, rising, and no more than there were rows."""
    labels = fit.row_labels
    if not all(type(label) is int for label in labels):
        return False
    return labels == tuple(sorted(set(labels))) and labels[-1] < len(labels) + fit.n_omitted
