"""Columns and rows without values: what they are due to, what is left out, and values too large to compare."""

import warnings

import numpy as np
import pandas as pd
import pytest

from setapart.data.missing import Part, check_range, complete_rows
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
    keeps = "nan_policy='indicator' keeps such rows"
    assert str(caught.value) == f"sample 'y' is empty: all of its 4 rows have missing values; {costs}; {keeps}"
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        two_samples(whole, gaps)
    assert str(caught.value) == (
        "sample 'y' has 6 missing values, the first at row index 0, column 'b'; no row of sample 'y' is complete; "
        f"{costs}; {keeps}"
    )


BEYOND = np.nextafter(1e300, np.inf)


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ([[-1.7e308, 0]] * 3, [[1.7e308, 1]] * 3),
        ([[1.7e308, 0], [-1.7e308, 1]], [[0, 0]]),
        ([[0, 0]], [[1.7e308, 0], [-1.7e308, 1]]),
        ([[1e308, 0], [np.nan, 0]], [[np.nan, 0], [-1e308, 1]]),
    ],
)
def test_a_column_wider_than_a_double(x, y):
    message = r"^the values of column 'x1' differ by more than a 64-bit float holds; rescale it$"
    with pytest.raises(ValueError, match=message):
        two_samples(x, y, nan_policy="omit")


def test_a_wide_column_has_its_name():
    frame = pd.DataFrame({"a": [1.0, 2.0], "mass": [-1e308, 1e308]})
    with pytest.raises(ValueError, match=r"^the values of column 'mass' differ"):
        two_samples(frame, frame)


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize("sample", [0, 1])
def test_values_whose_distances_overflow(sample, sign):
    pair = [np.zeros((3, 2)), np.zeros((2, 2))]
    pair[sample][1, 1] = sign * BEYOND
    message = (
        f"^sample '{'xy'[sample]}' has 1 oversized value, at row index 1, column 'x2'; distances between values"
        r" beyond 1e300 may be more than a 64-bit float holds; rescale$"
    )
    with pytest.raises(ValueError, match=message):
        two_samples(*pair)


def test_rows_of_groups_are_those_of_the_table():
    x = np.array([[0.0], [1e308], [1e305], [1.0]])
    message = r"^sample 'b' has 1 oversized value, at row index 2, column 'x1'; "
    with pytest.raises(ValueError, match=message):
        two_samples(x, groups=["a", "c", "b", "b"], levels=("a", "b"))


def test_values_up_to_the_limit_are_data():
    samples = two_samples([[1e300, -1e300]], [[-1e300, 1e300]])
    assert samples.pooled.tolist() == [[1e300, -1e300], [-1e300, 1e300]]


def test_columns_of_missing_values_warn_of_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ValueError, match=r"^sample 'x' is empty"):
            two_samples([[np.nan]], [[1.0]], nan_policy="omit")


@pytest.mark.parametrize("cuts", [[], [1], [1, 2]])
def test_any_number_of_parts(cuts):
    wide, rows = np.array([[-1.7e308, 0.0], [np.nan, 1.0], [1.7e308, 2.0]]), np.arange(3)
    parts = tuple(Part(wide[place], place, "s") for place in np.split(rows, cuts))
    with pytest.raises(ValueError, match=r"^the values of column 'a' differ"):
        check_range(parts, ("a", "b"))
    if len(cuts) < 2:  # otherwise a part has nothing left
        kept = complete_rows(parts, ("a", "b"), omit=True)
        assert np.concatenate([part.rows for part in kept]).tolist() == [0, 2]
