"""How much of the distance goes when single features no longer differ, in words and as a table."""

from setapart._words import distinct_names, enumerated, is_significant, percent
from setapart.report.document import Block, Grid
from setapart.report.sentence import led_by_witness
from setapart.results.explanation import Explanation

__all__ = ["explained_blocks", "explained_sentences"]

_NAME = 32
_NOTHING = "0 %"
_MUCH = 0.2  # of the distance: more is not noise alone
_HOW = (
    "A difference is undone where each value of the second sample becomes the value of the first at the same quantile, "
    "learned on one half of the rows and judged on the other. The energy distance is less what noise gives on average."
)


def explained_sentences(explanation: Explanation, alpha: float) -> tuple[str, ...]:
    """What is left of the distance once the first feature no longer differs, and once all of the table do not."""
    table = explanation.explained_table
    if table.n_rows < 2 or not is_significant(explanation.pvalue, alpha):
        return ()
    names, left = distinct_names(table["feature"][1:], _NAME), _shares(explanation)
    words = f"If {names[0]} did not differ, {_left(left[1])} of the distance in all features would be left"
    if len(names) > 1:
        words += f"; if {enumerated(names)} did not, {_left(left[-1])}"
    words += " (on held-out rows, without noise)."
    if table["left"][-1] > _MUCH:
        words += " The rest is in other features, or in how features go together."
    elif led_by_witness(explanation, alpha):
        words += " This distance is mostly one of single features: how rows differ in several together counts little."
    return (words,)


def explained_blocks(explanation: Explanation, alpha: float) -> tuple[Block, ...]:
    """The same step by step."""
    sentences = explained_sentences(explanation, alpha)
    if not sentences:
        return ()
    names = distinct_names(explanation.explained_table["feature"][1:], _NAME)
    columns = (
        ["differences undone", "none", *(f"and {name}" if step else name for step, name in enumerate(names))],
        ["distance left", *_shares(explanation)],
    )
    return *sentences, Grid("What is left of the distance when single features no longer differ", columns), _HOW


def _shares(explanation: Explanation) -> list[str]:
    return [percent(max(float(share), 0.0)) for share in explanation.explained_table["left"]]


def _left(share: str) -> str:
    return "next to nothing" if share == _NOTHING else share
