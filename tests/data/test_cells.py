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
    ("cell", "kind"),
    [
        ("$1.20", "money"),
        ("12%", None),
        ("3kg", None),
        ("3 kg", None),
        ("1_000", "number"),
        ("0x10", None),
        ("<0.1", "censored"),
        ("1 000", "number"),
        ("€5", "money"),
        ("(7)", "number"),
        ("1e3 m", None),
    ],
)
def test_numbers_with_marks_are_shown(cell, kind):
    """Beside plain numbers, an amount of money is one; but 3 kg beside 3 may be 3 of anything."""
    for others in ((cell, cell), ("1", "2")):
        text = "\n".join(["a,b", "1,2", *(f"{value},1" for value in (cell, *others))])
        table = parse_delimited(text.encode(), "f.csv", ",").select(["a"])
        if kind is None:
            assert f"'a' (row 3 of the file holds {cell!r}, which is text){PLAIN}; leave out" in message_of(table)
        else:
            assert f"'a' ({kind}: row 3 of the file holds {cell!r}); to read 'a', add" in message_of(table)
            assert message_of(table).endswith(f"read_as={{'a': '{kind}'}}")
    frame = pd.DataFrame({"a": [None, cell, cell, cell]})
    assert f"row index 1 holds {cell!r}" in message_of(frame)


@pytest.mark.parametrize(
    "cells", [["2024-01-31"], ["12:30"], ["01.02.2020"], ["p7"], ["3kg", "2lb"], ["1", "2"], ["v1.2"]]
)
def test_other_texts_are_no_numbers_with_marks(cells):
    assert not are_marked(cells)


def test_a_word_among_numbers_may_be_a_marker():
    table = parse_delimited(b"a,b\n1,2\nunknown,3\n1,4\n", "f.csv", ",")
    assert "; if 'unknown' stands for a missing value, say so with missing=['unknown']; leave out" in message_of(table)


def test_numbers_written_as_text_are_told_of():
    frame = pd.DataFrame({"a": ["3", "7", "9"]})
    assert message_of(frame).endswith("add read_as={'a': 'number'}")
    labels = pd.DataFrame({"a": ["03", "07", "03"]})
    assert message_of(labels).endswith("add read_as={'a': 'category'}")
