"""Pairs go by the names of the rows, where both samples have such, and by position otherwise."""

import anndata
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from setapart.data.opened import opened
from setapart.data.samples import two_samples
from setapart.data.table import Table

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
