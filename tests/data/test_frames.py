import datetime as dt
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import setapart as sa
from setapart.data.frames import is_missing, to_table
from setapart.data.labels import labels_of
from setapart.data.rows import rows_of
from setapart.data.samples import two_samples
from setapart.data.table import Table

BUILDERS = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}


@pytest.fixture(params=BUILDERS)
def backend(request):
    return request.param


@pytest.fixture
def build(backend):
    return BUILDERS[backend]


def test_frames_are_recognised(build, backend):
    rows = rows_of(build({"a": [1]}))
    assert rows.table is not None
    assert rows.backend == backend
    assert rows_of(rows) is rows


@pytest.mark.parametrize("column", [pd.Series([1]), pl.Series([1]), pa.chunked_array([[1]])])
def test_series_are_recognised(column):
    rows = rows_of(column)
    assert rows.series is not None
    assert rows.table is None
    assert rows.backend in BUILDERS


@pytest.mark.parametrize("other", [None, 1, "a", [1], {"a": 1}, np.zeros(2), Table({"a": [1]}), object()])
def test_the_rest_is_neither_frame_nor_series(other):
    rows = rows_of(other)
    assert rows.table is (other if isinstance(other, Table) else None)
    assert rows.series is None
    assert rows.backend is None


def test_numbers_booleans_and_nulls(build):
    table = to_table(build({"i": [1, 2, 3], "f": [1.5, None, 2.5], "b": [True, False, True], "s": ["u", None, "v"]}))
    assert table.columns == ("i", "f", "b", "s")
    assert [table[name].dtype for name in table.columns] == [np.int64, np.float64, np.float64, object]
    np.testing.assert_array_equal(table["f"], [1.5, np.nan, 2.5])
    assert table["b"].tolist() == [1, 0, 1]
    assert table["s"].tolist() == ["u", None, "v"]


def test_nulls_in_integers_and_booleans_are_missing():
    frames = [
        pd.DataFrame({"i": pd.array([1, None], dtype="Int64"), "b": pd.array([True, None], dtype="boolean")}),
        pd.DataFrame({"i": pd.array([1, None], dtype="int64[pyarrow]"), "b": pd.array([1, None], dtype="UInt8")}),
        pl.DataFrame({"i": [1, None], "b": [True, None]}),
        pa.table({"i": [1, None], "b": [True, None]}),
    ]
    for frame in frames:
        table = to_table(frame)
        np.testing.assert_array_equal(table["i"], [1, np.nan])
        np.testing.assert_array_equal(table["b"], [1, np.nan])


def test_a_column_of_nulls_is_numeric_and_missing(build):
    table = to_table(build({"a": [None, None]}))
    assert table.kind("a") == "numbers"
    assert np.isnan(table["a"]).all()


def test_rare_kinds_of_number():
    frames = [
        pd.DataFrame({"a": np.array([1, 2], dtype=np.float16)}),
        pd.DataFrame({"a": np.array([1, 2], dtype=np.longdouble)}),
        pd.DataFrame({"a": pd.arrays.SparseArray([1.0, 2.0])}),
        pl.DataFrame({"a": pl.Series([1, 2], dtype=pl.Int128)}),
        pa.table({"a": pa.array([1, 2], type=pa.uint8())}),
        pa.table({"a": pa.array(np.array([1, 2], dtype=np.float16))}),
    ]
    for frame in frames:
        table = to_table(frame)
        assert table["a"].dtype in (np.float64, np.uint8)
        assert table["a"].tolist() == [1, 2]


def test_large_integers_are_kept(build):
    assert to_table(build({"id": [2**53 + 1, 1]}))["id"].tolist() == [2**53 + 1, 1]


def test_what_is_not_numeric(build):
    frame = build(
        {
            "when": [dt.datetime(2020, 1, 1)],
            "day": [dt.date(2020, 1, 1)],
            "span": [dt.timedelta(1)],
            "list": [[1, 2]],
        }
    )
    table = to_table(frame)
    assert table.kind("when") == "datetime"
    assert all(table.kind(name) != "numbers" for name in table.columns)


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ([1, 2, 3], [1, 2, 3]),
        ([1, None, 2.5], [1, np.nan, 2.5]),
        ([Decimal("1.5"), None, Decimal("NaN")], [1.5, np.nan, np.nan]),
        ([Fraction(1, 4), 1, np.float32(0.5)], [0.25, 1, 0.5]),
        ([True, None, False], [1, np.nan, 0]),
        ([np.bool_(True), np.bool_(False)], [1, 0]),
        ([2**60 + 1, 3], [2**60 + 1, 3]),
    ],
)
def test_objects_that_are_numbers(cells, expected):
    for column in (pd.Series(cells, dtype=object), pl.Series(cells, dtype=pl.Object)):
        found = to_table(column)
        assert found.kind(found.columns[0]) == "numbers"
        np.testing.assert_array_equal(found[found.columns[0]], expected)


@pytest.mark.parametrize("cells", [[1, True], [2**60 + 1, None], [Decimal(1), "x"], [1j, 2], [10**400, 1.5]])
def test_objects_that_are_no_numbers_or_would_be_others_stay(cells):
    table = to_table(pd.DataFrame({"a": pd.Series(cells, dtype=object)}))
    assert all(found is cell for found, cell in zip(table["a"], cells, strict=True))


@pytest.mark.parametrize(
    "frame",
    [
        pa.table({"a": pa.array([Decimal("1.50"), None], pa.decimal128(5, 2))}),
        pa.table({"a": pa.array([Decimal("1.50"), None], pa.decimal256(5, 2))}),
        pl.DataFrame({"a": pl.Series([Decimal("1.50"), None])}),
        pd.DataFrame({"a": pd.array([1.5, None], dtype="Float64")}),
        pd.DataFrame({"a": pd.Series([Decimal("1.50"), None], dtype=pd.ArrowDtype(pa.decimal128(5, 2)))}),
    ],
)
def test_decimals_and_nullable_numbers(frame):
    np.testing.assert_array_equal(to_table(frame)["a"], [1.5, np.nan])


def test_levels_that_are_numbers_stay_labels():
    assert to_table(pd.DataFrame({"a": pd.Categorical([3, 1])})).kind("a") == "int objects"


def test_categories_are_text():
    pandas = pd.DataFrame({"c": pd.Categorical(["u", None, "v"])})
    polars = pl.DataFrame({"c": pl.Series(["u", None, "v"], dtype=pl.Categorical)})
    arrow = pa.table({"c": pa.array(["u", None, "v"]).dictionary_encode()})
    for frame in (pandas, polars, arrow):
        assert to_table(frame)["c"].tolist() == ["u", None, "v"]


def test_pandas_objects_keep_their_values():
    table = to_table(pd.DataFrame({"o": np.array([1, "x", None], dtype=object)}))
    assert table["o"].tolist() == [1, "x", None]


def test_the_index_of_pandas_is_ignored():
    table = to_table(pd.DataFrame({"a": [1.0, 2.0]}, index=[7, 7]))
    assert table.columns == ("a",)
    assert table["a"].tolist() == [1, 2]


def test_names_become_text():
    assert to_table(pd.DataFrame(np.zeros((1, 2)))).columns == ("0", "1")


def test_levels_of_names_are_joined():
    names = pd.MultiIndex.from_tuples([("age", 1), ("age", np.int64(2)), ("arm", "")])
    frame = pd.DataFrame([[1, 2, "a"], [3, 4, "b"]], columns=names)
    assert to_table(frame).columns == ("age, 1", "age, 2", "arm")
    assert sa.two_sample_test(frame, groups="arm", n_resamples=1).feature_names == ("age, 1", "age, 2")
    with pytest.raises(ValueError, match="more than one column is called 'a, b'"):
        to_table(pd.DataFrame([[1, 2]], columns=[("a", "b"), "a, b"]))


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame([[1, 2, 3]], columns=["a", "b", "a"]),
        pa.table([[1], [2], [3]], names=["a", "b", "a"]),
    ],
)
def test_duplicate_names(frame):
    with pytest.raises(ValueError, match=r"^column names must be distinct; more than one column is called 'a'$"):
        to_table(frame)


def test_names_that_collide_as_text():
    with pytest.raises(ValueError, match="more than one column is called '1'"):
        to_table(pd.DataFrame([[1, 2]], columns=[1, "1"]))


def test_lazy_frames():
    with pytest.raises(ValueError, match=r"lazy frame \(polars\) holds no rows yet; call \.collect\(\)"):
        to_table(pl.LazyFrame({"a": [1]}))


def test_what_is_no_frame():
    with pytest.raises(TypeError, match=r"^expected a data frame, got list$"):
        to_table([1])


def test_raw_columns_keep_their_types(build):
    frame = build({"b": [True, False], "i": [1, 2]})
    labels = rows_of(frame).labels("b")
    assert labels == [True, False]
    assert isinstance(labels[0], bool)
    assert labels_of(pl.Series([1, 2]), "groups").values == [1, 2]


@pytest.mark.parametrize("design", [None, "paired"])
def test_a_frame_is_wrapped_once(build, design, monkeypatch):
    import narwhals.stable.v2 as nw

    wrap, wrapped = nw.from_native, []
    monkeypatch.setattr(nw, "from_native", lambda obj, **options: wrapped.append(obj) or wrap(obj, **options))
    frames = [build({"a": [1.0, 2.0, 4.0], "g": [0, 1, 1]}) for _ in range(2)]
    two_samples(*frames, design=design)
    assert len(wrapped) == 2
    two_samples(frames[0], groups="g")
    assert len(wrapped) == 3


@pytest.mark.parametrize("value", [None, float("nan"), np.float32("nan"), pd.NA, pd.NaT, np.datetime64("NaT")])
def test_missing_values(value):
    assert is_missing(value)


@pytest.mark.parametrize("value", [0, "", "NA", False, np.datetime64("2020"), 1.5])
def test_present_values(value):
    assert not is_missing(value)


def test_no_data_frame_library_is_imported():
    code = (
        "import sys, numpy; from setapart.data.samples import two_samples; import setapart.datasets;"
        "two_samples([[1, 2]], numpy.ones((2, 2)));"
        "setapart.datasets.penguins();"
        "heavy = {'numba', 'pandas', 'polars', 'pyarrow', 'matplotlib', 'scipy', 'narwhals'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
