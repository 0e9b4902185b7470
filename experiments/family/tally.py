"""Rejections of every candidate and family, counted from the stored values of all trials."""

import csv
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from candidates import CANDIDATES
from families import CHOSEN, FAMILIES, Family, members
from rules import ALONE, CHOSEN_RULE, RULES, alone, harmonic_tails
from setapart.statistics.automatic import Group
from tuning_settings import Tuned

ALPHAS = (0.05, 0.01)


class Row(NamedTuple):
    """A line of the CSV."""

    setting: str
    trials: int
    what: str
    rule: str
    alpha: float
    rejections: int


def tally(setting: Tuned, trials: list[dict[str, np.ndarray]]) -> Iterator[Row]:
    """Count, for one setting; what was not measured there has no line."""
    known = [name for name in CANDIDATES if all(name in values for values in trials)]
    combinations = [(name, (name,), ALONE, alone) for name in known]
    combinations += [
        (heading, members(family), CHOSEN_RULE, partial(harmonic_tails, groups=groups(family)))
        for heading, family in FAMILIES.items()
        if set(members(family)) <= set(known)
    ]
    combinations += [("chosen", members(CHOSEN), rule, function) for rule, function in RULES.items()]
    for what, names, rule, function in combinations:
        pvalues = [function(np.column_stack([values[name] for name in names])) for values in trials]
        for alpha in ALPHAS:
            yield Row(setting.name, len(trials), what, rule, alpha, sum(p <= alpha for p in pvalues))


def groups(family: Family) -> list[Group]:
    """As the package takes them."""
    return [Group(len(names), weight) for weight, names in family]


def write(path: Path, rows: Iterable[Row]) -> None:
    """Write the CSV."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Row._fields)
        writer.writerows(rows)


def read(path: Path) -> list[Row]:
    """Read the CSV."""
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Row(line[0], int(line[1]), line[2], line[3], float(line[4]), int(line[5]))
            for line in list(csv.reader(file))[1:]
        ]
