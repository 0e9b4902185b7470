"""Which features differ only as far as others do, in words and as a table."""

from collections import defaultdict

from setapart._words import distinct_names, enumerated, is_significant, p_number
from setapart.report.document import Block, Grid
from setapart.results.explanation import Explanation

__all__ = ["conditional_blocks", "conditional_sentences"]

_NAME = 32
_HOW = (
    "Given the others: whether the sample still depends on a feature once the others are known, by regressions on "
    "them. This p-value holds in large samples, if these regressions are nearly right; it is adjusted for the number "
    "of features that differ."
)


def conditional_sentences(explanation: Explanation, alpha: float) -> tuple[str, ...]:
    """Which features differ given the others, and which no further than these; nothing of a single feature."""
    table = explanation.conditional_table
    if table.n_rows < 2 or not is_significant(explanation.pvalue, alpha):
        return ()
    names = distinct_names(table["feature"], _NAME)
    shown = dict(zip(table["feature"], names, strict=True))
    left = [name for name, p in zip(names, table["adjusted"], strict=True) if is_significant(p, alpha)]
    if not left:
        none = "but given the others none of them shows a difference"
        return (f"{enumerated(names)} differ, {none}: they tell of the same, or the rows are too few to part them.",)
    companions = defaultdict(list)
    for name, feature in zip(names, table["companion_of"], strict=True):
        if feature:
            companions[shown[feature]].append(name)
    words = [f"{enumerated(left)} {'differs' if len(left) == 1 else 'differ'} also given the other features."]
    for cause, those in companions.items():
        shows = "shows" if len(those) == 1 else "show"
        words.append(f"{enumerated(those)} {shows} no difference beyond that of {cause}.")
    return (" ".join(words),)


def conditional_blocks(explanation: Explanation, alpha: float) -> tuple[Block, ...]:
    """The same with the p-values of each feature."""
    table, sentences = explanation.conditional_table, conditional_sentences(explanation, alpha)
    if not sentences:
        return ()
    grid = Grid(
        "Each feature by itself, and given the others",
        (
            ["feature", *distinct_names(table["feature"], _NAME)],
            ["adjusted p by itself", *map(p_number, table["alone"])],
            ["given the others", *map(p_number, table["adjusted"])],
            ["no further than", *distinct_names((name or "–" for name in table["companion_of"]), _NAME)],
        ),
    )
    return *sentences, grid, _HOW
