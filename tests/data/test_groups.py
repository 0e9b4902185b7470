import re

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import setapart as sa
from setapart.data.groups import group_rows, split_rows
from setapart.data.rows import Rows
from setapart.data.samples import check_labels, two_samples
from setapart.data.table import Table

X = np.array([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])
Y = np.array([[6.0, 7.0], [8.0, 9.0]])

BUILDERS = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table, "table": Table}


@pytest.fixture(params=BUILDERS)
def library(request):
    return request.param


@pytest.fixture
def build(library):
    return BUILDERS[library]


def test_a_column_splits_a_frame(build, library):
    frame = build({"a": [1, 2, 3], "arm": ["drug", "control", "drug"], "b": [4, 5, 6]})
    samples = two_samples(frame, groups="arm")
    assert samples.labels == ("control", "drug")
    assert samples.x.tolist() == [[2, 5]]
    assert samples.y.tolist() == [[1, 4], [3, 6]]
    assert samples.feature_names == ("a", "b")
    assert samples.backend == (None if library == "table" else library)


def test_levels_order_the_samples(build):
    frame = build({"a": [1, 2, 3], "arm": ["drug", "control", "placebo"]})
    samples = two_samples(frame, groups="arm", levels=("placebo", "drug"))
    assert samples.labels == ("placebo", "drug")
    assert samples.x.tolist() == [[3]]
    assert samples.y.tolist() == [[1]]


@pytest.mark.parametrize("convert", [list, tuple, np.array, pd.Series, pl.Series])
def test_values_split_anything(convert):
    for data in (X, pd.DataFrame(X), X.tolist()):
        samples = two_samples(data, groups=convert(["u", "t", "u"]))
        assert samples.labels == ("t", "u")
        assert samples.y.tolist() == [[0, 1], [4, 5]]


@pytest.mark.parametrize("levels", [(2, 1), ("2", "1"), (2.0, 1.0), (np.int8(2), np.int8(1))])
@pytest.mark.parametrize("dtype", [np.int64, np.float64, np.uint8, object])
def test_levels_match_as_written(levels, dtype):
    samples = two_samples(X, groups=np.array([1, 2, 3]).astype(dtype), levels=levels)
    assert samples.labels == ("2", "1")
    assert samples.x.tolist() == [[2, 3]]


def test_levels_match_floats_as_written():
    assert two_samples(X, groups=[1.0, 2.0, 2.5], levels=("2.5", "1.0")).labels == ("2.5", "1")


def test_numbers_sort_as_numbers():
    assert two_samples(X, groups=[10, 9, 10]).labels == ("9", "10")


def test_booleans_keep_their_names(build):
    frame = build({"a": [1, 2, 3], "on": [True, False, True]})
    assert two_samples(frame, groups="on").labels == ("False", "True")
    assert two_samples(frame, groups="on", levels=(True, False)).x.tolist() == [[1], [3]]


def test_dates_categories_and_mixtures():
    dates = np.array(["2020-01-02", "2020-01-01", "2020-01-02"], dtype="M8[D]")
    assert two_samples(X, groups=dates).labels == ("2020-01-01", "2020-01-02")
    assert two_samples(X, groups=pd.Series(pd.Categorical(["b", "a", "b"]))).labels == ("a", "b")
    assert two_samples(X, groups=[1, "a", 1]).labels == ("1", "a")


@pytest.mark.parametrize(
    "column",
    [
        pd.Series(pd.Categorical(["mid", "high", "mid"], categories=["low", "mid", "high"], ordered=True)),
        pl.Series(["mid", "high", "mid"], dtype=pl.Enum(["low", "mid", "high"])),
    ],
)
def test_a_declared_order_wins_over_the_alphabet(column):
    assert two_samples(X, groups=column).labels == ("mid", "high")
    frame = pd.DataFrame if isinstance(column, pd.Series) else pl.DataFrame
    samples = two_samples(frame({"a": [1, 2, 3], "arm": column}), groups="arm")
    assert samples.labels == ("mid", "high")
    assert samples.x.tolist() == [[1], [3]]
    assert two_samples(X, groups=column, levels=("high", "mid")).labels == ("high", "mid")


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        ([1, True, 3], "groups must not hold True beside 1, which are equal; write one of them as text"),
        ([True, 1.0, True], "groups must not hold True beside 1"),
        (np.array([np.int64(0), np.False_, "a"], dtype=object), "groups must not hold False beside 0"),
    ],
)
def test_truth_values_beside_their_equals_are_refused(groups, message):
    with pytest.raises(ValueError, match=message):
        two_samples(X, groups=groups)


def test_truth_values_beside_other_values():
    assert two_samples(X, groups=[2, True, 2]).labels == ("True", "2")
    assert two_samples(X, groups=["1", True, "1"]).labels == ("True", "1")


def test_columns_named_by_numbers():
    frame = pd.DataFrame({0: [1, 2, 3], 1: ["u", "v", "u"]})
    assert two_samples(frame, groups=1).feature_names == ("0",)


def test_labels_may_be_chosen():
    assert two_samples(X, groups=[1, 2, 1], labels=("old", "new")).labels == ("old", "new")
    assert two_samples(X, Y, labels=("old", "new")).labels == ("old", "new")


def test_missing_cells_name_the_row_of_the_table():
    x = X.copy()
    x[2, 0] = np.nan
    with pytest.raises(ValueError, match=r"^sample 'b' has 1 missing value, at row index 2, column 'x1'"):
        two_samples(x, groups=["b", "a", "b"])
    assert two_samples(x, groups=["b", "a", "b"], nan_policy="omit").n_omitted == (0, 1)


def test_rows_of_other_groups_are_not_looked_at():
    x = X.copy()
    x[2, 0] = np.inf
    assert two_samples(x, groups=["a", "b", "c"], levels=("a", "b")).n_omitted == (0, 0)


@pytest.mark.parametrize(
    "groups", [["u", None, "v"], ["u", np.nan, "v"], [1.0, np.nan, 2.0], pd.Series(["u", pd.NA, "v"])]
)
def test_missing_groups(groups):
    with pytest.raises(ValueError, match=r"^groups is missing in 1 of 3 rows, the first at row index 1; nan_policy"):
        two_samples(X, groups=groups)
    samples = two_samples(X, groups=groups, nan_policy="omit")
    assert samples.n_unlabelled == 1
    assert samples.pooled.tolist() == [[0, 1], [4, 5]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, r"^one sample is not enough: pass a second one as y, or say with groups= how to split x$"),
        ({"y": Y, "groups": [1, 2, 1]}, r"^pass either a second sample y or groups, not both$"),
        ({"y": Y, "levels": (1, 2)}, r"^levels chooses among groups; pass groups as well"),
        ({"groups": [1, 1, 1]}, r"^groups must hold two distinct values, got 1: '1' \(3 rows\)$"),
        (
            {"groups": ["b", "a", "c"]},
            r"^groups .* got 3: 'a' \(1 row\), 'b' \(1 row\), 'c' \(1 row\); choose two with levels=",
        ),
        ({"groups": [1, 2]}, r"^groups has 2 values for the 3 rows of x$"),
        ({"groups": "arm"}, r"^groups='arm' names a column, but x has no column names"),
        ({"groups": [[1], [2], [1]]}, r"^groups must hold one value a row, got a nested sequence$"),
        (
            {"groups": [bytearray(b"a")] * 3},
            r"^groups must hold plain values such as text or numbers: unhashable",
        ),
        ({"groups": np.ones((3, 1))}, r"^groups must hold one value a row, got shape \(3, 1\)$"),
        ({"groups": pd.DataFrame({"g": [1, 2, 1], "h": 0})}, r"one value a row, got a data frame$"),
        (
            {"groups": [1, 2, 1], "levels": (1, 3)},
            r"^levels: 3 is not among the groups '1' \(2 rows\), '2' \(1 row\)$",
        ),
        ({"groups": ["drug", "none", "drug"], "levels": ("drugs", "none")}, r"did you mean 'drug'\?$"),
        ({"groups": [1, 2, 1], "levels": (1, 1)}, r"^levels must be two different values, got 1 and 1$"),
        ({"groups": [1, 2, 1], "levels": (1, "1")}, r"^levels must be two different values"),
        ({"groups": [1, 2, 1], "levels": "12"}, r"^levels must be two values, got '12'$"),
        ({"groups": [1, 2, 1], "levels": (1, 2, 3)}, r"^levels must be two values, got \(1, 2, 3\)$"),
    ],
)
def test_what_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        two_samples(X, **arguments)


@pytest.mark.parametrize("labels", [("a",), "ab", ("a", "a"), ("a", 1), 5])
def test_labels_that_are_refused(labels):
    with pytest.raises(ValueError, match=rf"^labels must be two different strings, got {re.escape(repr(labels))}$"):
        check_labels(labels)


def test_labels_may_be_read_once_only():
    x, y = np.zeros((3, 1)), np.ones((3, 1))
    assert sa.two_sample_test(x, y, statistic="energy", labels=iter(["old", "new"])).labels == ("old", "new")


def test_many_groups_are_listed_in_short():
    with pytest.raises(ValueError, match=r"got 15: .*'9' \(1 row\) and 5 more; choose two"):
        two_samples(np.ones((15, 1)), groups=np.arange(15))


def test_unknown_column(build):
    with pytest.raises(ValueError, match=r"^unknown column 'arms'; did you mean 'arm'\?$"):
        two_samples(build({"a": [1, 2], "arm": ["u", "v"]}), groups="arms")


def test_other_columns_must_be_numeric(build):
    with pytest.raises(ValueError, match=r"^x has a column that is not numeric: 's' \(text\)"):
        two_samples(build({"a": [1, 2], "arm": ["u", "v"], "s": ["p", "q"]}), groups="arm")


def test_a_group_alone_is_no_table(build):
    with pytest.raises(ValueError, match=r"^x has no features"):
        two_samples(build({"arm": ["u", "v"]}), groups="arm")


class TestLabelsThatAreWrittenAlike:
    MIXED = (1, "1", 1, 2)

    def test_they_are_told_apart(self):
        samples = two_samples(np.arange(3.0), groups=np.array(self.MIXED[:3], dtype=object))
        assert samples.labels == ("1", "'1'")
        assert samples.x.tolist() == [[0], [2]]
        assert samples.y.tolist() == [[1]]

    @pytest.mark.parametrize("one", [1.0, np.float32(1)])
    def test_floats_too(self, one):
        labels = two_samples([1, 2], groups=[one, "1"]).labels
        assert labels == (repr(one), "'1'")

    def test_levels_pick_by_type(self):
        samples = two_samples(np.arange(4.0), groups=list(self.MIXED), levels=("1", 1))
        assert samples.labels == ("'1'", "1")
        assert samples.x.tolist() == [[1]]
        assert two_samples(np.arange(4.0), groups=list(self.MIXED), levels=(1, 2)).labels == ("1", "2")

    def test_messages_tell_them_apart(self):
        with pytest.raises(ValueError, match=r"got 3: 1 \(2 rows\), '2' \(1 row\), '1' \(1 row\); choose two"):
            two_samples(np.arange(4.0), groups=list(self.MIXED))


@pytest.mark.parametrize(("level", "rows"), [("a", [0, 3]), (1, [1]), ("1", [1]), (1.0, [1]), (np.str_("a"), [0, 3])])
def test_one_group_alone(level, rows):
    group = group_rows(["a", 1, None, "a"], level, omit=True, origin=Rows())
    assert (group.rows[0].tolist(), group.labels, group.n_unlabelled) == (rows, (str(["a", 1][rows == [1]]),), 1)


@given(st.lists(st.sampled_from(["a", "b", 0, 2.5, True, None]), min_size=1), st.data())
def test_one_group_has_the_rows_that_it_has_beside_another(values, data):
    known = sorted({value for value in values if value is not None}, key=str)
    if len(known) < 2:
        return
    first, second = data.draw(st.permutations(known))[:2]
    split = split_rows(values, (first, second), omit=True, order=None, origin=Rows())
    for level, rows in zip((first, second), split.rows, strict=True):
        (alone,) = group_rows(values, level, omit=True, origin=Rows()).rows
        assert alone.tolist() == rows.tolist()
