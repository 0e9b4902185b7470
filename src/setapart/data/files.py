"""Files: the suffix says what a file holds, and the caller what stands in it for a missing value."""

import gzip
import numbers
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from setapart._checks import quoted
from setapart._errors import ArgumentTypeError, arg, phrase
from setapart._types import FloatArray
from setapart.data.arrays import to_matrix
from setapart.data.arrow_files import load_arrow
from setapart.data.cells import as_number, is_marked
from setapart.data.cells_files import load_annotated, load_fcs
from setapart.data.frames import is_missing
from setapart.data.numpy_files import load_npy, load_npz
from setapart.data.reading import EPOCH, check_read_as, read_columns
from setapart.data.table import Column, Table
from setapart.data.text_files import parse_delimited
from setapart.data.text_rows import check_delimiter
from setapart.data.unpacking import UnpackingLimit, damage_named, unpacking_limit

_DELIMITERS = {".csv": ",", ".csv.gz": ",", ".tsv": "\t", ".tsv.gz": "\t"}
_ARROW = {".parquet": "Parquet", ".pq": "Parquet", ".feather": "Arrow", ".arrow": "Arrow", ".ipc": "Arrow"}
_OPTIONS = {
    "delimiter": (tuple(_DELIMITERS), "separates the fields of a text file"),
    "decimal": (tuple(_DELIMITERS), "marks the decimals of a text file"),
    "key": ((".npz",), "chooses an array of an .npz file"),
    "layer": ((".h5ad",), "chooses a matrix of an .h5ad file"),
    "use_rep": ((".h5ad",), "chooses a matrix of an .h5ad file"),
    "channels": ((".fcs",), "chooses channels of an .fcs file"),
    "cofactor": ((".fcs",), "transforms the channels of an .fcs file"),
}
_LONGEST_SHOWN = 250
SUFFIXES = (*_DELIMITERS, *_ARROW, ".npy", ".npz", ".h5ad", ".fcs")


def read(
    path: str | PathLike[str],
    *,
    delimiter: str | None = None,
    decimal: str = ".",
    key: str | None = None,
    layer: str | None = None,
    use_rep: str | None = None,
    channels: Iterable[str] | None = None,
    cofactor: float | None = None,
    ids: str | int | None = None,
    missing: Iterable[str | float] = (),
    read_as: Mapping[str, str] | None = None,
    max_bytes: int | None = None,
) -> Any:
    r"""
    Read a table or an array of numbers from a file.

    Parameters
    ----------
    path : str or path-like
        The suffix decides: ``.csv`` and ``.tsv`` (also with ``.gz``), ``.parquet`` or ``.pq``, ``.feather``,
        ``.arrow`` or ``.ipc`` (all of these need the extra ``setapart[formats]``), ``.npy``, ``.npz``, ``.h5ad``
        (``setapart[anndata]``), ``.fcs`` (``setapart[fcs]``).
    delimiter : str, optional
        What separates the fields of a text file: one character, or ``"tab"``. By default commas (CSV) or tabs (TSV),
        or whichever of semicolons, tabs, commas and bars takes the header and the first row apart alike.
    decimal : {".", ","}
        What marks the decimals in a text file. Between semicolons, spreadsheets in many languages write ``1,5``.
    key : str, optional
        Which array of an ``.npz`` file; needed where it holds several.
    layer, use_rep : str, optional
        Of an ``.h5ad`` file, put ``layers[layer]`` or ``obsm[use_rep]`` in the place of ``X``.
    channels : iterable of str, optional
        Which channels of an ``.fcs`` file, in their order, by $PnN ("FL1-A") or $PnS ("CD4"); all by default.
    cofactor : float, optional
        Of an ``.fcs`` file, turn values v into arcsinh(v / cofactor), but for time, FSC and SSC: 5 is usual for mass
        cytometry, 150 for fluorescence.
    ids : str or 1, optional
        The column with the names of the rows, which is no feature then. 1 says that the first column of a text file has
        them and no name: its header is blank there, or one field short, as ``write.table`` of R writes it.
    missing : iterable of str or float, optional
        What stands for a missing value in this file, beside the markers below: ``[-999, "unknown"]``. A number matches
        in any spelling, a text as it is. Not of ``.h5ad`` files.
    read_as : mapping of str to str, optional
        How to read columns that are no plain numbers, as in `two_sample_test`. Dates are counted from 1970-01-01, so
        that those of several files go together.
    max_bytes : int, optional
        How many bytes a packed file (all but ``.csv``, ``.tsv``, ``.npy`` and ``.fcs``) may take once it is unpacked:
        by default 1 GB or ten times the size of the file, whichever is more. The size is read from the file before
        anything is unpacked; that of ``.gz`` is counted meanwhile.

    Returns
    -------
    Table, ndarray of shape (n, d) or AnnData
        A table with named columns; a float64 array from ``.npy`` and ``.npz``; an AnnData object from ``.h5ad``.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If the suffix is unknown, the file cannot be read as what its suffix says or unpacks to more than `max_bytes`;
        the message names the file.
    ModuleNotFoundError
        If the format needs a package that is not installed.

    Notes
    -----
    In CSV and TSV files, UTF-8 and UTF-16 with a byte-order mark are understood. Empty cells are missing, and so are
    ``NA``, ``N/A``, ``na``, ``n/a``, ``<NA>``, ``NaN``, ``nan``, ``NULL``, ``Null``, ``null``, ``None``, ``.``, ``-``,
    ``\N`` and the errors of spreadsheets, such as ``#N/A`` and ``#DIV/0!``. A first row of numbers only is data, and
    the columns are then called ``x1`` to ``xd``. A first row that may be either is an error: 0, 1, ..., d - 1, or
    distinct whole numbers over a column with others; so is one of numbers with a blank cell, or of names and fractions.
    Rows in messages are lines of the file: row 1 is the header.

    A first column whose name is blank is what ``to_csv`` of pandas and ``write.csv`` of R call the rows: it is the
    ``index`` of the table, and no feature. Rows longer or shorter than the header are refused, unless ``ids=1`` says
    what the first field is; a blank field at the end of each is no field. Where several marks may separate the fields,
    that is an error, and `delimiter` settles it.

    A column is numeric if all its cells are numbers, and text otherwise. So are whole numbers where any has a leading
    zero (01321, 007 or 00; not 0, 0.5 or 00.5), whatever their lengths, for postcodes and other labels are written so;
    and telephone numbers, all with a + before seven digits or more. Labels stay as they are written.

    The index that pandas writes into Parquet and Arrow files is the ``index`` of the table, and no feature; its columns
    can be asked for by name all the same, as in ``groups="arm"``. So are the names of observations in ``.h5ad`` files.
    Values of FCS files are on the linear scale: gains, logarithmic amplification and the time step are undone;
    compensation is not applied. Channels that share a name are numbered, with a warning.

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
    suffix = suffix_of(file)
    delimiter = check_delimiter(delimiter, decimal)
    options = {
        "delimiter": delimiter,
        "decimal": None if decimal == "." else decimal,
        "key": key,
        "layer": layer,
        "use_rep": use_rep,
        "channels": channels,
        "cofactor": cofactor,
    }
    for option, value in options.items():
        suffixes, does = _OPTIONS[option]
        if value is not None and suffix not in suffixes:
            raise ValueError(phrase(f"{option}=", name=option) + f" {does}; {_shown(file)} is not one")
    try:
        absent, is_folder = not file.exists(), file.is_dir()
        if not (absent or is_folder):
            content = _load(file, suffix, options, check_markers(missing), max_bytes, row_names=ids == 1)
            content = content if ids is None else _called(content, ids, file)
            return content if read_as is None else _read(content, read_as, file)
    except OSError as error:
        raise ValueError(f"{_shown(file)} cannot be read: {error.strerror or error}") from error
    if absent:
        raise FileNotFoundError(f"no such file: {_shown(file)}")
    raise ValueError(f"{_shown(file)} is a directory, not a file")


def _expanded(path: str | PathLike[str]) -> Path:
    if isinstance(path, str) and not path:
        raise ValueError("the path is empty; pass the name of a file")
    try:
        return Path(path).expanduser()
    except TypeError:
        raise ArgumentTypeError("path", "must be a string or a path", path) from None
    except RuntimeError as error:
        raise ValueError(f"{_shown(Path(path))} cannot be found: there is no such home directory") from error


def _shown(file: Path) -> str:
    name = str(file)
    return name if len(name) <= _LONGEST_SHOWN else f"{name[:60]}...{name[-60:]}"


def suffix_of(file: Path) -> str:
    """What the name of a file ends with, of those that are known."""
    name = file.name.lower()
    for suffix in SUFFIXES:
        if name.endswith(suffix):
            return suffix
    given = f"the suffix {_shown(Path(file.suffix))!r}" if file.suffix else "no suffix"
    raise ValueError(f"{_shown(file)} has {given}; setapart reads {quoted(SUFFIXES)}")


def _load(
    file: Path,
    suffix: str,
    options: Mapping[str, Any],
    markers: frozenset[str],
    max_bytes: int | None,
    *,
    row_names: bool,
) -> Any:
    limit = unpacking_limit(file, max_bytes)
    if suffix == ".h5ad":
        if markers:
            raise ValueError(
                phrase("missing=", name="missing")
                + f" is of tables and arrays, and {_shown(file)} is neither; put nan in its X"
            )
        return load_annotated(file, layer=options["layer"], use_rep=options["use_rep"], limit=limit)
    if suffix == ".fcs":
        return table_without(load_fcs(file, channels=options["channels"], cofactor=options["cofactor"]), markers)
    if suffix in _DELIMITERS:
        raw = _unzipped(file, limit) if suffix.endswith(".gz") else file.read_bytes()
        return parse_delimited(
            raw,
            str(file),
            _DELIMITERS[suffix],
            delimiter=options["delimiter"],
            decimal=options["decimal"] or ".",
            row_names=row_names,
            missing=markers,
        )
    if suffix in _ARROW:
        return table_without(load_arrow(file, _ARROW[suffix], limit), markers)
    array = load_npy(file) if suffix == ".npy" else load_npz(file, options["key"], limit)
    return matrix_without(to_matrix(array, str(file)), markers)


def _called(content: Any, ids: str | int, file: Path) -> Table:
    """A table whose rows are called by a column."""
    if not isinstance(content, Table):
        raise ValueError(arg("ids", ids) + f" names a column, but {_shown(file)} is a matrix without column names")
    if ids != 1 or "1" in content:
        return content.indexed_by(str(ids))
    if content.index is None:
        raise ValueError(
            arg("ids", 1) + f" is of a first column without a name, and {_shown(file)} has {quoted(content.columns)}"
        )
    return content


def _read(content: Any, read_as: Mapping[str, str], file: Path) -> Table:
    """A table with some of its columns as numbers."""
    kinds = check_read_as(read_as)
    if not isinstance(content, Table):
        raise ValueError(arg("read_as") + f" names columns, and {_shown(file)} has no columns with names")
    return read_columns({str(file): content}, kinds, start=EPOCH)[str(file)]


def _unzipped(file: Path, limit: UnpackingLimit) -> bytes:
    with damage_named(file, "gzip", (gzip.BadGzipFile, EOFError, zlib.error)), gzip.open(file) as stream:
        return limit.read(stream)


def check_markers(missing: Any) -> frozenset[str]:
    """Check the markers that a caller gives: texts, or numbers, which match in any spelling."""
    given = [missing] if isinstance(missing, str | numbers.Real) else missing
    if not isinstance(given, Iterable):
        raise ArgumentTypeError("missing", "must hold texts and numbers", missing)
    markers = list(given)
    for marker in markers:
        if isinstance(marker, bool) or not isinstance(marker, str | numbers.Real):
            raise ArgumentTypeError("missing", "must hold texts and numbers", marker)
    return frozenset(str(marker).strip() for marker in markers)


def table_without(table: Table, markers: frozenset[str]) -> Table:
    """A table with nothing in the place of markers: NaN among numbers, None among texts."""
    return replace(table, data={name: _column(table[name], markers) for name in table.columns}) if markers else table


def matrix_without(values: FloatArray, markers: frozenset[str]) -> FloatArray:
    """A matrix of floats with NaN in the place of markers."""
    return np.where(np.isin(values, _numbers(markers)), np.nan, values) if markers else values


def _column(values: Column, markers: frozenset[str]) -> Column:
    if values.dtype.kind in "iuf":
        marked = np.isin(values, _numbers(markers))
        return np.where(marked, np.nan, values) if marked.any() else values
    if values.dtype.kind != "O":
        return values
    cells = [
        None if is_missing(cell) or (isinstance(cell, str) and is_marked(cell, markers)) else cell for cell in values
    ]
    return np.fromiter(cells, dtype=object, count=len(cells))


def _numbers(markers: frozenset[str]) -> list[float]:
    return [number for number in map(as_number, markers) if number is not None]
