"""A part of the reproduction: what is measured, the table and the picture of it; and the command that runs parts."""

import argparse
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from borrowed import fill, positive
from values import Measure, complete

HERE = Path(__file__).parent
RESULTS = HERE / "results"
QUICK_TRIALS = 2
NOT_RUN = "*Not run yet.*"


@dataclass(frozen=True)
class Part:
    """One figure or table.

    Attributes
    ----------
    name : str
        Of its CSV file, its PNG and its marks in the README.
    measure : callable
        (*arguments of a cell, trial) → value.
    cells : mapping
        The arguments of each cell.
    trials : int
        Of each cell.
    quick : sequence of str
        The cells of a quick run.
    table : callable
        The folder of results → a table in Markdown; "" if there is nothing to show.
    draw : callable or None
        The folder of results → the picture.
    """

    name: str
    measure: Measure
    cells: Mapping[str, tuple]
    trials: int
    quick: Sequence[str]
    table: Callable[[Path], str]
    draw: Callable[[Path], Figure] | None = None

    def run(self, folder: Path, *, quick: bool, jobs: int) -> None:
        """Measure what the folder lacks and draw."""
        cells = {name: self.cells[name] for name in self.quick} if quick else self.cells
        complete(folder / f"{self.name}.csv", self.measure, cells, QUICK_TRIALS if quick else self.trials, jobs)
        if self.draw is not None:
            with mpl.rc_context({"font.family": "DejaVu Sans"}):
                self.draw(folder).savefig(folder / f"{self.name}.png", dpi=110)

    def shown_in(self, text: str, folder: Path) -> str:
        """The text of the README with the table of this part between its marks."""
        return fill(text, self.name, self.table(folder) or NOT_RUN)


def main(parts: Sequence[Part], description: str | None) -> None:
    """Read the command line and run; only what goes to the committed folder goes into the README."""
    options = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--jobs", type=positive, default=1, help="worker processes; the answer does not depend on it")
    options.add_argument("--results", type=Path, help="folder of CSV and PNG files, instead of the committed one")
    options.add_argument("--quick", action="store_true", help="a few trials, in a temporary folder")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.results or (Path(temporary) if given.quick else RESULTS)
        for part in parts:
            part.run(folder, quick=given.quick, jobs=given.jobs)
            print(part.table(folder), end="\n\n")
    if folder == RESULTS:
        write_tables(parts)


def write_tables(parts: Sequence[Part]) -> None:
    """Write the tables of the committed results into the README."""
    readme = HERE / "README.md"
    text = readme.read_text(encoding="utf-8")
    for part in parts:
        text = part.shown_in(text, RESULTS)
    readme.write_text(text, encoding="utf-8")
