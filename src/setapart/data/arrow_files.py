"""Parquet and Arrow files, through pyarrow when it is installed."""

from pathlib import Path
from typing import Any

from setapart.data.arrays import first_line
from setapart.data.frames import to_table
from setapart.data.table import Table

# An Arrow file starts with this; an Arrow stream, which may carry the same suffix, does not.
_IPC_FILE = b"ARROW1"


def load_arrow(path: Path, kind: str) -> Table:
    """
    Load a Parquet or an Arrow (Feather, IPC) file.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    kind : {"Parquet", "Arrow"}
        Its format.

    Returns
    -------
    Table
        Its columns; those that pandas wrote its index into name the rows.

    Raises
    ------
    ModuleNotFoundError
        If pyarrow is not installed; the message says how to install it.
    ValueError
        If the file is damaged or in another format, or names two columns alike.
    """
    try:
        import pyarrow as pa
    except ModuleNotFoundError:
        raise ModuleNotFoundError(f"reading {kind} needs pyarrow: pip install 'setapart[formats]'") from None
    try:
        native = _read_parquet(path) if kind == "Parquet" else _read_ipc(path)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise ValueError(f"{path} is not a readable {kind} file: {first_line(error)}") from error
    try:
        return to_table(native)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def _read_parquet(path: Path) -> Any:
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        return file.read()


def _read_ipc(path: Path) -> Any:
    import pyarrow as pa
    from pyarrow import ipc

    with pa.OSFile(str(path)) as stream:
        is_file = stream.read(len(_IPC_FILE)) == _IPC_FILE
        stream.seek(0)
        return (ipc.open_file if is_file else ipc.open_stream)(stream).read_all()
