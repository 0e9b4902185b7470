"""Notes on what is doubtful in the data themselves: fill values, identifiers, outliers, gaps, rows of both samples."""

import re
from collections import defaultdict
from collections.abc import Sequence

from setapart._checks import counted
from setapart._errors import message, phrase
from setapart._words import distinct_names, enumerated, inert, number, percent
from setapart.data.fill_values import FillValue
from setapart.data.identifiers import Identifier
from setapart.data.indicators import Indicator
from setapart.data.outliers import Outlier
from setapart.data.screening import LeftOut, Omission, Overlap, Screening
from setapart.results.notes import Caution, DataNote

__all__ = ["indicator_notes", "screening_notes"]

_NAME = 32  # columns a name may take
_MOST = 5  # columns of one kind that are named
_SIGNS = {
    "sorted": "sorted whole numbers, each once",
    "apart": "whole numbers, each once, whose ranges do not overlap",
    "name": "by its name",
}
_UNNAMED = re.compile(r"x\d+")  # what columns of arrays are called
_INDEXED = "with .set_index (pandas) or .indexed_by (a Table)"


def screening_notes(screening: Screening, labels: Sequence[str]) -> tuple[DataNote, ...]:
    """A note for each kind of what was found doubtful; `labels` are those of the samples."""
    names = [inert(label, _NAME) for label in labels]
    notes = (
        _of_fill_values(screening.fill_values, names) if screening.fill_values else "",
        _of_identifiers(screening.identifiers) if screening.identifiers else "",
        _of_omissions(screening, names) if screening.omissions else "",
        "" if screening.left_out is None else _of_rows_left_out(screening.left_out, names, fillable=screening.fillable),
        "" if screening.overlap is None else _of_overlap(screening.overlap, names),
        _of_outliers(screening.outliers, names) if screening.outliers else "",
    )
    return tuple(map(DataNote, filter(None, notes)))


def indicator_notes(indicators: Sequence[Indicator]) -> tuple[str, ...]:
    """What became of the gaps of two samples, as a note; nothing where they were not filled."""
    if not indicators:
        return ()
    names = _quoted([indicator.column for indicator in indicators])
    fills = [
        f"{name} {number(indicator.value, 4)}"
        for name, indicator in zip(names, indicators, strict=True)
        if indicator.value is not None
    ]
    fill = ""
    if fills:
        fill = (
            f"Missing values were filled with the median of both samples together ({_some(fills)}); a column can "
            "differ for that alone. "
        )
    added = _some(_quoted([indicator.name for indicator in indicators]))
    verb, feature = ("was", "a feature") if len(indicators) == 1 else ("were", "features")
    return (Caution(f"{fill}To compare what is missing, {added} {verb} added as {feature}."),)


def _of_fill_values(likely: Sequence[FillValue], labels: list[str]) -> str:
    columns = defaultdict(list)
    shown = _quoted([fill.name for fill in likely])
    for name, fill in zip(shown, likely, strict=True):
        columns[_written(fill.value)].append(f"{name} ({_counts(fill.counts, labels)})")
    listing = "; ".join(f"{value} in {_some(places)}" for value, places in columns.items())
    values = enumerated(list(columns))
    plural = "" if len(columns) == 1 else "s"
    return message(
        "Likely fill value{plural}, written where a value is missing: {listing}. Read as a number, it dominates all "
        "distances: {remedy}.",
        plural=plural,
        listing=listing,
        remedy=phrase(f"replace {values} by NaN and use nan_policy='omit'", *columns, name="read as missing"),
    )


def _of_outliers(found: Sequence[Outlier], labels: list[str]) -> str:
    columns = []
    for name, outlier in zip(_quoted([outlier.name for outlier in found]), found, strict=True):
        low, high, rest = (number(value) for value in (outlier.low, outlier.high, outlier.rest))
        values = low if low == high else f"{low} to {high}"
        side = "most" if outlier.low > outlier.rest else "least"
        columns.append(f"{_which_rows(outlier, labels)} at {values} in {name}, where all others are at {side} {rest}")
    rows = {outlier.rows for outlier in found if outlier.rows is not None}
    same = " These are the same rows." if 1 < len(found) <= _MOST and len(rows) == 1 else ""
    return f"Outlying values: {_some(columns, '; ')}.{same}"


def _which_rows(outlier: Outlier, labels: list[str]) -> str:
    """``"2 rows of A (labelled 17 and 31)"``: how many rows of each sample, and which, where they are few."""
    counts = _counts(outlier.counts, labels)
    if outlier.rows is None or sum(outlier.counts) > _MOST:
        return counts
    names = [inert(str(row), _NAME) for rows in outlier.rows for row in rows]
    return f"{counts} (labelled {enumerated(names)})"


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


def _of_omissions(screening: Screening, labels: list[str]) -> str:
    omissions = screening.omissions
    names = _quoted([omission.name for omission in omissions])
    listing = _some(
        [f"{name} is missing in {_shares(omission, labels)}" for name, omission in zip(names, omissions, strict=True)]
    )
    column = "the column" if len(omissions) == 1 else "the columns"
    return _uneven(listing, column, fillable=screening.fillable)


def _of_rows_left_out(left_out: LeftOut, labels: list[str], *, fillable: bool) -> str:
    (name,) = _quoted([left_out.column])
    (a, b), (first, second) = left_out.missing, (labels[i] for i in left_out.samples)
    costs = f"{name} costs most of them, {counted(a, 'row')} of {first} and {b:,} of {second}"
    return _uneven(f"{_shares(left_out, labels)}; {costs}", "the column", fillable=fillable)


def _uneven(listing: str, column: str, *, fillable: bool) -> str:
    return message(
        "Rows were left out unevenly: {listing}. If these rows are unlike the rest, that alone can create or hide a "
        "difference: {keep}{leave}.",
        listing=listing,
        keep=message("keep them with {nan_policy='indicator'}, or ") if fillable else "",
        leave=phrase(f"leave {column} out", column, name="leave out column"),
    )


def _shares(omission: Omission | LeftOut, labels: list[str]) -> str:
    a, b = omission.missing if isinstance(omission, Omission) else omission.rows
    (n, m), (first, second) = omission.sizes, (labels[i] for i in omission.samples)
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
    return [f"'{name}'" for name in distinct_names(names, _NAME)]


def _some(parts: Sequence[str], between: str = ", ") -> str:
    """The first few, and how many more there are; parts that have commas themselves stand apart by semicolons."""
    more = len(parts) - _MOST
    listed = [*parts[:_MOST], *([f"{more:,} more"] if more > 0 else [])]
    return between.join(listed) if between != ", " else enumerated(listed)
