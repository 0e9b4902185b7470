"""A file that one process at a time may replace, always as a whole.

New content goes into a file beside it, onto the disk, and then takes the name: whenever a process is killed, the old
content or the new is there. The lock goes with the process that holds it. It is of the file itself, and the new file is
locked before it has the name; on Windows, where an open file cannot be replaced, it is of a file beside it.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

from setapart._errors import Message

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = ["LockedFile"]

_IS_BESIDE = sys.platform == "win32"  # whether the lock is of a file beside


class LockedFile:
    """A file, made if there is none, that is this process's own until it is closed."""

    def __init__(self, path: Path, name: Message) -> None:
        """`name` is the argument and the path as they were given."""
        self._path, self._handle = path, _own(path, name)

    def read(self) -> bytes:
        """The whole content."""
        return self._path.read_bytes()

    def replace(self, content: bytes) -> None:
        """Put this in place of the content; on an `OSError` the old one is still there, and nothing else is."""
        part = self._path.with_name(f".{self._path.name}.part")
        try:
            with part.open("wb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            part.chmod(self._path.stat().st_mode & 0o777)
            handle = None if _IS_BESIDE else _locked(part)
            part.replace(self._path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        if handle is not None:
            os.close(self._handle)
            self._handle = handle
        _sync(self._path.parent)

    def close(self) -> None:
        """Let go of it."""
        os.close(self._handle)
        if _IS_BESIDE:
            with suppress(OSError):  # another process has it by now
                _beside(self._path).unlink()


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


def _own(path: Path, name: Message) -> int:
    while True:
        path.touch()
        try:
            handle = _locked(_beside(path) if _IS_BESIDE else path)
        except BlockingIOError:
            raise BlockingIOError(
                name + " is being written by another run; wait for it, or name another file"
            ) from None
        if _IS_BESIDE or os.path.samestat(os.fstat(handle), path.stat()):  # else it was replaced in the meantime
            return handle
        os.close(handle)


def _locked(path: Path) -> int:
    """A handle that holds the lock of a file; a `BlockingIOError` if another does."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _lock(handle)
    except BlockingIOError:
        os.close(handle)
        raise
    except OSError:  # of a file system without locks
        pass
    return handle


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError from error
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _sync(folder: Path) -> None:
    """Make sure that the new name of a file is on the disk, where a folder can be asked that."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
