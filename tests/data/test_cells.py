"""Cells of a text file: which numbers they spell."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart.data.cells import MISSING, as_number, whole


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
