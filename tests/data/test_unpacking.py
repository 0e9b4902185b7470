"""What a packed file may become in memory."""

import gzip
import struct
import zipfile

import anndata
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest

from setapart.data.files import read
from setapart.data.unpacking import unpacking_limit

ROWS = np.zeros((500, 2))


def packed(path):
    """A file of 500 rows and two columns of zeros, 8,000 bytes as numbers."""
    frame = pd.DataFrame(ROWS, columns=["a", "b"])
    if path.suffix == ".npz":
        np.savez_compressed(path, rows=ROWS)
    elif path.suffix == ".gz":
        path.write_bytes(gzip.compress(frame.to_csv(index=False).encode()))
    elif path.suffix == ".parquet":
        pq.write_table(pa.table(frame), path)
    elif path.suffix == ".feather":
        feather.write_feather(frame, str(path), compression="zstd")
    elif path.suffix == ".arrow":
        with pa.ipc.new_stream(path, pa.schema({"a": pa.float64(), "b": pa.float64()})) as stream:
            stream.write_table(pa.table(frame))
    else:
        anndata.AnnData(ROWS).write_h5ad(path, compression="gzip")
    return path


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("t.npz", "t.npz: rows takes 8,128 bytes"),
        ("t.csv.gz", "t.csv.gz takes more than 1,000 bytes"),
        ("t.parquet", "t.parquet takes 8,000 bytes"),
        ("t.feather", "t.feather takes 8,000 bytes"),
        ("t.arrow", "t.arrow takes 8,000 bytes"),
        ("t.h5ad", "t.h5ad takes "),
    ],
)
def test_each_kind_of_packed_file_has_a_limit(name, told, tmp_path):
    path = packed(tmp_path / name)
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        read(path, max_bytes=1000)
    message = str(caught.value)
    assert message.startswith(str(tmp_path / told))
    assert message.endswith(
        f" of memory, from a file of {path.stat().st_size:,}; the limit is 1,000: if you trust the source, set a higher"
        " one with max_bytes="
    )
    assert np.shape(getattr(read(path, max_bytes=100_000), "X", ROWS)) == (500, 2)


def test_a_limit_is_met_exactly(tmp_path):
    path = packed(tmp_path / "t.parquet")
    assert read(path, max_bytes=8000).n_rows == 500
    with pytest.raises(ValueError, match=r"the limit is 7,999"):
        read(path, max_bytes=7999)


def test_the_default_is_a_gigabyte_or_ten_times_the_file(tmp_path):
    path = tmp_path / "t.npz"
    path.write_bytes(bytes(10))
    assert unpacking_limit(path, None).max_bytes == 10**9
    with path.open("r+b") as stream:
        stream.truncate(3 * 10**8)  # a hole, that takes no room on the disk
    assert unpacking_limit(path, None).max_bytes == 3 * 10**9


def test_a_claim_is_refused_before_anything_is_unpacked(tmp_path):
    """An archive that says 4 GB, and an Arrow file of 2 * 10**9 nulls."""
    path = tmp_path / "t.npz"
    np.savez_compressed(path, rows=ROWS)
    raw = path.read_bytes()
    held = struct.pack("<I", zipfile.ZipFile(path).getinfo("rows.npy").file_size)
    place = raw.rindex(held)  # in the directory at the end, which zipfile goes by
    path.write_bytes(raw[:place] + struct.pack("<I", 4 * 10**9) + raw[place + 4 :])
    with pytest.raises(
        ValueError, match=r"t\.npz: rows takes 4,000,000,000 bytes of memory, from a file of \d+; the limit"
    ):
        read(path)
    nulls = pa.table({"a": pa.nulls(2 * 10**9)})
    with pa.ipc.new_file(tmp_path / "t.arrow", nulls.schema) as stream:
        stream.write_table(nulls)
    with pytest.raises(ValueError, match=r"t\.arrow takes 16,000,000,000 bytes"):
        read(tmp_path / "t.arrow")


@pytest.mark.parametrize("compression", ["uncompressed", "lz4", "zstd"])
def test_arrow_files_of_polars_have_their_size(compression, tmp_path):
    """Polars writes the schema at the head of the file without its length: the footer tells where the rows are."""
    path = tmp_path / "t.arrow"
    pl.DataFrame({"a": np.arange(500.0), "b": np.zeros(500)}).write_ipc(path, compression=compression)
    assert read(path)["a"].tolist() == list(range(500))
    with pytest.raises(ValueError, match=r"t\.arrow takes 8,\d\d\d bytes"):
        read(path, max_bytes=7999)


def test_dictionaries_and_texts_count(tmp_path):
    words = pa.array(["w" * 3000, "v" * 3000, None]).dictionary_encode()
    path = tmp_path / "t.feather"
    feather.write_feather(pa.table({"a": words}), str(path), compression="lz4")
    with pytest.raises(ValueError, match=r"t\.feather takes 6,0\d\d bytes"):
        read(path, max_bytes=100)
    assert read(path, max_bytes=7000)["a"].tolist() == ["w" * 3000, "v" * 3000, None]


@pytest.mark.parametrize("name", ["t.parquet", "t.feather"])
def test_texts_count_as_often_as_they_stand_in_the_rows(name, tmp_path):
    path = tmp_path / name
    texts = pa.array(["w" * 1000, "v" * 500]).take(pa.array([0] * 400 + [1] * 99 + [None]))
    table = pa.table({"a": texts.dictionary_encode() if name == "t.feather" else texts, "b": np.arange(500.0)})
    (pq.write_table if name == "t.parquet" else feather.write_feather)(table, str(path))
    assert path.stat().st_size < 10_000
    with pytest.raises(ValueError, match=rf"{name} takes 449,500 bytes of memory"):
        read(path, max_bytes=449_499)
    for limit in (449_500, None):
        assert read(path, max_bytes=limit)["a"].tolist() == texts.to_pylist()


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_is_positive(limit, tmp_path):
    with pytest.raises(ValueError, match=r"^max_bytes must be at least 1, got"):
        read(packed(tmp_path / "t.npz"), max_bytes=limit)
