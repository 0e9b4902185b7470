"""The index that pandas writes into Parquet and Arrow names the rows; what others write is as it was."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from pyarrow import feather

import setapart as sa
from setapart.data.frames import to_table
from setapart.data.rows import rows_of
from setapart.data.table import Numbering

VALUES = np.arange(8.0).reshape(4, 2)


def frame(index=None):
    return pd.DataFrame(VALUES, columns=["u", "v"], index=index)


INDICES = {
    "named": (pd.Index([1003, 1001, 1002, 1000], name="patient_id"), [1003, 1001, 1002, 1000], ["patient_id"]),
    "floats": (pd.Index([3.0, 1.0, 2.0, 0.0], name="visit"), [3, 1, 2, 0], ["visit"]),
    "unnamed": (["p", "q", "r", "s"], ["p", "q", "r", "s"], []),
    "levels": (
        pd.MultiIndex.from_product([["a", "b"], [1, 2]], names=["arm", "no"]),
        [("a", 1), ("a", 2), ("b", 1), ("b", 2)],
        ["arm", "no"],
    ),
    "half named": (
        pd.MultiIndex.from_product([["a", "b"], [1, 2]], names=[None, "no"]),
        [("a", 1), ("a", 2), ("b", 1), ("b", 2)],
        ["no"],
    ),
    "a feature's name": (pd.Index([7, 8, 9, 6], name="u"), [7, 8, 9, 6], []),
    "part of a range": (pd.RangeIndex(40, 48, 2), [40, 42, 44, 46], []),
}


@pytest.mark.parametrize("kind", INDICES)
@pytest.mark.parametrize("suffix", ["parquet", "feather", "in memory"])
def test_the_index_of_pandas_names_the_rows(kind, suffix, tmp_path):
    index, labels, named = INDICES[kind]
    native = pa.Table.from_pandas(frame(index))
    if suffix == "in memory":
        assert rows_of(native).index == labels
        table = to_table(native)
    else:
        path = tmp_path / f"a.{suffix}"
        frame(index).to_parquet(path) if suffix == "parquet" else feather.write_feather(native, path)
        table = sa.read(path)
    assert table.columns == ("u", "v")
    assert (table.index, list(table.index_columns)) == (labels, named)
    assert not isinstance(table.index, Numbering)
    np.testing.assert_array_equal(np.column_stack([table["u"], table["v"]]), VALUES)


def test_levels_are_joined_where_rows_are_listed(tmp_path):
    values = frame(INDICES["levels"][0])
    values.to_parquet(tmp_path / "a.parquet")
    for x in (values, pa.Table.from_pandas(values), sa.read(tmp_path / "a.parquet")):
        found = sa.goodness_of_fit(x, "normal", statistic="energy", n_resamples=19)
        assert sorted(found.to_dict()["rows"]["row"]) == ["a, 1", "a, 2", "b, 1", "b, 2"]
    assert "a, 1  0  1" in repr(x)


def test_the_default_index_counts_the_rows(tmp_path):
    frame().to_parquet(tmp_path / "a.parquet")
    index = sa.read(tmp_path / "a.parquet").index
    assert isinstance(index, Numbering)
    assert index == [0, 1, 2, 3]


def test_metadata_that_no_longer_fit():
    native = pa.Table.from_pandas(frame())
    assert to_table(native.slice(1)).index is None
    named = pa.Table.from_pandas(frame(pd.Index([5, 6, 7, 8], name="id")))
    assert to_table(named.select(["u"])).index is None
    assert to_table(named.slice(1)).index == [6, 7, 8]
    broken = native.replace_schema_metadata({b"pandas": b"{"})
    assert to_table(broken).columns == ("u", "v")


@pytest.mark.parametrize("write", ["polars", "pyarrow"])
def test_files_of_others_have_columns_only(write, tmp_path):
    path = tmp_path / "a.parquet"
    if write == "polars":
        pl.DataFrame({"patient_id": [5, 6], "u": [1.0, 2.0]}).write_parquet(path)
    else:
        pa.parquet.write_table(pa.table({"patient_id": [5, 6], "u": [1.0, 2.0]}), path)
    table = sa.read(path)
    assert (table.columns, table.index) == (("patient_id", "u"), None)


def test_an_index_can_be_asked_for_by_name(tmp_path):
    frame(INDICES["levels"][0]).to_parquet(tmp_path / "a.parquet")
    table = sa.read(tmp_path / "a.parquet")
    assert table["arm"].tolist() == table.labels("arm") == ["a", "a", "b", "b"]
    assert table.select(["no", "u"]).columns == ("no", "u")
    assert table.indexed_by("no").index == [1, 2, 1, 2]
    assert table.take([3, 0])["arm"].tolist() == ["b", "a"]
    for one in (table, pa.Table.from_pandas(frame(INDICES["levels"][0]))):
        result = sa.two_sample_test(one, groups="arm", statistic="energy")
        assert (result.labels, result.feature_names) == (("a", "b"), ("u", "v"))


def test_numbers_that_name_rows_are_no_difference(tmp_path):
    rng = np.random.default_rng(0)
    for name, first in (("a", 1000), ("b", 2000)):
        index = pd.Index(np.arange(first, first + 40), name="patient_id")
        pd.DataFrame(rng.normal(size=(40, 2)), columns=["u", "v"], index=index).to_parquet(tmp_path / f"{name}.parquet")
    x, y = (sa.read(tmp_path / f"{name}.parquet") for name in "ab")
    result = sa.two_sample_test(x, y, statistic="energy", n_resamples=99)
    assert result.pvalue > 0.05
    assert result.feature_names == ("u", "v")
