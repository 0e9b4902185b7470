"""Cautions stand above what they are on, remain cautions in other words, and say what chance brings up."""

import json
import pickle

import pytest

from setapart._errors import arg
from setapart._options import in_options
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
    assert chance_cautions(0.05, result_of().projection, 0.05) == chance_cautions(0.5, None, 0.05) == ()
    (told,) = chance_cautions(0.051, result_of().projection, 0.05)
    assert told == (
        "No evidence of a difference at level 0.05. What follows shows where these rows happen to differ most; such a "
        "pattern also appears without any difference."
    )
    assert placed([told]) == ((told,), ())


def test_words_judge_at_the_level_that_is_asked_for(result_of, explanation_of):
    result = result_of(pvalue=0.03)
    why = explanation_of(result.projection, pvalue=0.03, labels=result.labels, sizes=result.sizes)
    assert "No evidence" not in result.summary()
    assert result.summary(alpha=0.02).startswith("No evidence at level 0.02 that before and after differ (p = 0.03;")
    assert "No evidence of a difference at level 0.02" in result.summary(alpha=0.02, details=True)
    assert "**No evidence at level 0.02 that before and after differ" in result.to_markdown(alpha=0.02)
    assert why.summary().startswith(f"{' and '.join(why.labels)} differ (p = 0.03)")
    assert why.summary(alpha=0.02).startswith("No evidence of a difference at n = ")
    with pytest.raises(ValueError, match="alpha must lie strictly between 0 and 1, got 2"):
        result.summary(alpha=2)


def test_a_note_keeps_its_references_and_is_inert():
    (note,), _ = placed([Caution("wide\n: ", arg("scale", "a\x1b"))])
    assert note == "wide\\x0a: scale='a\\x1b'"
    assert in_options(note) == "wide\\x0a: --scale 'a\\x1b'"
