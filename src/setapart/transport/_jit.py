"""The one place where functions become compiled kernels.

Numba is imported when a kernel is first called, so that ``import setapart`` stays quick. Its on-disk cache only notices
changes to the file of the kernel itself, but a kernel may call others; so each is cached under a name that carries the
fingerprint of all files with kernels.
"""

import hashlib
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["Kernel", "kernel", "kernel_sources"]

_lock = threading.RLock()


class Kernel:
    """A function that Numba compiles, without the GIL, at its first call."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        self.function = function
        self.options = options
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self._dispatcher: Callable[..., Any] | None = None

    def __call__(self, *args: Any) -> Any:
        """Run the compiled function, compiling it first if need be."""
        return (self._dispatcher or self.compiled())(*args)

    def compiled(self) -> Callable[..., Any]:
        """The Numba dispatcher of this function and, before it, of the kernels it calls."""
        with _lock:
            if self._dispatcher is None:
                scope = self.function.__globals__
                for name in self.function.__code__.co_names:
                    if isinstance(scope.get(name), Kernel):
                        scope[name] = scope[name].compiled()
                self._dispatcher = _njit(self.function, self.options)
            return self._dispatcher


def kernel(*, inline: bool = False) -> Callable[[Callable[..., Any]], Any]:
    """Mark a function of scalars and contiguous arrays for compilation, into its callers if `inline`."""
    return lambda function: Kernel(function, {"inline": "always"} if inline else {})


def kernel_sources() -> list[Path]:
    """The files of the rooms that have kernels: a change in any of them makes all that is cached old."""
    package = Path(__file__).parents[1]
    rooms = ("transport", "projection", "statistics")
    return sorted(source for room in rooms for source in (package / room).rglob("*.py"))


@cache
def _fingerprint() -> str:
    return hashlib.sha256(b"".join(source.read_bytes() for source in kernel_sources())).hexdigest()[:12]


def _njit(function: Callable[..., Any], options: dict[str, Any]) -> Callable[..., Any]:
    import numba

    function.__qualname__ = f"{function.__qualname__}_{_fingerprint()}"
    try:
        return numba.njit(nogil=True, cache=True, **options)(function)  # type: ignore[no-any-return]
    except RuntimeError:  # no folder to keep the cache in: a read-only install under a read-only home
        return numba.njit(nogil=True, **options)(function)  # type: ignore[no-any-return]
