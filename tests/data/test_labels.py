"""What goes with rows by name, in their order; pairs by name or position; and what does not fit."""

import anndata
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from setapart.data.labels import in_row_order, order_by_name, pair_order
from setapart.data.opened import opened
from setapart.data.samples import two_samples
from setapart.data.table import Numbering, Table

COUNTED = Numbering(range(3))


@pytest.mark.parametrize(
    ("index", "rows", "order"),
    [
        (["b", "c", "a"], ["a", "b", "c"], [2, 0, 1]),
        ([2, 0, 1], COUNTED, [1, 2, 0]),  # a shuffled series over a frame that is not
        (COUNTED, [2, 0, 1], [2, 0, 1]),  # the reverse
        ([("u", 2), ("u", 1)], [("u", 1), ("u", 2)], [1, 0]),
        (["a", "a", "b"], ["a", "a", "b"], None),  # the very same labels
        (COUNTED, COUNTED, None),
        (COUNTED, Numbering([1, 2, 3]), None),  # counted by R
        (COUNTED, ["a", "b", "c"], None),
        (COUNTED, [0, 2, 5], None),
        (None, ["a", "b", "c"], None),
        (["a", "b", "c"], None, None),
        (["a", "b"], ["a", "b", "c"], None),  # what has another length is refused elsewhere
    ],
)
def test_the_order_of_the_rows(index, rows, order):
    found = order_by_name(index, rows, "groups", "x")
    assert (None if found is None else found.tolist()) == order


@pytest.mark.parametrize(
    ("index", "rows", "trouble"),
    [
        (["a", "b", "d"], ["a", "b", "c"], "it lacks 1 name of x: 'c'; x lacks 1 name of it: 'd'"),
        (["a", "a", "b"], ["a", "b", "c"], "it has 1 name more than once: 'a'"),
        (["a", "b", "c"], ["a", "b", "b"], "x has 1 name more than once: 'b'"),
        ([3, 5, 9], COUNTED, "it lacks 3 names of x: 0, 1, 2; x lacks 3 names of it: 3, 5, 9"),
        (
            [*"abcde"],
            [*"vwxyz"],
            "it lacks 5 names of x: 'v', 'w', 'x' and 2 more; x lacks 5 names of it: 'a', 'b', 'c'",
        ),
        ([[1], [2], [3]], COUNTED, "a name must be a plain value such as text or a number: unhashable type: 'list'"),
    ],
)
def test_an_index_that_does_not_fit(index, rows, trouble):
    with pytest.raises(ValueError, match=r"^groups has an index that does not fit the rows of x: ") as caught:
        order_by_name(index, rows, "groups", "x")
    assert trouble in str(caught.value)
    assert str(caught.value).endswith(
        "; give it the index of the rows, or pass its values as an array in the order of the rows"
    )


def test_values_keep_their_kind():
    index = [*"bca"]
    assert in_row_order(index, [5, 6, 7], [*"abc"], name="times", called="series") == [7, 5, 6]
    assert in_row_order(index, np.array([5, 6, 7]), [*"abc"], name="w", called="x").tolist() == [7, 5, 6]
    assert in_row_order(None, [5, 6, 7], [*"abc"], name="times", called="series") == [5, 6, 7]


@pytest.mark.parametrize(
    ("first", "second", "order"),
    [
        ([*"abc"], [*"cab"], [1, 2, 0]),
        (COUNTED, [2, 0, 1], [1, 2, 0]),
        ([2, 0, 1], COUNTED, [2, 0, 1]),
        (COUNTED, COUNTED, None),
        (COUNTED, [*"cab"], None),  # only one has names
        (COUNTED, [40, 41, 42], None),
        (None, [*"cab"], None),
        ([*"abc"], None, None),
    ],
)
def test_the_order_of_pairs(first, second, order):
    found = pair_order(first, second, ("x", "y"))
    assert (None if found is None else found.tolist()) == order


@pytest.mark.parametrize(
    ("first", "second", "trouble"),
    [
        ([*"abc"], [*"abd"], "sample 'x' lacks 1 name of sample 'y': 'd'; sample 'y' lacks 1 name of sample 'x': 'c'"),
        ([*"abc"], [*"ab"], "sample 'y' lacks 1 name of sample 'x': 'c'"),
        ([*"aab"], [*"aab"], "sample 'x' has 1 name more than once: 'a'"),
        ([*"abc"], ["a", None, None], "sample 'y' has 2 rows without a name, the first at row index 1"),
        ([("a", 1.0), ("a", np.nan)], [("a", 1.0), ("a", 2.0)], "sample 'x' has 1 row without a name, at row index 1"),
        ([0, 2, 5], [1, 3, 4], "sample 'x' lacks 3 names of sample 'y': 1, 3, 4; sample 'y' lacks 3 names of"),
    ],
)
def test_names_that_make_no_pairs(first, second, trouble):
    with pytest.raises(ValueError, match=r"^design='paired' pairs rows by their names, but ") as caught:
        pair_order(first, second, ("x", "y"))
    assert trouble in str(caught.value)
    assert str(caught.value).endswith("leave the names out, to pair by position, as .reset_index(drop=True) does")


NAMES = ["p7", "p3", "p9", "p1"]
X = np.array([[7.0, 1.0], [3.0, 2.0], [9.0, 3.0], [1.0, 4.0]])  # the first feature says whose row it is
ORDER = [2, 0, 3, 1]


def framed(rows, names):
    return pd.DataFrame(rows, columns=["a", "b"], index=pd.Index(names, name="id"))


def tabular(rows, names):
    return Table({"id": names, "a": rows[:, 0], "b": rows[:, 1]}).indexed_by("id")


def arrow(rows, names):
    return pa.Table.from_pandas(framed(rows, names))


def series(rows, names):
    return pd.Series(rows[:, 0], index=names)


def cells(rows, names):
    return anndata.AnnData(rows, obs=pd.DataFrame(index=names))


def shuffled(build):
    return build(X, NAMES), build(X[ORDER] + 0.5, [NAMES[row] for row in ORDER])


@pytest.mark.parametrize("build", [framed, tabular, arrow, series, cells])
def test_the_second_sample_in_the_order_of_the_first(build):
    x, y, _, design = opened(*shuffled(build), design="paired")
    samples = two_samples(x, y, design=design)
    assert samples.paired_by == "row name"
    np.testing.assert_array_equal(samples.y, samples.x + 0.5)
    assert samples.rows[1].tolist() == [1, 3, 0, 2]
    assert samples.row_labels == (NAMES, NAMES)


def test_two_libraries():
    samples = two_samples(framed(X, NAMES), tabular(X[ORDER], [NAMES[row] for row in ORDER]), design="paired")
    np.testing.assert_array_equal(samples.x, samples.y)


def test_a_sorted_frame_still_has_the_numbers_of_its_rows():
    x = pd.DataFrame(X)
    samples = two_samples(x, (x + 0.5).sort_values(0), design="paired")
    assert samples.paired_by == "row name"
    np.testing.assert_array_equal(samples.y, X + 0.5)
    again = two_samples(x.sort_values(0), x + 0.5, design="paired")
    np.testing.assert_array_equal(again.y, again.x + 0.5)


@pytest.mark.parametrize(
    "y",
    [X, pl.DataFrame(X, schema=["a", "b"]), pd.DataFrame(X, columns=["a", "b"]), Table({"a": X[:, 0], "b": X[:, 1]})],
)
def test_rows_without_names_pair_by_position(y):
    for x in (framed(X, NAMES), pd.DataFrame(X, columns=["a", "b"]), X):
        samples = two_samples(x, y, design="paired")
        assert samples.paired_by == "position"
        np.testing.assert_array_equal(samples.y, X)


def test_other_designs_pair_nothing():
    assert two_samples(*shuffled(framed)).paired_by is None


@pytest.mark.parametrize("build", [framed, tabular])
def test_names_that_are_not_shared(build):
    with pytest.raises(ValueError, match=r"sample 'y' lacks 4 names of sample 'x': 'p7', 'p3', 'p9' and 1 more"):
        two_samples(build(X, NAMES), build(X, [f"{name}x" for name in NAMES]), design="paired")


def test_sizes_that_differ_are_told_by_name():
    with pytest.raises(ValueError, match=r"but sample 'y' lacks 1 name of sample 'x': 'p1'; give both"):
        two_samples(framed(X, NAMES), framed(X, NAMES).iloc[:3], design="paired")


def test_a_pair_is_left_out_by_name():
    x, y = shuffled(framed)
    y.iloc[0, 1] = np.nan  # of p9
    samples = two_samples(x, y, design="paired", nan_policy="omit")
    assert samples.x[:, 0].tolist() == [7.0, 3.0, 1.0]
    assert samples.y[:, 0].tolist() == [7.5, 3.5, 1.5]
    assert samples.row_labels == (["p7", "p3", "p1"], ["p7", "p3", "p1"])
    assert samples.n_omitted == (1, 1)


@pytest.mark.parametrize("as_table", [False, True])
def test_one_table(as_table):
    x, y = shuffled(framed)
    both = pd.concat([x.assign(arm="a"), y.assign(arm="b")]).iloc[[0, 5, 2, 7, 4, 1, 6, 3]]
    table = both
    if as_table:
        table = Table({"id": [*both.index], "a": both["a"], "b": both["b"], "arm": [*both["arm"]]}).indexed_by("id")
    samples = two_samples(table, groups="arm", design="paired")
    assert samples.paired_by == "row name"
    np.testing.assert_array_equal(samples.y, samples.x + 0.5)
    assert both["a"].to_numpy()[samples.rows[1]].tolist() == samples.y[:, 0].tolist()
    numbered = two_samples(both.reset_index(drop=True), groups="arm", design="paired")
    assert numbered.paired_by == "position"
    assert numbered.y[:, 0].tolist() == both["a"][both["arm"] == "b"].tolist()


def test_one_table_whose_names_make_no_pairs():
    frame = framed(X, NAMES).assign(arm=["a", "b", "a", "b"])
    with pytest.raises(ValueError, match=r"sample 'a' lacks 2 names of sample 'b': 'p3', 'p1'"):
        two_samples(frame, groups="arm", design="paired")


def test_the_cells_of_one_object_have_names_of_their_own():
    adata = cells(X, NAMES)
    adata.obs["arm"] = ["a", "b", "b", "a"]
    x, y, groups, design = opened(adata, None, groups="arm", design="paired")
    samples = two_samples(x, y, groups=groups, design=design)
    assert samples.paired_by == "position"
    assert [rows.tolist() for rows in samples.rows] == [[0, 3], [1, 2]]
