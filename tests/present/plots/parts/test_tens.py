import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart.present.plots.parts.tens import without_tens


@pytest.mark.parametrize("values", [[1e-99, 0.0], [-1e100, 3.0], [0.0], []])
def test_what_can_be_drawn_stays_as_it_is(values):
    array = np.array(values)
    ((same,), words) = without_tens(array)
    assert same is array
    assert words == ""


@given(st.floats(1.0, 9.99), st.one_of(st.integers(-300, -101), st.integers(101, 299)))
def test_the_largest_number_keeps_its_digits(digits, power):
    (large, small), words = without_tens(np.array([1.0, -float(f"{digits!r}e{power}")])[1:], np.array([0.0]))
    assert large[0] == pytest.approx(-digits, rel=1e-14)
    assert small.tolist() == [0.0]
    assert words == f" (×$10^{{{power}}}$)"


def test_the_smallest_float():
    (values,), words = without_tens(np.array([5e-324]))
    assert values[0] == pytest.approx(4.94, abs=0.005)  # 2⁻¹⁰⁷⁴
    assert words == " (×$10^{-324}$)"
