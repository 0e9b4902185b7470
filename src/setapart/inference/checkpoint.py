"""A checkpoint: a file with the values of all relabellings evaluated so far, from which a run that ended goes on.

It begins with a line that says the format and its version, and a line of JSON: all that the values depend on, and the
name, type and shape of each array. The arrays follow, and the SHA-256 of everything before.
Nothing in it is executed. A file is never changed but replaced as a whole, so that whenever a process is killed the old
one or the new one is there. A lock keeps a second process out; it goes with the process that holds it.
"""

import hashlib
import json
import logging
import os
import sys
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from os import PathLike
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from setapart._checks import counted
from setapart._errors import arg, caller_stacklevel, message
from setapart._targets import check_target, expanded
from setapart._types import FloatArray
from setapart.inference.pvalues import tie_tolerance

if sys.platform != "win32":
    import fcntl

__all__ = ["FORMAT", "Checkpoint"]

FORMAT = 1  # raised when what is written changes its form or its meaning
_MAGIC = b"setapart checkpoint "
_DIGEST = hashlib.sha256().digest_size
_SHARE = 0.1  # of the time, that writing may take: each task is written where it takes ten times as long as that
_ANEW = "; delete the file to begin anew, or name another one"

Arrays = Mapping[str, NDArray[Any]]


class Checkpoint(AbstractContextManager["Checkpoint"]):
    """The file of one run: locked while it is entered, and up to date when it is left, be it by an exception.

    `stated` and `digests` are what the values depend on, as texts: those that can be told in words ("seed is"), and
    digests of what cannot ("data"). A file in which one of them is another is refused, in words that say which.
    """

    def __init__(self, path: str | PathLike[str], *, stated: Mapping[str, str], digests: Mapping[str, str]) -> None:
        self.given, self._stated, self._digests = os.fspath(path), dict(stated), dict(digests)
        check_target("checkpoint", path, overwrite=True)
        self._path = Path(os.path.realpath(expanded(path)))
        self._handle: int | None = None
        self._arrays: Arrays = {}
        self._waiting: Arrays | None = None  # what is not written yet
        self._next = 0.0  # when to write again, on the clock `time.monotonic`
        self._fails = False

    def __enter__(self) -> Self:
        self._handle = _locked(self._path, self.given)
        try:
            self._arrays = self._read(self._path.read_bytes())
            self._write(self._arrays)  # a folder or a disk that takes nothing shows before the work begins
        except BaseException:
            self._unlock()
            raise
        if self.done:
            logging.getLogger("setapart").info(
                message("{checkpoint=} has {what} already", what=counted(self.done, "value"), checkpoint=self.given)
            )
        return self

    def __exit__(self, *error: object) -> None:
        try:
            if self._waiting is not None:
                self._try_to_write()
            if error[0] is not None and self.done:
                logging.getLogger("setapart").info(
                    message(
                        "{checkpoint=} has {what}; the same test goes on from there",
                        what=counted(self.done, "value"),
                        checkpoint=self.given,
                    )
                )
        finally:
            self._unlock()

    @property
    def done(self) -> int:
        """How many relabellings it holds, the observed one included."""
        return len(self._arrays["values"]) if self._arrays else 0

    def arrays(self, value: Callable[[int], FloatArray], scales: Sequence[float]) -> Arrays:
        """What it holds: "values" (done, s), and what else was saved; nothing of a new file.

        `value` evaluates one relabelling. The values (s,) of the first and of the last must come out again, bit for
        bit: no identity knows the code of a statistic, or the processor.
        """
        if not self.done:
            return {}
        values = self._arrays["values"]
        for b in {0, self.done - 1}:
            again = value(b)
            rounding = [tie_tolerance(size, scale) for size, scale in zip(values[b], scales, strict=True)]
            if np.any(np.abs(again - values[b]) > rounding) or not np.array_equal(np.isnan(again), np.isnan(values[b])):
                raise self._refusal(
                    f"holds another value of relabelling {b:,} than comes out now: the code of the statistic or a "
                    "package has changed"
                )
        return self._arrays

    def save(self, **arrays: NDArray[Any]) -> None:
        """Keep "values" (done, s) and others; written at once, or later if that would take much of the time.

        They must not be changed afterwards. If nothing can be written, a warning says so, and the run goes on.
        """
        self._arrays = self._waiting = arrays
        if time.monotonic() >= self._next:
            self._try_to_write()

    def check_counts(self, count: int) -> None:
        """Refuse a file without counts for each feature, or with those of more relabellings than `count`."""
        if "counts" not in self._arrays:
            raise self._refusal("has no counts for each feature")
        if self.done > count:
            raise self._refusal(
                message(
                    "counts {done:,} relabellings, and knows nothing of fewer; take {n_resamples}",
                    done=self.done,
                    n_resamples=arg("n_resamples", self.done - 1),
                )
            )

    def _read(self, content: bytes) -> Arrays:
        """The arrays of a file; none if it is new, or holds no relabelling of any run."""
        if not content:
            return {}
        first, _, rest = content.partition(b"\n")
        if not first.startswith(_MAGIC):
            raise self._refusal("is no checkpoint of setapart, or the rest of one")
        if first != _MAGIC + b"%d" % FORMAT:
            there = first.removeprefix(_MAGIC).decode("ascii", "replace")[:16]
            raise self._refusal(f"has format {there!r}, and this version of setapart reads {str(FORMAT)!r}")
        if hashlib.sha256(content[:-_DIGEST]).digest() != content[-_DIGEST:]:
            raise self._refusal("is damaged or cut short")
        text, _, data = rest[:-_DIGEST].partition(b"\n")
        header = json.loads(text)
        arrays, start = {}, 0
        for name, kind, shape in header["arrays"]:
            array = np.frombuffer(data, kind, count=int(np.prod(shape)), offset=start).reshape(shape)
            arrays[name], start = array, start + array.nbytes
        if not arrays or not len(arrays["values"]):
            return {}
        self._compare(header)
        return arrays

    def _compare(self, header: Mapping[str, Any]) -> None:
        """Refuse the file of another run."""
        for noun, here in self._stated.items():
            there = header["stated"].get(noun, "another")
            if there != here:
                raise self._refusal(f"is of another run, whose {noun} {there}, not {here}")
        for noun, here in self._digests.items():
            if header["digests"].get(noun) != here:
                raise self._refusal(f"is of another run, with other {noun}")

    def _try_to_write(self) -> None:
        assert self._waiting is not None
        started = time.monotonic()
        try:
            self._write(self._waiting)
            self._waiting, self._fails = None, False
        except OSError as error:
            if not self._fails:
                warnings.warn(
                    message(
                        "{checkpoint=} cannot be written ({reason}), and stays as it was; the test goes on",
                        checkpoint=self.given,
                        reason=error.strerror or type(error).__name__,
                    ),
                    UserWarning,
                    stacklevel=caller_stacklevel(),
                )
            self._fails = True
        ended = time.monotonic()
        self._next = ended + (ended - started) / _SHARE

    def _write(self, arrays: Arrays) -> None:
        """Replace the file, and let go of it only then."""
        part = self._path.with_name(f".{self._path.name}.part")
        handle = os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, self._path.stat().st_mode & 0o777)
        try:
            with os.fdopen(handle, "wb", closefd=False) as stream:
                stream.write(self._content(arrays))
            os.fsync(handle)
            _lock(handle)  # before it has the name, so that nobody comes between
            part.replace(self._path)
        except BaseException:
            os.close(handle)
            part.unlink(missing_ok=True)
            raise
        self._unlock()
        self._handle = handle
        _sync(self._path.parent)

    def _content(self, arrays: Arrays) -> bytes:
        stored = {name: np.ascontiguousarray(array, array.dtype.newbyteorder("<")) for name, array in arrays.items()}
        header = {
            "stated": self._stated,
            "digests": self._digests,
            "arrays": [[name, array.dtype.str, array.shape] for name, array in stored.items()],
        }
        start = _MAGIC + b"%d\n" % FORMAT + json.dumps(header).encode() + b"\n"
        content = b"".join([start, *(array.tobytes() for array in stored.values())])
        return content + hashlib.sha256(content).digest()

    def _unlock(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
        self._handle = None

    def _refusal(self, why: str) -> ValueError:
        return ValueError(arg("checkpoint", self.given) + " " + why + _ANEW)


def _locked(path: Path, given: str) -> int:
    """A handle of the file, made if there is none, that no other process has locked."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _lock(handle)
        except BlockingIOError:
            os.close(handle)
            raise BlockingIOError(
                arg("checkpoint", given) + " is being written by another run; wait for it, or name another file"
            ) from None
        if os.path.samestat(os.fstat(handle), path.stat()):  # else it was replaced in the meantime
            return handle
        os.close(handle)


def _lock(handle: int) -> None:
    """Lock an open file; a `BlockingIOError` if another process has, and nothing where there are no such locks."""
    if sys.platform == "win32":  # where nothing keeps two processes apart; each still writes whole files
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:  # of a file system that has none
        return


def _sync(folder: Path) -> None:
    """Make sure that the new name of a file is on the disk, where a folder can be asked that."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        return
    finally:
        os.close(handle)
