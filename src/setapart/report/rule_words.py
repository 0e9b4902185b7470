"""What an explanation says of its rules: where one sample has more rows, and whether that holds on other rows."""

import math

from setapart._checks import counted
from setapart._words import distinct_names, inert, is_significant, p_words, percent, rate_percents
from setapart.report.document import Block, Listing
from setapart.results.explanation import Explanation
from setapart.results.rules import Rule, RuleTable, rule_words

__all__ = ["rule_blocks", "rule_line", "rules_lead"]

_NAME = 32
_HEADING = (
    "Where one sample has more rows than expected, the strongest rule first; p is adjusted for all {rules} looked at"
)


def rules_lead(explanation: Explanation, alpha: float) -> bool:
    """Whether the strongest rule needs more than one feature: no single feature tells it then."""
    rules = _told(explanation, alpha)
    return bool(rules) and len({condition.feature for condition in rules[0].conditions}) > 1


def rule_blocks(explanation: Explanation, alpha: float) -> tuple[Block, ...]:
    """The significant rules, a line each; or that there is none, where the test sees a difference."""
    table = explanation.by_rule
    if table is None or not is_significant(explanation.pvalue, alpha):
        return ()
    rules = _told(explanation, alpha)
    if rules:
        heading = (
            f"{_HEADING.format(rules=counted(table.n_rules, 'rule'))}, on {counted(table.n_resamples, 'relabelling')}:"
        )
        return (Listing(heading, tuple(rule_line(rule, table) for rule in rules)),)
    least = f" (adjusted {p_words(table.rules[0].adjusted)} for the strongest)" if table.rules else ""
    return (f"No rule of one to three features tells where one sample has more rows{least}.",)


def _told(explanation: Explanation, alpha: float) -> tuple[Rule, ...]:
    return () if explanation.by_rule is None else explanation.by_rule.significant(explanation.pvalue, alpha)


def rule_line(rule: Rule, table: RuleTable) -> str:
    """``"where bill_length > 42.1: 67 Chinstrap, 15 Adelie, adjusted p = 0.005; 82 % of these rows are …"``."""
    names = distinct_names(table.labels, _NAME)
    order = (rule.leading, 1 - rule.leading)
    inside = ", ".join(f"{rule.inside[sample]:,} {names[sample]}" for sample in order)
    share, expected = rate_percents(rule.share, rule.expected)
    words = f"where {rule_words(rule, lambda name: inert(name, _NAME))}: {inside}, adjusted {p_words(rule.adjusted)}; "
    leading = names[rule.leading]
    words += f"{leading} has {share} of these rows, which chose the rule"
    if not math.isnan(rule.held_out):
        ends = f" (95 % interval {percent(rule.low)[:-2]} to {percent(rule.high)})" if math.isfinite(rule.low) else ""
        words += f", and {percent(rule.held_out)} of rows not used to choose it{ends}"
    return f"{words}, where {expected} are expected"
