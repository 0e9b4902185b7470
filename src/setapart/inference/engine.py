"""The engine: evaluates a prepared statistic on all relabellings, in chunks, on any number of workers.

It knows no statistic. A chunk of relabellings is a task; tasks go to joblib, which prefers threads and honours
``joblib.parallel_config``. Nothing is kept but one number for each relabelling.
"""

from collections.abc import Generator, Iterable
from contextlib import AbstractContextManager, closing
from typing import Any

import joblib
import numpy as np
from joblib.parallel import get_active_backend

from setapart._interrupt import StopSignal, cancellable, checkpoint
from setapart._types import FloatArray
from setapart.inference.design import Relabellings
from setapart.inference.pvalues import tie_tolerance
from setapart.statistics.base import Prepared

__all__ = ["evaluate"]

_CHUNK = 64  # relabellings in a task, at most
_CELLS = 2_000_000  # relabellings × rows in a task, at most


def evaluate(
    prepared: Prepared,
    relabellings: Relabellings,
    *,
    n_jobs: int | None = None,
    progress: bool = False,
    chunk: int | None = None,
    shortcut: bool = False,
) -> FloatArray:
    """The value of every relabelling, the observed one first.

    Parameters
    ----------
    prepared : Prepared
    relabellings : Relabellings
    n_jobs : int, optional
        Workers, as joblib counts them; None is one, unless ``joblib.parallel_config`` says otherwise.
    progress : bool
        Show a bar on standard error.
    chunk : int, optional
        Relabellings in a task; the answer does not depend on it.
    shortcut : bool
        Let the work on a relabelling end once it is known to count against the observed value. The p-value stays
        exact, but the values are then bounds from below.
    """
    count = relabellings.count
    size = relabellings.rows(0, 1).shape[1]
    parallel, workers = _workers(n_jobs)
    share = -(-count // workers)
    step = chunk or max(1, min(_CHUNK, _CELLS // size, share))

    values = np.empty(count)
    first, stop_at = 0, None
    if shortcut:
        values[0] = prepared.evaluate(relabellings.rows(0, 1))[0]
        first, stop_at = 1, values[0] - tie_tolerance(values[0], prepared.scale)
    starts = range(first, count, step)

    signal = StopSignal()
    tasks = (
        joblib.delayed(_task)(prepared, relabellings, start, min(start + step, count), stop_at, signal)
        for start in starts
    )
    with closing(_parts(parallel, tasks)) as parts, _bar(count, progress) as bar:
        bar.update(first)
        try:
            for start, part in zip(starts, parts, strict=True):
                values[start : start + step] = part
                bar.update(len(part))
        except BaseException:
            signal.set()
            raise
    return values


def _workers(n_jobs: int | None) -> tuple[joblib.Parallel, int]:
    """The workers and their number: threads, unless ``joblib.parallel_config`` names another backend."""
    # joblib.effective_n_jobs would ask the default backend, which are processes; in a forked child they complain.
    backend, _ = get_active_backend(prefer="threads")
    return_as = "generator" if backend.supports_return_generator else "list"
    parallel = joblib.Parallel(n_jobs=n_jobs, prefer="threads", return_as=return_as)
    return parallel, max(1, backend.effective_n_jobs(parallel.n_jobs))


def _parts(parallel: joblib.Parallel, tasks: Iterable[Any]) -> Generator[FloatArray, None, None]:
    """The values of one task after the other; all tasks are over first where a backend has no generators."""
    yield from parallel(tasks)


def _task(
    prepared: Prepared,
    relabellings: Relabellings,
    start: int,
    stop: int,
    stop_at: float | None,
    signal: StopSignal,
) -> FloatArray:
    with cancellable(signal):
        checkpoint()
        return prepared.evaluate(relabellings.rows(start, stop), stop_at=stop_at)


class _NoBar(AbstractContextManager["_NoBar"]):
    def update(self, _: int) -> None:
        """Show nothing."""

    def __exit__(self, *_: object) -> None:
        """Close nothing."""


def _bar(total: int, progress: bool) -> Any:
    if not progress:
        return _NoBar()
    try:
        from tqdm import tqdm
    except ImportError:
        raise ImportError("progress=True needs tqdm: pip install 'setapart[cli]'") from None
    return tqdm(total=total, unit="relabelling", leave=False)
