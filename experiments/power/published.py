"""Our power on the settings of published studies.

Run: python experiments/power/published.py [--quick]; it goes on where it was interrupted. --settings takes rows of the
table, as P1, or single settings; lists are separated by commas.
"""

import argparse
import tempfile
from collections.abc import Callable, Collection
from pathlib import Path

from command import RESULTS, parser, positive
from ledger import Ledger, blocks
from methods import METHODS
from published_settings import PUBLISHED, row
from published_table import results_table
from study import carry_out
from trials import trial

BLOCK = 50  # trials that are run, and lost if interrupted, together
TESTS = (
    *("auto", "energy", "mmd", "mmd aggregate", "mmd fuse", "whitened", "dictionary", "geometry", "ica"),
    *("covariance", "edge_count", "c2st_forest"),
)
QUICK_SETTINGS, QUICK_TESTS = ("P2-500-1", "X3-100-10"), ("energy", "dictionary")
ROWS = {row(name): [other for other in PUBLISHED if row(other) == row(name)] for name in PUBLISHED}
CHOICES = ROWS | {name: [name] for name in PUBLISHED}


def several(known: Collection[str]) -> Callable[[str], list[str]]:
    """Names separated by commas, each of them known."""

    def read(text: str) -> list[str]:
        names = [name.strip() for name in text.split(",")]
        if unknown := [name for name in names if name not in known]:
            raise argparse.ArgumentTypeError(f"not known: {', '.join(unknown)}; known are {', '.join(known)}")
        return names

    return read


def main() -> None:
    """Read the command line and run."""
    options = parser(__doc__)
    options.add_argument("--settings", type=several(CHOICES), default=None, help=", ".join(CHOICES))
    options.add_argument("--methods", type=several(METHODS), default=None, help=", ".join(METHODS))
    options.add_argument("--trials", type=positive, default=None, help="of each setting and method; 200 by default")
    options.add_argument("-B", "--resamples", type=positive, default=None, help="199 by default")
    given = options.parse_args()
    chosen = given.settings or (QUICK_SETTINGS if given.quick else ROWS)
    settings = dict.fromkeys(name for choice in chosen for name in CHOICES[choice])
    methods = given.methods or (QUICK_TESTS if given.quick else TESTS)
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.results or (Path(temporary) if given.quick else RESULTS)
        carry_out(
            trial,
            blocks([(setting, method) for setting in settings for method in methods], _trials(given), BLOCK),
            Ledger(folder / "published.csv"),
            B=given.resamples or (19 if given.quick else 199),
            seed0=given.seed,
            jobs=given.jobs,
            again=given.again,
        )
        print(results_table(folder))


def _trials(given: argparse.Namespace) -> int:
    return given.trials or (2 if given.quick else 200)


if __name__ == "__main__":
    main()
