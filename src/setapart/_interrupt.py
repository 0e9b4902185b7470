"""How a long computation in a worker thread learns that it should stop.

Python delivers Ctrl-C to the main thread only. Whoever starts workers gives each the same event through `cancellable`;
long computations call `checkpoint` between short pieces of work.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["Cancelled", "cancellable", "checkpoint"]

_scope = threading.local()


class Cancelled(Exception):  # noqa: N818 - not a fault of anyone's
    """Raised at a checkpoint once the event of the surrounding scope is set."""


@contextmanager
def cancellable(event: threading.Event) -> Iterator[None]:
    """Let `event` stop the computation in this thread."""
    outer = getattr(_scope, "event", None)
    _scope.event = event
    try:
        yield
    finally:
        _scope.event = outer


def checkpoint() -> None:
    """Raise `Cancelled` if the computation of this thread has been called off."""
    event = getattr(_scope, "event", None)
    if event is not None and event.is_set():
        raise Cancelled
