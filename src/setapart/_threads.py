"""One thread for BLAS, where it works on many small matrices: its threads then wait for one another most of the time.

The eigenvectors of a matrix (40, 40) take forty times as long in two threads as in one, on a machine that does anything
else. Only threadpoolctl, which scikit-learn brings along, can say how many threads there are to be; without it nothing
changes.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

__all__ = ["one_blas_thread"]

_lock = threading.Lock()
_limits: list[Any] = []  # an entry for each of the callers within, the first of which holds the limit


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Let BLAS work in one thread; of workers that overlap, the first sets the limit and the last takes it back."""
    controller = _controller()
    if controller is None:
        yield
        return
    with _lock:
        _limits.append(_limits[0] if _limits else controller.limit(limits=1, user_api="blas"))
    try:
        yield
    finally:
        with _lock:
            limit = _limits.pop()
            if not _limits:
                limit.restore_original_limits()


@cache
def _controller() -> Any:
    """What knows the libraries of the process, which takes a while to find out; None where it is not installed."""
    try:
        from threadpoolctl import ThreadpoolController
    except ImportError:
        return None
    return ThreadpoolController()
