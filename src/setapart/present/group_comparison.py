"""A comparison of several groups in words: what was compared, and a table of the comparisons."""

from setapart._checks import counted
from setapart.inference.pvalues import CUSTOMARY
from setapart.present.account import Account
from setapart.present.names import inert, told_apart
from setapart.present.report.document import Picture
from setapart.present.wording import left_out, number, pairs_words
from setapart.results.group_comparison import REST, GroupComparison

__all__ = ["groups_account"]

_NAME = 20  # columns that a name may take
_NAMED = 3  # comparisons in the verdict
_ROWS = 30  # comparisons that the table shows, those with the smallest p-values


def groups_account(found: GroupComparison) -> Account:
    """How many comparisons have a small p-value, and a table of them, the smallest first."""
    table = found.plain_table()
    order = found.adjusted_pvalues.argsort(kind="stable")[:_ROWS]
    shown = table.take(order)
    names = dict(zip((*found.groups, REST), told_apart((*found.groups, REST), _NAME), strict=True))
    columns = [
        ["first", *(names[label] for label in shown["first"])],
        ["second", *(names[label] for label in shown["second"])],
        ["n", *(f"{int(count):,}" for count in shown["n"])],
        ["m", *(f"{int(count):,}" for count in shown["m"])],
        ["statistic", *(number(value, 4) for value in shown["statistic"])],
        ["p", *map(number, shown["pvalue"])],
        ["adjusted p", *map(number, shown["adjusted_pvalue"])],
    ]
    if "top_feature" in shown:
        columns.append(["top feature", *told_apart((name or "–" for name in shown["top_feature"]), _NAME)])
    rows = f"{pairs_words(found.results[0])}{left_out(0, found.partition.n_unlabelled)}"
    heading = (
        f"{_compared(found, names)}: {counted(len(found.results), 'comparison')}. Statistic: "
        f"{inert(found.results[0].statistic_name, _NAME)}.{rows}"
    )
    adjusted = (
        "Adjusted by Holm's rule: calling those different whose adjusted p is at most alpha, the probability of any "
        "false finding is at most alpha."
    )
    hidden = len(found.results) - len(order)
    more = [f"{counted(hidden, 'more comparison')}, with larger p-values, in .table()."] if hidden else []
    small = int((found.adjusted_pvalues <= CUSTOMARY).sum())
    verdict = _verdict(found, list(zip(columns[0][1:], columns[1][1:], columns[6][1:], strict=True)), small)
    are = "is" if small == 1 else "are"
    seen = f"A cell for each comparison, darker the smaller its p-value; {small:,} {are} at most {CUSTOMARY:g}."
    return Account(
        "Comparison of groups",
        (verdict, heading),
        tuple(columns),
        (*more, adjusted),
        notes=found.notes,
        run=found,
        pictures=(Picture("The adjusted p-values", seen, found.plot),),
    )


def _verdict(found: GroupComparison, pairs: list[tuple[str, str, str]], small: int) -> str:
    """How many have a small p-value, and which; the pairs by p-value."""
    count = counted(len(found.results), "comparison")
    if not small:
        return f"None of {count} has an adjusted p of at most {CUSTOMARY:g}; the smallest is {pairs[0][2]}."
    told = [f"{first} and {second} ({pvalue})" for first, second, pvalue in pairs[: min(small, _NAMED)]]
    others = f", and {small - _NAMED:,} more" if small > _NAMED else ""
    have = "have" if small > 1 else "has"
    return f"{small:,} of {count} {have} an adjusted p of at most {CUSTOMARY:g}: {', '.join(told)}{others}."


def _compared(found: GroupComparison, names: dict[str, str]) -> str:
    groups = counted(len(found.groups), "group")
    if found.reference is None:
        return f"{groups}, all pairs"
    against = "the rest" if found.reference == REST else names[found.reference]
    return f"{groups}, each with {against}"
