"""Rules in words: what is told, where, and with names that are inert."""

from dataclasses import replace

import numpy as np
import pytest

from hand_made import hand_made
from setapart.report import document
from setapart.report.rule_words import rule_blocks, rules_lead
from setapart.results.rules import Condition, Rule, RuleTable, rule_words

BILL = Rule((Condition("bill_length", above=42.1),), 1, (15, 67), 0.31, 0.005, 0.79, 0.70, 0.861, 1.0)


def table(*rules, labels=("Adelie", "Chinstrap")):
    return RuleTable(rules=rules, n_rules=5040, n_resamples=999, labels=labels)


@pytest.fixture
def explained(explanation_of):
    """An explanation with these rules."""

    def made(*rules, labels=("Adelie", "Chinstrap"), **changes):
        return explanation_of(
            hand_made().projection, by_rule=table(*rules, labels=labels), **{"pvalue": 0.01, **changes}
        )

    return made


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (Condition("a", above=-2.5), "a > −2.5"),
        (Condition("a", at_most=1000.0, unit="g"), "a ≤ 1000 g"),
        (Condition("a", above=-0.25, at_most=3.0, unit="$"), "−0.25 < a ≤ 3 $"),
        (Condition("city", value="Rome"), "city is Rome"),
        (Condition("city", value="Rome", negated=True), "city is not Rome"),
        (Condition("stars", value="3", unit="stars"), "stars is 3 stars"),
    ],
)
def test_a_condition_in_words(condition, words):
    assert rule_words(replace(BILL, conditions=(condition,))) == words
    assert rule_words(replace(BILL, conditions=(condition, condition))) == f"{words} and {words}"


def test_a_rule_is_told_with_rows_shares_p_and_other_rows(explained):
    (listing,) = rule_blocks(explained(BILL, replace(BILL, leading=0, low=np.nan)), 0.05)
    assert "5,040 rules" in listing.heading
    assert "999 relabellings" in listing.heading
    assert listing.lines[0] == (
        "where bill_length > 42.1: 67 Chinstrap, 15 Adelie, adjusted p = 0.005; Chinstrap has 82 % of these rows, "
        "which chose the rule, and 79 % of rows not used to choose it (95 % interval 70 to 86 %), where 31 % are "
        "expected"
    )
    assert listing.lines[1] == (
        "where bill_length > 42.1: 15 Adelie, 67 Chinstrap, adjusted p = 0.005; Adelie has 18 % of these rows, which "
        "chose the rule, and 79 % of rows not used to choose it, where 31 % are expected"
    )
    few = rule_blocks(explained(replace(BILL, held_out=np.nan)), 0.05)[0].lines[0]
    assert few.endswith("which chose the rule, where 31 % are expected")


def test_only_significant_rules_of_significant_tests_are_told(explained):
    weak = replace(BILL, adjusted=0.2)
    assert rule_blocks(explained(BILL, pvalue=0.2), 0.05) == ()
    assert len(rule_blocks(explained(BILL, weak), 0.05)[0].lines) == 1
    assert rule_blocks(explained(weak), 0.05) == (
        "No rule of one to three features tells where one sample has more rows (adjusted p = 0.2 for the strongest).",
    )
    assert rule_blocks(explained(), 0.05)[0].endswith("more rows.")
    assert rule_blocks(explained(BILL), 0.001) == ()


def test_a_rule_of_several_features_stands_first(explained):
    both = replace(BILL, conditions=(*BILL.conditions, Condition("mass", at_most=3.0)))
    for rule, place in ((BILL, 1), (both, 0)):
        why = explained(rule)
        assert rules_lead(why, 0.05) == (place == 0)
        assert document(why).body[place] == rule_blocks(why, 0.05)[0]
    sections = {section.heading: section.blocks for section in document(explained(both)).sections}
    assert sections["Rules"] == rule_blocks(explained(both), 0.05)


def test_names_are_inert(explained):
    rule = replace(BILL, conditions=(Condition("\x1b[31m", value="\x1b[1m"),))
    (listing,) = rule_blocks(explained(rule, labels=("\x1b[2m", "b")), 0.05)
    assert "\x1b" not in listing.lines[0]
    assert "\\x1b[31m is \\x1b[1m" in listing.lines[0]


def test_the_table_has_a_row_for_each_rule():
    columns = table(BILL).table().to_dict()
    assert columns["rule"] == ["bill_length > 42.1"]
    assert (columns["sample"], columns["first"], columns["second"]) == (["Chinstrap"], [15], [67])
    assert columns["share"] == [67 / 82]
    assert table().table().n_rows == 0
