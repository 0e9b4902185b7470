"""Sentences on missing values: which columns miss them, and where the shares of the two samples differ."""

from setapart._checks import counted
from setapart._words import distinct_names, is_significant, number, p_words, percent
from setapart.report.words import labels_words
from setapart.results.two_sample import TwoSampleResult

__all__ = ["missing_sentences"]

_MOST = 5  # columns that are told by themselves
_NAME = 32  # columns a name may take


def missing_sentences(result: TwoSampleResult, alpha: float) -> tuple[str, ...]:
    """A sentence for each column whose shares of missing values differ at the level, and one for all others.

    ``income is missing in 0 % of before and 37 % of after (adjusted p = 0.001).``
    """
    if result.missing is None:
        return ()
    table, (first, second) = result.missing.table(), labels_words(result)
    names, pvalues = distinct_names(table["column"], _NAME), table["adjusted_pvalue"].tolist()
    shares = [
        f"{name} is missing in {_share(a)} of {first} and {_share(b)} of {second}"
        for name, a, b in zip(names, table["share_first"], table["share_second"], strict=True)
    ]
    differ = sum(is_significant(pvalue, alpha) for pvalue in pvalues)
    shown, others = min(differ, _MOST), len(pvalues) - differ
    sentences = [f"{text} (adjusted {p_words(p)})." for text, p in zip(shares[:shown], pvalues, strict=False)]
    if differ > shown:
        largest = p_words(pvalues[differ - 1])
        more = counted(differ - shown, "more column")
        sentences.append(f"The shares of missing values differ in {more} (largest adjusted {largest}).")
    if others == 1:
        sentences.append(f"{shares[-1]}, no significant difference (adjusted {p_words(pvalues[-1])}).")
    elif others:
        smallest = p_words(pvalues[differ])
        columns = f"{others:,} {'other ' if differ else ''}columns"
        sentences.append(f"The shares of missing values of {columns} do not differ (smallest adjusted {smallest}).")
    return tuple(sentences)


def _share(share: float) -> str:
    """As `percent`, but what is nearly none or nearly all is not told as none or all."""
    is_whole = share in (0.0, 1.0) or 0.01 <= share < 0.995
    return percent(share) if is_whole else f"{number(100.0 * share, 2 if share < 0.5 else 4)} %"
