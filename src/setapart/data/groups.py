"""Groups: one value a row, which says what sample the row belongs to."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import counted, first_few, nearest
from setapart._errors import ArgumentError, arg, message
from setapart._types import IntArray
from setapart.data.cells import label_of
from setapart.data.frames import is_missing
from setapart.data.labels import written_alike
from setapart.data.rows import Rows


@dataclass(frozen=True)
class Split:
    """The rows of some groups within a table, ascending; ``n_unlabelled`` rows without a group were left out."""

    rows: tuple[IntArray, ...]
    labels: tuple[str, ...]
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
    values: Sequence[Any], levels: Iterable[Any] | None, *, omit: bool, order: Sequence[Any] | None, origin: Rows
) -> Partition:
    """
    Find the groups of a table from the group of every row; ``levels`` says which, by default all, sorted.

    A level matches a value that is equal to it or is written the same. ``order`` has all values in an order of their
    own, in place of the sorted one. ``omit`` leaves out rows without a group; ``origin`` are the rows, for messages.
    """
    counts, n_unlabelled = _count(values, omit=omit, origin=origin)
    if levels is None:
        chosen = _sorted(counts, order)
        if len(chosen) < 2:
            kinds = f"{len(chosen)}: {_describe(counts)}"
            raise ArgumentError("groups", "must hold at least two distinct values", values, got=kinds)
    else:
        given = _listed(levels)
        if len(given) < 2:
            raise ArgumentError("levels", "must be two or more values", levels)
        chosen = [_match(level, counts, "levels") for level in given]
        if len(set(chosen)) < len(chosen):
            raise ArgumentError("levels", "must be different values", levels)
    return Partition(tuple(chosen), _written(chosen), tuple(counts[value] for value in chosen), n_unlabelled)


def split_rows(
    values: Sequence[Any], levels: Iterable[Any] | None, *, omit: bool, order: Sequence[Any] | None, origin: Rows
) -> Split:
    """Split rows into two samples by their group; as `partition_rows`, but for two groups."""
    counts, n_unlabelled = _count(values, omit=omit, origin=origin)
    pair = _two_groups(counts, order) if levels is None else _two_levels(levels, counts)
    return _split(values, pair, n_unlabelled)


def group_rows(values: Sequence[Any], level: Any, *, omit: bool, origin: Rows) -> Split:
    """Find the rows of one group, whose level equals ``level`` or is written the same."""
    counts, n_unlabelled = _count(values, omit=omit, origin=origin)
    return _split(values, [_match(level, counts, "level")], n_unlabelled)


def _split(values: Sequence[Any], chosen: list[Any], n_unlabelled: int) -> Split:
    rows: dict[Any, list[int]] = {level: [] for level in chosen}
    for row, value in enumerate(values):
        if not is_missing(value) and value in rows:
            rows[value].append(row)
    return Split(tuple(np.array(rows[level], dtype=np.int64) for level in chosen), _written(chosen), n_unlabelled)


def _count(values: Sequence[Any], *, omit: bool, origin: Rows) -> tuple[Counter[Any], int]:
    """How many rows each group has, and how many have none."""
    missing = [row for row, value in enumerate(values) if is_missing(value)]
    if missing and not omit:
        raise ValueError(
            message("{groups} {'is missing in'} ")
            + f"{len(missing)} of {len(values)} rows, the first at {origin.place(missing[0])}; "
            + message("{nan_policy='omit'} leaves such rows out")
        )
    try:
        return Counter(value for value in values if not is_missing(value)), len(missing)
    except TypeError as error:
        raise ValueError(arg("groups") + f" must hold plain values such as text or numbers: {error}") from error


def _written(chosen: list[Any]) -> tuple[str, ...]:
    """Groups as a person would write them; where two are alike, as 1 and "1" are, all as Python writes them."""
    return tuple(map(repr if written_alike(chosen) else label_of, chosen))


def _listed(levels: Any) -> list[Any]:
    return list(levels) if isinstance(levels, Iterable) and not isinstance(levels, str) else []


def _two_groups(counts: Counter[Any], order: Sequence[Any] | None) -> list[Any]:
    if len(counts) != 2:
        remedy = message("; choose two with {'levels=(first, second)'}") if len(counts) > 2 else ""
        kinds = f"{len(counts)}: {_describe(counts)}"
        raise ArgumentError("groups", "must hold two distinct values", list(counts), got=kinds, hint=remedy)
    return _sorted(counts, order)


def _two_levels(levels: Iterable[Any], counts: Counter[Any]) -> list[Any]:
    given = _listed(levels)
    if len(given) != 2:
        raise ArgumentError("levels", "must be two values", levels)
    pair = [_match(level, counts, "levels") for level in given]
    if pair[0] == pair[1]:
        raise ArgumentError("levels", "must be two different values", given, got=f"{given[0]!r} and {given[1]!r}")
    return pair


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
