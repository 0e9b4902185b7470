"""Notes on what to mind when reading a result: of the test, and of the data themselves."""

import re
import warnings
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from setapart._checks import counted
from setapart._errors import Message, message, phrase
from setapart._types import FloatArray
from setapart._words import ALPHA, distinct_names, enumerated, inert, number, percent
from setapart.data.fill_values import FillValue
from setapart.data.identifiers import Identifier
from setapart.data.indicators import Indicator
from setapart.data.outliers import Outlier
from setapart.data.scaling import pooled_scaling
from setapart.data.screening import LeftOut, Omission, Overlap, Screening

if TYPE_CHECKING:
    from setapart.results.two_sample import TwoSampleResult
    from setapart.theory.thresholds import Thresholds

__all__ = [
    "Caution",
    "CensoredNote",
    "DataNote",
    "ReadingNote",
    "asymptotic_notes",
    "concentration_notes",
    "data_notes",
    "dependence_notes",
    "group_notes",
    "indicator_notes",
    "more",
    "out_of_reach",
    "resolution_notes",
    "reworded",
    "screening_notes",
    "uneven_units",
    "unit_notes",
    "warn_out_of_reach",
    "without_data_notes",
]

_UNEVEN = 20.0  # ratio of the features' spreads beyond which units decide what a distance sees
_NAME = 32  # columns a name may take
_MOST = 5  # columns of one kind that are named
_SIGNS = {
    "sorted": "sorted whole numbers, each once",
    "apart": "whole numbers, each once, whose ranges do not overlap",
    "name": "by its name",
}
_UNNAMED = re.compile(r"x\d+")  # what columns of arrays are called
_INDEXED = "with .set_index (pandas) or .indexed_by (a Table)"


class Caution(Message):
    """A note that spoils the reading of what is shown, and so stands above it, not below."""

    __slots__ = ()


class DataNote(Caution):
    """A caution on the data: it holds for all that is said of them."""

    __slots__ = ()


class ReadingNote(Message):
    """A note on how columns were read: of all samples together, and nothing to worry about."""

    __slots__ = ()


class CensoredNote(ReadingNote, Caution):
    """How many values lie beyond a limit of detection: what is told of them rests on what they were taken as."""

    __slots__ = ()


def reworded(note: str, words: str) -> str:
    """Other words for a note: what was a `Caution` remains one."""
    return type(note)(words)


def data_notes(notes: Iterable[str]) -> tuple[str, ...]:
    """The notes on the data."""
    return tuple(note for note in notes if isinstance(note, DataNote))


def without_data_notes(notes: Iterable[str]) -> tuple[str, ...]:
    """The notes on all but the data."""
    return tuple(note for note in notes if not isinstance(note, DataNote))


def unit_notes(pooled: FloatArray, feature_names: tuple[str, ...], *, alone: bool = True) -> tuple[str, ...]:
    """A note if the features vary on so different scales that a few of them decide; labels play no part.

    It is a caution where such statistics are `alone`: others beside them see the small features too.
    """
    spread = np.where(np.any(pooled != pooled[0], axis=0), pooled_scaling(pooled, "std").spread, 0.0)
    note = uneven_units(spread, feature_names)
    return () if note is None else (Caution(note) if alone else note,)


def uneven_units(spread: FloatArray, feature_names: Sequence[str]) -> Message | None:
    """What to say of features whose spreads (d,), 0 of what does not vary, are far apart; None where they are not."""
    varying = np.flatnonzero(spread > 0.0)
    if not varying.size:
        return None
    wide, narrow = (int(varying[pick(spread[varying])]) for pick in (np.argmax, np.argmin))
    ratio = float(spread[wide]) / float(spread[narrow])
    if ratio <= _UNEVEN:
        return None
    times = f"{float(f'{ratio:.2g}'):,.0f}" if ratio < 1e6 else "more than a million"
    most, least = distinct_names((feature_names[j] for j in (wide, narrow)), _NAME)
    return message(
        "The spread of '{most}' is {times} times that of '{least}', and distances add features up as they are: {scale} "
        "would put them on one footing.",
        most=most,
        times=times,
        least=least,
        scale=phrase("scale 'std'", "std", name="scale"),
    )


def resolution_notes(
    smallest: float, *, exact: bool, alpha: float = ALPHA, bet: float | None = None
) -> tuple[str, ...]:
    """A note if the p-value cannot be small, whatever the data; `bet` is the level of bets that stop the sampling."""
    if smallest <= alpha:
        return ()
    remedy = _more(exact=exact)
    if bet is not None and bet > alpha:  # sampling ends at that level, however many relabellings there could be
        remedy = message("a bet at this level, {bet}", bet=phrase(f"Betting({alpha:g})", alpha, name="alpha"))
    note = message(
        "The smallest p-value that this test can give is {smallest:.3g}, so it cannot reject at {alpha:g}: use "
        "{remedy}.",
        smallest=smallest,
        alpha=alpha,
        remedy=remedy,
    )
    return (Caution(note),)


def group_notes(results: Sequence["TwoSampleResult"], alpha: float = ALPHA) -> tuple[str, ...]:
    """What to mind of several comparisons adjusted by Holm's rule: whether any p-value could be small, and their notes.

    Those on the data are of all groups together, and are not repeated here.
    """
    smallest = min(1.0, len(results) * min(result.smallest_pvalue for result in results))
    notes = []
    if smallest > alpha:
        remedy = _more(exact=all(result.exact for result in results))
        notes.append(f"No adjusted p-value of these comparisons can be below {smallest:.3g}: use {remedy}.")
    own = [_own_notes(result.notes) for result in results]
    noted = [result for result, of_result in zip(results, own, strict=True) if of_result]
    if noted:
        (first, second), note = noted[0].labels, _own_notes(noted[0].notes)[0]
        have = "has" if len(noted) == 1 else "have"
        where = f"(Of {first!r} and {second!r}; {len(noted)} of the single results {have} notes.)"
        notes.append(reworded(note, note + f" {where}"))
    return tuple(notes)


def _own_notes(notes: Iterable[str]) -> tuple[str, ...]:
    """The notes that are not on the data of all groups."""
    return tuple(note for note in without_data_notes(notes) if not isinstance(note, ReadingNote))


def dependence_notes(correlations: FloatArray, limit: float, feature_names: tuple[str, ...]) -> tuple[str, ...]:
    """A note if consecutive rows are plainly correlated, in some feature by more than the limit."""
    worst = int(np.argmax(correlations))
    if correlations[worst] <= limit:
        return ()
    note = message(
        "consecutive rows are plainly correlated ({correlation:.2f} in {name!r}), so random orders of single rows give "
        "false changes; {block} keeps blocks of rows together",
        correlation=correlations[worst],
        name=feature_names[worst],
        block=phrase("block 'auto'", "auto", name="block"),
    )
    return (note,)


def asymptotic_notes(law: str) -> tuple[str, ...]:
    """What a p-value in closed form by a law of `Traits.nulls` assumes, as one sentence."""
    limit = "an approximation for many rows in each sample, with which small p-values tend to come out too small"
    kinds = {
        "F": "exact for normal rows of equal covariance, and otherwise an approximation for many rows",
        "gamma": f"that of a gamma law of the same mean and variance, {limit}",
        "spectral": (
            "that of a weighted sum of chi-squares, for many rows, and too large with few rows in many features"
        ),
    }
    return (f"The p-value in closed form assumes independent rows; it is {kinds.get(law, limit)}.",)


def device_notes(device: str, moved: Sequence[str], stayed: Sequence[str]) -> tuple[str, ...]:
    """Where the relabellings were evaluated, as one sentence; `stayed` are the statistics that cannot run there."""
    note = f"The relabellings were evaluated on device {device!r}"
    if stayed:
        note += f" ({', '.join(moved)}) and on the processor ({', '.join(stayed)})"
    return (f"{note}; directions and the observed value are from the processor.",)


def concentration_notes(thresholds: "Thresholds", alpha: float = ALPHA) -> tuple[str, ...]:
    """What to know of a test by a threshold, first of all whether it could have rejected."""
    threshold = thresholds.at(alpha)
    compared = f"At level {alpha:g} the test rejects where the distance is at least {number(threshold.value, 4)}."
    if threshold.vacuous:
        most = number(threshold.trivial_maximum, 4)
        never = f"No distance exceeds the diameter, {most}: the test is vacuous, and never rejects."
        return (Caution(f"{compared} {never} Use the permutation test (method=None)."),)
    return compared, "A search finds at most the maximum over all directions, so a rejection by it is valid."


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


def _more(*, exact: bool) -> str:
    return "more rows" if exact else "more relabellings"


def out_of_reach(smallest: float, alpha: float = ALPHA) -> str:
    """Why nothing was found, where the smallest p-value that could have come is above the level."""
    return f"No p-value of this test is below {smallest:.3g}: it cannot reject at level {alpha:g}."


def more(*, exact: bool) -> str:
    """What there should be more of for smaller p-values."""
    return "more rows" if exact else message("more relabellings ({n_resamples})")


def warn_out_of_reach(smallest: float, alpha: float, remedy: str, *, what: str, stacklevel: int = 4) -> None:
    """Warn that no p-value of a test can be as small as the level."""
    warnings.warn(
        message(
            "the smallest p-value this test can give is {smallest:.3g}, above {level}: it cannot {what}, whatever the "
            "data; use {remedy}",
            smallest=smallest,
            level=phrase(f"alpha = {alpha:g}", alpha, name="alpha"),
            what=what,
            remedy=remedy,
        ),
        UserWarning,
        stacklevel=stacklevel,
    )
