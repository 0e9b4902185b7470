"""The engine: evaluates a prepared statistic on all relabellings, in chunks, on any number of workers.

It knows no statistic. A chunk of relabellings is a task; tasks go to joblib, which prefers threads and honours
``joblib.parallel_config``. Nothing is kept but one number for each relabelling and statistic.
"""

from contextlib import suppress
from typing import Protocol

import numpy as np

from setapart._errors import message
from setapart._interrupt import Cancelled, StopSignal, checkpoint
from setapart._types import FloatArray
from setapart.inference.checkpoint import KeptValues
from setapart.inference.progress import forecast, progress_bar
from setapart.inference.pvalues import raise_ties, tie_tolerance
from setapart.inference.relabellings import Relabellings
from setapart.inference.shared import is_elsewhere
from setapart.inference.workers import stream_results, workers
from setapart.statistics.family import PreparedFamily

__all__ = ["StoppingTime", "evaluate", "room_for", "task_size"]

_CHUNK = 64  # relabellings in a task, at most
_WATCHED = 16  # the same where sampling may stop at any relabelling
_CELLS = 2_000_000  # relabellings × rows in a task, at most
_SECONDS = 0.5  # of a task by forecast, so that a bar moves on; but a relabelling is not divided


class StoppingTime(Protocol):
    """A rule that says when enough relabellings have been seen."""

    def __call__(self, values: FloatArray) -> int | None:
        """How many of these values, the observed one included, the rule needed to stop; None to go on.

        The values (b, s) are those of the first relabellings; the answer for more of them is the same once given.
        """
        ...


def evaluate(
    family: PreparedFamily,
    relabellings: Relabellings,
    *,
    n_jobs: int | None = None,
    progress: bool | None = False,
    phase: str = "relabellings",
    chunk: int | None = None,
    shortcut: bool = False,
    stopping: StoppingTime | None = None,
    store: KeptValues | None = None,
) -> FloatArray:
    """The values (count, s) of every relabelling, the observed one first; fewer if `stopping` ended it.

    `n_jobs` counts workers as joblib does; None is one, unless ``joblib.parallel_config`` says otherwise. The answer
    depends neither on them nor on `chunk`, the relabellings in a task. With `shortcut`, the work on a relabelling ends
    once it is known to count against the observed value: the p-value stays exact, but values are then bounds from
    below; of several statistics nothing may end early. Sampling ends as soon as `stopping` says so. `progress` shows a
    bar on standard error, which calls what is being done by `phase`. What `store` holds is not evaluated again, and the
    values of each task go there.
    """
    count = relabellings.count
    observed = relabellings.rows(0, 1)
    parallel, n_workers = workers(n_jobs)
    sequential = stopping is not None
    forecast_of = (family.seconds, count, observed.shape[1], n_workers)
    at_once = chunk or family.at_once
    piece = at_once or task_size(*forecast_of, sequential=sequential)
    step = at_once or task_size(*forecast_of, sequential=sequential, elsewhere=n_workers > 1 and is_elsewhere())
    values = room_for(count, len(family.members))
    first, stop_at, needed = 0, None, None
    if shortcut and family.is_single:
        values[:1] = family.evaluate(observed)
        first, stop_at = 1, values[0, 0] - tie_tolerance(values[0, 0], family.scales[0])
    if store is not None and store.done:
        kept = store.arrays(
            lambda b: family.evaluate(relabellings.rows(b, b + 1), stop_at=stop_at if b else None)[0], family.scales
        )
        first = min(len(kept["values"]), count)
        values[:first] = kept["values"][:first]
        needed = None if stopping is None else stopping(values[:first])
    starts = range(first, count if needed is None else first, step)

    enough = StopSignal()
    calls = ((start, min(start + step, count)) for start in starts)
    seconds = forecast(family.seconds, count - first, n_jobs)
    with (
        stream_results(parallel, _task, calls, shared=(family, relabellings, stop_at, piece), signal=enough) as parts,
        progress_bar(count, progress, "relabelling", phase=phase, seconds=seconds) as bar,
    ):
        bar.update(first)
        for start, part in zip(starts, parts, strict=False):
            if part is None or needed is not None:
                store = None  # it keeps no values after a gap
                continue  # enough has been seen; the tasks that are under way end by themselves
            values[start : start + step] = part
            raise_ties(values[start : start + step], values[0], family.scales, family.eps)
            bar.update(len(part))
            if store is not None:
                store.save(values=values[: start + len(part)])
            needed = None if stopping is None else stopping(values[: start + len(part)])
            if needed is not None:
                enough.set()
    checkpoint()  # called off from outside, the values are not all there
    return values if needed is None else values[:needed].copy()


def task_size(
    seconds: float, count: int, size: int, n_workers: int, *, sequential: bool = False, elsewhere: bool = False
) -> int:
    """The relabellings of `size` rows in a task, where each takes so many seconds and there are `count` of them.

    A task of another process is as long as the forecast lets it be, since each has its way to go and to come back.
    """
    least = max(1, int(_SECONDS / max(seconds, 1e-9)))
    most = min(-(-count // n_workers), least)
    if elsewhere and seconds > 0.0:
        return max(1, most)
    return max(1, min(_WATCHED if sequential else _CHUNK, _CELLS // size, most))


def room_for(count: int, s: int) -> FloatArray:
    """An array (count, s) for the values; a `MemoryError` that names the argument to change."""
    try:
        values: FloatArray = np.empty((count, s))
    except (MemoryError, OverflowError, ValueError):  # the latter two, where the system cannot even count them
        raise MemoryError(
            message("{n_resamples}: the values of {count:,} relabellings do not fit in memory; take fewer", count=count)
        ) from None
    return values


def _task(
    family: PreparedFamily,
    relabellings: Relabellings,
    stop_at: float | None,
    piece: int,
    start: int,
    stop: int,
) -> FloatArray | None:
    """The values of some relabellings, a piece at a time; None once nobody waits for them."""
    parts = []
    with suppress(Cancelled):
        for first in range(start, stop, piece):
            checkpoint()
            labels = relabellings.rows(first, min(first + piece, stop))
            parts.append(family.evaluate(labels, stop_at=stop_at))
        return np.concatenate(parts)
    return None
