import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart.data.samples import one_sample
from setapart.data.table import Table
from strategies import SEEDS

NAN = float("nan")


def test_an_array_is_copied_and_named():
    x = np.array([[1.0, 2.0], [3.0, 4.0]])
    sample = one_sample(x)
    assert sample.rows.tolist() == x.tolist()
    assert (sample.label, sample.feature_names, sample.backend) == ("x", ("x1", "x2"), None)
    assert not sample.rows.flags.writeable
    assert not np.shares_memory(sample.rows, x)
    assert one_sample([1, 2, 3]).rows.tolist() == [[1.0], [2.0], [3.0]]


@pytest.mark.parametrize("library", [pd, pl])
def test_a_group_of_a_frame_is_a_sample(library):
    frame = library.DataFrame({"arm": ["a", "b", "a", None], "size": [1.0, 2.0, 3.0, 4.0]})
    sample = one_sample(frame, groups="arm", level="a", nan_policy="omit")
    assert sample.rows.tolist() == [[1.0], [3.0]]
    assert sample.places.tolist() == [0, 2]
    assert (sample.label, sample.feature_names, sample.n_unlabelled) == ("a", ("size",), 1)
    assert sample.backend == library.__name__


def test_a_level_matches_by_value_or_as_written():
    table = Table({"arm": [0, 1, 1], "size": [5, 6, 7]})
    for level in (1, "1", 1.0, np.int64(1)):
        assert one_sample(table, groups="arm", level=level).rows.tolist() == [[6.0], [7.0]]
    mixed = [1, "1", 2]
    assert one_sample([5, 6, 7], groups=mixed, level="1").rows.tolist() == [[6.0]]
    assert one_sample([5, 6, 7], groups=mixed, level=1).rows.tolist() == [[5.0]]


def test_missing_values_of_other_groups_do_not_matter():
    assert one_sample([[1.0], [NAN], [3.0]], groups=["a", "b", "a"], level="a").rows.tolist() == [[1.0], [3.0]]


def test_missing_rows_are_named_or_left_out():
    x = [[1.0, NAN], [2.0, 3.0], [NAN, NAN]]
    with pytest.raises(ValueError, match=r"3 missing values, the first at row index 0, column 'x2'; nan_policy='omit'"):
        one_sample(x)
    sample = one_sample(x, nan_policy="omit")
    assert (sample.rows.tolist(), sample.n_omitted) == ([[2.0, 3.0]], 2)


def test_rows_are_counted_in_the_callers_data():
    with pytest.raises(ValueError, match=r"sample 'b' has 1 missing value, at row index 3, column 'x1'"):
        one_sample([1.0, 2.0, 3.0, NAN], groups=list("abab"), level="b")


@given(SEEDS, st.integers(1, 8), st.integers(1, 3))
def test_what_is_left_are_the_complete_rows(seed, n, d):
    rng = np.random.default_rng(seed)
    x = np.where(rng.random((n, d)) < 0.3, NAN, rng.normal(size=(n, d)))
    complete = [row for row in x.tolist() if not any(np.isnan(row))]
    if complete:
        sample = one_sample(x, nan_policy="omit")
        assert sample.rows.tolist() == complete
        assert sample.n_omitted == n - len(complete)
    else:
        with pytest.raises(
            ValueError, match=r"sample 'x' (is empty: all of its \d rows have missing values|has no value in )"
        ):
            one_sample(x, nan_policy="omit")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"x": []}, "x is empty: shape"),
        ({"x": ["a", "b"]}, "x must hold numbers"),
        ({"x": [1.0, np.inf]}, "sample 'x' has 1 infinite value, at row index 1, column 'x1'; replace or remove it"),
        ({"x": [1.0, 1e301]}, "sample 'x' has 1 oversized value, at row index 1, column 'x1'; distances"),
        ({"x": [1.7e308, -1.7e308]}, "the values of column 'x1' differ by more than a 64-bit float holds"),
        ({"x": [1, 2], "groups": [1, 2]}, "groups and level go together"),
        ({"x": [1, 2], "level": 1}, "groups and level go together"),
        ({"x": [1, 2], "groups": "arm", "level": 1}, "groups='arm' names a column, but x has no column names"),
        ({"x": [1, 2], "groups": [1, 2, 3], "level": 1}, "groups has 3 values for the 2 rows of x"),
        (
            {"x": [1, 2], "groups": ["on", None], "level": "on"},
            "groups is missing in 1 of 2 rows, the first at row",
        ),
        (
            {"x": [1, 2], "groups": ["on", "off"], "level": "of"},
            "level: 'of' is not among the groups 'off' (1 row), 'on' (1 row); did you mean 'off'?",
        ),
        ({"x": range(12), "groups": range(12), "level": 99}, "'9' (1 row) and 2 more"),
        ({"x": Table({"arm": [1, 2], "s": [1, 2]}), "groups": "amr", "level": 1}, "unknown column 'amr'; did you mean"),
        ({"x": [1, 2], "nan_policy": "drop"}, "nan_policy must be one of 'raise', 'omit', got 'drop'"),
        ({"x": [1, 2], "label": 3}, "label must be a string, got 3"),
    ],
)
def test_what_cannot_be_used_is_one_clear_line(arguments, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is looked at below
        one_sample(**arguments)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
