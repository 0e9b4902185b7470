"""NumPy's own files (NPY, NPZ), checked before they are loaded and never unpickled."""

import math
import zipfile
import zlib
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from setapart._checks import nearest, quoted

_HEADERS = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}


def load_npy(path: Path) -> NDArray[Any]:
    """
    Load an NPY file.

    Parameters
    ----------
    path : pathlib.Path
        The file.

    Returns
    -------
    ndarray
        The array, as stored.

    Raises
    ------
    ValueError
        If it is no NPY file, holds Python objects, or is shorter than its header says.
    """
    with path.open("rb") as stream:
        return _load(stream, path.stat().st_size, str(path))


def load_npz(path: Path, key: str | None) -> NDArray[Any]:
    """
    Load one array of an NPZ file.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    key : str or None
        Which array; None where there is only one.

    Returns
    -------
    ndarray
        The array, as stored.

    Raises
    ------
    ValueError
        If it is no NPZ file, holds several arrays and none is chosen, has no array of that name, or the array
        holds Python objects or is shorter than its header says.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            name = _member([name.removesuffix(".npy") for name in archive.namelist()], key, str(path))
            info = archive.getinfo(name if name in archive.namelist() else f"{name}.npy")
            with archive.open(info) as stream:
                return _load(stream, info.file_size, f"{path}: {name}")
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise ValueError(f"{path} is not a readable NPZ file: {error}") from error


def _member(names: list[str], key: str | None, source: str) -> str:
    if not names:
        raise ValueError(f"{source} holds no arrays")
    if key is None and len(names) > 1:
        raise ValueError(f"{source} holds {len(names)} arrays: {quoted(names)}; choose one with key=")
    if key is not None and key not in names:
        raise ValueError(f"{source} holds no array {key!r}, only {quoted(names)}{nearest(key, names)}")
    return names[0] if key is None else key


def _load(stream: IO[bytes], size: int, source: str) -> NDArray[Any]:
    try:
        shape, dtype = _header(stream)
    except (ValueError, EOFError, SyntaxError, TypeError) as error:
        reason = str(error).partition("\n")[0]
        raise ValueError(f"{source} is not a readable NPY file: {reason}") from error
    if dtype.hasobject:
        raise ValueError(f"{source} holds Python objects, which setapart does not unpickle; save numbers")
    promised, held = math.prod(shape) * dtype.itemsize, size - stream.tell()
    if promised > held:
        raise ValueError(
            f"{source} is cut short: its header promises shape {shape} of {dtype}, {promised} bytes, and the"
            f" file holds {held}"
        )
    stream.seek(0)
    return np.asarray(npy.read_array(stream, allow_pickle=False))


def _header(stream: IO[bytes]) -> tuple[tuple[int, ...], np.dtype[Any]]:
    version = npy.read_magic(stream)
    if version not in _HEADERS:
        raise ValueError(f"its format is version {version[0]}.{version[1]}")
    shape, _, dtype = _HEADERS[version](stream)
    if any(length < 0 for length in shape):
        raise ValueError(f"its header promises shape {shape}")
    return shape, dtype
