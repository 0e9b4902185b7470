import datetime as dt
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from setapart.data.rows import rows_of
from setapart.data.table import Table, TextSource


@pytest.fixture
def table():
    return Table({"height": [1.5, 1.25, np.nan], "n": [1, 20, 300], "arm": ["drug", None, "placebo"]})


def test_columns_and_types(table):
    assert table.columns == ("height", "n", "arm")
    assert table.n_rows == 3
    assert [table[name].dtype for name in table.columns] == [np.float64, np.int64, object]
    assert list(table) == ["height", "n", "arm"]
    assert "arm" in table
    assert "leg" not in table


def test_whole_numbers_and_truth_values_stay():
    kept = Table({"id": [2**53 + 1, 2], "flag": [True, False]})
    assert kept["id"].dtype == np.int64
    assert kept["id"].tolist() == [2**53 + 1, 2]
    assert kept["flag"].dtype == np.bool_


def test_arrays_are_read_only_copies():
    source = np.array([1.0, 2.0])
    table = Table({"a": source})
    source[0] = 9
    assert table["a"].tolist() == [1, 2]
    assert source.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        table["a"][0] = 3


def test_columns_must_be_even_and_flat():
    with pytest.raises(ValueError, match="one length: 'a' has 2, 'b' has 1"):
        Table({"a": [1, 2], "b": [1]})
    with pytest.raises(ValueError, match=r"column 'a' must be one-dimensional, got shape \(1, 2\)"):
        Table({"a": [[1, 2]]})


def test_select_orders():
    table = Table({"a": ["1", "x"], "b": [1, 2]})
    assert table.select(["b", "a"]).columns == ("b", "a")
    assert table.select("b").to_dict() == {"b": [1, 2]}


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["hieght"], r"^unknown column 'hieght'; did you mean 'height'\?$"),
        (["zz", "qq"], r"^unknown columns 'zz', 'qq'; the columns are 'height', 'n', 'arm'$"),
    ],
)
def test_unknown_columns(table, names, message):
    with pytest.raises(ValueError, match=message):
        table.select(names)


def test_unknown_key(table):
    with pytest.raises(KeyError, match="did you mean 'arm'"):
        table["Arm"]


def test_take(table):
    assert table.take([2, 0])["n"].tolist() == [300, 1]
    assert table.take(table["n"] > 5)["arm"].tolist() == [None, "placebo"]


def test_to_dict(table):
    assert table.select(["n", "arm"]).to_dict() == {"n": [1, 20, 300], "arm": ["drug", None, "placebo"]}


def test_repr_is_aligned(table):
    assert repr(table) == (
        "Table: 3 rows, 3 columns\nheight    n  arm\n   1.5    1  drug\n  1.25   20\n   nan  300  placebo"
    )


def test_repr_is_short():
    table = Table({f"c{column}": np.arange(12) for column in range(13)})
    lines = repr(table).splitlines()
    assert lines[0] == "Table: 12 rows, 13 columns"
    assert lines[-2:] == ["... 2 more rows", "... 1 more column"]
    assert len(lines) == 14


def test_empty_tables():
    assert Table({}).n_rows == 0
    assert repr(Table({})) == "Table: 0 rows, 0 columns"
    assert repr(Table({"a": []})).splitlines() == ["Table: 0 rows, 1 column", "a"]


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1.0], "numbers"),
        ([True], "numbers"),
        ([None, "a"], "text"),
        ([None, dt.datetime(2020, 1, 1)], "datetime"),
        ([Decimal(1)], "Decimal objects"),
        (np.array([None], dtype=object), "nothing"),
        (np.array(["2020-01-01"], dtype="M8[D]"), "datetime64[D]"),
    ],
)
def test_kinds(values, kind):
    assert Table({"a": values}).kind("a") == kind


@pytest.mark.parametrize(
    ("backend", "frame"), [("pandas", pd.DataFrame), ("polars", pl.DataFrame), ("pyarrow", pa.Table)]
)
def test_native_frames(table, backend, frame):
    native = table.native(backend)
    assert isinstance(native, frame)
    columns = {"pandas": lambda: native["n"].tolist(), "polars": lambda: native["n"].to_list()}
    assert columns.get(backend, lambda: native["n"].to_pylist())() == [1.0, 20.0, 300.0]


@pytest.mark.parametrize(
    ("backend", "kinds"),
    [
        ("pandas", ["int64", "bool", "datetime64", ("object", "str"), "float64"]),
        ("polars", ["int64", "boolean", "datetime", "str", "float64"]),
        ("pyarrow", ["int64", "bool", "timestamp", "string", "double"]),
    ],
)
def test_a_library_gets_columns_of_their_kind(backend, kinds):
    days = np.array([dt.datetime(2024, 1, 1), dt.datetime(2024, 1, 2)], dtype=object)
    names = np.array([None, "x2"], dtype=object)
    kept = Table({"n": [1, 2], "flag": [True, False], "day": days, "name": names, "p": [0.5, np.nan]})
    native = kept.native(backend)
    types = native.schema.types if backend == "pyarrow" else native.dtypes
    found = [str(kind).lower() for kind in types]
    assert all(kind.startswith(start) for kind, start in zip(found, kinds, strict=True)), found


def test_native_without_a_library_is_the_table(table):
    assert table.native(None) is table


def test_rows_keep_the_names_that_a_column_gives_them():
    table = Table({"id": ["a", "b", "c"], "u": [1.0, 2.0, 3.0], "v": [4, 5, 6]}).indexed_by("id")
    assert (table.columns, table.index) == (("u", "v"), ["a", "b", "c"])
    assert table.select(["v"]).index == ["a", "b", "c"]
    assert table.take([2, 0]).index == ["c", "a"]
    assert table.take(np.array([False, True, True])).index == ["b", "c"]
    assert rows_of(table).index == ["a", "b", "c"]
    assert rows_of(Table({"u": [1.0]})).index is None
    with pytest.raises(ValueError, match="unknown column 'name'"):
        table.indexed_by("name")


def test_names_and_lines_of_rows_are_shown_and_kept():
    table = Table({"id": [3.0, 1.0, 2.0], "u": [0.5, 1.5, 2.5]}, text=TextSource(np.array([2, 3, 5]))).indexed_by("id")
    assert table.index == [3, 1, 2]
    assert repr(table) == "Table: 3 rows, 1 column\n     u\n3  0.5\n1  1.5\n2  2.5"
    assert '<th style="text-align:right"></th>' in table._repr_html_()
    assert table.take([2, 0]).lines.tolist() == [5, 2]
    assert table.select("u").lines.tolist() == [2, 3, 5]
    assert Table({"id": [0.5, 1.0]}).indexed_by("id").index == [0.5, 1.0]


@pytest.mark.parametrize("data", [{"a": ["x\udc80", None]}, {"a\udc80": [1.0]}])
def test_lone_surrogates_are_refused_in_one_line_where_the_library_takes_none(data):
    for backend in ("polars", "pyarrow"):
        with pytest.raises(ValueError, match=rf"^{backend} takes no lone surrogates, as in the text '\w\\udc80'; "):
            Table(data).native(backend)
    assert Table(data).native("pandas").shape[1] == 1
