"""The p-value of every trial, a small CSV file for each setting and method."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Outcome:
    """One trial: its number, its p-value and the component that spoke, "" for a single statistic."""

    trial: int
    pvalue: float
    spoke: str


def path(folder: Path, setting: str, method: str) -> Path:
    """Where the p-values of a setting and a method lie; no colon, for Windows."""
    return folder / "pvalues" / f"{setting}.{method.replace(':', '')}.csv"


def load(folder: Path, setting: str, method: str) -> list[Outcome]:
    """The outcomes in the order of their trials; none if there is no file."""
    where = path(folder, setting, method)
    if not where.exists():
        return []
    with where.open(encoding="utf-8", newline="") as file:
        return [Outcome(int(row["trial"]), float(row["pvalue"]), row["spoke"]) for row in csv.DictReader(file)]


def store(folder: Path, setting: str, method: str, outcomes: Iterable[Outcome]) -> None:
    """Add outcomes, which take the place of earlier ones of the same trials."""
    known = {outcome.trial: outcome for outcome in load(folder, setting, method)}
    known |= {outcome.trial: outcome for outcome in outcomes}
    where = path(folder, setting, method)
    where.parent.mkdir(parents=True, exist_ok=True)
    partial = where.with_suffix(".part")
    with partial.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["trial", "pvalue", "spoke"])
        writer.writerows([known[t].trial, f"{known[t].pvalue:.6g}", known[t].spoke] for t in sorted(known))
    partial.replace(where)  # an interruption leaves the old file or the new one, never half of it
