"""Files: the suffix says what a file holds."""

import gzip
import zlib
from os import PathLike
from pathlib import Path

from setapart._checks import quoted
from setapart._types import FloatArray
from setapart.data.arrays import to_matrix
from setapart.data.arrow_files import load_arrow
from setapart.data.delimited import parse_delimited
from setapart.data.numpy_files import load_npy, load_npz
from setapart.data.table import Table

_DELIMITERS = {".csv": ",", ".csv.gz": ",", ".tsv": "\t", ".tsv.gz": "\t"}
_ARROW = {".parquet": "Parquet", ".pq": "Parquet", ".feather": "Arrow", ".arrow": "Arrow", ".ipc": "Arrow"}
_LONGEST_SHOWN = 250
SUFFIXES = (*_DELIMITERS, *_ARROW, ".npy", ".npz")


def read(path: str | PathLike[str], *, key: str | None = None) -> Table | FloatArray:
    r"""
    Read a table or an array of numbers from a file.

    Parameters
    ----------
    path : str or path-like
        The suffix decides: ``.csv`` and ``.tsv`` (also with ``.gz``), ``.parquet`` or ``.pq``, ``.feather``,
        ``.arrow`` or ``.ipc`` (these need the extra ``setapart[formats]``), ``.npy``, ``.npz``.
    key : str, optional
        Which array of an ``.npz`` file; needed where it holds several.

    Returns
    -------
    Table or ndarray of shape (n, d)
        A table with named columns, or a float64 array from ``.npy`` and ``.npz``.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If the suffix is unknown or the file cannot be read as what its suffix says; the message names the
        file.
    ModuleNotFoundError
        If the format needs pyarrow and it is not installed.

    Notes
    -----
    In CSV and TSV files, UTF-8 and UTF-16 with a byte-order mark are understood; ``NA``, ``N/A``, ``NaN``,
    ``nan``, ``null`` and empty cells are missing; a first row of numbers only is data, and the columns are
    then called ``x1`` to ``xd``. A first row that may be either is an error: 0, 1, ..., d - 1, or distinct
    whole numbers over a column with others; so is one with a blank cell. Rows in messages are lines of the
    file: row 1 is the header. The index that pandas writes into Parquet files under a made-up name
    (``__index_level_0__``) is not a column.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from setapart.data.files import read
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder) / "two.csv"
    ...     _ = file.write_text("height,weight\n1.5,60\n1.8,81\n")
    ...     read(file)
    Table: 2 rows, 2 columns
    height  weight
       1.5      60
       1.8      81
    """
    file = _expanded(path)
    suffix = _suffix(file)
    if key is not None and suffix != ".npz":
        raise ValueError(f"key= chooses an array of an .npz file; {_shown(file)} is not one")
    try:
        missing, is_folder = not file.exists(), file.is_dir()
        if not (missing or is_folder):
            return _load(file, suffix, key)
    except OSError as error:
        raise ValueError(f"{_shown(file)} cannot be read: {error.strerror or error}") from error
    if missing:
        raise FileNotFoundError(f"no such file: {_shown(file)}")
    raise ValueError(f"{_shown(file)} is a directory, not a file")


def _expanded(path: str | PathLike[str]) -> Path:
    if isinstance(path, str) and not path:
        raise ValueError("the path is empty; pass the name of a file")
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise ValueError(f"{_shown(Path(path))} cannot be found: there is no such home directory") from error


def _shown(file: Path) -> str:
    name = str(file)
    return name if len(name) <= _LONGEST_SHOWN else f"{name[:60]}...{name[-60:]}"


def _suffix(file: Path) -> str:
    name = file.name.lower()
    for suffix in SUFFIXES:
        if name.endswith(suffix):
            return suffix
    given = f"the suffix {_shown(Path(file.suffix))!r}" if file.suffix else "no suffix"
    raise ValueError(f"{_shown(file)} has {given}; setapart reads {quoted(SUFFIXES)}")


def _load(file: Path, suffix: str, key: str | None) -> Table | FloatArray:
    if suffix in _DELIMITERS:
        raw = _unzipped(file) if suffix.endswith(".gz") else file.read_bytes()
        return parse_delimited(raw, str(file), _DELIMITERS[suffix])
    if suffix in _ARROW:
        return load_arrow(file, _ARROW[suffix])
    return to_matrix(load_npy(file) if suffix == ".npy" else load_npz(file, key), str(file))


def _unzipped(file: Path) -> bytes:
    try:
        with gzip.open(file) as stream:
            return stream.read()
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise ValueError(f"{file} is not a readable gzip file: {error}") from error
