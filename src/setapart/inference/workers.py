"""Workers, shared by all that hands out tasks."""

import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from itertools import islice
from typing import Any

import joblib
from joblib.parallel import get_active_backend

from setapart._checks import check_integer
from setapart._errors import ArgumentError
from setapart._interrupt import StopSignal, cancellable
from setapart._threads import one_blas_thread
from setapart.inference.progress import n_workers, progress_bar, warn_if_long
from setapart.inference.shared import Content, is_elsewhere, opened, sent_once

__all__ = ["chosen_workers", "parallel_map", "stream_results", "workers"]

_MOST = 1024  # each is a thread; some thousands are more than a system starts, and more than any has cores
_ROUND = 4  # tasks for each worker, after which the results are seen, where a backend hands them out all at once


def chosen_workers(n_jobs: Any) -> int | None:
    """The number of workers, as joblib counts them."""
    if n_jobs is None:
        return None
    if check_integer("n_jobs", n_jobs) == 0:
        raise ArgumentError("n_jobs", "must be a number of workers, or -1 for all cores", 0)
    return check_integer("n_jobs", n_jobs, maximum=_MOST)


def workers(n_jobs: int | None) -> tuple[joblib.Parallel, int]:
    """The workers and their number: threads, unless ``joblib.parallel_config`` names another backend."""
    backend, _ = get_active_backend(prefer="threads")
    return_as = "generator" if backend.supports_return_generator else "list"
    parallel = joblib.Parallel(n_jobs=n_jobs, prefer="threads", return_as=return_as)
    return parallel, n_workers(n_jobs)


@contextmanager
def stream_results(
    parallel: joblib.Parallel,
    function: Callable[..., Any],
    calls: Iterable[tuple[Any, ...]],
    *,
    shared: Content = (),
    signal: StopSignal | None = None,
) -> Iterator[Iterator[Any]]:
    """The result of one call after the other; whoever leaves with an exception calls off what is under way.

    The function runs in the workers, within `cancellable`, so that a `checkpoint` in it ends it once it is called off;
    no call starts once the `signal` is set, by a caller who calls off without an exception. Its first arguments are
    `shared`, which goes to each worker once, and the others are those of the call. Other processes do not see the
    signal: what they are at, they end.
    """
    stop = StopSignal() if signal is None else signal
    several = n_workers(parallel.n_jobs) > 1
    elsewhere = several and is_elsewhere()
    # Threads of BLAS in each of several workers wait for one another most of the time.
    blas = one_blas_thread() if several else nullcontext()
    with blas, sent_once(shared) if shared and elsewhere else nullcontext(shared) as sent:
        # The address is an argument by itself: so Dask sees that the task depends on it.
        tasks = (joblib.delayed(_called)(stop, elsewhere, function, sent, call) for call in calls if not stop.is_set())
        with closing(_in_order(parallel, tasks)) as parts:
            try:
                yield parts
            except BaseException:
                stop.set()
                raise


def _called(signal: StopSignal, elsewhere: bool, function: Callable[..., Any], sent: Any, call: tuple[Any, ...]) -> Any:
    # A test within a trial has the core of its worker; Dask would hand it out once more.
    alone = joblib.parallel_config("threading", n_jobs=1) if elsewhere else nullcontext()
    with alone, cancellable(signal):
        return function(*opened(sent), *call)


def _in_order(parallel: joblib.Parallel, tasks: Iterator[Any]) -> Generator[Any, None, None]:
    """The result of one task after the other; in rounds of some tasks where a backend has no generators."""
    if not parallel.return_generator:
        with parallel:  # the same processes in every round
            while some := list(islice(tasks, _ROUND * n_workers(parallel.n_jobs))):
                yield from parallel(some)
        return
    results = parallel(tasks)
    try:
        for result in results:  # noqa: UP028 - "yield from" would close the results by itself
            yield result
    except GeneratorExit:
        with warnings.catch_warnings():
            # Whoever leaves early knows that results are lost, as after Ctrl-C.
            warnings.filterwarnings("ignore", message=".*(not used|have been cancelled)", category=UserWarning)
            results.close()
        raise


def parallel_map(
    function: Callable[[Any], Any],
    items: Sequence[Any],
    *,
    n_jobs: int | None = None,
    progress: bool | None = False,
    unit: str = "",
    phase: str = "",
    seconds: float = 0.0,
    unforeseen: str | None = None,
    known: Sequence[Any] = (),
    keep: Callable[[int, Any], object] | None = None,
) -> list[Any]:
    """The result for every item, in order; those of the first items may be `known`, and `keep` is told the others.

    The first runs alone: it compiles the kernels, and a mistake in what the caller passed shows at once. Where nobody
    can say before how long it takes, `unforeseen` is what the rest is called, to tell once the first results are there.
    """
    parallel, count = workers(n_jobs)
    with progress_bar(len(items), progress, unit, phase=phase, seconds=seconds) as bar:
        results, first = list(known), len(known) + 1

        def add(result: Any) -> None:
            results.append(result)
            if keep is not None:
                keep(len(results) - 1, result)

        for item in items[len(known) : first]:
            add(function(item))
        bar.update(len(results))
        started = time.perf_counter()
        with stream_results(parallel, _applied, ((item,) for item in items[first:]), shared=(function,)) as others:
            for result in others:
                add(result)
                bar.update(1)
                if unforeseen is not None and len(results) == first + count:
                    took = (time.perf_counter() - started) / count
                    warn_if_long(took, len(items) - len(results), 1, what=unforeseen)
    return results


def _applied(function: Callable[[Any], Any], item: Any) -> Any:
    return function(item)
