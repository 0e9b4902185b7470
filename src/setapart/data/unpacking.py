"""What keeps a file from being read: a package that is missing, damage, or more bytes than the machine holds.

A small packed file can claim, or unpack to, more than there is memory for.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from setapart._checks import check_integer
from setapart._errors import phrase
from setapart.data.arrays import first_line

# Tables and arrays seldom shrink below a tenth when they are packed, and 1 GB is what a laptop can spare.
_BYTES = 10**9
_RATIO = 10
_BLOCK = 2**20


def required(package: str, what: str, extra: str) -> Any:
    """A package that reading ``what`` needs, imported; ``extra`` is the extra of setapart that installs it."""
    try:
        return import_module(package)
    except ModuleNotFoundError:
        raise ModuleNotFoundError(f"reading {what} needs {package}: pip install 'setapart[{extra}]'") from None


@contextmanager
def damage_named(
    source: object,
    kind: str,
    errors: tuple[type[Exception], ...] = (Exception,),
    *,
    passed: type[Exception] | None = None,
) -> Iterator[None]:
    """Turn what a damaged file provokes into one line that names the file; errors that are ``passed`` stay."""
    try:
        yield
    except errors as error:
        if passed is not None and isinstance(error, passed):
            raise
        reason = first_line(error) or type(error).__name__
        raise ValueError(f"{source} is not a readable {kind} file: {reason}") from error


class _Readable(Protocol):
    """What gives bytes, at most so many."""

    def read(self, size: int, /) -> bytes: ...


@dataclass(frozen=True)
class UnpackingLimit:
    """A limit on what a file, or a stream without a size, holds once it is unpacked."""

    source: str
    max_bytes: int
    file_bytes: int | None

    def check(self, n_bytes: int, what: str = "") -> None:
        """Refuse this many bytes; ``what`` names the part of the file that holds them."""
        if n_bytes > self.max_bytes:
            raise ValueError(self._refusal(f"{n_bytes:,} bytes", what))

    def read(self, stream: _Readable) -> bytes:
        """All that a stream holds; refused as soon as it is too much, for nothing tells how much that is."""
        content = bytearray()
        while block := stream.read(_BLOCK):  # a buffered stream sets aside at once whatever it is asked for
            content += block
            if len(content) > self.max_bytes:
                raise ValueError(self._refusal(f"more than {self.max_bytes:,} bytes", ""))
        return bytes(content)

    def _refusal(self, size: str, what: str) -> str:
        called = f"{self.source}: {what}" if what else self.source
        file = "" if self.file_bytes is None else f", from a file of {self.file_bytes:,}"
        return (
            f"{called} takes {size} of memory{file}; the limit is {self.max_bytes:,}: if you trust the source, set a "
            "higher one with " + phrase("max_bytes=")
        )


def unpacking_limit(path: Path, max_bytes: int | None) -> UnpackingLimit:
    """Limit what a file may unpack to."""
    file_bytes = path.stat().st_size
    chosen = max(_BYTES, _RATIO * file_bytes) if max_bytes is None else check_integer("max_bytes", max_bytes, minimum=1)
    return UnpackingLimit(str(path), chosen, file_bytes)


def stream_limit(source: str, max_bytes: int | None) -> UnpackingLimit:
    """Limit what a stream may hold, whose size nobody knows: to 1 GB unless the caller says otherwise."""
    chosen = _BYTES if max_bytes is None else check_integer("max_bytes", max_bytes, minimum=1)
    return UnpackingLimit(source, chosen, None)
