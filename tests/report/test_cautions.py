"""Cautions stand above what they are on, remain cautions in other words, and say what chance brings up."""

import json
import pickle

from setapart.report.document import placed
from setapart.report.words import chance_cautions
from setapart.results.notes import Caution, reworded

NOTE = Caution("mind the units")


def test_a_caution_stands_above_what_it_is_on_and_others_below():
    assert placed(["few\nrows", NOTE, "that is all"]) == (("mind the units",), ("few\\x0arows", "that is all"))
    assert json.loads(json.dumps([NOTE])) == ["mind the units"]


def test_a_caution_remains_one_in_another_process_and_in_other_words():
    assert isinstance(pickle.loads(pickle.dumps(NOTE)), Caution)  # so that a result from there keeps its place
    told = reworded(NOTE, f"{NOTE}.")
    assert (told, placed([told])) == ("mind the units.", (("mind the units.",), ()))
    assert placed([reworded("mind", "mind.")]) == ((), ("mind.",))


def test_chance_has_the_word_above_0_05_where_directions_are_shown(result_of):
    assert chance_cautions(0.05, result_of().projection) == chance_cautions(0.5, None) == ()
    (told,) = chance_cautions(0.051, result_of().projection)
    assert told == (
        "No evidence of a difference at level 0.05. What follows is where these rows happen to differ most; such a "
        "pattern appears without any difference too."
    )
    assert placed([told]) == ((told,), ())
