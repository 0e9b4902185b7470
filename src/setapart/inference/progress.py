"""What a long computation shows: a bar for each of its phases, and a forecast before one that takes minutes.

Bars are shown on standard error, where they are asked for. A forecast of more than an hour is a warning; one of more
than a minute is a record at level INFO of the logger "setapart", which the command shows and Python keeps silent unless
asked to listen. A bar has its forecast in its text.
"""

import logging
import warnings
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import joblib
from joblib.parallel import get_active_backend

from setapart._errors import arg, caller_stacklevel, message
from setapart._interrupt import listening

__all__ = ["duration", "forecast", "n_workers", "phase", "progress_bar", "warn_if_long"]

_MINUTE, _HOUR = 60.0, 3600.0  # seconds beyond which a forecast is logged, and is a warning
_TIMED = "{desc} [{elapsed}]"  # the text of a bar whose end is not known


def progress_bar(total: int | None, progress: bool, unit: str, *, phase: str = "", seconds: float = 0.0) -> Any:
    """A bar on standard error, or something that takes its calls and shows nothing.

    Where the work cannot be counted, `total` is None and the bar shows the time; `seconds` is the forecast.
    """
    if not progress:
        return _NoBar()
    try:
        from tqdm import tqdm
    except ImportError:
        raise ImportError("progress=True needs tqdm: pip install 'setapart[cli]'") from None
    text = phase if seconds < _MINUTE else f"{phase}, {duration(seconds)}".removeprefix(", ")
    return tqdm(total=total, unit=unit, leave=False, desc=text or None, bar_format=_TIMED if total is None else None)


@contextmanager
def phase(name: str, progress: bool, *, seconds: float = 0.0) -> Iterator[None]:
    """A bar for work in this thread that cannot be counted: its time goes on at every checkpoint."""
    with progress_bar(None, progress, "step", phase=name, seconds=seconds) as bar, listening(lambda: bar.update(1)):
        yield


class _NoBar(AbstractContextManager["_NoBar"]):
    def update(self, _: int) -> None:
        """Show nothing."""

    def __exit__(self, *_: object) -> None:
        """Close nothing."""


def duration(seconds: float) -> str:
    """A forecast in words.

    Examples
    --------
    >>> duration(100.0), duration(60.0), duration(7200.0)
    ('about 2 minutes', 'about 1 minute', 'about 2.0 hours')
    """
    if seconds >= _HOUR:
        return f"about {seconds / _HOUR:.1f} hours"
    if seconds < _MINUTE:
        return "less than a minute"
    minutes = round(seconds / _MINUTE)
    return f"about {minutes} minute{'' if minutes == 1 else 's'}"


_ONE_DIRECTION = arg("k", 1)


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
) -> None:
    """Log the forecast of a computation of minutes, and warn of one of hours where the user called for it.

    Of `parts`, names with what each has of `seconds`, the largest is named; `remedy` is what else would make it
    shorter.
    """
    total = forecast(seconds, count, n_jobs)
    if total < _MINUTE:
        return
    sentence = f"{what} will likely take {duration(total)}"
    if parts is not None and len(parts) > 1:
        name, largest = max(parts.items(), key=lambda part: part[1])
        sentence += f", {largest / seconds:.0%} of it for {name!r}"
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
