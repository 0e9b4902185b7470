"""Markers of missing values that the caller names, in each kind of file."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from setapart.data.files import read

nan = np.nan
MARKERS = [-999, "unknown"]


def test_tables(tmp_path):
    table = pa.table({"a": [-999, 2, 3], "b": [0.5, -999.0, 1.5], "s": ["unknown", "u", "-999.0"], "t": [True] * 3})
    pq.write_table(table, tmp_path / "t.parquet")
    found = read(tmp_path / "t.parquet", missing=MARKERS)
    np.testing.assert_array_equal(found["a"], [nan, 2, 3])
    np.testing.assert_array_equal(found["b"], [0.5, nan, 1.5])
    assert found["s"].tolist() == [None, "u", None]
    assert found["t"].tolist() == [1, 1, 1]


@pytest.mark.parametrize("name", ["t.npy", "t.npz"])
def test_arrays(name, tmp_path):
    (np.save if name == "t.npy" else np.savez)(tmp_path / name, np.array([[1, -999], [-999, 4]]))
    np.testing.assert_array_equal(read(tmp_path / name, missing=MARKERS), [[1, nan], [nan, 4]])


def test_text(tmp_path):
    (tmp_path / "t.csv").write_text("a,s\n-999.00,unknown\n2,u\n")
    found = read(tmp_path / "t.csv", missing=MARKERS)
    np.testing.assert_array_equal(found["a"], [nan, 2])
    assert found["s"].tolist() == [None, "u"]
    np.testing.assert_array_equal(read(tmp_path / "t.csv", missing="-999")["a"], [nan, 2])


def test_a_number_matches_with_a_decimal_comma(tmp_path):
    (tmp_path / "t.csv").write_text("a;b\n-9,9;1,5\n2,5;-9,90\n-9.9;x\n")
    found = read(tmp_path / "t.csv", decimal=",", missing=-9.9)
    np.testing.assert_array_equal(found["a"], [nan, 2.5, nan])
    assert found["b"].tolist() == ["1,5", None, "x"]


@pytest.mark.parametrize("missing", [[True], [None], 7j, [["a"]]])
def test_markers_are_texts_and_numbers(missing, tmp_path):
    (tmp_path / "t.csv").write_text("a\n1\n")
    with pytest.raises(TypeError, match=r"^missing must hold texts and numbers, got "):
        read(tmp_path / "t.csv", missing=missing)


def test_cells_have_none(tmp_path):
    (tmp_path / "t.h5ad").write_bytes(b"")
    with pytest.raises(
        ValueError, match=r"^missing= is of tables and arrays, and .*t\.h5ad is neither; put nan in its X$"
    ):
        read(tmp_path / "t.h5ad", missing=[-999])
