"""Notes on how columns were read that were no plain numbers: their units, and what was made of limits of detection."""

from collections.abc import Mapping, Sequence

import numpy as np

from setapart._checks import counted
from setapart._words import enumerated, inert, number
from setapart.data.table import Reading
from setapart.data.units import unit_in_name
from setapart.results.notes import CensoredNote, ReadingNote

__all__ = ["reading_notes"]

_NAME = 32  # columns a name may take
_SIDES = ((-1, "below", "half of it"), (1, "above", "that limit itself"))


def reading_notes(readings: Sequence[Mapping[str, Reading]], labels: Sequence[str]) -> tuple[str, ...]:
    """What was made of columns, in samples with these labels; the readings are of the rows that are compared."""
    columns = {column: reading for sample in readings for column, reading in sample.items()}
    if not columns:
        return ()
    ways = [f"{inert(column, _NAME)} {_way(reading, _unit(column, reading))}" for column, reading in columns.items()]
    notes = [ReadingNote(f"Columns were read as asked: {'; '.join(ways)}.")]
    for column, reading in columns.items():
        if reading.kind == "censored":
            samples = [
                (sample[column], label) for sample, label in zip(readings, labels, strict=True) if column in sample
            ]
            notes += [CensoredNote(note) for side in _SIDES if (note := _censored(column, samples, *side))]
    return tuple(notes)


def _unit(column: str, reading: Reading) -> str:
    """The unit that was read, or that stands in the name."""
    return reading.unit or unit_in_name(column)


def _way(reading: Reading, unit: str) -> str:
    """How a column was read: ``in $``, ``in days since 2024-01-31``."""
    comma = f" with {reading.words}" if reading.words.startswith("decimal") else ""
    if reading.kind == "category":
        return f"as a category {reading.words}".rstrip()
    if reading.kind == "boolean":
        return "as 1 where true and 0 where false"
    if reading.kind.startswith("date"):
        return f"in {unit} {reading.words}"
    if reading.kind == "percent":
        return f"in %, so that 12 % is 12{comma}"
    limits = " with limits of detection" if reading.kind == "censored" else ""
    return (f"in {unit}" if unit else "as numbers") + limits + comma


def _censored(column: str, samples: Sequence[tuple[Reading, str]], side: int, word: str, taken: str) -> str:
    """How many values of each sample lie on one side of their limits; empty where none does."""
    counts, limits = [], []
    for reading, _ in samples:
        beyond = (
            np.array([]) if reading.sides is None or reading.limits is None else reading.limits[reading.sides == side]
        )
        counts.append(len(beyond))
        limits.append(beyond)
    distinct = np.unique(np.concatenate(limits))
    if not distinct.size:
        return ""
    first, *others = [f"of {inert(label, _NAME)}" for _, label in samples]
    shares = [
        f"{counted(counts[0], 'value')} {first}",
        *(f"{n:,} {words}" for n, words in zip(counts[1:], others, strict=True)),
    ]
    unit = f" {name}" if (name := _unit(column, samples[0][0])) else ""
    if len(distinct) == 1:
        limit = f"the limit of detection {number(distinct[0])}{unit}"
        taken = f"half of it, {number(distinct[0] / 2)}{unit}" if side < 0 else taken
    else:
        limit = f"limits of detection from {number(distinct[0])} to {number(distinct[-1])}{unit}"
        taken = "half of their limit" if side < 0 else "their limit itself"
    return f"{inert(column, _NAME)}: {enumerated(shares)} lie {word} {limit}, and were taken as {taken}."
