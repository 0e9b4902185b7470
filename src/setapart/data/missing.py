"""Cells that cannot be compared: missing and infinite ones, and values that differ too much for a 64-bit float."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from setapart._checks import counted, first_few
from setapart._errors import Message, arg, phrase
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.data.arrays import is_sparse
from setapart.data.frames import is_missing
from setapart.data.rows import Rows
from setapart.data.sparse import cells_where

_MOST = 3  # columns that an error names as those with most gaps


@dataclass(frozen=True)
class Part:
    """
    One sample on its way in: values (n, d), perhaps sparse, and where its rows (n,) stood in the caller's data.

    ``unit_labels`` (n,) are the stratum or the cluster of each row; ``origin`` is what the caller passed.
    """

    values: FloatArray
    rows: IntArray
    label: str
    unit_labels: NDArray[np.object_] | None = None
    origin: Rows = field(default_factory=Rows)


@dataclass(frozen=True, eq=False)
class Gaps:
    """What a sample lacks, before rows are left out or filled: of some columns, which cells (n, c) are missing."""

    columns: tuple[str, ...]
    cells: BoolArray

    @property
    def size(self) -> int:
        """The number of rows."""
        return len(self.cells)

    @property
    def counts(self) -> IntArray:
        """In how many rows each column (c,) is missing."""
        return np.asarray(self.cells.sum(axis=0), dtype=np.int64)

    @property
    def missing(self) -> dict[str, int]:
        """The same of the columns that the sample itself lacks, by name."""
        counts = zip(self.columns, self.counts.tolist(), strict=True)
        return {column: count for column, count in counts if count}

    @property
    def n_incomplete(self) -> int:
        """How many rows lack anything."""
        return int(self.cells.any(axis=1).sum())


def gaps_of(parts: tuple[Part, Part], columns: tuple[str, ...]) -> tuple[Gaps, Gaps] | None:
    """
    Find what is missing in the columns that lack values in either sample; None if none does.

    Columns of one name, as the levels of a category have, are one.
    """
    lacking = np.flatnonzero(np.sum([_missing_counts(part) for part in parts], axis=0))
    if not lacking.size:
        return None
    place = {name: j for j, name in enumerate(dict.fromkeys(columns[j] for j in lacking))}
    first, second = (Gaps(tuple(place), np.zeros((len(part.rows), len(place)), bool)) for part in parts)
    for part, gaps in zip(parts, (first, second), strict=True):
        cells = cells_where(part.values[:, lacking], np.isnan)
        cells = cells.toarray() if is_sparse(cells) else cells
        for column, j in enumerate(lacking):
            gaps.cells[:, place[columns[j]]] |= cells[:, column]
    return first, second


def labelled_rows(part: Part) -> Part:
    """The rows of a sample that have a label of its design."""
    if part.unit_labels is None:
        return part
    return without_rows(part, _unlabelled(part), "no label")


def comparable_rows(
    parts: tuple[Part, ...],
    names: tuple[str, ...],
    *,
    omit: bool,
    paired: bool = False,
    columns: tuple[str, ...] | None = None,
) -> tuple[Part, ...]:
    """The complete rows of each sample, no column without a value and no value too large; ``columns`` as in `Block`."""
    check_columns(parts, columns or names)
    complete = complete_rows(parts, names, omit=omit, paired=paired)
    check_range(parts, names)
    return complete


def complete_rows(
    parts: tuple[Part, ...], names: tuple[str, ...], *, omit: bool, paired: bool = False
) -> tuple[Part, ...]:
    """
    Return the rows of each sample without missing values.

    ``omit`` leaves out rows with NaN or without a unit label instead of raising, and ``paired`` both rows of a pair
    where one is incomplete. An infinity is an error either way: it is a value, and nobody said that it is missing.
    """
    check_infinite(parts, names)
    if not omit:
        _check_present(parts, names)
        return parts
    gaps = [_incomplete(part) for part in parts]
    lack = "missing values" if parts[0].unit_labels is None else "missing values or no label"
    if paired:
        gaps = [np.logical_or.reduce(gaps)] * len(gaps)
        lack = "missing values, or their pairs have"
    emptied = next((part for gap, part in zip(gaps, parts, strict=True) if gap.all()), None)
    if emptied is not None:
        lack += _costs(emptied, names) + ("" if emptied.unit_labels is not None else _keeps(parts, "; ", " such rows"))
    return tuple(without_rows(part, gap, lack) for gap, part in zip(gaps, parts, strict=True))


def _check_present(parts: tuple[Part, ...], names: tuple[str, ...]) -> None:
    """Refuse missing cells."""
    missing = _describe_cells(parts, np.isnan, names, "missing")
    if not missing:
        return
    emptied = next((part for part in parts if len(part.rows) > 1 and _incomplete(part).all()), None)
    remedy: str
    if "nan_policy" in parts[0].origin.lacking:
        remedy = "leave such rows out"
    elif emptied is None:
        remedy = arg("nan_policy", "omit") + " leaves such rows out" + _keeps(parts, ", ", " them")
    else:
        remedy = f"no row of sample {emptied.label!r} is complete" + _costs(emptied, names)
        remedy += _keeps(parts, "; ", " such rows")
    raise ValueError(missing + "; " + remedy)


def _keeps(parts: tuple[Part, ...], before: str, what: str) -> str:
    """The other remedy, where two samples are compared, feature by feature."""
    if len(parts) != 2 or is_sparse(parts[0].values):
        return ""
    return before + arg("nan_policy", "indicator") + " keeps" + what


def check_infinite(parts: tuple[Part, ...], names: tuple[str, ...]) -> None:
    """Refuse infinite cells."""
    infinite = _describe_cells(parts, np.isinf, names, "infinite")
    if infinite:
        raise ValueError(f"{infinite}; replace or remove it")


def check_columns(parts: tuple[Part, ...], columns: tuple[str, ...], *, filled: bool = False) -> None:
    """
    Refuse columns without any value in a sample; neither an error about cells nor leaving out rows would help.

    Where gaps are to be ``filled``, only columns without any value in all samples: there is nothing to fill them with.
    """
    lacking = [_missing_counts(part) == len(part.rows) for part in parts]
    if filled:
        lacking = [np.logical_and.reduce(lacking)] * len(parts)
    clauses: list[str] = []
    refused: dict[str, None] = {}
    for part, without in zip(parts, lacking, strict=True):
        empty = list(dict.fromkeys(columns[j] for j in np.flatnonzero(without)))
        if (len(part.rows) == 1 and not filled) or not empty:
            continue
        has_others = len(empty) == 1 or set(columns) > set(empty)
        where = _columns(empty) if has_others else f"any of its {counted(len(part.rows), 'row')}"
        clauses.append(f"sample {part.label!r} has no value in {where}")
        refused |= dict.fromkeys(empty)
    if clauses:
        raise ValueError("; ".join(clauses) + (_left_out(list(refused)) if set(columns) > set(refused) else ""))


_MOST_NAMED = 10  # columns


def _left_out(names: list[str]) -> Message:
    """The remedy for columns without a value: the first few by name, and how many more there are."""
    few = names[:_MOST_NAMED]
    more = f" and {len(names) - len(few):,} more" if len(names) > len(few) else ""
    noun = "column" if len(names) == 1 else "columns"
    return "; " + phrase(f"leave out {noun} {', '.join(map(repr, few))}", *few, name="drop columns") + more


def _columns(names: list[str]) -> str:
    return f"column{'s' if len(names) > 1 else ''} {first_few([repr(name) for name in names])}"


def _missing_counts(part: Part) -> IntArray:
    """How many values (d,) are missing in each feature."""
    return np.asarray(cells_where(part.values, np.isnan).sum(axis=0)).ravel()


def _costs(part: Part, names: tuple[str, ...]) -> str:
    """Which columns make most rows incomplete, as a clause with a remedy; empty where no column does."""
    counts = _missing_counts(part)
    most = [j for j in np.argsort(-counts, kind="stable")[:_MOST] if counts[j]]
    listed = ", ".join(f"{names[j]!r} ({counted(int(counts[j]), 'row')})" for j in most)
    if not most or len(names) < 2:
        return ""
    return "; " + phrase("leave out the columns that miss most") + f": {listed}"


def _incomplete(part: Part) -> BoolArray:
    incomplete = np.asarray(cells_where(part.values, np.isnan).sum(axis=1) > 0)
    return incomplete if part.unit_labels is None else incomplete | _unlabelled(part)


def _unlabelled(part: Part) -> BoolArray:
    labels = () if part.unit_labels is None else part.unit_labels
    return np.fromiter(map(is_missing, labels), bool, count=len(labels))


def without_rows(part: Part, gap: BoolArray, lack: str) -> Part:
    """A sample without some of its rows (n,), which have or lack something; refused where that is all of them."""
    if gap.all():
        raise ValueError(f"sample {part.label!r} is empty: all of its {len(part.rows)} rows have " + lack)
    if not gap.any():
        return part
    labels = None if part.unit_labels is None else part.unit_labels[~gap]
    return replace(part, values=part.values[~gap], rows=part.rows[~gap], unit_labels=labels)


def _describe_cells(
    parts: tuple[Part, ...], is_wrong: Callable[[FloatArray], BoolArray], names: tuple[str, ...], what: str
) -> str:
    """Say how many cells of each sample are wrong, and where the first stands; empty where none is."""
    clauses: list[str] = []
    for part in parts:
        wrong = cells_where(part.values, is_wrong)
        cells = np.column_stack(wrong.nonzero()) if is_sparse(wrong) else np.argwhere(wrong)
        if cells.size == 0:
            continue
        row, column = cells[0]
        count = f"{counted(len(cells), f'{what} value')}, {'the first ' if len(cells) > 1 else ''}"
        where = f"at {part.origin.place(part.rows[row])}, column {names[column]!r}"
        clauses += ["; "] * bool(clauses)
        clauses.append(phrase(f"sample {part.label!r}", name="sample") + f" has {count}{where}")
    return Message(*clauses)


# The largest double is 1.8e308; below this, a row of 1e15 features still has a finite length.
LARGEST = 1e300


def check_range(parts: tuple[Part, ...], names: tuple[str, ...]) -> None:
    """Check that differences and distances between rows without infinities are finite; NaN is passed over."""
    if not is_sparse(parts[0].values):
        _check_differences(parts, names)
    oversized = _describe_cells(parts, lambda values: np.abs(values) > LARGEST, names, "oversized")
    if oversized:
        raise ValueError(
            f"{oversized}; distances between values beyond 1e300 may be more than a 64-bit float holds; rescale"
        )


def _check_differences(parts: tuple[Part, ...], names: tuple[str, ...]) -> None:
    # fmax and fmin pass over NaN without a warning, even where a column has nothing else.
    largest = np.fmax.reduce([np.fmax.reduce(part.values) for part in parts])
    smallest = np.fmin.reduce([np.fmin.reduce(part.values) for part in parts])
    with np.errstate(over="ignore"):
        overflows = np.isinf(largest - smallest)
    if overflows.any():
        column = names[int(np.argmax(overflows))]
        raise ValueError(f"the values of column {column!r} differ by more than a 64-bit float holds; rescale it")
