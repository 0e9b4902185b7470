"""A study: the blocks of trials that are still to do, run and entered in the ledger one after the other."""

import sys
import time
from collections.abc import Callable, Sequence

from ledger import Block, Entry, Ledger
from pvalues import Outcome
from workers import Trial, run_all

ALPHA = 0.05


def carry_out(
    trial: Trial,
    blocks: Sequence[Block],
    ledger: Ledger,
    *,
    B: int,
    seed0: int,
    jobs: int,
    again: bool,
    keep: Callable[[Block, list[Outcome]], None] = lambda block, outcomes: None,
) -> None:
    """Run what the ledger lacks, or everything `again`; tell of each block on standard error.

    `keep` is called before the ledger is written, so that what the ledger lists has been kept.
    """
    todo = blocks if again else ledger.pending(blocks, B=B, seed0=seed0)
    say(f"{len(todo)} of {len(blocks)} blocks to run")
    start = time.perf_counter()
    for number, (block, outcomes, seconds) in enumerate(run_all(trial, todo, B=B, seed0=seed0, jobs=jobs), 1):
        keep(block, outcomes)
        rejections = sum(outcome.pvalue <= ALPHA for outcome in outcomes)
        ledger.append(
            Entry(
                setting=block.setting,
                method=block.method,
                first=block.first,
                trials=block.trials,
                rejections=rejections,
                B=B,
                alpha=ALPHA,
                seed0=seed0,
                seconds=round(seconds, 4),
            )
        )
        left = (time.perf_counter() - start) / number * (len(todo) - number) / 60
        say(
            f"{number}/{len(todo)} {block.setting} {block.method}: {rejections} of {block.trials} rejected, "
            f"{seconds:.3g} s each, about {left:.0f} min left"
        )


def say(line: str) -> None:
    """A line of progress."""
    print(line, file=sys.stderr, flush=True)
