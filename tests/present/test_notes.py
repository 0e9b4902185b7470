import json
import pickle

import numpy as np
import pytest

from setapart.present.notes import Caution, by_chance, by_place, heading_of_differences, unit_notes

ROWS = np.array([[0.0], [1.0], [2.0], [5.0]])


def rows(*units):
    return ROWS * np.array(units)


@pytest.mark.parametrize(
    ("units", "times"),
    [
        ((437.0, 1.0), "440"),
        ((1.0, 1 / 21), "21"),
        ((2.5e4, 1.0), "25,000"),
        ((1e7, 1.0), "more than a million"),
        ((1e200, 1e-200), "more than a million"),
    ],
)
def test_the_note_names_the_widest_and_the_narrowest(units, times):
    assert unit_notes(rows(*units), ("mass", "depth")) == (
        (
            f"The spread of 'mass' is {times} times that of 'depth', and distances add features up as they are: "
            "scale 'std' would put them on one footing."
        ),
    )


@pytest.mark.parametrize("pooled", [rows(19.0, 1.0), rows(1.0), np.ones((4, 2)), rows(1.0, 0.0), rows(1.0, 0.0) + 1e3])
def test_there_is_no_note_on_features_of_like_spread_or_of_none(pooled):
    assert unit_notes(pooled, ("mass", "depth")) == ()


def test_names_are_inert_and_short():
    (note,) = unit_notes(rows(100.0, 1.0), ("red\x1b[31m", "w" * 90))
    assert note.startswith(f"The spread of 'red\\x1b[31m' is 100 times that of '{'w' * 16}…{'w' * 15}',")


def test_a_note_on_units_stands_above_what_it_is_on_and_others_below():
    (note,) = unit_notes(rows(100.0, 1.0), ("mass", "depth"))
    assert by_place(["few\nrows", note, "that is all"]) == ([str(note)], ["few\\x0arows", "that is all"])
    assert json.loads(json.dumps([note])) == [str(note)]
    assert isinstance(
        pickle.loads(pickle.dumps(note)), Caution
    )  # so that a result from another process keeps its place


def test_chance_has_the_word_above_0_05_where_directions_are_shown(result_of):
    projection = result_of().projection
    assert by_chance(0.05, projection) == by_chance(0.5, None) == []
    [told] = by_chance(0.051, projection)
    assert "happen to differ most" in told
    assert [heading_of_differences(pvalue) for pvalue in (0.05, 0.051)] == [
        "What differs",
        "Where the rows happen to differ most",
    ]
