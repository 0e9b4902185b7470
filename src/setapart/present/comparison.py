"""Several tests of the same samples in words: the overall p-value, and a table of the tests."""

from setapart._checks import counted
from setapart.present.account import Account
from setapart.present.facts import labels_words, rows_words
from setapart.present.names import inert, told_apart
from setapart.present.pvalues import p_words
from setapart.present.report.document import Picture
from setapart.present.wording import number, pvalue_note
from setapart.results import ComparedTest, Comparison

__all__ = ["comparison_account"]

_NAME = 24  # columns that a name may take
_TOLD = 3  # tests that are told of the figure
_ADJUSTED = (
    "Adjusted for all tests, by Westfall and Young's step-down minimum of p-values: without a difference, any adjusted "
    "p is at most alpha with probability at most alpha."
)


def comparison_account(comparison: Comparison) -> Account:
    """The overall p-value, and the tests, those with the smallest p-values first."""
    overall, tests = comparison.overall, comparison.ordered
    first, second = labels_words(overall)
    heading = (
        f"{first} against {second}, {counted(len(tests), 'test')} on the same relabellings: overall "
        f"{p_words(overall.pvalue)} ({pvalue_note(overall)}). {rows_words(overall)}"
    )
    columns = (
        ["statistic", *told_apart((test.name for test in tests), _NAME)],
        ["value", *(number(test.statistic, 4) for test in tests)],
        ["p", *(number(test.unadjusted_pvalue) for test in tests)],
        ["adjusted p", *(number(test.adjusted_pvalue) for test in tests)],
        ["seconds", *(f"{test.seconds:.2f}" for test in tests)],
        ["top feature", *map(_top_feature, tests)],
    )
    smallest = ", ".join(f"{inert(test.name, _NAME)} {number(test.adjusted_pvalue)}" for test in tests[:_TOLD])
    return Account(
        "Comparison",
        (heading,),
        columns,
        (_ADJUSTED,),
        notes=overall.notes,
        run=overall,
        pictures=(
            Picture(
                "The p-values of all tests, unadjusted and adjusted",
                f"On a logarithmic scale, the smallest on top. The smallest adjusted ones: {smallest}.",
                comparison.plot,
            ),
        ),
    )


def _top_feature(test: ComparedTest) -> str:
    return "" if test.top_feature is None else inert(test.top_feature, _NAME)
