"""The one place where functions become compiled kernels.

Numba is imported when a kernel is first called, so that ``import setapart`` stays quick. A kernel and the helpers it
calls live in one file, because the on-disk cache only notices changes to the file of the kernel itself.
"""

import threading
from collections.abc import Callable
from typing import Any

__all__ = ["Kernel", "kernel"]

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


def kernel(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Mark a function of scalars and contiguous arrays for compilation; `options` go to ``numba.njit``."""
    return lambda function: Kernel(function, options)


def _njit(function: Callable[..., Any], options: dict[str, Any]) -> Callable[..., Any]:
    import numba

    try:
        return numba.njit(nogil=True, cache=True, **options)(function)  # type: ignore[no-any-return]
    except RuntimeError:  # no folder to keep the cache in: a read-only install under a read-only home
        return numba.njit(nogil=True, **options)(function)  # type: ignore[no-any-return]
