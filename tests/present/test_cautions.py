"""Cautions stand above what they are on, remain cautions in other words, and say what chance brings up."""

import json
import pickle

from setapart.present.cautions import Caution, by_chance, by_place, reworded

NOTE = Caution("mind the units")


def test_a_caution_stands_above_what_it_is_on_and_others_below():
    assert by_place(["few\nrows", NOTE, "that is all"]) == (["mind the units"], ["few\\x0arows", "that is all"])
    assert json.loads(json.dumps([NOTE])) == ["mind the units"]


def test_a_caution_remains_one_in_another_process_and_in_other_words():
    assert isinstance(pickle.loads(pickle.dumps(NOTE)), Caution)  # so that a result from there keeps its place
    told = reworded(NOTE, f"{NOTE}.")
    assert (told, by_place([told])) == ("mind the units.", (["mind the units."], []))
    assert by_place([reworded("mind", "mind.")]) == ([], ["mind."])


def test_chance_has_the_word_above_0_05_where_directions_are_shown(result_of):
    assert by_chance(result_of(pvalue=0.05)) == by_chance(result_of(pvalue=0.5, projection=None)) == []
    (told,) = by_chance(result_of(pvalue=0.051))
    assert told == (
        "No evidence of a difference at level 0.05. What follows is where these rows happen to differ most; such a "
        "pattern appears without any difference too."
    )
    assert by_place([told]) == ([told], [])
