import numpy as np
import pytest

from setapart.results.notes import Caution, group_notes, unit_notes

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


def test_of_several_results_a_caution_remains_one(result_of):
    units = unit_notes(rows(100.0, 1.0), ("mass", "depth"))
    first, second = (
        result_of(notes=notes, labels=("a", "b"), smallest_pvalue=0.001) for notes in ((), (*units, "mind"))
    )
    (told,) = group_notes([first, second])
    assert isinstance(told, Caution)
    assert told == f"{units[0]} (Of 'a' and 'b'; 1 of the single results has notes.)"
    (plain,) = group_notes([result_of(notes=("mind",), smallest_pvalue=0.001)])
    assert not isinstance(plain, Caution)
