"""What a dependence that is no correlation means, in words."""

from dataclasses import replace

import numpy as np
import pytest

from hand_made import pairs_of
from setapart.report.feature_grid import pair_rows
from setapart.report.pair_words import dependence_sentences


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
    assert dependence_sentences(dependent(distances, first, second), [0], ("a", "b")) == [words]


def test_a_correlation_speaks_for_itself():
    assert dependence_sentences(pairs_of([("rent", "income")], [0.01]), [0], ("a", "b")) == []


def test_names_in_rows_leave_room_for_what_is_correlated():
    table = dependent((True, True), 0.1, 0.5, ("rent", "a column with a long name"))
    assert pair_rows(table, [0])[0].what == "|rent − median|, |a co…ame − median|: correlation"
