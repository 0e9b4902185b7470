"""The tuning run. Run: python experiments/family/run.py --values FOLDER; it goes on where it was interrupted.

The values of all candidates for all relabellings, some 40 MB, stay in FOLDER; what is committed is the count of
rejections, results/tuning.csv. With --quick, or of a part, only the tables are shown.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import joblib
import numpy as np
from threadpoolctl import threadpool_limits

from candidates import measure
from setapart.inference.relabellings import relabellings
from table import show
from tally import tally, write
from tuning_settings import SETTINGS

RESULTS = Path(__file__).parent / "results"
RESAMPLES = 199
QUICK = (("two-points-100-5",), 2, 19)  # settings, trials, relabellings


def trial(name: str, number: int, n_resamples: int = RESAMPLES) -> dict[str, np.ndarray]:
    """The values of all candidates in a trial: a function of the arguments only."""
    setting = SETTINGS[name]
    x, y = setting.sample(number)
    labels = relabellings(len(x), len(y), n_resamples=n_resamples, seed=number).rows(0, n_resamples + 1)
    with threadpool_limits(1):
        return measure(setting, np.concatenate([x, y]), labels, seed=number)


def keep(path: Path, name: str, number: int, n_resamples: int) -> str:
    """Store the values of a trial; all of them, or none if it is interrupted."""
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez(file, **trial(name, number, n_resamples))
    unfinished.replace(path)
    return path.stem


def carry_out(folder: Path, names: tuple[str, ...], most: int | None, n_resamples: int, jobs: int) -> list:
    """Run the trials that the folder lacks, and count."""
    folder.mkdir(parents=True, exist_ok=True)
    numbers = {name: range(min(most or SETTINGS[name].trials, SETTINGS[name].trials)) for name in names}
    tasks = {folder / f"{name}.{number}.npz": (name, number) for name in names for number in numbers[name]}
    todo = {path: task for path, task in tasks.items() if not path.exists()}
    say(f"{len(todo)} of {len(tasks)} trials to run")
    work = (joblib.delayed(keep)(path, *task, n_resamples) for path, task in todo.items())
    for done, stem in enumerate(joblib.Parallel(jobs, return_as="generator_unordered")(work), 1):
        say(f"{done}/{len(todo)} {stem}")
    rows = []
    for name in names:
        paths = [folder / f"{name}.{number}.npz" for number in numbers[name]]
        rows += tally(SETTINGS[name], [dict(np.load(path)) for path in paths])
    return rows


def say(line: str) -> None:
    """A line of progress."""
    print(line, file=sys.stderr, flush=True)


def main() -> None:
    """Read the command line and run."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--values", type=Path, help="folder that keeps the values of all trials")
    options.add_argument("--settings", nargs="+", choices=SETTINGS, metavar="NAME", help=", ".join(SETTINGS))
    options.add_argument("--trials", type=int, help="at most, of each setting; 40 or 60 by default")
    options.add_argument("--jobs", type=int, default=1, help="worker processes; the answer does not depend on it")
    options.add_argument("--results", type=Path, help="folder of the CSV file")
    options.add_argument("--quick", action="store_true", help="two trials of one setting, in a temporary folder")
    given = options.parse_args()
    if not (given.quick or given.values):
        options.error("--values is needed, a folder for some 40 MB that a later run goes on from; or --quick")
    names, most, n_resamples = QUICK if given.quick else (tuple(SETTINGS), None, RESAMPLES)
    with tempfile.TemporaryDirectory() as temporary:
        # Quick values are of fewer relabellings, and must not be taken for those of the run.
        folder = Path(temporary) if given.quick else given.values
        rows = carry_out(folder, tuple(given.settings or names), given.trials or most, n_resamples, given.jobs)
    whole = not (given.quick or given.settings or given.trials)
    if target := given.results or (RESULTS if whole else None):
        write(target / "tuning.csv", rows)
    print(show(rows))


if __name__ == "__main__":
    main()
