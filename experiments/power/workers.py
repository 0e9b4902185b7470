"""Worker processes: they run blocks of trials, and the ledger is written as blocks come in."""

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import joblib
from threadpoolctl import threadpool_limits

from ledger import Block
from pvalues import Outcome

Trial = Callable[..., tuple[float, str]]


class Done(NamedTuple):
    """A block that has been run; `seconds` is the median of its trials, so that compiling does not count."""

    block: Block
    outcomes: list[Outcome]
    seconds: float


def run(trial: Trial, block: Block, *, B: int, seed0: int) -> Done:
    """Run the trials of a block, on one thread: `trial(setting, method, number, B=, seed0=)`."""
    outcomes, seconds = [], []
    with threadpool_limits(1):
        for number in range(block.first, block.first + block.trials):
            start = time.perf_counter()
            outcomes.append(Outcome(number, *trial(block.setting, block.method, number, B=B, seed0=seed0)))
            seconds.append(time.perf_counter() - start)
    return Done(block, outcomes, statistics.median(seconds))


def run_all(trial: Trial, blocks: Sequence[Block], *, B: int, seed0: int, jobs: int) -> Iterator[Done]:
    """Run blocks in as many processes and hand each over when it is done."""
    if jobs == 1:
        yield from (run(trial, block, B=B, seed0=seed0) for block in blocks)
    else:
        tasks = (joblib.delayed(run)(trial, block, B=B, seed0=seed0) for block in blocks)
        yield from joblib.Parallel(jobs, return_as="generator_unordered", pre_dispatch=jobs)(tasks)
