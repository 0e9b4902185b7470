"""Tables of timings, as every benchmark prints them."""

import os
import platform
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np


@dataclass(frozen=True)
class Row:
    work: str
    ours: float
    peer: float
    our_value: float
    peer_value: float
    note: str = ""


def timed(
    function: Callable[[], Any], repeats: int, clock: Callable[[], float] = time.perf_counter
) -> tuple[float, Any]:
    """Median seconds over the repeats by the clock, and the last result."""
    seconds, result = [], None
    for _ in range(repeats):
        start = clock()
        result = function()
        seconds.append(clock() - start)
    return statistics.median(seconds), result


def machine() -> str:
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}"
    return f"{versions}, {platform.machine()}, {os.cpu_count()} cores"


def show(title: str, rows: list[Row]) -> None:
    print(f"{title}  ({machine()})")
    print(f"{'work':<52}{'setapart':>11}{'peer':>11}{'ratio':>8}{'value':>14}{'peer value':>14}  note")
    for row in rows:
        ratio = f"{row.peer / row.ours:.1f}×"
        print(
            f"{row.work:<52}{_seconds(row.ours):>11}{_seconds(row.peer):>11}{ratio:>8}"
            f"{row.our_value:>14.9f}{row.peer_value:>14.9f}  {row.note}"
        )


def _seconds(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1.0 else f"{1e3 * seconds:.3g} ms"
