"""What all tasks share, such as the prepared rows: it goes to each worker once, and not with every task.

Threads get it by reference. For processes it is pickled once. Those of this machine map the file into memory, and share
its pages; workers of Dask and Ray ask the cluster for it. What goes with a task in its place is an address, of some
hundred bytes. In Dask it is a task as well, not scattered data: what a lost worker held is made again by another.
"""

import mmap
import pickle
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import cloudpickle
from joblib.parallel import get_active_backend

__all__ = ["Content", "bytes_sent", "is_elsewhere", "opened", "sent_once"]

Content: TypeAlias = tuple[Any, ...]

_ALIGNED = 64  # bytes: arrays begin where a cache line does, as NumPy's own mostly do


class _Address(Protocol):
    """Where a worker finds the content; a future of Dask is one."""

    def result(self) -> Content: ...


def is_elsewhere() -> bool:
    """Whether the workers that ``joblib.parallel_config`` names do not share the memory of this process."""
    return not getattr(get_active_backend(prefer="threads")[0], "supports_sharedmem", False)


def bytes_sent(content: Content) -> int:
    """What goes to each worker."""
    sizes: list[int] = []
    data = _dumps(content, lambda buffer: sizes.append(buffer.raw().nbytes))
    return len(data) + sum(sizes)


def sent_once(content: Content) -> AbstractContextManager[Content | _Address]:
    """What goes with each task in place of the content, to be `opened` there, as long as it is entered.

    A backend that nobody knows here gets the content itself, with every task.
    """
    backend, _ = get_active_backend(prefer="threads")
    names = {base.__name__ for base in type(backend).__mro__}
    # A worker of Ray is one of joblib's "multiprocessing" too, and may be of another machine: the first name counts.
    send = next((send for name, send in _WAYS.items() if name in names), None)
    return nullcontext(content) if send is None else send(content, backend)


def opened(sent: Content | _Address) -> Content:
    """The content, in a worker."""
    return sent if isinstance(sent, tuple) else sent.result()


@dataclass(frozen=True)
class _InFile:
    """A file of this machine: the pickle, then the arrays, each at its place."""

    path: str
    places: tuple[tuple[int, int], ...]  # first byte and length of each part

    def result(self) -> Content:
        return _mapped(self)


@contextmanager
def _in_file(content: Content, backend: Any) -> Iterator[_InFile]:
    parts: list[Any] = []
    data = _dumps(content, lambda buffer: parts.append(buffer.raw()))
    places = []
    # Windows does not remove a file that a worker still maps; it goes with the next cleaning of its folder.
    with tempfile.TemporaryDirectory(prefix="setapart-", ignore_cleanup_errors=True) as folder:
        path = Path(folder, "shared")
        with path.open("wb") as stream:
            for part in (memoryview(data), *parts):
                stream.seek(-(-stream.tell() // _ALIGNED) * _ALIGNED)
                places.append((stream.tell(), part.nbytes))
                stream.write(part)
        yield _InFile(str(path), tuple(places))


@lru_cache(maxsize=1)  # of one run at a time: a worker outlives it
def _mapped(place: _InFile) -> Content:
    """The content; its arrays may be written to, and are then this worker's own, page by page."""
    with Path(place.path).open("rb") as stream:
        view = memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_COPY))
    data, *parts = (view[start : start + size] for start, size in place.places)
    content: Content = pickle.loads(data, buffers=parts)
    return content


@contextmanager
def _by_dask(content: Content, backend: Any) -> Iterator[_Address]:
    import dask

    # The graph is large on purpose: the scheduler keeps the content for workers that come later.
    with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1TB"}):
        future = backend.client.submit(pickle.loads, _dumps(content), pure=False)
    try:
        yield future
    finally:
        future.cancel(force=True)  # and with it the tasks that still wait for it


@dataclass(frozen=True)
class _InStore:
    """An object in the store of Ray."""

    reference: Any

    def result(self) -> Content:
        return _fetched(self.reference)


@contextmanager
def _by_ray(content: Content, backend: Any) -> Iterator[_InStore]:
    import ray

    yield _InStore(ray.put(_dumps(content)))


@lru_cache(maxsize=1)
def _fetched(reference: Any) -> Content:
    import ray

    content: Content = pickle.loads(ray.get(reference))
    return content


def _dumps(content: Content, buffer_callback: Callable[[pickle.PickleBuffer], object] | None = None) -> bytes:
    """The pickle of what may hold functions of the caller's."""
    data: bytes = cloudpickle.dumps(content, protocol=5, buffer_callback=buffer_callback)
    return data


_WAYS: dict[str, Callable[[Content, Any], AbstractContextManager[_Address]]] = {
    "DaskDistributedBackend": _by_dask,
    "RayBackend": _by_ray,
    "LokyBackend": _in_file,
    "MultiprocessingBackend": _in_file,
}
