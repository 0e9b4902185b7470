"""What a dependence that is no correlation means, in words."""

from dataclasses import replace

import numpy as np
import pytest

from hand_made import pairs_of
from setapart.report.feature_grid import pair_rows
from setapart.report.pair_words import changed_sentence, dependence_sentences


def dependent(distances, first, second, names=("rent", "income")):
    table = pairs_of([names], [0.01])
    values = {"first": np.array([first]), "second": np.array([second])}
    return replace(table, distances=np.array([distances]), **values)


@pytest.mark.parametrize(
    ("distances", "first", "second", "words"),
    [
        ((True, False), 0.02, 0.61, "In b more than in a, income is high where rent is far from its median."),
        ((False, True), -0.61, 0.1, "In a more than in b, rent is low where income is far from its median."),
        ((True, True), 0.2, 0.5, "In b more than in a, rent and income are far from their medians in the same rows."),
        ((True, True), 0.2, -0.5, "In b more than in a, rent is near its median where income is far from its own."),
    ],
)
def test_each_kind_of_dependence_has_its_sentence(distances, first, second, words):
    table = dependent(distances, first, second)
    assert dependence_sentences(table, [0], ("a", "b")) == [words]
    told = changed_sentence(table, np.array([0]), ("a", "b"))  # of the first pair, the headline says it
    assert told == f"rent and income go together differently: i{words[1:]}"


def test_a_correlation_speaks_for_itself():
    assert dependence_sentences(pairs_of([("rent", "income")], [0.01]), [0], ("a", "b")) == []


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ([], ""),
        (["ab", "cd"], "a and b go together differently (and 1 other pair)."),
        (
            ["ab", "de", "ac", "bc"],
            (
                "3 of 3 pairs among a, b and c go together differently, each more strongly in x; the largest change: a "
                "and b. 1 other pair changed too."
            ),
        ),
        (
            ["ab", "cd", "ac"],
            (
                "3 of 6 pairs among a, b, c and d go together differently, each more strongly in x; the largest "
                "change: a and b."
            ),
        ),
        (
            ["ba", "ca", "ad", "ae", "af", "ag"],
            (
                "6 of 21 pairs among b, a, c, d, e, f and 1 more go together differently, all with a, each more "
                "strongly in x; the largest change: b and a."
            ),
        ),
    ],
)
def test_pairs_that_hang_together_are_told_as_a_group(pairs, words):
    table = pairs_of([tuple(pair) for pair in pairs], [0.01] * len(pairs))
    assert changed_sentence(table, np.arange(len(pairs)), ("x", "y")) == words


def test_names_in_rows_leave_room_for_what_is_correlated():
    table = dependent((True, True), 0.1, 0.5, ("rent", "a column with a long name"))
    assert pair_rows(table, [0])[0].what == "|rent − median|, |a co…ame − median|: correlation"
