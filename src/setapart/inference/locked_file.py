"""A file that one process at a time may replace, always as a whole.

New content goes into a file beside it, onto the disk, and then takes the name: whenever a process is killed, the old
content or the new is there. The lock is of the file itself, so that it goes with the process that holds it, and the new
file is locked before it has the name.
"""

import os
import sys
from pathlib import Path

from setapart._errors import Message

if sys.platform != "win32":
    import fcntl

__all__ = ["LockedFile"]


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
            handle = _locked(part)
            part.replace(self._path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        self.close()
        self._handle = handle
        _sync(self._path.parent)

    def close(self) -> None:
        """Let go of it."""
        if self._handle is not None:
            os.close(self._handle)
        self._handle = None


def _own(path: Path, name: Message) -> int | None:
    while True:
        path.touch()
        try:
            handle = _locked(path)
        except BlockingIOError:
            raise BlockingIOError(
                name + " is being written by another run; wait for it, or name another file"
            ) from None
        if handle is None or os.path.samestat(os.fstat(handle), path.stat()):  # else it was replaced in the meantime
            return handle
        os.close(handle)


def _locked(path: Path) -> int | None:
    """A handle that holds the lock, a `BlockingIOError` if another does; None on Windows, where nobody is kept out."""
    if sys.platform == "win32":  # an open file could not be replaced there
        return None
    handle = os.open(path, os.O_RDWR)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise
    except OSError:  # of a file system without locks
        pass
    return handle


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
