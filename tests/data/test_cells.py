"""Cells of a text file: which numbers they spell, and texts that look like numbers, each shown with what to do."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart.data.cells import MISSING, are_marked, as_number, whole
from setapart.data.samples import two_samples
from setapart.data.text_files import parse_delimited

PLAIN = "; if a text is meant as a number, write that alone, without marks or units"


@given(st.floats(allow_nan=False))
def test_a_number_is_read_as_it_is_written(value):
    assert as_number(repr(value)) == value


@pytest.mark.parametrize("text", ["1_000", "1,000", "1,5", "0x10", "one", "1 2", *sorted(MISSING - {"nan", "NaN"})])
def test_what_spells_no_number(text):
    assert as_number(text) is None


@given(st.lists(st.integers(-(2**53), 2**53)))
def test_whole_floats_become_integers(values):
    found = whole([float(value) for value in values])
    assert found == values
    assert all(isinstance(value, int) for value in found)


@pytest.mark.parametrize("cells", [[1.0, 1.5], [1.0, np.inf], [1.0, np.nan], [1.0, "a"], [1.0, None], [True, 1.0]])
def test_others_stay_as_they_are(cells):
    assert whole(cells) is cells


def message_of(sample) -> str:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        two_samples(sample, [1.0, 2.0])
    return str(caught.value)


@pytest.mark.parametrize(
    "cell", ["$1.20", "12%", "3kg", "3 kg", "1_000", "0x10", "<0.1", "1 000", "€5", "(7)", "1e3 m"]
)
def test_numbers_with_marks_are_shown(cell):
    for others in ((cell, cell), ("1", "2")):
        text = "\n".join(["a,b", "1,2", *(f"{value},1" for value in (cell, *others))])
        table = parse_delimited(text.encode(), "f.csv", ",").select(["a"])
        assert f"'a' (row 3 of the file holds {cell!r}, which is text)" in message_of(table)
        assert message_of(table).endswith(PLAIN)
    frame = pd.DataFrame({"a": [None, cell, cell, cell]})
    assert f"'a' (row index 1 holds {cell!r}, which is text)" in message_of(frame)


@pytest.mark.parametrize(
    "cells", [["2024-01-31"], ["12:30"], ["01.02.2020"], ["p7"], ["3kg", "2lb"], ["1", "2"], ["v1.2"]]
)
def test_other_texts_are_no_numbers_with_marks(cells):
    assert not are_marked(cells)


def test_a_word_among_numbers_may_be_a_marker():
    table = parse_delimited(b"a,b\n1,2\nunknown,3\n1,4\n", "f.csv", ",")
    assert message_of(table).endswith("; if 'unknown' stands for a missing value, say so with missing=['unknown']")


def test_numbers_written_as_text_are_told_of():
    frame = pd.DataFrame({"a": ["3", "7", "9"]})
    assert message_of(frame).endswith("; where texts are numbers, .astype(float) makes them such")
    labels = pd.DataFrame({"a": ["03", "07", "09"]})
    assert ".astype(float)" not in message_of(labels)
