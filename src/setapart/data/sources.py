"""Sources: tables that are read block by block, since they may be larger than memory."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

import numpy as np

from setapart._checks import check_integer, first_few, quoted
from setapart._errors import ArgumentTypeError, arg
from setapart.data.arrow_blocks import arrow_rows, parquet_rows, rows_of_batches
from setapart.data.files import check_markers, suffix_of, table_without
from setapart.data.frames import wrapped
from setapart.data.rows import Rows, rows_of, to_block
from setapart.data.table import Table
from setapart.data.text_blocks import text_blocks
from setapart.data.text_rows import check_delimiter
from setapart.data.unpacking import required

__all__ = ["Block", "Source", "files_in", "scan", "source_of"]

_BLOCK_ROWS = 65_536
_NO_PARTITION = "__HIVE_DEFAULT_PARTITION__"


@dataclass(frozen=True, eq=False)
class Block:
    """Rows that stand together: in which file, the first at which place of it, and the rows."""

    part: str
    start: int
    rows: Rows


@dataclass(frozen=True, eq=False)
class Source:
    """
    A table that is read block by block, as often as a test asks for it; see `scan`.

    ``name`` is what messages call it, and ``read`` starts reading from the first block. ``once`` says that this can be
    done once only. Rows are called by their file, ``""`` where there is but one, and their place in it.
    """

    name: str
    read: Callable[[], Iterator[Block]] = field(repr=False)
    once: bool = False
    backend: str | None = None
    decimal: str = "."

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise ValueError(
            "a source is read in blocks, as two_sample_test does with max_rows; setapart.read reads it whole"
        )

    def blocks(self) -> Iterator[Block]:
        """The blocks; the names of the columns are the same in all of them."""
        first: tuple[str, Block] | None = None
        for block in self.read():
            if block.rows.table is None or block.rows.table.n_rows == 0:
                continue
            names = block.rows.table.columns
            if first is None:
                first = self.where(block), block
            elif set(names) != set(first[1].rows.table.columns):  # type: ignore[union-attr]
                _refuse_columns(first[0], first[1].rows.table, self.where(block), block.rows.table)
            yield block
        if first is None:
            raise ValueError(f"{self.name} has no rows")

    def where(self, block: Block) -> str:
        """The file that a block is of."""
        return f"{self.name}/{block.part}" if block.part else self.name


def scan(
    source: Any,
    *,
    columns: Iterable[str] | None = None,
    drop: Iterable[str] | None = None,
    ids: str | None = None,
    delimiter: str | None = None,
    decimal: str = ".",
    missing: Iterable[str | float] = (),
    block_rows: int | None = None,
) -> Source:
    """
    Name a table that is read block by block, so that it may be larger than memory; nothing is read yet.

    `two_sample_test` takes it with ``max_rows``: it reads all rows once, tests a random sample of them, and reads all
    rows once more for the distance along the directions that it found.

    Parameters
    ----------
    source : path, list of paths, or object
        A file (``.parquet``, ``.csv``, ``.tsv``, also with ``.gz``, ``.feather``, ``.arrow``), a directory of such
        files, also in folders called ``column=value``; a dataset or a ``RecordBatchReader`` of pyarrow; a lazy frame of
        polars, a frame of Dask; a data frame or an array.
    columns, drop : list of str, optional
        The columns to take, those with groups, strata or clusters among them; or columns to leave out.
    ids : str, optional
        The column with what to call a row. By default a row is called by its file and its number in the file.
    delimiter, decimal, missing
        As in `read`.
    block_rows : int, optional
        Rows read at once. It changes no result, only how much memory is needed.

    Returns
    -------
    Source

    Raises
    ------
    FileNotFoundError, ValueError
        If there is no such file, or it is not of these kinds.
    ModuleNotFoundError
        If the kind needs a package that is not installed.

    Notes
    -----
    Files and folders whose names start with ``.`` or ``_`` are passed over, as all readers of such directories do. A
    ``RecordBatchReader`` can be read only once: what needs all rows again is left out then, and the result says so.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> table = sa.Table({"arm": np.repeat(["a", "b"], 5000), "dose": rng.normal(size=10_000)})
    >>> res = sa.two_sample_test(sa.scan(table), groups="arm", max_rows=500, n_resamples=99)
    >>> res.all_rows.n_rows, res.sizes
    ((5000, 5000), (500, 500))
    """
    if columns is not None and drop is not None:
        raise ValueError("columns are those to take and drop those to leave out; give one of them")
    chosen = None if columns is None else _names("columns", columns)
    left = frozenset(() if drop is None else _names("drop", drop))
    columns_read = chosen if chosen is None or ids is None else [*chosen, ids]
    size = _BLOCK_ROWS if block_rows is None else check_integer("block_rows", block_rows, minimum=1)
    reading = _Reading(check_delimiter(delimiter, decimal), decimal, check_markers(missing), columns_read)
    given = _given(source, size, reading)

    def read() -> Iterator[Block]:
        found: set[str] = set()
        for block in given.read():
            found |= left & set(block.rows.columns or ())
            yield Block(
                block.part, block.start, _taken(block.rows, chosen, left, ids, reading.markers, given.where(block))
            )
        if left - found:
            raise ValueError(arg("drop") + f" names columns that {given.name} lacks: {quoted(sorted(left - found))}")

    return Source(given.name, read, given.once, given.backend, decimal)


def source_of(obj: Any, name: str) -> Source:
    """What a caller passed as a source; ``name`` is what messages call an object without a name."""
    if isinstance(obj, Source):
        return obj
    source = scan(obj)
    return source if isinstance(obj, str | PathLike | list) else Source(name, source.read, source.once, source.backend)


@dataclass(frozen=True)
class _Reading:
    """How files are read; `columns` are all that is needed, None for every one."""

    delimiter: str | None
    decimal: str
    markers: frozenset[str]
    columns: list[str] | None


def _names(argument: str, names: Any) -> list[str]:
    listed = [names] if isinstance(names, str) else list(names)
    if not listed or not all(isinstance(name, str) for name in listed):
        raise ArgumentTypeError(argument, "must hold names of columns", names)
    return list(dict.fromkeys(listed))


def _taken(
    rows: Rows, columns: list[str] | None, drop: frozenset[str], ids: str | None, markers: frozenset[str], where: str
) -> Rows:
    """The rows with the columns that are asked for, and nothing in the place of markers."""
    table = rows.table
    assert table is not None
    if columns is not None:
        wanted = columns if ids is None or ids in columns else [*columns, ids]
    else:
        wanted = [name for name in table.columns if name not in drop]
    try:
        table = table.select(wanted)
        table = table if ids is None else table.indexed_by(ids)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    if markers and table.text is None:
        table = table_without(table, markers)
    index = table.index if ids is not None else rows.index
    frame = None if markers else rows.frame  # which holds the markers as labels
    return Rows(table=table, frame=frame, index=index, lines=rows.lines, backend=rows.backend)


def _refuse_columns(first: str, one: Any, second: str, other: Any) -> None:
    lacks = [name for name in one.columns if name not in other.columns]
    more = [name for name in other.columns if name not in one.columns]
    clauses = [f"lacks {first_few([*map(repr, lacks)])}"] * bool(lacks)
    clauses += [f"has {first_few([*map(repr, more)])}, which {first} lacks"] * bool(more)
    raise ValueError(f"the files of a source must have the same columns: {second} {' and '.join(clauses)}")


def _given(source: Any, size: int, reading: _Reading) -> Source:
    """The source with all its columns."""
    if isinstance(source, str | PathLike):
        path = Path(source).expanduser()
        return _directory(path, size, reading) if path.is_dir() else _file(path, size, reading)
    if isinstance(source, list | tuple) and source and all(isinstance(path, str | PathLike) for path in source):
        return _listed([Path(path).expanduser() for path in source], size, reading)
    module = type(source).__module__.partition(".")[0]
    if module == "pyarrow" and hasattr(source, "get_fragments"):
        return _dataset(source, size)
    if module == "pyarrow" and hasattr(source, "read_next_batch"):
        return Source("the stream", lambda: _numbered("", rows_of_batches(source)), once=True, backend="pyarrow")
    if module.startswith("dask") and hasattr(source, "npartitions"):  # narwhals is about to leave Dask to an extension
        return _dask(source)
    frame = wrapped(source)
    if frame is not None and hasattr(frame, "collect") and not hasattr(frame, "iter_columns"):
        return _lazy(frame, size)
    rows = _in_memory(source)
    return Source("the table", lambda: iter([Block("", 0, rows)]), backend=rows.backend)


def _in_memory(obj: Any) -> Rows:
    rows = rows_of(obj)
    if rows.table is not None:
        return rows
    block = to_block(rows, "source")
    name = "x1" if rows.series is None else rows.series.columns[0] or "x1"
    names = block.names or (
        [name] if block.values.shape[1] == 1 else [f"x{j + 1}" for j in range(block.values.shape[1])]
    )
    return Rows(table=Table(dict(zip(names, block.values.T, strict=True))), index=rows.index, backend=rows.backend)


def _file(path: Path, size: int, reading: _Reading) -> Source:
    reader = _reader(path, size, reading)
    return Source(str(path), lambda: reader("", {}))


def _directory(folder: Path, size: int, reading: _Reading) -> Source:
    """The files of a directory and of the folders in it, by their names from there."""
    paths = files_in(folder)
    if not paths:
        raise ValueError(f"{folder} holds no files")
    return _files(str(folder), folder, paths, size, reading)


def files_in(folder: Path) -> list[Path]:
    """The files of a directory and of the folders in it, sorted, but for those whose names start with . or _."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and not any(part[0] in "._" for part in path.relative_to(folder).parts)
    )


def _listed(paths: Sequence[Path], size: int, reading: _Reading) -> Source:
    """Some files, by their names from the folder that all of them are in."""
    absolute = [path.resolve() for path in paths]
    if len(set(absolute)) < len(absolute):
        raise ValueError("the list of files names one of them twice")
    folder = Path(os.path.commonpath([path.parent for path in absolute]))
    return _files(str(folder), folder, absolute, size, reading)


def _files(name: str, folder: Path, paths: Sequence[Path], size: int, reading: _Reading) -> Source:
    readers = [(path.relative_to(folder), _reader(path, size, reading)) for path in paths]

    def read() -> Iterator[Block]:
        for path, reader in readers:
            pairs = (part.split("=", 1) for part in path.parts[:-1] if "=" in part)
            values = {key: None if value == _NO_PARTITION else unquote(value) for key, value in pairs}
            yield from reader(path.as_posix(), values)

    return Source(name, read)


def _reader(path: Path, size: int, reading: _Reading) -> Callable[[str, dict[str, str | None]], Iterator[Block]]:
    """What reads the blocks of a file, with the values that its folders are called by as columns."""
    if not path.exists():
        raise FileNotFoundError(f"no such file: {path}")
    suffix = suffix_of(path)
    if suffix in (".parquet", ".pq"):
        required("pyarrow", "Parquet", "formats")
        return lambda part, values: _numbered(part, parquet_rows(path, size, reading.columns), values)
    if suffix in (".feather", ".arrow", ".ipc"):
        required("pyarrow", "Arrow", "formats")
        return lambda part, values: _numbered(part, arrow_rows(path, size), values)
    if suffix.startswith((".csv", ".tsv")):
        required("pyarrow", "text", "formats")
        usual = "\t" if suffix.startswith(".tsv") else ","

        def tables(part: str, values: dict[str, str | None]) -> Iterator[Block]:
            blocks = text_blocks(
                path,
                usual,
                delimiter=reading.delimiter,
                decimal=reading.decimal,
                missing=reading.markers,
                block_rows=size,
            )
            return _numbered(part, (rows_of(table) for table in blocks), values)

        return tables
    raise ValueError(f"{path} cannot be read in blocks; Parquet, Arrow, CSV and TSV files can")


def _numbered(part: str, tables: Iterable[Rows], values: dict[str, str | None] | None = None) -> Iterator[Block]:
    """Blocks of one file, one below the other."""
    start = 0
    for rows in tables:
        assert rows.table is not None
        count = rows.table.n_rows
        yield Block(part, start, _with_values(rows, values) if values else rows)
        start += count


def _with_values(rows: Rows, values: dict[str, str | None]) -> Rows:
    table = rows.table
    assert table is not None
    if twice := sorted(set(values) & set(table.columns)):
        raise ValueError(f"the column {twice[0]!r} stands in a file, and in the name of its folder too")
    columns = {name: np.full(table.n_rows, value, dtype=object) for name, value in values.items()}
    joined = Table({**table.data, **columns}, index=table.index, index_columns=table.index_columns, text=table.text)
    return Rows(table=joined, frame=rows.frame, index=rows.index, lines=rows.lines, backend=rows.backend)


def _dataset(dataset: Any, size: int) -> Source:
    """A dataset of pyarrow: its files by their names from the folder that all are in."""

    def read() -> Iterator[Block]:
        fragments = list(dataset.get_fragments())
        paths = [getattr(fragment, "path", "") for fragment in fragments]
        folder = os.path.commonpath([PurePosixPath(path).parent for path in paths]) if paths and all(paths) else ""
        for fragment, path in zip(fragments, paths, strict=True):
            lacking = [name for name in dataset.schema.names if name not in _held(fragment)]
            if lacking:  # pyarrow fills them with nulls
                raise ValueError(f"the files of a source must have the same columns: {path} lacks {quoted(lacking)}")
            batches = fragment.to_batches(schema=dataset.schema, batch_size=size, use_threads=False, batch_readahead=1)
            yield from _numbered(os.path.relpath(path, folder) if len(paths) > 1 else "", rows_of_batches(batches))

    return Source("the dataset", read, backend="pyarrow")


def _held(fragment: Any) -> set[str]:
    """The columns that a fragment has, in its file or by the names of its folders."""
    import pyarrow.dataset as ds

    return {*fragment.physical_schema.names, *ds.get_partition_keys(fragment.partition_expression)}


def _dask(frame: Any) -> Source:
    """A frame of Dask: its partitions, in their order."""
    partitions = range(frame.npartitions)
    return Source(
        "the Dask frame",
        lambda: _numbered("", (rows_of(frame.partitions[i].compute()) for i in partitions)),
        backend="pandas",
    )


def _lazy(frame: Any, size: int) -> Source:
    """A lazy frame of polars, as narwhals has it."""
    library, native = frame.implementation.value, frame.to_native()
    if library != "polars":
        raise ValueError(f"a lazy frame of {library} cannot be read in blocks; write it to Parquet, or collect it")
    if not hasattr(native, "collect_batches"):
        raise ValueError(
            "reading a lazy frame in blocks needs a newer polars, with LazyFrame.collect_batches; or call .collect()"
        )
    return Source(
        "the lazy frame",
        lambda: _numbered("", map(rows_of, native.collect_batches(chunk_size=size, maintain_order=True))),
        backend="polars",
    )
