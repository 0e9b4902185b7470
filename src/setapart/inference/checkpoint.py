"""A checkpoint: a file with the values of all relabellings evaluated so far, from which a run that ended goes on.

It begins with a line that says the format and its version, and a line of JSON: all that the values depend on, and the
key, name, type and shape of each array. The arrays follow, and the SHA-256 of everything before. Nothing in it is
executed. The values of several statistics, each evaluated by itself, are parts of one file, by their keys.
"""

import hashlib
import json
import logging
import os
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from setapart._checks import counted
from setapart._errors import arg, caller_stacklevel, message
from setapart._targets import check_target, expanded
from setapart._types import FloatArray
from setapart.inference.locked_file import LockedFile
from setapart.inference.pvalues import tie_tolerance

__all__ = ["Checkpoint", "CheckpointError", "KeptValues"]

_FORMAT = 1  # raised when what is written changes its form or its meaning
_MAGIC = b"setapart checkpoint "
_DIGEST = hashlib.sha256().digest_size
_SHARE = 0.1  # of the time, that writing may take: each task is written where it takes ten times as long as that
_ANEW = "; delete the file to begin anew, or name another one"

Arrays = Mapping[str, NDArray[Any]]


class CheckpointError(ValueError):
    """A file that is of no use for this run."""


class Checkpoint(AbstractContextManager["Checkpoint"]):
    """The file of one run: locked while it is entered, and up to date when it is left, be it by an exception.

    `stated` and `digests` are what the values depend on, as texts: those that can be told in words ("seed is"), and
    digests of what cannot ("data"). A file in which one of them is another is refused, in words that say which.
    """

    def __init__(self, path: str | PathLike[str], *, stated: Mapping[str, str], digests: Mapping[str, str]) -> None:
        self.given, self._stated, self._digests = os.fspath(path), dict(stated), dict(digests)
        check_target("checkpoint", path, overwrite=True)
        self._path = Path(os.path.realpath(expanded(path)))
        self.parts: dict[str, Arrays] = {}
        self._is_behind = False  # whether there is something that is not written yet
        self._next = 0.0  # when to write again, on the clock `time.monotonic`
        self._fails = False

    def __enter__(self) -> Self:
        self._file = LockedFile(self._path, arg("checkpoint", self.given))
        try:
            self.parts = self._read(self._file.read())
            self._file.replace(self._content())  # a folder or a disk that takes nothing shows before the work begins
        except BaseException:
            self._file.close()
            raise
        if self._done:
            self._tell("{checkpoint=} has {what} already")
        return self

    def __exit__(self, *error: object) -> None:
        try:
            if self._is_behind:
                self._write()
            if error[0] is not None and self._done:
                self._tell("{checkpoint=} has {what}; the same test goes on from there")
        finally:
            self._file.close()

    def part(self, key: str = "") -> "KeptValues":
        """The values under a key, which are none yet where it is new."""
        return KeptValues(self, key)

    def put(self, key: str, arrays: Arrays) -> None:
        """Keep arrays under a key; written at once, or later if that would take much of the time.

        They must not be changed afterwards. If nothing can be written, a warning says so, and the run goes on.
        """
        self.parts[key], self._is_behind = arrays, True
        if time.monotonic() >= self._next:
            self._write()

    def refusal(self, why: str) -> CheckpointError:
        """The error that the file is of no use, and what to do."""
        return CheckpointError(arg("checkpoint", self.given) + " " + why + _ANEW)

    @property
    def _done(self) -> int:
        return sum(len(arrays["values"]) for arrays in self.parts.values())

    def _tell(self, template: str) -> None:
        words = message(template, what=counted(self._done, "value"), checkpoint=self.given)
        logging.getLogger("setapart").info(words)

    def _read(self, content: bytes) -> dict[str, Arrays]:
        """The parts of a file; none if it is new, or holds no value of any run."""
        if not content:
            return {}
        first, _, rest = content.partition(b"\n")
        if not first.startswith(_MAGIC):
            raise self.refusal("is no checkpoint of setapart, or the rest of one")
        if first != _MAGIC + b"%d" % _FORMAT:
            there = first.removeprefix(_MAGIC).decode("ascii", "replace")[:16]
            raise self.refusal(f"has format {there!r}, and this version of setapart reads {str(_FORMAT)!r}")
        if hashlib.sha256(content[:-_DIGEST]).digest() != content[-_DIGEST:]:
            raise self.refusal("is damaged or cut short")
        text, _, data = rest[:-_DIGEST].partition(b"\n")
        header = json.loads(text)
        parts: dict[str, dict[str, NDArray[Any]]] = {}
        start = 0
        for key, name, kind, shape in header["arrays"]:
            array = np.frombuffer(data, kind, count=int(np.prod(shape)), offset=start).reshape(shape)
            parts.setdefault(key, {})[name], start = array, start + array.nbytes
        if parts:
            self._compare(header)
        return dict(parts)

    def _compare(self, header: Mapping[str, Any]) -> None:
        """Refuse the file of another run."""
        for noun, here in self._stated.items():
            there = header["stated"].get(noun, "another")
            if there != here:
                raise self.refusal(f"is of another run, whose {noun} {there}, not {here}")
        for noun, here in self._digests.items():
            if header["digests"].get(noun) != here:
                raise self.refusal(f"is of another run, with other {noun}")

    def _write(self) -> None:
        started = time.monotonic()
        try:
            self._file.replace(self._content())
            self._is_behind = self._fails = False
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

    def _content(self) -> bytes:
        stored = [
            (key, name, np.ascontiguousarray(array, array.dtype.newbyteorder("<")))
            for key, arrays in self.parts.items()
            for name, array in arrays.items()
        ]
        header = {
            "stated": self._stated,
            "digests": self._digests,
            "arrays": [[key, name, array.dtype.str, array.shape] for key, name, array in stored],
        }
        start = _MAGIC + b"%d\n" % _FORMAT + json.dumps(header).encode() + b"\n"
        content = b"".join([start, *(array.tobytes() for *_, array in stored)])
        return content + hashlib.sha256(content).digest()


@dataclass(frozen=True, eq=False)
class KeptValues:
    """The values of one statistic, or of several side by side, in a checkpoint."""

    checkpoint: Checkpoint
    key: str

    @property
    def done(self) -> int:
        """How many relabellings they are of, the observed one included."""
        arrays = self.checkpoint.parts.get(self.key)
        return len(arrays["values"]) if arrays else 0

    def arrays(self, value: Callable[[int], FloatArray], scales: Sequence[float]) -> Arrays:
        """What was saved last: "values" (done, s) and others; at least one relabelling must be there.

        `value` evaluates one relabelling. The values (s,) of the first and of the last must come out again, since no
        digest knows the code of a statistic: up to rounding on their `scales`, for one of the caller's may add up in
        another order where there is but one relabelling.
        """
        arrays = self.checkpoint.parts[self.key]
        values = arrays["values"]
        for b in {0, self.done - 1}:
            again = value(b)
            rounding = [tie_tolerance(size, scale) for size, scale in zip(values[b], scales, strict=True)]
            if np.any(np.abs(again - values[b]) > rounding) or not np.array_equal(np.isnan(again), np.isnan(values[b])):
                raise self.checkpoint.refusal(
                    f"holds another value of relabelling {b:,} than comes out now: the code of the statistic or a "
                    "package has changed"
                )
        return arrays

    def save(self, **arrays: NDArray[Any]) -> None:
        """Keep "values" (done, s) and others; see `Checkpoint.put`."""
        self.checkpoint.put(self.key, arrays)

    def check_counts(self, count: int) -> None:
        """Refuse a file without counts for each feature, or with those of more relabellings than `count`."""
        if "counts" not in self.checkpoint.parts[self.key]:
            raise self.checkpoint.refusal("has no counts for each feature")
        if self.done > count:
            raise self.checkpoint.refusal(
                message(
                    "counts {done:,} relabellings, and knows nothing of fewer; take {n_resamples}",
                    done=self.done,
                    n_resamples=arg("n_resamples", self.done - 1),
                )
            )
