"""The power study. Run: python experiments/power/run.py [--quick]; it goes on where it was interrupted."""

import tempfile
from functools import partial
from pathlib import Path

import pvalues
from command import RESULTS, parser, positive
from ledger import Block, Ledger, blocks
from methods import METHODS
from settings import SETTINGS
from study import carry_out
from table import power_table
from trials import trial

BLOCK = 20  # trials that are run, and lost if interrupted, together
LARGE = 100  # the same for methods of which only rejections are kept
QUICK_SETTINGS = ("two-points-100-5", "mean-75-60")


def main() -> None:
    """Read the command line and run."""
    options = parser(__doc__)
    options.add_argument("--settings", nargs="+", choices=SETTINGS, metavar="NAME", help=", ".join(SETTINGS))
    options.add_argument("--methods", nargs="+", choices=METHODS, metavar="NAME", help=", ".join(METHODS))
    options.add_argument("--trials", type=positive, default=None, help="of each setting and method; 100 by default")
    options.add_argument("-B", "--resamples", type=positive, default=None, help="199 by default")
    given = options.parse_args()
    settings = given.settings or (QUICK_SETTINGS if given.quick else tuple(SETTINGS))
    methods = given.methods or [name for name in METHODS if METHODS[name].among or not given.quick]
    among, further = (
        [(setting, method) for setting in settings for method in methods if METHODS[method].among == side]
        for side in (True, False)
    )
    trials = given.trials or (4 if given.quick else 100)
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.results or (Path(temporary) if given.quick else RESULTS)
        carry_out(
            trial,
            blocks(among, trials, BLOCK) + blocks(further, trials, LARGE),
            Ledger(folder / "counts.csv"),
            B=given.resamples or (19 if given.quick else 199),
            seed0=given.seed,
            jobs=given.jobs,
            again=given.again,
            keep=partial(keep, folder),
        )
        print(power_table(folder))


def keep(folder: Path, block: Block, outcomes: list[pvalues.Outcome]) -> None:
    """Keep the p-values of a block, if they are to be."""
    if METHODS[block.method].among:
        pvalues.store(folder, block.setting, block.method, outcomes)


if __name__ == "__main__":
    main()
