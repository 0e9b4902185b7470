"""How a long computation in a worker thread learns that it should stop.

Python delivers Ctrl-C to the main thread only. Whoever starts workers gives each the same signal through `cancellable`;
long computations call `checkpoint` between short pieces of work.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["Cancelled", "StopSignal", "cancellable", "checkpoint", "listening"]

_scope = threading.local()


class Cancelled(Exception):  # noqa: N818 - not a fault of anyone's
    """Raised at a checkpoint once the signal of the surrounding scope is set."""


class StopSignal:
    """An event that threads share. Another process gets it unset: processes are stopped from outside."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self.set, self.is_set = self._event.set, self._event.is_set

    def __reduce__(self) -> tuple[type["StopSignal"], tuple[()]]:
        return StopSignal, ()


@contextmanager
def cancellable(signal: StopSignal) -> Iterator[None]:
    """Let `signal` stop the computation in this thread."""
    outer = getattr(_scope, "signals", ())
    _scope.signals = (*outer, signal)  # a test within a trial stops with either
    try:
        yield
    finally:
        _scope.signals = outer


@contextmanager
def listening(listener: Callable[[], object]) -> Iterator[None]:
    """Call `listener` at every checkpoint of the computation in this thread."""
    outer = getattr(_scope, "listeners", ())
    _scope.listeners = (*outer, listener)
    try:
        yield
    finally:
        _scope.listeners = outer


def checkpoint() -> None:
    """Raise `Cancelled` if the computation of this thread has been called off; tell who listens that it goes on."""
    if any(signal.is_set() for signal in getattr(_scope, "signals", ())):
        raise Cancelled
    for listener in getattr(_scope, "listeners", ()):
        listener()
