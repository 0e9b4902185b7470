"""Missing values in words: where the shares of the two samples differ, and a table of all columns that miss any."""

from setapart._checks import counted
from setapart._words import distinct_names, is_significant, number, p_number, p_words, percent
from setapart.report.document import Grid
from setapart.report.words import labels_words
from setapart.results.two_sample import TwoSampleResult

__all__ = ["missing_grids", "missing_sentences"]

_MOST = 5  # columns that have a sentence by themselves
_ROWS = 10  # of the table
_NAME = 32  # columns a name may take


def missing_sentences(result: TwoSampleResult, alpha: float) -> tuple[str, ...]:
    """A sentence for each of the first columns whose shares of missing values differ at the level, the surest first.

    ``income is missing in 0 % of before and 37 % of after (adjusted p = 0.001).``
    """
    if result.missing is None:
        return ()
    table, (first, second) = result.missing.table(), labels_words(result)
    pvalues = [pvalue for pvalue in table["adjusted_pvalue"].tolist() if is_significant(pvalue, alpha)]
    names = distinct_names(table["column"], _NAME)[: len(pvalues)]
    shares = zip(map(_share, table["share_first"]), map(_share, table["share_second"]), strict=True)
    sentences = [
        f"{name} is missing in {a} of {first} and {b} of {second} (adjusted {p_words(pvalue)})."
        for name, (a, b), pvalue in zip(names, shares, pvalues, strict=False)
    ]
    more = len(sentences) - _MOST
    if more <= 0:
        return tuple(sentences)
    rest = f"The shares of missing values differ in {counted(more, 'more column')} (largest adjusted "
    return (*sentences[:_MOST], f"{rest}{p_words(pvalues[-1])}).")


def missing_grids(result: TwoSampleResult) -> tuple[Grid, ...]:
    """How many values each column misses; nothing where none is missing."""
    if result.missing is None:
        return ()
    table, more = result.missing.table(), len(result.missing.columns) - _ROWS
    columns = ("missing_first", "share_first"), ("missing_second", "share_second")
    cells = [
        [f"{count:,} ({_share(share)})" for count, share in zip(table[counts], table[shares], strict=True)]
        for counts, shares in columns
    ]
    first, second = labels_words(result)
    grid = Grid(
        "Missing values by column, in all rows",
        (
            ["column", *distinct_names(table["column"], _NAME)[:_ROWS]],
            [first, *cells[0][:_ROWS]],
            [second, *cells[1][:_ROWS]],
            ["adjusted p-value", *map(p_number, table["adjusted_pvalue"][:_ROWS])],
        ),
        more=counted(more, "more column") if more > 0 else "",
    )
    return (grid,)


def _share(share: float) -> str:
    """As `percent`, but what is nearly none or nearly all is not told as none or all."""
    is_whole = share in (0.0, 1.0) or 0.01 <= share < 0.995
    return percent(share) if is_whole else f"{number(100.0 * share, 2 if share < 0.5 else 4)} %"
