"""Columns without any value, and rows of which none is complete: which columns they are due to."""

import numpy as np
import pytest

from setapart.data.samples import one_sample, two_samples
from setapart.data.series import one_series
from setapart.data.table import Table

nan = np.nan
WHOLE = Table({"a": [1.0, 2, 3], "b": [4.0, 5, 6], "c": [7.0, 8, 8]})


def without(*names):
    return Table({name: [nan] * 3 if name in names else WHOLE[name] for name in WHOLE.columns})


@pytest.mark.parametrize("nan_policy", ["raise", "omit"])
@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        (WHOLE, without("b"), "sample 'y' has no value in column 'b'; leave out column 'b'"),
        (
            without("b"),
            without("b"),
            "sample 'x' has no value in column 'b'; sample 'y' has no value in column 'b'; leave out column 'b'",
        ),
        (
            without("c"),
            without("a"),
            "sample 'x' has no value in column 'c'; sample 'y' has no value in column 'a'; leave out columns 'c', 'a'",
        ),
        (WHOLE, without("a", "b", "c"), "sample 'y' has no value in any of its 3 rows"),
        ([1.0, 2.0], [nan, nan], "sample 'y' has no value in column 'x1'"),
    ],
)
def test_a_column_without_a_value_is_named(x, y, message, nan_policy):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        two_samples(x, y, nan_policy=nan_policy)
    assert str(caught.value) == message


def test_of_one_sample_and_of_a_series():
    for read, label in ((one_sample, "x"), (one_series, "series")):
        with pytest.raises(ValueError, match=rf"^sample '{label}' has no value in column 'b'; leave out column 'b'$"):
            read(without("b"), nan_policy="omit")


def test_of_a_group():
    table = Table({"a": [1.0, 2, nan, nan], "b": [1.0, 2, 3, 4], "arm": ["p", "p", "q", "q"]})
    with pytest.raises(ValueError, match=r"^sample 'q' has no value in column 'a'; leave out column 'a'$"):
        two_samples(table, groups="arm")


def test_columns_that_cost_most_are_named_where_no_row_is_left():
    gaps = Table({"a": [1.0, nan, nan, nan], "b": [nan, 1, 2, nan], "c": [1.0, 2, 3, nan], "d": [1.0, 2, 3, 4]})
    whole = Table({name: [1.0, 2.0] for name in "abcd"})
    costs = "leave out the columns that miss most: 'a' (3 rows), 'b' (2 rows), 'c' (1 row)"
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        two_samples(whole, gaps, nan_policy="omit")
    assert str(caught.value) == f"sample 'y' is empty: all of its 4 rows have missing values; {costs}"
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        two_samples(whole, gaps)
    assert str(caught.value) == (
        "sample 'y' has 6 missing values, the first at row index 0, column 'b'; no row of sample 'y' is complete; "
        f"{costs}"
    )
