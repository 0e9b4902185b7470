"""The engine: evaluates a prepared statistic on all relabellings, in chunks, on any number of workers.

It knows no statistic. A chunk of relabellings is a task; tasks go to joblib, which prefers threads and honours
``joblib.parallel_config``. Nothing is kept but one number for each relabelling.
"""

from contextlib import suppress
from typing import Protocol

import numpy as np

from setapart._interrupt import Cancelled, StopSignal, checkpoint
from setapart._types import FloatArray
from setapart.inference.design import Relabellings
from setapart.inference.progress import forecast, progress_bar
from setapart.inference.pvalues import tie_tolerance
from setapart.inference.workers import answers, workers
from setapart.statistics.base import Prepared
from setapart.statistics.family import PreparedFamily

__all__ = ["StoppingTime", "evaluate"]

_CHUNK = 64  # relabellings in a task, at most
_WATCHED = 16  # the same where sampling may stop at any relabelling
_CELLS = 2_000_000  # relabellings × rows in a task, at most
_SECONDS = 2.0  # of a task by forecast, so that a bar moves on; but a relabelling is not divided


class StoppingTime(Protocol):
    """A rule that says when enough relabellings have been seen."""

    def __call__(self, values: FloatArray) -> int | None:
        """How many of these values, the observed one included, the rule needed to stop; None to go on.

        The values are those of the first relabellings, in order; the answer for more of them is the same once given.
        """
        ...


def evaluate(
    prepared: Prepared | PreparedFamily,
    relabellings: Relabellings,
    *,
    n_jobs: int | None = None,
    progress: bool = False,
    phase: str = "relabellings",
    chunk: int | None = None,
    shortcut: bool = False,
    stopping: StoppingTime | None = None,
) -> FloatArray:
    """The value of every relabelling, the observed one first.

    Parameters
    ----------
    prepared : Prepared or PreparedFamily
    relabellings : Relabellings
    n_jobs : int, optional
        Workers, as joblib counts them; None is one, unless ``joblib.parallel_config`` says otherwise.
    progress : bool
        Show a bar on standard error.
    phase : str
        What the bar says is being done.
    chunk : int, optional
        Relabellings in a task; the answer does not depend on it.
    shortcut : bool
        Let the work on a relabelling end once it is known to count against the observed value. The p-value stays
        exact, but the values are then bounds from below. Of a family nothing may end early.
    stopping : StoppingTime, optional
        Stop as soon as this rule says so. Which relabellings it sees does not depend on workers or chunks.

    Returns
    -------
    (count,) or (count, s) float array
        Of the relabellings up to the one at which `stopping` ended it, if it did.
    """
    count = relabellings.count
    observed = relabellings.rows(0, 1)
    parallel, hands = workers(n_jobs)
    share = -(-count // hands)
    least = max(1, int(_SECONDS / max(prepared.seconds, 1e-9)))
    step = chunk or max(1, min(_CHUNK if stopping is None else _WATCHED, _CELLS // observed.shape[1], share, least))
    seconds = forecast(prepared.seconds, count, n_jobs)

    values: FloatArray = np.empty(count)
    first, stop_at = 0, None
    if shortcut and not isinstance(prepared, PreparedFamily):
        values[0] = prepared.evaluate(observed)[0]
        first, stop_at = 1, values[0] - tie_tolerance(values[0], prepared.scale)
    starts = range(first, count, step)

    enough = StopSignal()
    calls = ((prepared, relabellings, start, min(start + step, count), stop_at) for start in starts)
    needed = None
    with (
        answers(parallel, _task, calls, signal=enough) as parts,
        progress_bar(count, progress, "relabelling", phase=phase, seconds=seconds) as bar,
    ):
        bar.update(first)
        for start, part in zip(starts, parts, strict=False):
            if part is None or needed is not None:
                continue  # enough has been seen; the tasks that are under way end by themselves
            if start == 0 and part.ndim > 1:
                values = np.empty((count, *part.shape[1:]))
            values[start : start + step] = part
            bar.update(len(part))
            needed = None if stopping is None else stopping(values[: start + len(part)])
            if needed is not None:
                enough.set()
    checkpoint()  # called off from outside, the values are not all there
    return values if needed is None else values[:needed].copy()


def _task(
    prepared: Prepared | PreparedFamily,
    relabellings: Relabellings,
    start: int,
    stop: int,
    stop_at: float | None,
) -> FloatArray | None:
    """The values of some relabellings; None once nobody waits for them."""
    with suppress(Cancelled):
        checkpoint()
        return prepared.evaluate(relabellings.rows(start, stop), stop_at=stop_at)
    return None
