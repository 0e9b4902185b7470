import gzip
import io
import pickle
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setapart.data.files import read
from setapart.data.samples import two_samples
from setapart.data.table import Table

FRAME = pa.table({"a": [1, None, 3], "s": ["u", None, "w"]})


def write(path: Path, raw: bytes | str) -> Path:
    path.write_bytes(raw if isinstance(raw, bytes) else raw.encode())
    return path


def npy(array, **options) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array, **options)
    return stream.getvalue()


def npz(**arrays) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


def with_header(header: str, body: bytes = bytes(48)) -> bytes:
    """Write an NPY file by hand: magic string, version 1.0, the length of the header, the header, the numbers."""
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + body


def trouble(path: Path) -> str | None:
    """Return what reading says, and None where it succeeds; anything but a ValueError is left to fail the test."""
    try:
        read(path)
    except ValueError as error:
        return str(error)
    return None


def message_of(path, **options) -> str:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        read(path, **options)
    message = str(caught.value)
    assert "\n" not in message
    return message


class TestText:
    @pytest.mark.parametrize("name", ["t.csv", "T.CSV", "t.csv.gz", "t.tsv", "t.tsv.gz"])
    def test_every_suffix(self, name, tmp_path):
        text = "a\tb\n1\tu\n" if "tsv" in name else "a,b\n1,u\n"
        raw = gzip.compress(text.encode()) if name.endswith("gz") else text.encode()
        table = read(str(write(tmp_path / name, raw)))
        assert isinstance(table, Table)
        assert table.to_dict() == {"a": [1], "b": ["u"]}

    def test_errors_name_the_file(self, tmp_path):
        path = write(tmp_path / "t.csv", "a,b\n1\n")
        assert message_of(path) == f"{path}: row 2 has 1 field, the header has 2"

    @pytest.mark.parametrize(
        ("text", "ids", "index"),
        [
            ("a,b\np,1,2\nq,3,4\n", 1, ["p", "q"]),
            (",a,b\np,1,2\nq,3,4\n", 1, ["p", "q"]),
            ("n,a,b\np,1,2\nq,3,4\n", "n", ["p", "q"]),
            ("1,a,b\np,1,2\nq,3,4\n", 1, ["p", "q"]),
        ],
    )
    def test_names_of_rows(self, text, ids, index, tmp_path):
        table = read(write(tmp_path / "t.csv", text), ids=ids)
        assert table.index == index
        assert table.to_dict() == {"a": [1, 3], "b": [2, 4]}

    def test_no_names_of_rows(self, tmp_path):
        path = write(tmp_path / "t.csv", "a,b\n1,2\n")
        assert message_of(path, ids=1) == f"ids=1 is of a first column without a name, and {path} has 'a', 'b'"
        assert message_of(path, ids="c").startswith("unknown column 'c'")
        path = write(tmp_path / "t.npy", npy(np.zeros((2, 2))))
        assert message_of(path, ids=1) == f"ids=1 names a column, but {path} is a matrix without column names"

    @pytest.mark.parametrize("raw", [b"a,b\n1,2\n", gzip.compress(b"a,b\n1,2\n" * 50, mtime=0)[:-12]])
    def test_damaged_gzip(self, raw, tmp_path):
        path = write(tmp_path / "t.csv.gz", raw)
        assert message_of(path).startswith(f"{path} is not a readable gzip file: ")

    def test_text_in_a_column_of_numbers(self, tmp_path):
        path = write(tmp_path / "t.csv", "a,b\n1,2\n3,oops\n5,6\n")
        with pytest.raises(ValueError, match=r"^x has a .*: 'b' \(row 3 of the file holds 'oops'\)"):
            two_samples(read(path), [[1, 2]])

    def test_thousands_separators_are_named(self, tmp_path):
        path = write(tmp_path / "t.csv", 'a,b\n"1,000",2\n3,4\n')
        with pytest.raises(ValueError, match=r"^x has a .*: 'a' \(number: row 2 of the file holds '1,000'\)"):
            two_samples(read(path), [[1, 2]])

    def test_delimiter_and_decimal_mark(self, tmp_path):
        text = write(tmp_path / "t.csv", "a~b\n1,5~2\n")
        assert read(text, delimiter="~", decimal=",").to_dict() == {"a": [1.5], "b": [2]}
        array = write(tmp_path / "t.npy", npy(np.zeros((2, 2))))
        expected = f"delimiter= separates the fields of a text file; {array} is not one"
        assert message_of(array, delimiter=";") == expected
        assert message_of(array, decimal=",") == f"decimal= marks the decimals of a text file; {array} is not one"


class TestPaths:
    def test_no_such_file(self, tmp_path):
        with pytest.raises(FileNotFoundError, match=r"^no such file: .*none\.csv$"):
            read(tmp_path / "none.csv")

    def test_a_directory(self, tmp_path):
        (tmp_path / "d.csv").mkdir()
        assert message_of(tmp_path / "d.csv") == f"{tmp_path / 'd.csv'} is a directory, not a file"

    @pytest.mark.parametrize(("name", "given"), [("t.xlsx", "the suffix '.xlsx'"), ("t", "no suffix")])
    def test_unknown_suffixes(self, name, given, tmp_path):
        path = write(tmp_path / name, "a")
        text, arrow = (
            "'.csv', '.csv.gz', '.tsv', '.tsv.gz'",
            "'.parquet', '.pq', '.feather', '.arrow', '.ipc'",
        )
        accepted = f"{text}, {arrow}, '.npy', '.npz', '.h5ad', '.fcs'"
        assert message_of(path) == f"{path} has {given}; setapart reads {accepted}"

    def test_home_is_expanded(self, tmp_path, monkeypatch):
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("USERPROFILE", str(tmp_path))
        write(tmp_path / "t.csv", "a\n1\n")
        assert read("~/t.csv").columns == ("a",)

    def test_what_the_system_refuses(self, tmp_path, monkeypatch):
        def refuse(self):
            raise PermissionError(13, "Permission denied")

        path = write(tmp_path / "t.csv", "a\n1\n")
        monkeypatch.setattr(Path, "read_bytes", refuse)
        assert message_of(path) == f"{path} cannot be read: Permission denied"

    def test_an_empty_path(self):
        assert message_of("") == "the path is empty; pass the name of a file"

    @pytest.mark.parametrize("path", [None, 3, b"a.csv"])
    def test_what_is_no_path(self, path):
        with pytest.raises(TypeError, match=f"^path must be a string or a path, got {path!r}$"):
            read(path)

    def test_the_home_of_nobody(self):
        expected = "~nouser-of-this-name/a.csv cannot be found: there is no such home directory"
        assert message_of("~nouser-of-this-name/a.csv") == expected

    @pytest.mark.parametrize("suffix", [".csv", ".npy", ".parquet"])
    def test_a_name_too_long_for_the_system(self, suffix):
        expected = f"{'a' * 60}...{'a' * (60 - len(suffix))}{suffix} cannot be read: File name too long"
        assert message_of("a" * 5000 + suffix) == expected

    @pytest.mark.parametrize("name", ["a" * 5000, "a." + "b" * 5000])
    def test_a_suffix_too_long_to_show(self, name):
        assert len(message_of(name)) < 600

    def test_a_key_needs_an_npz(self, tmp_path):
        path = write(tmp_path / "t.csv", "a\n1\n")
        assert message_of(path, key="a") == f"key= chooses an array of an .npz file; {path} is not one"


class TestNumpy:
    @pytest.mark.parametrize("dtype", ["f8", ">f4", "i2", "u1", "?", "f2"])
    @pytest.mark.parametrize("order", ["C", "F"])
    def test_numbers_of_every_kind(self, dtype, order, tmp_path):
        array = np.array([[1, 0, 1], [0, 1, 1]]).astype(dtype, order=order)
        result = read(write(tmp_path / "t.npy", npy(array)))
        assert result.dtype == np.float64
        assert result.tolist() == array.astype(float).tolist()

    def test_one_dimension_is_one_feature(self, tmp_path):
        assert read(write(tmp_path / "t.npy", npy(np.arange(3)))).tolist() == [[0], [1], [2]]

    def test_objects_are_never_unpickled(self, tmp_path):
        class Trap:
            def __reduce__(self):
                return (pytest.fail, ("the file was unpickled",))

        array = np.array([Trap()], dtype=object)
        expected = "holds Python objects, which setapart does not unpickle; save numbers"
        path = write(tmp_path / "t.npy", npy(array, allow_pickle=True))
        assert message_of(path) == f"{path} {expected}"
        path = write(tmp_path / "t.npz", npz(trap=array))
        assert message_of(path) == f"{path}: trap {expected}"
        path = write(tmp_path / "p.npy", pickle.dumps(Trap()))
        assert message_of(path).startswith(f"{path} is not a readable NPY file: the magic string")

    @pytest.mark.parametrize("shape", [b"(9, 2)", b"(3,9999999999999)"])
    def test_headers_that_promise_too_much(self, shape, tmp_path):
        raw = npy(np.zeros((3, 2))).replace(b"(3, 2)", shape)
        path = write(tmp_path / "t.npy", raw)
        assert message_of(path).startswith(f"{path} is cut short: its header promises shape (")

    def test_a_file_cut_short(self, tmp_path):
        path = write(tmp_path / "t.npy", npy(np.zeros((3, 2)))[:-8])
        expected = "its header promises shape (3, 2) of float64, 48 bytes, and the file holds 40"
        assert message_of(path) == f"{path} is cut short: {expected}"

    @pytest.mark.parametrize(
        ("damage", "reason"),
        [
            (lambda raw: b"", "EOF"),
            (lambda raw: b"hello", "EOF"),
            (lambda raw: raw[:20], "EOF"),
            (lambda raw: b"hello, this is not it", "the magic string is not correct"),
            (lambda raw: b"\x93NUMPY\x09\x00" + raw[8:], "its format is version 9.0"),
            (lambda raw: raw.replace(b"(3, 2)", b"(-3,2)"), r"its header promises shape \(-3, 2\)"),
            (lambda raw: raw.replace(b"{", b"["), ""),
        ],
    )
    def test_damaged_headers(self, damage, reason, tmp_path):
        path = write(tmp_path / "t.npy", damage(npy(np.zeros((3, 2)))))
        with pytest.raises(ValueError, match=f"t.npy is not a readable NPY file: {reason}"):
            read(path)

    @pytest.mark.parametrize(
        ("header", "reason"),
        [
            ("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2, }", ""),
            ("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), ", ""),
            ("{'descr': '<f8', 'fortran_order': False, 'shape': [3, 2), }", ""),
            ("{'descr': '<f8, 'fortran_order': False, 'shape': (3, 2), }", ""),
            ("{'descr': '''<f8', 'fortran_order': False, 'shape': (3, 2), }", ""),
            ("(" * 400, ""),
            ("-" * 9000 + "1", ""),
            ("\0", ""),
            ("", ""),
            ("[]", "Header is not a dictionary"),
            ("{}", "Header does not contain the correct keys"),
            ("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2)}" + " " * 20000, "Header info length"),
            ("{'descr': '<q9', 'fortran_order': False, 'shape': (3, 2)}", "descr is not a valid dtype"),
            ("{'descr': '<f8', 'fortran_order': 2, 'shape': (3, 2)}", "fortran_order is not a valid bool"),
            ("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2.0)}", "shape is not valid"),
            (
                "{'descr': '<f8', 'fortran_order': False, 'shape': (True, 2)}",
                "its header promises shape (True, 2)",
            ),
            (
                "{'descr': ('<f8', (2,)), 'fortran_order': False, 'shape': (3,)}",
                "its header promises an array in every cell: ('<f8', (2,))",
            ),
            (
                "{'descr': '<f8', 'fortran_order': False, 'shape': (" + "1, " * 70 + ")}",
                "maximum supported dimension",
            ),
            ("{'descr': '<f8', 'fortran_order': False, 'shape': (0, " + "9" * 30 + ")}", ""),
        ],
    )
    def test_headers_that_anybody_may_have_written(self, header, reason, tmp_path):
        raw = with_header(header)
        path = write(tmp_path / "t.npy", raw)
        assert message_of(path).startswith(f"{path} is not a readable NPY file: {reason}")
        archive = tmp_path / "t.npz"
        with zipfile.ZipFile(archive, "w") as members:
            members.writestr("x.npy", raw)
        assert message_of(archive).startswith(f"{archive}: x is not a readable NPY file: {reason}")

    def test_headers_of_python_2(self, tmp_path):
        header = "{'descr': '<f8', 'fortran_order': False, 'shape': (3L, 2L), }\n"
        path = write(tmp_path / "t.npy", with_header(header, np.arange(6.0).tobytes()))
        assert read(path).tolist() == [[0, 1], [2, 3], [4, 5]]

    @given(st.data())
    @settings(max_examples=150, deadline=None)
    def test_damage_gives_an_array_or_one_line(self, data):
        raw = bytearray(data.draw(st.sampled_from([npy(np.ones((3, 2))), npz(x=np.ones((3, 2)))])))
        suffix = ".npy" if raw.startswith(b"\x93NUMPY") else ".npz"
        for _ in range(data.draw(st.integers(1, 3))):
            # The last bytes of an archive are its table of contents, the first hundred of either the header.
            raw[data.draw(st.integers(-90, 120))] = data.draw(st.integers(0, 255))
        with tempfile.TemporaryDirectory() as folder:
            path = write(Path(folder) / f"t{suffix}", bytes(raw))
            message = trouble(path)
        assert message is None or (message.startswith(str(path)) and "\n" not in message)

    @pytest.mark.parametrize(
        ("array", "reason"),
        [
            (np.array(["a"]), "must hold numbers, got text"),
            (np.array([1j]), "must hold numbers, got complex numbers"),
            (np.zeros(2, dtype=[("a", float)]), "must hold numbers, got structured records"),
            (np.zeros((2, 2, 2)), "must have one or two dimensions, got 3"),
        ],
    )
    def test_arrays_that_are_not_data(self, array, reason, tmp_path):
        path = write(tmp_path / "t.npy", npy(array))
        assert message_of(path).startswith(f"{path} {reason}")

    def test_archives(self, tmp_path):
        alone = write(tmp_path / "one.npz", npz(x=np.ones((1, 2))))
        assert read(alone).tolist() == [[1, 1]]
        both = write(tmp_path / "two.npz", npz(before=np.zeros((1, 2)), after=np.ones((1, 2))))
        assert read(both, key="after").tolist() == [[1, 1]]
        assert message_of(both) == f"{both} holds 2 arrays: 'before', 'after'; choose one with key="
        expected = f"{both} holds no array 'aftr', only 'before', 'after'; did you mean 'after'?"
        assert message_of(both, key="aftr") == expected

    def test_empty_archives(self, tmp_path):
        path = write(tmp_path / "t.npz", npz())
        assert message_of(path) == f"{path} holds no arrays"

    @pytest.mark.parametrize("damage", [lambda raw: b"hello", lambda raw: raw[:-30], lambda raw: npy(np.ones(2))])
    def test_damaged_archives(self, damage, tmp_path):
        path = write(tmp_path / "t.npz", damage(npz(x=np.zeros(2))))
        assert message_of(path) == f"{path} is not a readable NPZ file: File is not a zip file"

    def test_archives_with_a_wrong_checksum(self, tmp_path):
        raw = bytearray(npz(x=np.zeros((4, 4))))
        raw[raw.find(b"NUMPY") + 150] ^= 255
        path = write(tmp_path / "t.npz", bytes(raw))
        assert message_of(path) == f"{path} is not a readable NPZ file: Bad CRC-32 for file 'x.npy'"


class TestArrow:
    @pytest.fixture(params=["t.parquet", "t.pq", "t.feather", "t.arrow", "t.ipc", "stream.arrow"])
    def stored(self, request, tmp_path):
        path = tmp_path / request.param
        if path.suffix in (".parquet", ".pq"):
            pq.write_table(FRAME, path)
        else:
            new = pa.ipc.new_stream if path.stem == "stream" else pa.ipc.new_file
            with new(str(path), FRAME.schema) as writer:
                writer.write_table(FRAME)
        return path

    def test_every_suffix(self, stored):
        table = read(stored)
        assert isinstance(table, Table)
        np.testing.assert_array_equal(table["a"], [1, np.nan, 3])
        assert table["s"].tolist() == ["u", None, "w"]

    @pytest.mark.parametrize(
        "damage", [lambda raw: b"", lambda raw: b"junk", lambda raw: raw[:-20], lambda raw: raw[10:]]
    )
    def test_damaged_files(self, damage, tmp_path):
        pq.write_table(FRAME, tmp_path / "whole.parquet")
        path = write(tmp_path / "t.parquet", damage((tmp_path / "whole.parquet").read_bytes()))
        assert message_of(path).startswith(f"{path} is not a readable Parquet file: ")

    @pytest.mark.parametrize("raw", [b"", b"junk", b"ARROW1junk", b"PAR1PAR1PAR1"])
    def test_files_that_are_not_arrow(self, raw, tmp_path):
        path = write(tmp_path / "t.arrow", raw)
        assert message_of(path).startswith(f"{path} is not a readable Arrow file: ")

    def test_the_index_of_pandas_is_not_a_column(self, tmp_path):
        pd.DataFrame({"a": [1.0, 2.0, 3.0]}).query("a > 1").to_parquet(tmp_path / "t.parquet")
        assert read(tmp_path / "t.parquet").to_dict() == {"a": [2, 3]}

    def test_duplicate_names(self, tmp_path):
        path = tmp_path / "t.parquet"
        pq.write_table(pa.table([[1], [2]], names=["a", "a"]), path)
        assert message_of(path) == f"{path}: column names must be distinct; more than one column is called 'a'"

    @pytest.mark.parametrize(
        ("name", "kind"), [("t.parquet", "Parquet"), ("t.feather", "Arrow"), ("t.csv", "text"), ("t.tsv.gz", "text")]
    )
    def test_without_pyarrow(self, name, kind, tmp_path, monkeypatch):
        path = write(tmp_path / name, gzip.compress(b"") if name.endswith("gz") else b"")
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        with pytest.raises(ModuleNotFoundError) as caught:
            read(path)
        assert str(caught.value) == f"reading {kind} needs pyarrow: pip install 'setapart[formats]'"
