"""Sources: any kind of table is read in blocks, and gives the same rows."""

import gzip

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.dataset
import pyarrow.parquet as pq
import pytest
from scipy import sparse

import setapart as sa
from setapart.data.block_columns import Columns
from setapart.data.drawing import draw

N = 500


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(0)
    arm = rng.choice(["a", "b"], N)
    return pa.table({"arm": arm, "u": rng.normal(size=N), "v": rng.integers(0, 9, N)})


def rows_of(source, **options):
    """What is drawn: the names of the rows, and the rows."""
    drawn = draw(sa.scan(source, **options), max_rows=20, seed=3, columns=Columns(groups="arm")).rows
    names = ("arm", "u", "v")
    return drawn.index, [drawn.table[name].tolist() for name in names]


def files(table, folder):
    """The table in a file of each kind."""
    pq.write_table(table, folder / "one.parquet", row_group_size=70)
    pyarrow.csv.write_csv(table, folder / "one.csv")
    (folder / "one.csv.gz").write_bytes(gzip.compress((folder / "one.csv").read_bytes()))
    (folder / "one.tsv").write_text((folder / "one.csv").read_text().replace(",", "\t"))
    with pa.OSFile(str(folder / "one.arrow"), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=60)
    with pa.OSFile(str(folder / "stream.arrow"), "wb") as sink, pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=60)
    return ["one.parquet", "one.csv", "one.csv.gz", "one.tsv", "one.arrow", "stream.arrow"]


def test_all_kinds_of_sources_and_all_sizes_of_blocks_give_the_same_rows(table, tmp_path):
    known = rows_of(table)
    assert known[0] == sorted(known[0])
    for name in files(table, tmp_path):
        for block_rows in (None, 33):
            assert rows_of(tmp_path / name, block_rows=block_rows) == known, name
    frame = table.to_pandas()
    for source in (frame, pl.from_arrow(table), pl.from_arrow(table).lazy(), table.to_reader(44)):
        assert rows_of(source, block_rows=50) == known, type(source)
    assert rows_of(pyarrow.dataset.dataset(tmp_path / "one.parquet")) == known
    # Names decide, not positions.
    pq.write_table(table.select(["v", "arm", "u"]), tmp_path / "other.parquet")
    assert rows_of(tmp_path / "other.parquet") == known


def test_a_frame_of_dask_is_read_by_partition(table):
    class Part:
        def __init__(self, frame):
            self.frame = frame

        def compute(self):
            return self.frame

    class Frame:  # what is asked of a frame of Dask, which need not be installed
        __module__ = "dask.dataframe"

        def __init__(self, frame, cuts):
            self.partitions = [Part(frame[start:stop]) for start, stop in zip([0, *cuts], [*cuts, N], strict=True)]
            self.npartitions = len(self.partitions)

    frame = table.to_pandas()
    assert rows_of(Frame(frame, [])) == rows_of(Frame(frame, [100, 101, 420])) == rows_of(table)


@pytest.fixture
def folder(table, tmp_path):
    for start in range(0, N, 100):
        path = tmp_path / "all" / f"part-{start}.parquet"
        path.parent.mkdir(exist_ok=True)
        pq.write_table(table.slice(start, 100), path)
    (tmp_path / "all" / "_SUCCESS").write_text("")
    (tmp_path / "all" / ".part.crc").write_text("")
    return tmp_path / "all"


def test_the_order_of_files_changes_nothing_and_their_names_call_the_rows(table, folder):
    known = rows_of(folder)
    paths = [folder / f"part-{start}.parquet" for start in (300, 0, 400, 100, 200)]
    assert rows_of(paths) == rows_of([str(path) for path in reversed(paths)]) == known
    assert rows_of(pyarrow.dataset.dataset([str(path) for path in paths])) == known
    for name, u in zip(known[0], known[1][1], strict=True):
        part, _, place = name.partition(", row ")
        start = int(part.removeprefix("part-").removesuffix(".parquet"))
        assert table["u"][start + int(place)].as_py() == u


def test_folders_called_by_a_value_are_a_column(table, tmp_path):
    for arm in "ab":
        (tmp_path / f"arm={arm}").mkdir()
        rows = table.filter(pa.compute.equal(table["arm"], arm)).drop(["arm"])
        pq.write_table(rows, tmp_path / f"arm={arm}" / "0.parquet")
    index, (arms, _, _) = rows_of(tmp_path)
    assert [name[:5] for name in index] == [f"arm={arm}" for arm in arms]
    assert rows_of(pyarrow.dataset.dataset(tmp_path, partitioning="hive")) == (index, rows_of(tmp_path)[1])


def test_files_with_other_columns_are_refused_by_name(table, folder):
    pq.write_table(table.slice(0, 5).rename_columns(["arm", "u", "w"]), folder / "part-9.parquet")
    said = r"same columns: \S*part-9.parquet lacks 'v' and has 'w', which \S*part-0.parquet lacks"
    with pytest.raises(ValueError, match=said):
        rows_of(folder)
    with pytest.raises(ValueError, match=r"part-9.parquet lacks 'v'"):  # which pyarrow would fill with nulls
        rows_of(pyarrow.dataset.dataset(folder, schema=table.schema))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"columns": ["arm", "uu", "v"]}, "unknown column 'uu'; did you mean 'u'"),
        ({"drop": ["w"]}, "drop names columns that .* lacks: 'w'"),
        ({"columns": ["arm"], "drop": ["v"]}, "give one of them"),
        ({"block_rows": 0}, "block_rows must be at least 1"),
        ({"ids": "w"}, "unknown column 'w'"),
    ],
)
def test_columns_that_are_not_there_are_refused(table, options, said):
    with pytest.raises(ValueError, match=said):
        rows_of(table, **options)


def test_columns_and_names_of_rows_are_chosen(table):
    named = table.append_column("name", pa.array([f"r{i}" for i in range(N)]))
    index, rows = rows_of(named, ids="name")
    assert index == [f"r{place}" for place in rows_of(table)[0]]
    assert rows == rows_of(named, columns=["arm", "u", "v"])[1] == rows_of(named, drop=["name"])[1]


@pytest.mark.parametrize(
    ("path", "error", "said"),
    [
        ("none.parquet", FileNotFoundError, "no such file"),
        ("notes.txt", ValueError, "suffix '.txt'"),
        ("rows.npy", ValueError, "cannot be read in blocks; Parquet, Arrow, CSV and TSV files can"),
        ("bad.parquet", ValueError, "bad.parquet is not a readable Parquet file"),
        ("bad.arrow", ValueError, "bad.arrow is not a readable Arrow file"),
        ("empty", ValueError, "empty holds no files"),
        ("utf16.csv", ValueError, "is UTF-16 text, which is not read in blocks; save it as UTF-8"),
        ("mac.csv", ValueError, "has no line feeds"),
        ("nothing.csv", ValueError, "is empty"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path, path, error, said):
    (tmp_path / "empty").mkdir()
    np.save(tmp_path / "rows.npy", np.eye(3))
    for name in ("notes.txt", "bad.parquet", "bad.arrow"):
        (tmp_path / name).write_text("nothing of the kind")
    (tmp_path / "utf16.csv").write_text("arm,u\na,1\n", encoding="utf-16")
    (tmp_path / "mac.csv").write_bytes(b"arm,u\ra,1\rb,2\r")
    (tmp_path / "nothing.csv").write_text("")
    with pytest.raises(error, match=said):
        rows_of(tmp_path / path)


QUOTED = "arm,note,u\n" + "".join(f'{"ab"[i % 2]},"line {i}\nof ""two"", or more",{i}.5\n' for i in range(60))


@pytest.mark.parametrize("block_rows", [1, 2, 7, 1000])
def test_text_in_blocks_reads_as_the_whole_file(tmp_path, block_rows):
    path = tmp_path / "quoted.csv"
    for text in (
        QUOTED,
        "sep=;\n" + QUOTED.replace(",", ";"),
        QUOTED.replace("\n", "\r\n"),
        "\ufeff" + QUOTED + "\n\n",
    ):
        path.write_bytes(text.encode())
        whole = sa.read(path)
        blocks = [block.rows.table for block in sa.scan(path, block_rows=block_rows).blocks()]
        assert len(blocks) > 1 or block_rows == 1000
        for name in whole.columns:
            assert [cell for part in blocks for cell in part[name]] == whole[name].tolist()
        assert np.concatenate([part.lines for part in blocks]).tolist() == whole.lines.tolist()


def test_numbers_without_a_header_stay_data_in_every_block(tmp_path):
    path = tmp_path / "numbers.csv"
    path.write_text("".join(f"{i}.5,{i % 2}\n" for i in range(30)))
    blocks = [block.rows.table for block in sa.scan(path, block_rows=4).blocks()]
    assert [cell for part in blocks for cell in part["x1"]] == [i + 0.5 for i in range(30)]
    assert np.concatenate([part.lines for part in blocks]).tolist() == list(range(1, 31))


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("a,oops", "column 'u' holds text, 'oops' in line 52, and features are numbers"),
        ("a,", "column 'u' has no value in line 52"),
        ("a,1,2", "row 52 has 3 fields, the header has 2"),
        ("", "row 52 is blank, with rows after it"),
        ('a,"7', "row 52"),
    ],
)
def test_a_line_that_does_not_fit_is_named(tmp_path, row, said):
    lines = ["arm,u", *(f"{'ab'[i % 2]},{i}.25" for i in range(100))]
    lines[51] = row
    path = tmp_path / "rows.csv"
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(ValueError, match=said):
        draw(sa.scan(path, block_rows=9), max_rows=9, seed=0, columns=Columns(groups="arm"))


def test_marks_of_missing_values_are_read_as_such(tmp_path):
    frame = pd.DataFrame({"arm": list("abab"), "u": [1.0, -999.0, 3.0, 4.0]})
    frame.to_csv(tmp_path / "rows.csv", index=False)
    for source in (frame, tmp_path / "rows.csv"):
        drawn = draw(sa.scan(source, missing=[-999]), max_rows=9, seed=0, columns=Columns(groups="arm"), omit=True)
        assert drawn.missing.sum() == 1


def test_the_index_of_pandas_names_rows_whatever_columns_are_taken(table, tmp_path):
    frame = table.to_pandas().set_index(pd.Index([f"r{i}" for i in range(N)]))
    frame.to_parquet(tmp_path / "named.parquet", row_group_size=90)
    index = [f"r{place}" for place in rows_of(table)[0]]
    for columns in (None, ["v", "u", "arm"]):
        assert rows_of(tmp_path / "named.parquet", columns=columns) == (index, rows_of(table)[1])


def test_a_source_is_no_array_elsewhere(table):
    with pytest.raises(ValueError, match="a source is read in blocks, as two_sample_test does with max_rows"):
        sa.compare(sa.scan(table), [[1.0]])


def test_what_makes_no_source_is_refused(table, tmp_path):
    pq.write_table(table, tmp_path / "arm=a.parquet")
    with pytest.raises(ValueError, match="the list of files names one of them twice"):
        sa.scan([tmp_path / "arm=a.parquet", tmp_path / "." / "arm=a.parquet"])
    (tmp_path / "arm=a").mkdir()
    pq.write_table(table, tmp_path / "arm=a" / "0.parquet")
    with pytest.raises(ValueError, match="the column 'arm' stands in a file, and in the name of its folder too"):
        rows_of(tmp_path / "arm=a" / "..")
    with pytest.raises(ValueError, match="the table has no rows"):
        rows_of(table.slice(0, 0))
    with pytest.raises(ValueError, match="the table has no features"):
        rows_of(table, columns=["arm"])
    with pytest.raises(TypeError, match="columns must hold names of columns"):
        sa.scan(table, columns=[1])
    with pytest.raises(ValueError, match="source is a sparse matrix"):
        sa.scan(sparse.csr_array(np.eye(3)))


def test_a_header_of_several_lines_and_a_quote_that_is_not_closed_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("setapart.data.text_blocks._LONGEST", 500)
    path = tmp_path / "rows.csv"
    path.write_text('arm,"u\nv"\na,1\nb,2\n')
    with pytest.raises(ValueError, match="row 1, the header, goes over several lines; write it on one"):
        rows_of(path)
    rows = "".join(f"a,{i}.5\n" for i in range(400))
    path.write_text("arm,u\n" + rows + 'b,"7\n' + rows)
    with pytest.raises(ValueError, match="row 402 does not end within 500 bytes; is a quote not closed"):
        rows_of(path, block_rows=1)
