"""Parquet and Arrow files, through pyarrow when it is installed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from setapart.data.arrays import first_line
from setapart.data.arrow_sizes import parquet_bytes, record_bytes, repeated_texts, text_bytes
from setapart.data.frames import to_table
from setapart.data.table import Table
from setapart.data.unpacking import UnpackingLimit

# An Arrow file starts with this; an Arrow stream, which may carry the same suffix, does not.
_IPC_FILE = b"ARROW1"


def load_arrow(path: Path, kind: str, limit: UnpackingLimit) -> Table:
    """
    Load a Parquet or an Arrow (Feather, IPC) file.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    kind : {"Parquet", "Arrow"}
        Its format.
    limit : UnpackingLimit
        How much it may unpack to.

    Returns
    -------
    Table
        Its columns; those that pandas wrote its index into name the rows.

    Raises
    ------
    ModuleNotFoundError
        If pyarrow is not installed; the message says how to install it.
    ValueError
        If the file is damaged or in another format, names two columns alike, or unpacks to more than the limit.
    """
    try:
        import pyarrow as pa  # noqa: F401
    except ModuleNotFoundError:
        raise ModuleNotFoundError(f"reading {kind} needs pyarrow: pip install 'setapart[formats]'") from None
    with _failures_named(path, kind):
        n_bytes = parquet_bytes(path) if kind == "Parquet" else record_bytes(path, is_file=_is_ipc_file(path))
    limit.check(n_bytes)
    with _failures_named(path, kind):
        native = _read_parquet(path, limit) if kind == "Parquet" else _read_ipc(path)
    limit.check(text_bytes(native))
    try:
        return to_table(native)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


@contextmanager
def _failures_named(path: Path, kind: str) -> Iterator[None]:
    """Turn what a damaged file provokes into one line that names it."""
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowException, OSError, ValueError) as error:
        raise ValueError(f"{path} is not a readable {kind} file: {first_line(error)}") from error


def _is_ipc_file(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(len(_IPC_FILE)) == _IPC_FILE


def _read_parquet(path: Path, limit: UnpackingLimit) -> Any:
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        texts = repeated_texts(file, limit.max_bytes)
        if not texts:
            return file.read()
    with pq.ParquetFile(path, read_dictionary=texts) as file:  # each text once, so that the rows can be measured
        return file.read()


def _read_ipc(path: Path) -> Any:
    import pyarrow as pa
    from pyarrow import ipc

    with pa.OSFile(str(path)) as stream:
        return (ipc.open_file if _is_ipc_file(path) else ipc.open_stream)(stream).read_all()
