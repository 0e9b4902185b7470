"""Rules that say where one of two samples has more rows: a table that an explanation has."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from setapart._words import ALPHA
from setapart.data.table import Table

__all__ = ["Condition", "Rule", "RuleTable", "figures", "rule_words"]


@dataclass(frozen=True)
class Condition:
    """What a rule asks of one feature, in the unit of the caller.

    Attributes
    ----------
    feature : str
        Of a level of a category, the column.
    above, at_most : float
        The feature is above the one and at most the other; infinite where there is no such end.
    value : str
        In place of them: the only value, or the level, that the feature has by the rule; empty if there are several.
    negated : bool
        Whether the feature has another value than this.
    unit : str
        What one unit is called; empty where nobody said.
    """

    feature: str
    above: float = -math.inf
    at_most: float = math.inf
    value: str = ""
    negated: bool = False
    unit: str = ""


class WithConditions(Protocol):
    """What is a rule, or imitates something by one."""

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """All of them hold."""
        ...


@dataclass(frozen=True)
class Rule:
    """A rule, and the rows of both samples inside it.

    Attributes
    ----------
    conditions : tuple of Condition
        All of them hold.
    leading : int
        The sample that has more rows inside than expected: 0 for the first, 1 for the second.
    inside : tuple of int
        Rows of the first and of the second sample inside.
    expected : float
        The share of the leading sample inside that is to be expected without a difference.
    adjusted : float
        The p-value, adjusted for the choice among all rules.
    held_out, low, high : float
        The share of the leading sample in rules that were found without a fifth of the rows, on that fifth, with a 95 %
        interval; NaN where there are too few rows, and the ends also where rows were not drawn by themselves.
    found_again : float
        How often a rule of the same features is found without a fifth of the rows; NaN where there are too few.
    """

    conditions: tuple[Condition, ...]
    leading: int
    inside: tuple[int, int]
    expected: float
    adjusted: float
    held_out: float = math.nan
    low: float = math.nan
    high: float = math.nan
    found_again: float = math.nan

    @property
    def share(self) -> float:
        """Of the leading sample, among the rows inside."""
        return self.inside[self.leading] / sum(self.inside)


@dataclass(frozen=True, eq=False, kw_only=True)
class RuleTable:
    """Where one of two samples has more rows than expected, as rules of one to three features.

    Attributes
    ----------
    rules : tuple of Rule
        At most five, the strongest first. Beyond the first, each is found in the rows that are in none before it, and
        is there only if it stands out in these by itself, at level 0.05.
    n_rules : int
        Rules that were looked at.
    n_resamples : int
        Relabellings by which they were adjusted, besides the observed one.
    labels : tuple of str
    backend : str or None
        The caller's data-frame library.
    """

    rules: tuple[Rule, ...]
    n_rules: int
    n_resamples: int
    labels: tuple[str, str]
    backend: str | None = None

    def significant(self, pvalue: float, alpha: float = ALPHA) -> tuple[Rule, ...]:
        """The rules that hold at level alpha: none where the whole test, with its `pvalue`, sees nothing."""
        return tuple(rule for rule in self.rules if rule.adjusted <= alpha and pvalue <= alpha)

    def table(self) -> Table:
        """See `Explanation.rules`."""
        columns = {
            "rule": [rule_words(rule) for rule in self.rules],
            "sample": [self.labels[rule.leading] for rule in self.rules],
            "first": [rule.inside[0] for rule in self.rules],
            "second": [rule.inside[1] for rule in self.rules],
            "share": [rule.share for rule in self.rules],
            "expected": [rule.expected for rule in self.rules],
            "adjusted_pvalue": [rule.adjusted for rule in self.rules],
            "held_out": [rule.held_out for rule in self.rules],
            "low": [rule.low for rule in self.rules],
            "high": [rule.high for rule in self.rules],
            "found_again": [rule.found_again for rule in self.rules],
        }
        texts = ("rule", "sample")
        return Table({name: np.array(cells, object if name in texts else None) for name, cells in columns.items()})


def rule_words(rule: WithConditions, shown: Callable[[str], str] = str) -> str:
    """``"age > 60 and city is Rome"``; names as they are `shown`."""
    return " and ".join(_condition_words(condition, shown) for condition in rule.conditions)


def _condition_words(condition: Condition, shown: Callable[[str], str]) -> str:
    name, unit = shown(condition.feature), f" {shown(condition.unit)}" if condition.unit else ""
    if condition.value:
        return f"{name} is {'not ' if condition.negated else ''}{shown(condition.value)}{unit}"
    above, at_most = (figures(end) for end in (condition.above, condition.at_most))
    if condition.above == -math.inf:
        return f"{name} ≤ {at_most}{unit}"
    if condition.at_most == math.inf:
        return f"{name} > {above}{unit}"
    return f"{above} < {name} ≤ {at_most}{unit}"


def figures(end: float) -> str:
    """A number that was given few figures, all of them; where fifteen are not the whole numbers near it, seventeen."""
    text = f"{end:.15g}" if abs(end) < 1e15 else repr(end).removesuffix(".0")
    return text.replace("-", "−", 1) if end < 0.0 else text
