"""Cells of the power table: how often a method rejects in a setting, with an interval."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from scipy.stats import binomtest

import pvalues
from methods import METHODS
from settings import SETTINGS, Setting

CLOSE = 0.10  # how far behind the best rival `auto` may be


@dataclass(frozen=True)
class Cell:
    """A setting and a method.

    Attributes
    ----------
    rejected : frozenset of int
        The trials in which the method rejects.
    trials : frozenset of int
        All its trials.
    spoke : Counter
        Which component spoke in the trials that were rejected.
    """

    rejected: frozenset[int]
    trials: frozenset[int]
    spoke: Counter[str]

    @property
    def power(self) -> float:
        """The share of rejections."""
        return len(self.rejected) / len(self.trials)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of Clopper and Pearson (1934)."""
        low, high = binomtest(len(self.rejected), len(self.trials)).proportion_ci(0.95, method="exact")
        return float(low), float(high)


@dataclass(frozen=True)
class Line:
    """A setting and what its methods reach; those that have not run are missing."""

    setting: Setting
    cells: dict[str, Cell]

    @property
    def best_rival(self) -> str | None:
        """The rival of most power, the first of them where several tie."""
        rivals = [name for name in self.cells if METHODS[name].rival]
        return max(rivals, key=lambda name: self.cells[name].power, default=None)

    @property
    def lead(self) -> float | None:
        """The power of `auto` less that of the best rival."""
        if "auto" not in self.cells or self.best_rival is None:
            return None
        return round(self.cells["auto"].power - self.cells[self.best_rival].power, 9)

    @property
    def verdict(self) -> str:
        """How `auto` compares, in a word."""
        if self.setting.null or self.lead is None:
            return ""
        if self.lead > 0:
            return "above"
        if self.lead == 0:
            return "level"
        return "within .10" if self.lead >= -CLOSE else "**behind**"

    def only(self, one: str, other: str) -> int:
        """Trials that both methods have seen, and only the first rejects."""
        a, b = self.cells[one], self.cells[other]
        return len((a.rejected & b.trials) - b.rejected)


def cell(folder: Path, setting: str, method: str, alpha: float) -> Cell | None:
    """A cell from the p-values of its trials; None without any."""
    outcomes = pvalues.load(folder, setting, method)
    if not outcomes:
        return None
    rejected = [outcome for outcome in outcomes if outcome.pvalue <= alpha]
    return Cell(
        frozenset(outcome.trial for outcome in rejected),
        frozenset(outcome.trial for outcome in outcomes),
        Counter(outcome.spoke for outcome in rejected if outcome.spoke),
    )


def lines(folder: Path, alpha: float = 0.05) -> list[Line]:
    """A line for each setting in which some method has run."""
    found = []
    for name, setting in SETTINGS.items():
        cells = {method: cell(folder, name, method, alpha) for method in METHODS}
        if done := {method: one for method, one in cells.items() if one is not None}:
            found.append(Line(setting, done))
    return found
