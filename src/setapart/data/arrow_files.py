"""Parquet and Arrow files, through pyarrow when it is installed."""

import struct
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from setapart.data.frames import to_table
from setapart.data.table import Table
from setapart.data.unpacking import UnpackingLimit, damage_named, required

# An Arrow file starts with this; an Arrow stream, which may carry the same suffix, does not.
_IPC_FILE = b"ARROW1"


def load_arrow(path: Path, kind: str, limit: UnpackingLimit) -> Table:
    """Load a "Parquet" or an "Arrow" (Feather, IPC) file; columns that pandas wrote its index into name the rows."""
    damage = required("pyarrow", kind, "formats").ArrowException, OSError, ValueError
    with damage_named(path, kind, damage):
        n_bytes = parquet_bytes(path) if kind == "Parquet" else record_bytes(path, is_file=_is_ipc_file(path))
    limit.check(n_bytes)
    with damage_named(path, kind, damage):
        native = _read_parquet(path, limit) if kind == "Parquet" else _read_ipc(path)
    limit.check(text_bytes(native))
    try:
        return to_table(native)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


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


_CELL = 8  # bytes of a number as float64, which columns of one repeated value or of nulls become as well
_TAIL = 10  # bytes after the footer of an Arrow file: its length, and ARROW1
_BLOCKS = (2, 3)  # fields of the footer: where dictionaries and record batches stand
_BATCHES = {2: 1, 3: None}  # the types of messages with rows: dictionary, in whose field 1 these are, and record batch
_BUFFERS, _COMPRESSION = 2, 3  # fields of a record batch; its length is field 0


def parquet_bytes(path: Path) -> int:
    """The bytes of a Parquet file, unpacked."""
    import pyarrow.parquet as pq

    metadata = pq.read_metadata(path)
    stored = sum(metadata.row_group(group).total_byte_size for group in range(metadata.num_row_groups))
    return int(max(stored, metadata.num_rows * metadata.num_columns * _CELL))


def repeated_texts(file: Any, max_bytes: int) -> list[str]:
    """The columns of a Parquet file whose texts may take more than this, as each may stand in many rows."""
    groups = map(file.metadata.row_group, range(file.metadata.num_row_groups))
    chunks = [group.column(place) for group in groups for place in range(group.num_columns)]
    most: Counter[str] = Counter()
    for chunk in chunks:
        most[chunk.path_in_schema] += chunk.num_values * chunk.total_uncompressed_size
    return [column.name for column in file.schema_arrow if _is_text(column.type) and most[column.name] > max_bytes]


def text_bytes(native: Any) -> int:
    """The bytes of the texts that an Arrow table holds once and refers to: as many times as they stand in its rows."""
    import pyarrow as pa
    import pyarrow.compute as pc

    coded = [column for column in native.columns if pa.types.is_dictionary(column.type)]
    chunks = [chunk for column in coded if _is_text(column.type.value_type) for chunk in column.chunks]
    lengths = (pc.binary_length(chunk.dictionary).cast("int64").take(chunk.indices) for chunk in chunks)
    return sum(pc.sum(length).as_py() or 0 for length in lengths)


def _is_text(kind: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def record_bytes(path: Path, *, is_file: bool) -> int:
    """The bytes of the record batches of an Arrow file or stream, unpacked."""
    import pyarrow as pa
    from pyarrow import ipc

    with pa.memory_map(str(path)) as stream:
        if is_file:
            content = stream.read_buffer()
            width = len(ipc.open_file(stream).schema)
            sizes = [_batch_size(*message) for message in _filed(memoryview(content))]
        else:
            messages = iter(ipc.MessageReader.open_stream(stream))
            schema = next(messages, None)
            width = 0 if schema is None else len(ipc.read_schema(schema))
            sizes = [_batch_size(memoryview(part.metadata), memoryview(part.body or b"")) for part in messages]
    return max(sum(stored for stored, _ in sizes), sum(length for _, length in sizes) * width * _CELL)


def _filed(content: memoryview) -> Iterator[tuple[memoryview, memoryview]]:
    """The messages that the footer of an Arrow file lists: its head and body each.

    Readers go by the footer, and Polars frames no schema before it. The layout is that of ``File.fbs``.
    """
    try:
        end = len(content) - _TAIL
        (length,) = struct.unpack_from("<i", content, end)
        footer = content[end - length : end]
        (root,) = struct.unpack_from("<I", footer)
        for place in _BLOCKS:
            if not _field(footer, root, place):
                continue
            vector = _table(footer, root, place)
            (count,) = struct.unpack_from("<I", footer, vector)
            for block in range(count):
                start, head, body = struct.unpack_from("<qi4xq", footer, vector + 4 + 24 * block)
                (first,) = struct.unpack_from("<i", content, start)
                prefix = 8 if first == -1 else 4  # before Arrow 0.15 only the length stood before a message
                yield content[start + prefix : start + head], content[start + head : start + head + body]
    except struct.error:
        return  # pyarrow checks the whole file, and says what is wrong with it


def _batch_size(metadata: memoryview, body: memoryview) -> tuple[int, int]:
    """The bytes and the rows of a batch: a flatbuffer, which pyarrow does not give but as unpacked rows.

    The layout is that of ``Message.fbs`` in the Arrow format: a packed buffer starts with its size, or -1 as it is.
    """
    try:
        (root,) = struct.unpack_from("<I", metadata)
        (kind,) = struct.unpack_from("<B", metadata, _field(metadata, root, 1))
        if kind not in _BATCHES:
            return 0, 0
        batch = _table(metadata, root, 2)
        if _BATCHES[kind] is not None:
            batch = _table(metadata, batch, 1)
        length = _field(metadata, batch, 0)
        rows = struct.unpack_from("<q", metadata, length)[0] if length else 0
        vector = _table(metadata, batch, _BUFFERS)
        (count,) = struct.unpack_from("<I", metadata, vector)
        buffers = [struct.unpack_from("<qq", metadata, vector + 4 + 16 * place) for place in range(count)]
        packed = bool(_field(metadata, batch, _COMPRESSION))
        return sum(_unpacked(body, *buffer) if packed else buffer[1] for buffer in buffers), rows
    except struct.error:
        return 0, 0  # pyarrow checks the whole message, and says what is wrong with it


def _unpacked(body: memoryview, offset: int, length: int) -> int:
    if length == 0:
        return 0
    (size,) = struct.unpack_from("<q", body, offset)
    return length if size < 0 else int(size)


def _field(buffer: memoryview, table: int, place: int) -> int:
    """Where a field of a table stands; 0 for one that is not there."""
    (back,) = struct.unpack_from("<i", buffer, table)
    (size,) = struct.unpack_from("<H", buffer, table - back)
    if 4 + 2 * place >= size:
        return 0
    (offset,) = struct.unpack_from("<H", buffer, table - back + 4 + 2 * place)
    return table + offset if offset else 0


def _table(buffer: memoryview, table: int, place: int) -> int:
    """Where the table or vector stands that a field refers to."""
    field = _field(buffer, table, place)
    return int(field + struct.unpack_from("<I", buffer, field)[0])
