"""NumPy's own files (NPY, NPZ), checked before they are loaded and never unpickled."""

import io
import math
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from setapart._checks import nearest, quoted
from setapart._errors import phrase
from setapart.data.unpacking import UnpackingLimit, damage_named

_HEADERS = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}


def load_npy(path: Path) -> NDArray[Any]:
    """Load an NPY file, as stored; a header as Python 2 wrote it is understood."""
    with path.open("rb") as stream:
        return _load(stream, path.stat().st_size, str(path))


def load_npz(path: Path, key: str | None, limit: UnpackingLimit) -> NDArray[Any]:
    """Load one array of an NPZ file, as stored; a key of None is of the only one."""
    with _damage_named(path, "NPZ"):
        archive = zipfile.ZipFile(path)
    with archive:
        stored = archive.namelist()
        name = _member([name.removesuffix(".npy") for name in stored], key, str(path))
        # The whole member is read before its header is, so that what zipfile raises and what the array raises
        # stay apart.
        member = archive.getinfo(name if name in stored else f"{name}.npy")
        limit.check(member.file_size, name)  # which zipfile reads no byte beyond
        with _damage_named(path, "NPZ"):
            raw = archive.read(member)
    return _load(io.BytesIO(raw), len(raw), f"{path}: {name}")


def _member(names: list[str], key: str | None, source: str) -> str:
    if not names:
        raise ValueError(f"{source} holds no arrays")
    if key is None and len(names) > 1:
        raise ValueError(f"{source} holds {len(names)} arrays: {quoted(names)}; " + phrase("choose one with key="))
    if key is not None and key not in names:
        raise ValueError(f"{source} holds no array {key!r}, only {quoted(names)}{nearest(key, names)}")
    return names[0] if key is None else key


def _load(stream: IO[bytes], size: int, source: str) -> NDArray[Any]:
    with _damage_named(source, "NPY"):
        shape, dtype = _header(stream)
    if dtype.hasobject:
        raise ValueError(f"{source} holds Python objects, which setapart does not unpickle; save numbers")
    promised, held = math.prod(shape) * dtype.itemsize, size - stream.tell()
    if promised > held:
        raise ValueError(
            f"{source} is cut short: its header promises shape {shape} of {dtype}, {promised} bytes, and the"
            f" file holds {held}"
        )
    stream.seek(0)
    with _damage_named(source, "NPY"):
        return np.asarray(npy.read_array(stream, allow_pickle=False))


@contextmanager
def _damage_named(source: object, kind: str) -> Iterator[None]:
    """
    Name a damaged file; what the system refuses (OSError) is left to the caller.

    A header is a Python literal that anybody may have written, and NumPy parses it with the tokenizer and the
    compiler: SyntaxError, TokenError, MemoryError and OverflowError are all ways of saying that it is no header.
    """
    with warnings.catch_warnings(), damage_named(source, kind, passed=OSError):
        # NumPy advises to save a header of Python 2 again; it was read all the same.
        warnings.filterwarnings("ignore", message="Reading `.npy` or `.npz` file required additional header")
        yield


def _header(stream: IO[bytes]) -> tuple[tuple[int, ...], np.dtype[Any]]:
    version = npy.read_magic(stream)
    if version not in _HEADERS:
        raise ValueError(f"its format is version {version[0]}.{version[1]}")
    shape, _, dtype = _HEADERS[version](stream)
    if any(type(length) is not int or length < 0 for length in shape):
        raise ValueError(f"its header promises shape {shape}")
    if dtype.subdtype is not None:
        raise ValueError(f"its header promises an array in every cell: {dtype}")
    return shape, dtype
