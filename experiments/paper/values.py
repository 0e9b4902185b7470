"""Values of trials, a line each in a CSV file: what stands there is not computed again.

A cell is what is measured under one name; its trials are numbered, and a value is a function of cell and number only.
"""

import csv
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import joblib
from threadpoolctl import threadpool_limits

Values = dict[str, dict[int, float]]
Measure = Callable[..., float]
BLOCK = 10  # trials that are run, and lost if interrupted, together


def load(path: Path) -> Values:
    """The values of each cell by trial; none if there is no file."""
    found: Values = {}
    if path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                found.setdefault(row["cell"], {})[int(row["trial"])] = float(row["value"])
    return found


def store(path: Path, values: Values) -> None:
    """Write the file, in an order that does not depend on what was run when."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".part")
    with partial.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["cell", "trial", "value"])
        for cell in sorted(values):
            writer.writerows([cell, trial, f"{values[cell][trial]:.6g}"] for trial in sorted(values[cell]))
    partial.replace(path)  # an interruption leaves the old file or the new one, never half of it


def complete(path: Path, measure: Measure, cells: Mapping[str, tuple], trials: int, jobs: int) -> None:
    """Measure what the file lacks, in as many processes, and write it down block by block.

    `cells` has the arguments of each: its value in a trial is ``measure(*arguments, trial)``.
    """
    known = load(path)
    todo = [
        (cell, lacking)
        for first in range(0, trials, BLOCK)
        for cell in cells
        if (lacking := [t for t in range(first, min(first + BLOCK, trials)) if t not in known.get(cell, {})])
    ]
    say(f"{path.stem}: {len(todo)} blocks to run")
    start = time.perf_counter()
    work = (joblib.delayed(block)(measure, cell, cells[cell], numbers) for cell, numbers in todo)
    done = joblib.Parallel(jobs, return_as="generator_unordered", pre_dispatch=jobs)(work)
    for count, (cell, found, seconds) in enumerate(done, 1):
        known.setdefault(cell, {}).update(found)
        store(path, known)
        left = (time.perf_counter() - start) / count * (len(todo) - count) / 60
        say(f"{count}/{len(todo)} {path.stem}: {cell}, {seconds:.3g} s each, about {left:.0f} min left")


def block(measure: Measure, cell: str, arguments: tuple, numbers: Sequence[int]) -> tuple[str, dict[int, float], float]:
    """The trials of a block, on one thread, and the median time of one."""
    found, seconds = {}, []
    with threadpool_limits(1):
        for number in numbers:
            start = time.perf_counter()
            found[number] = float(measure(*arguments, number))
            seconds.append(time.perf_counter() - start)
    return cell, found, statistics.median(seconds)


def say(line: str) -> None:
    """A line of progress."""
    print(line, file=sys.stderr, flush=True)
