"""Groups: one value a row, which says what sample the row belongs to."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import counted, first_few, nearest
from setapart._errors import ArgumentError, arg, message
from setapart._types import BoolArray, IntArray
from setapart.data.cells import label_of
from setapart.data.frames import is_missing
from setapart.data.labels import written_alike
from setapart.data.rows import rows_of


@dataclass(frozen=True)
class Split:
    """The rows of two samples within one table, ascending; ``n_unlabelled`` rows without a group were left out."""

    first: IntArray
    second: IntArray
    labels: tuple[str, str]
    n_unlabelled: int


@dataclass(frozen=True)
class Group:
    """The rows of one group within a table, ascending; ``n_unlabelled`` rows without a group were left out."""

    rows: IntArray
    label: str
    n_unlabelled: int


@dataclass(frozen=True)
class Partition:
    """All groups of a table: their values, the same in writing, each different, and how many rows they have."""

    values: tuple[Any, ...]
    labels: tuple[str, ...]
    counts: tuple[int, ...]
    n_unlabelled: int

    def index(self, level: Any, name: str) -> int:
        """Return the number of a group, which a level equals or is written as; ``name`` is the argument it came as."""
        return self.values.index(_match(level, Counter(dict(zip(self.values, self.counts, strict=True))), name))


def partition_rows(
    values: Sequence[Any],
    levels: Iterable[Any] | None,
    *,
    omit: bool,
    order: Sequence[Any] | None = None,
    origin: Any = None,
) -> Partition:
    """
    Find the groups of a table from the group of every row; ``levels`` says which, by default all, sorted.

    A level matches a value that is equal to it or is written the same. ``order`` has all values in an order of their
    own, in place of the sorted one. ``omit`` leaves out rows without a group; ``origin`` are the rows, for messages.
    """
    unlabelled = _unlabelled(values, omit=omit, origin=origin)
    counts = _count(values, unlabelled)
    if levels is None:
        chosen = _sorted(counts, order)
        if len(chosen) < 2:
            raise ArgumentError(
                "groups", "must hold at least two distinct values", values, got=f"{len(chosen)}: {_describe(counts)}"
            )
    else:
        wanted = list(levels) if isinstance(levels, Iterable) and not isinstance(levels, str) else []
        if len(wanted) < 2:
            raise ArgumentError("levels", "must be two or more values", levels)
        chosen = [_match(level, counts, "levels") for level in wanted]
        if len(set(chosen)) < len(chosen):
            raise ArgumentError("levels", "must be different values", levels)
    # Two groups may be written alike, as 1 and "1" are; then all are written as Python writes them.
    write = repr if written_alike(chosen) else label_of
    return Partition(
        tuple(chosen), tuple(map(write, chosen)), tuple(counts[value] for value in chosen), int(unlabelled.sum())
    )


def split_rows(
    values: Sequence[Any],
    levels: Iterable[Any] | None,
    *,
    omit: bool,
    order: Sequence[Any] | None = None,
    origin: Any = None,
) -> Split:
    """Split rows into two samples by their group; as `partition_rows`, but for two groups."""
    unlabelled = _unlabelled(values, omit=omit, origin=origin)
    counts = _count(values, unlabelled)
    pair = _two_groups(counts, order) if levels is None else _chosen(levels, counts)
    first, second = (_rows_of(one, values, unlabelled) for one in pair)
    write = repr if written_alike(pair) else label_of
    return Split(first, second, (write(pair[0]), write(pair[1])), int(unlabelled.sum()))


def group_rows(values: Sequence[Any], level: Any, *, omit: bool, origin: Any = None) -> Group:
    """Find the rows of one group, whose level equals ``level`` or is written the same."""
    unlabelled = _unlabelled(values, omit=omit, origin=origin)
    value = _match(level, _count(values, unlabelled), "level")
    return Group(_rows_of(value, values, unlabelled), label_of(value), int(unlabelled.sum()))


def _unlabelled(values: Sequence[Any], *, omit: bool, origin: Any) -> BoolArray:
    """Which rows have no group."""
    unlabelled = np.fromiter(map(is_missing, values), dtype=bool, count=len(values))
    if unlabelled.any() and not omit:
        raise ValueError(
            message(
                "{groups} {'is missing in'} {count} of {size} rows, the first at {place}; {nan_policy='omit'} leaves "
                "such rows out",
                count=int(unlabelled.sum()),
                size=len(values),
                place=rows_of(origin).place(int(np.argmax(unlabelled))),
            )
        )
    return unlabelled


def _rows_of(level: Any, values: Sequence[Any], unlabelled: BoolArray) -> IntArray:
    rows = [row for row, value in enumerate(values) if not unlabelled[row] and value == level]
    return np.array(rows, dtype=np.int64)


def _count(values: Sequence[Any], unlabelled: BoolArray) -> Counter[Any]:
    try:
        return Counter(value for value, missing in zip(values, unlabelled, strict=True) if not missing)
    except TypeError as error:
        raise ValueError(arg("groups") + f" must hold plain values such as text or numbers: {error}") from error


def _two_groups(counts: Counter[Any], order: Sequence[Any] | None) -> tuple[Any, Any]:
    if len(counts) != 2:
        remedy = message("; choose two with {'levels=(first, second)'}") if len(counts) > 2 else ""
        kinds = f"{len(counts)}: {_describe(counts)}"
        raise ArgumentError("groups", "must hold two distinct values", list(counts), got=kinds, hint=remedy)
    first, second = _sorted(counts, order)
    return first, second


def _chosen(levels: Iterable[Any], counts: Counter[Any]) -> tuple[Any, Any]:
    wanted = list(levels) if isinstance(levels, Iterable) and not isinstance(levels, str) else []
    if len(wanted) != 2:
        raise ArgumentError("levels", "must be two values", levels)
    first, second = (_match(level, counts, "levels") for level in wanted)
    if first == second:
        raise ArgumentError("levels", "must be two different values", wanted, got=f"{wanted[0]!r} and {wanted[1]!r}")
    return first, second


def _match(level: Any, counts: Counter[Any], name: str) -> Any:
    for value in counts:
        if type(value) is type(level) and value == level:
            return value
    for value in counts:
        if str(level) in (label_of(value), str(value), repr(value)) or label_of(level) == label_of(value):
            return value
    for value in counts:
        if isinstance(value == level, bool | np.bool_) and value == level:
            return value
    hint = nearest(level, map(label_of, counts))
    raise ValueError(arg(name) + f": {level!r} is not among the groups {_describe(counts)}{hint}")


def _describe(counts: Counter[Any]) -> str:
    ordered = _sorted(counts)
    alike = written_alike(ordered)
    shown = {value: repr(value if value in alike else label_of(value)) for value in ordered}
    return first_few([f"{shown[value]} ({counted(counts[value], 'row')})" for value in ordered]) or "none"


def _sorted(counts: Counter[Any], order: Sequence[Any] | None = None) -> list[Any]:
    if order is not None:
        return sorted(counts, key=order.index)
    try:
        return sorted(counts)
    except TypeError:
        return sorted(counts, key=lambda value: (type(value).__name__, str(value)))
