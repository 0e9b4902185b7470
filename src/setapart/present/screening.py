"""Notes on the data themselves: what may not be a measurement, and which rows may not belong."""

import re
from collections import defaultdict
from collections.abc import Sequence

from setapart._checks import counted
from setapart._errors import message, phrase
from setapart.data.fill_values import FillValue
from setapart.data.identifiers import Identifier
from setapart.data.screening import Omission, Overlap, Screening
from setapart.present.cautions import Caution
from setapart.present.names import inert, told_apart
from setapart.present.wording import listed, percent

__all__ = ["DataNote", "screening_notes", "without_data_notes"]

_NAME = 32  # columns a name may take
_MOST = 5  # columns of one kind that are named
_SIGNS = {
    "sorted": "sorted whole numbers, each once",
    "apart": "whole numbers, each once, whose ranges do not overlap",
    "name": "by its name",
}
_UNNAMED = re.compile(r"x\d+")  # what columns of arrays are called
_INDEXED = "with .set_index (pandas) or .indexed_by (a Table)"


class DataNote(Caution):
    """A caution on the data: it holds for all that is said of them."""

    __slots__ = ()


def screening_notes(screening: Screening, labels: Sequence[str]) -> tuple[DataNote, ...]:
    """A note for each kind of what was found doubtful; `labels` are those of the samples."""
    names = [inert(label, _NAME) for label in labels]
    notes = (
        _of_fill_values(screening.fill_values, names) if screening.fill_values else "",
        _of_identifiers(screening.identifiers) if screening.identifiers else "",
        _of_omissions(screening.omissions, names) if screening.omissions else "",
        "" if screening.overlap is None else _of_overlap(screening.overlap, names),
    )
    return tuple(map(DataNote, filter(None, notes)))


def without_data_notes(notes: Sequence[str]) -> tuple[str, ...]:
    """The other notes."""
    return tuple(note for note in notes if not isinstance(note, DataNote))


def _of_fill_values(likely: Sequence[FillValue], labels: list[str]) -> str:
    columns = defaultdict(list)
    shown = _quoted([fill.name for fill in likely])
    for name, fill in zip(shown, likely, strict=True):
        columns[_written(fill.value)].append(f"{name} ({_counts(fill.counts, labels)})")
    listing = "; ".join(f"{value} in {_some(places)}" for value, places in columns.items())
    values = listed(list(columns))
    plural = "" if len(columns) == 1 else "s"
    return message(
        "Likely fill value{plural}, written where a value is missing: {listing}. Read as a number it decides all "
        "distances: {remedy}.",
        plural=plural,
        listing=listing,
        remedy=phrase(f"replace {values} by NaN and use nan_policy='omit'", *columns, name="read as missing"),
    )


def _written(value: float) -> str:
    """A marker as a file may have it."""
    return f"{value:.0f}" if value.is_integer() and abs(value) < 1e19 else f"{value:.6g}"


def _counts(counts: Sequence[int], labels: list[str]) -> str:
    """How often each sample has it, if it does; where there is one sample, it is not named."""
    present = [(count, label) for count, label in zip(counts, labels, strict=True) if count]
    (first, label), *more = present
    rows = counted(first, "row")
    if len(labels) == 1:
        return rows
    return ", ".join([f"{rows} of {label}", *(f"{count:,} of {label}" for count, label in more)])


def _of_identifiers(identifiers: Sequence[Identifier]) -> str:
    names = _quoted([identifier.name for identifier in identifiers])
    listing = _some(
        [f"{name} ({_SIGNS[identifier.sign]})" for name, identifier in zip(names, identifiers, strict=True)]
    )
    look, them, by = ("looks", "it", "it") if len(identifiers) == 1 else ("look", "them", "one of them")
    named = any(_UNNAMED.fullmatch(identifier.name) is None for identifier in identifiers)
    leave = phrase(f"leave {them} out", them, name="leave out column")
    index = message(f", or call the rows by {by} {{by}}", by=phrase(_INDEXED)) if named else ""
    return listing + f" {look} like row numbers or identifiers, not measurements: " + leave + index + "."


def _of_omissions(omissions: Sequence[Omission], labels: list[str]) -> str:
    names = _quoted([omission.name for omission in omissions])
    listing = _some(
        [f"{name} is missing in {_shares(omission, labels)}" for name, omission in zip(names, omissions, strict=True)]
    )
    column = "the column" if len(omissions) == 1 else "the columns"
    return message(
        "Rows were left out unevenly: {listing}. If these rows are unlike the rest, that alone sets the samples apart "
        "or hides a difference: {leave}, or fill in the values alike in both samples.",
        listing=listing,
        leave=phrase(f"leave {column} out", column, name="leave out column"),
    )


def _shares(omission: Omission, labels: list[str]) -> str:
    (a, b), (n, m), (first, second) = omission.missing, omission.sizes, (labels[i] for i in omission.samples)
    return f"{percent(a / n)} of {first} ({a:,} of {n:,} rows) and {percent(b / m)} of {second} ({b:,} of {m:,})"


def _of_overlap(overlap: Overlap, labels: list[str]) -> str:
    inside, outside = (labels[i] for i in overlap.samples)
    rows = counted(overlap.size, "row")
    share = f"All {rows}" if overlap.count == overlap.size else f"{overlap.count:,} of the {rows}"
    return (
        f"{share} of {inside} are also in {outside}, number for number: these are not two independent samples. If that "
        "is not meant, take the shared rows out of one of them."
    )


def _quoted(names: Sequence[str]) -> list[str]:
    return [f"'{name}'" for name in told_apart(names, _NAME)]


def _some(parts: Sequence[str]) -> str:
    """The first few, and how many more there are."""
    more = len(parts) - _MOST
    return listed(parts) if more <= 0 else listed([*parts[:_MOST], f"{more:,} more"])
