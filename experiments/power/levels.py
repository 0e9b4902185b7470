"""The level study. Run: python experiments/power/levels.py [--quick]; it goes on where it was interrupted."""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from command import RESULTS, parser, positive
from ledger import Ledger, blocks
from nulls import KINDS
from options import OPTIONS, level_trial
from study import carry_out
from table import level_table

BLOCK = 100
QUICK_OPTIONS = ("pw:1", "energy")


def failures(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """What cannot run at all, found in a moment rather than hours into the study."""
    found = []
    for kind, option in pairs:
        try:
            level_trial(kind, option, 0, B=9, seed0=0)
        except Exception as error:
            found.append(f"{option} on {kind}: {type(error).__name__}: {error}")
    return found


def main() -> None:
    """Read the command line and run."""
    options = parser(__doc__)
    options.add_argument("--kinds", nargs="+", choices=KINDS, metavar="NAME", help=", ".join(KINDS))
    options.add_argument("--options", nargs="+", choices=OPTIONS, metavar="NAME", help=", ".join(OPTIONS))
    options.add_argument("--nulls", type=positive, default=None, help="of each kind and option; 1,000 by default")
    given = options.parse_args()
    names = given.options or (QUICK_OPTIONS if given.quick else tuple(OPTIONS))
    kinds = given.kinds or tuple(KINDS)
    pairs = [(kind, option) for option in names for kind in kinds if kind in OPTIONS[option].kinds]
    if broken := failures(pairs):
        sys.exit("\n".join(broken))
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.results or (Path(temporary) if given.quick else RESULTS)
        carry_out(
            level_trial,
            blocks(pairs, given.nulls or (20 if given.quick else 1000), BLOCK),
            Ledger(folder / "levels.csv"),
            B=99,
            seed0=given.seed,
            jobs=given.jobs,
            again=given.again,
        )
        print(level_table(folder))


if __name__ == "__main__":
    main()
