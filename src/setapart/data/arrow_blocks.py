"""Tables of a file, block by block: Parquet and Arrow."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from setapart.data.frames import to_table
from setapart.data.rows import Rows, rows_of
from setapart.data.unpacking import damage_named

__all__ = ["arrow_rows", "parquet_rows", "rows_of_batches"]

_CELLS = 2**21  # of a block, at most: of wide tables, fewer rows are read at once


def parquet_rows(path: Path, size: int, columns: list[str] | None = None) -> Iterator[Rows]:
    """The rows of a Parquet file, at most so many at once; of these columns, and those that name the rows."""
    import pyarrow.parquet as pq

    with damage_named(path, "Parquet", _arrow_errors(), passed=MemoryError):
        # Pages are read as they are needed, and not whole columns of a row group beforehand.
        file = pq.ParquetFile(path, buffer_size=2**18, pre_buffer=False)
    with file:
        width = max(1, file.metadata.num_columns if columns is None else len(columns))
        rows = max(1, min(size, _CELLS // width))
        batches = file.iter_batches(rows, columns=columns, use_threads=False, use_pandas_metadata=columns is not None)
        yield from _tables(_damaged(batches, path, "Parquet"))


def arrow_rows(path: Path, size: int) -> Iterator[Rows]:
    """The rows of an Arrow file or stream, at most so many at once."""
    import pyarrow as pa
    from pyarrow import ipc

    with path.open("rb") as head:
        is_file = head.read(6) == b"ARROW1"
    with damage_named(path, "Arrow", _arrow_errors(), passed=MemoryError):
        stream = pa.OSFile(str(path))
        reader = (ipc.open_file if is_file else ipc.open_stream)(stream)
    with stream:
        batches = (reader.get_batch(i) for i in range(reader.num_record_batches)) if is_file else reader
        for batch in _damaged(batches, path, "Arrow"):
            yield from _tables(batch.slice(start, size) for start in range(0, batch.num_rows, size))


def _arrow_errors() -> tuple[type[Exception], ...]:
    import pyarrow as pa

    return pa.ArrowException, OSError, ValueError


def _damaged(batches: Iterable[Any], path: Path, kind: str) -> Iterator[Any]:
    """Batches of a file; an error on the way names it."""
    stream = iter(batches)
    while True:
        with damage_named(path, kind, _arrow_errors(), passed=MemoryError):
            batch = next(stream, None)
        if batch is None:
            return
        yield batch


def rows_of_batches(batches: Iterable[Any]) -> Iterator[Rows]:
    """The rows of batches of pyarrow."""
    import pyarrow as pa

    for batch in batches:
        yield rows_of(pa.Table.from_batches([batch]))


def _tables(batches: Iterable[Any]) -> Iterator[Rows]:
    """The same of batches of a file: as `read` has them, without what only pyarrow knows."""
    import pyarrow as pa

    for batch in batches:
        yield rows_of(to_table(pa.Table.from_batches([batch])))
