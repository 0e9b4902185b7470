"""What a long computation shows: a bar for each of its phases, and a forecast before one that takes minutes.

Bars are shown on standard error: where they are asked for, and by default of every phase of more than two seconds where
somebody can see them. A forecast of more than an hour is a warning; one of more
than a minute is a record at level INFO of the logger "setapart", which the command shows and Python keeps silent unless
asked to listen. A bar has its forecast in its text.
"""

import logging
import sys
import threading
import warnings
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from math import inf
from typing import Any, Self

import joblib
from joblib.parallel import get_active_backend

from setapart._errors import arg, caller_stacklevel, message
from setapart._interrupt import listening
from setapart._words import duration

__all__ = ["forecast", "n_workers", "phase", "progress_bar", "warn_if_long"]

_MINUTE, _HOUR = 60.0, 3600.0  # seconds beyond which a forecast is logged, and is a warning
_DELAY, _PACE = 1.0, 0.4  # seconds until a bar that nobody asked for is drawn, and between two drawings of any bar
_TIMED = "{desc} [{elapsed}]"  # the text of a bar whose end is not known


def progress_bar(
    total: int | None, progress: bool | None, unit: str, *, phase: str = "", seconds: float = 0.0
) -> AbstractContextManager[Any]:
    """A bar on standard error, or something that takes its calls and shows nothing.

    Where the work cannot be counted, `total` is None and the bar shows the time; `seconds` is the forecast. Of
    `progress`, None is a bar where one can be seen, there is tqdm, and the work takes more than a moment.
    """
    if not (_is_seen() if progress is None else progress):
        return _NoBar()
    try:
        from tqdm import tqdm
    except ImportError:
        if progress is None:
            return _NoBar()
        raise ImportError(message("{progress=} needs tqdm: pip install 'setapart[cli]'", progress=True)) from None
    text = phase if seconds < _MINUTE else f"{phase}, {duration(seconds)}".removeprefix(", ")
    form = _TIMED if total is None else None
    delay = 0.0 if progress or seconds >= 2 * _DELAY else _DELAY
    return _Bar(tqdm(total=total, unit=unit, leave=False, desc=text or None, bar_format=form, delay=delay), delay)


def _is_seen() -> bool:
    """Whether standard error is a terminal, or what a cell of a notebook prints."""
    if type(sys.stderr).__module__.startswith("ipykernel"):
        return True
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):  # there is none, or it is closed
        return False


@contextmanager
def phase(name: str, progress: bool | None, *, seconds: float = 0.0) -> Iterator[None]:
    """A bar for work in this thread that cannot be counted: its time goes on at every checkpoint."""
    with progress_bar(None, progress, "step", phase=name, seconds=seconds) as bar, listening(lambda: bar.update(1)):
        yield


class _Bar(AbstractContextManager["_Bar"]):
    """A bar of tqdm, drawn anew at a steady pace by a thread of its own, however seldom the work reports."""

    def __init__(self, bar: Any, delay: float) -> None:
        self._bar, self._over = bar, threading.Event()
        self._thread = threading.Thread(target=self._draw, args=(delay or _PACE,), daemon=True)
        self.update = bar.update

    def __enter__(self) -> Self:
        self._bar.__enter__()
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._thread.join()
        self._bar.__exit__(*error)

    def _draw(self, pause: float) -> None:
        while not self._over.wait(pause):
            self._bar.delay = 0.0  # or tqdm takes it for a bar that was never drawn, and would not clear it
            self._bar.refresh()
            pause = _PACE


class _NoBar(AbstractContextManager["_NoBar"]):
    def update(self, _: int) -> None:
        """Show nothing."""

    def __exit__(self, *_: object) -> None:
        """Close nothing."""


_ONE_DIRECTION = arg("k", 1)
_NAMED, _LARGE = 3, 0.1  # parts of a computation that are named, and what share each has at least, but for the largest


def forecast(seconds: float, count: int, n_jobs: int | None) -> float:
    """Seconds for `count` pieces, each of so many seconds on one core, by the workers there are."""
    return seconds * count / max(1, min(count, n_workers(n_jobs)))


def n_workers(n_jobs: int | None) -> int:
    """How many threads there are, or what ``joblib.parallel_config`` names in their place."""
    # joblib.effective_n_jobs would ask the default backend, which are processes; in a forked child they complain.
    backend, _ = get_active_backend(prefer="threads")
    return max(1, int(backend.effective_n_jobs(joblib.Parallel(n_jobs=n_jobs, prefer="threads").n_jobs)))


def warn_if_long(
    seconds: float,
    count: int,
    n_jobs: int | None,
    *,
    what: str = "this",
    remedy: str = _ONE_DIRECTION,
    parts: Mapping[str, float] | None = None,
    least: float = inf,
) -> None:
    """Log the forecast of a computation of minutes, and warn of one of hours where the user called for it.

    Of `parts`, names with what each has of `seconds`, the largest are named; `remedy` is what else would make it
    shorter; a forecast of less than a minute is logged where it is of at least `least` seconds.
    """
    total = forecast(seconds, count, n_jobs)
    if total < min(least, _MINUTE):
        return
    sentence = f"{what} will likely take {duration(total)}"
    if parts is not None and len(parts) > 1:
        largest = sorted(parts, key=parts.__getitem__, reverse=True)[:_NAMED]
        first, *others = (name for name in largest if parts[name] >= _LARGE * seconds or name == largest[0])
        sentence += f", {parts[first] / seconds:.0%} of it for {first!r}"
        sentence += "".join(f", {parts[name] / seconds:.0%} for {name!r}" for name in others)
    if total <= _HOUR:
        logging.getLogger("setapart").info(sentence)
        return
    warnings.warn(
        message(
            "{sentence}; fewer rows, fewer resamples, {remedy}, or more workers ({n_jobs=-1}) make it shorter",
            sentence=sentence,
            remedy=remedy,
        ),
        UserWarning,
        stacklevel=caller_stacklevel(),
    )
