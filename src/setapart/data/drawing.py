"""A random sample of the rows of a source, in one pass that also checks and counts all of them."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from setapart._checks import counted, first_few, quoted
from setapart._errors import arg, message
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.data.block_columns import (
    Columns,
    check_cells,
    feature_columns,
    features_of_block,
    group_codes,
    labels_in,
)
from setapart.data.cells import label_of
from setapart.data.frames import is_missing
from setapart.data.rows import Rows
from setapart.data.sources import Block, Source
from setapart.data.table import Numbering, Table, TextSource

__all__ = ["Drawn", "draw", "row_keys"]

_NAMED = 1000  # groups that nobody asked for, of which there may be any number


def row_keys(seed: int, part: str, start: int, count: int) -> NDArray[np.uint64]:
    """Keys (count,) of rows from `start` on: each depends on the seed, the file and the number of the row in it alone.

    They are words of the counter-based generator Philox (Salmon et al., "Parallel random numbers", SC 2011), whose key
    is a digest of the seed and the name of the file: independent and uniform on 64 bits.
    """
    digest = hashlib.blake2b(f"{seed}\0{part}".encode(), digest_size=16, person=b"setapart rows").digest()
    words = np.random.Philox(key=np.frombuffer(digest, "<u8"), counter=start // 4)  # four words a count
    keys: NDArray[np.uint64] = words.random_raw(start % 4 + count)[start % 4 :]
    return keys


@dataclass(frozen=True, eq=False)
class Drawn:
    """
    The rows that were drawn from a source, at most so many of each group, ordered by file and place in it.

    ``counts`` has the rows of each group, by how it is written, in the order in which groups were drawn, and
    ``thresholds`` the largest key of its rows that were drawn. ``n_unlabelled`` rows have no group, and ``n_other`` are
    of groups that nobody asked for. ``means`` and ``deviations`` (g, d) are those of all rows with a value, with
    divisor n, and ``missing`` (g, d) how many have none.
    """

    rows: Rows
    features: tuple[str, ...]
    counts: dict[str, int]
    thresholds: dict[str, int]
    n_unlabelled: int
    n_other: int
    means: FloatArray
    deviations: FloatArray
    missing: IntArray


def draw(
    source: Source,
    *,
    max_rows: int,
    seed: int,
    columns: Columns,
    levels: Iterable[Any] | None = None,
    omit: bool = False,
) -> Drawn:
    """
    Draw at most `max_rows` rows of each group at random: those with the smallest `row_keys`.

    All rows are checked on the way: that features are numbers, finite, and not missing unless `omit`, and that there
    are two groups, or `levels`. An error names the file and the row.
    """
    state = _State(source, columns, max_rows, None if levels is None else [label_of(level) for level in levels])
    for block in source.blocks():
        table = block.rows.table
        assert table is not None
        state.features = state.features or feature_columns(source, block, columns)
        values, cells = features_of_block(source, block, state.features, columns)
        codes, names, unlabelled = group_codes(source, block, columns, omit=omit)
        codes = state.counted(codes, names, unlabelled)
        check_cells(source, block, values, codes >= 0, state.features, omit=omit)
        keys = row_keys(seed, block.part, block.start, table.n_rows)
        state.has_lines = state.has_lines and table.lines is not None and not block.part
        kept = partial(_Kept.of, block, keys=keys, values=values, cells=cells, columns=columns)
        for code in np.unique(codes[codes >= 0]).tolist():
            state.group(names[code]).add(np.flatnonzero(codes == code), keys, values, kept)
    return state.drawn()


@dataclass(eq=False)
class _State:
    """What is known of a source so far; `wanted` are the groups that are asked for, None for any two."""

    source: Source
    columns: Columns
    max_rows: int
    wanted: list[str] | None
    features: tuple[str, ...] = ()
    groups: dict[str, "_Group"] = field(default_factory=dict)
    others: Counter[str] = field(default_factory=Counter)
    n_unlabelled: int = 0
    n_other: int = 0
    has_lines: bool = True

    def counted(self, codes: IntArray, names: list[str], n_unlabelled: int) -> IntArray:
        """The codes (n,), with -1 for rows of groups that nobody asked for; these are counted."""
        self.n_unlabelled += n_unlabelled
        if self.wanted is None or self.columns.groups is None:
            return codes
        for code, name in enumerate(names):
            if name not in self.wanted:
                rows = codes == code
                self.n_other += int(rows.sum())
                if name in self.others or len(self.others) < _NAMED:
                    self.others[name] += int(rows.sum())
                codes = np.where(rows, -1, codes)
        return codes

    def group(self, name: str) -> "_Group":
        """The group of this name, a new one the first time."""
        if name not in self.groups:
            if self.wanted is None and len(self.groups) == 2:
                raise ValueError(
                    message("{groups} must hold two distinct values, ")
                    + f"but {self.source.name} has {quoted([*self.groups, name])} and may have more"
                    + message("; choose two with {'levels=(first, second)'}")
                )
            self.groups[name] = _Group(self.max_rows, len(self.features))
        return self.groups[name]

    def drawn(self) -> Drawn:
        """The rows that were drawn; refused where a group that is asked for has none."""
        lacking = [name for name in self.wanted or () if name not in self.groups]
        if self.columns.groups is not None and (lacking or len(self.groups) < 2):
            counts = {**{name: group.size for name, group in self.groups.items()}, **self.others}
            held = first_few([f"{name!r} ({counted(count, 'row')})" for name, count in sorted(counts.items())])
            if not lacking:
                raise ValueError(
                    message("{groups} must hold two distinct values, ") + f"but {self.source.name} has {held}"
                )
            raise ValueError(
                arg("levels") + f": {self.source.name} has no row of {quoted(lacking)}; its groups are {held}"
            )
        return _drawn(self)


class _Group:
    """The rows of one group that have the smallest keys so far, and sums over all of its rows."""

    def __init__(self, max_rows: int, d: int) -> None:
        self.max_rows, self.size = max_rows, 0
        self.kept: list[_Kept] = []
        self.threshold = np.iinfo(np.uint64).max
        self.moments = _Moments(d)

    def add(
        self, rows: IntArray, keys: NDArray[np.uint64], values: FloatArray, kept: Callable[[IntArray], "_Kept"]
    ) -> None:
        """Count these rows of a block, and keep those with small keys, which `kept` takes out of it."""
        self.size += len(rows)
        self.moments.add(values[rows])
        chosen = rows[keys[rows] <= self.threshold]
        if not chosen.size:
            return
        self.kept.append(kept(chosen))
        if sum(len(part.keys) for part in self.kept) > 2 * self.max_rows:
            self.settle()

    def settle(self) -> "_Kept":
        """Keep the smallest keys only; equal ones are told apart by file and row."""
        kept = _Kept.joined(self.kept)
        order = np.lexsort((kept.places, kept.parts, kept.keys))[: self.max_rows]
        if len(order) == self.max_rows:
            self.threshold = kept.keys[order[-1]]
        self.kept = [kept.take(np.sort(order))]
        return self.kept[0]


@dataclass(frozen=True, eq=False)
class _Kept:
    """Rows that are kept: their keys, files and places, features, cells of labels, names and lines."""

    keys: NDArray[np.uint64]
    parts: NDArray[Any]
    places: IntArray
    values: FloatArray
    labels: NDArray[np.object_]
    index: NDArray[np.object_]
    lines: IntArray

    @classmethod
    def of(
        cls,
        block: Block,
        rows: IntArray,
        keys: NDArray[np.uint64],
        values: FloatArray,
        cells: dict[str, list[Any]],
        columns: Columns,
    ) -> "_Kept":
        beside = [[part[row] for row in rows] for part in (labels_in(block.rows, name) for name in columns.labels)]
        beside += [[part[row] for row in rows] for part in cells.values()]
        labels = np.empty((len(rows), len(beside)), dtype=object)
        for place, column in enumerate(beside):
            labels[:, place] = column
        given, places = block.rows.index, block.start + rows
        index = np.empty(len(rows), dtype=object)
        if given is None or (isinstance(given, Numbering) and block.rows.lines is None):
            index[:] = [f"{block.part}, row {place}" for place in places] if block.part else places.tolist()
        else:
            index[:] = [given[row] for row in rows]
        lines = np.zeros(len(rows), np.int64) if block.rows.lines is None else block.rows.lines[rows]
        return cls(keys[rows], np.full(len(rows), block.part), places, values[rows], labels, index, lines)

    @classmethod
    def joined(cls, parts: list["_Kept"]) -> "_Kept":
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__dataclass_fields__))

    def take(self, rows: IntArray) -> "_Kept":
        return _Kept(*(getattr(self, name)[rows] for name in self.__dataclass_fields__))


@dataclass(eq=False)
class _Moments:
    """Counts, sums and sums of squares (d,) of all rows, about their first row with a value; NaN is passed over."""

    d: int
    origin: FloatArray = field(init=False)
    count: IntArray = field(init=False)
    missing: IntArray = field(init=False)
    first: FloatArray = field(init=False)
    second: FloatArray = field(init=False)

    def __post_init__(self) -> None:
        self.origin = np.full(self.d, np.nan)
        self.count, self.missing = np.zeros(self.d, np.int64), np.zeros(self.d, np.int64)
        self.first, self.second = np.zeros(self.d), np.zeros(self.d)

    def add(self, values: FloatArray) -> None:
        if not len(values):
            return
        present = ~np.isnan(values)
        some = present.any(axis=0)
        firsts = values[np.argmax(present, axis=0), np.arange(self.d)]
        self.origin = np.where(np.isnan(self.origin) & some, firsts, self.origin)
        with np.errstate(over="ignore"):
            above = np.where(present, values - self.origin, 0.0)
            self.first += above.sum(axis=0)
            self.second += np.sum(above**2, axis=0)
        self.count += present.sum(axis=0)
        self.missing += len(values) - present.sum(axis=0)

    @property
    def mean(self) -> FloatArray:
        with np.errstate(invalid="ignore", divide="ignore"):
            mean: FloatArray = self.origin + self.first / self.count
        return mean

    @property
    def deviation(self) -> FloatArray:
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            variance = self.second / self.count - (self.first / self.count) ** 2
            deviation: FloatArray = np.sqrt(np.maximum(variance, 0.0))
        return deviation


def _drawn(state: _State) -> Drawn:
    source, groups, columns, features = state.source, state.groups, state.columns, state.features
    settled = {name: group.settle() for name, group in groups.items()}
    kept = _Kept.joined(list(settled.values()))
    kept = kept.take(np.lexsort((kept.places, kept.parts)))
    data: dict[str, Any] = {name: kept.labels[:, place] for place, name in enumerate(columns.labels)}
    loose = [name for name in features if columns.may_hold_labels(name)]
    for place, name in enumerate(features):
        data[name] = kept.values[:, place]
        if name in loose:
            data[name] = _as_numbers(kept.labels[:, len(columns.labels) + loose.index(name)], kept.values[:, place])
    text = TextSource(kept.lines, source.decimal) if state.has_lines else None
    moments = [groups[name].moments for name in groups]
    return Drawn(
        rows=Rows(
            table=Table(data, index=kept.index.tolist(), text=text),
            index=kept.index.tolist(),
            lines=kept.lines if state.has_lines else None,
            backend=source.backend,
        ),
        features=features,
        counts={name: group.size for name, group in groups.items()},
        thresholds={name: int(settled[name].keys.max()) for name in groups},
        n_unlabelled=state.n_unlabelled,
        n_other=state.n_other,
        means=np.array([part.mean for part in moments]),
        deviations=np.array([part.deviation for part in moments]),
        missing=np.array([part.missing for part in moments]),
    )


def _as_numbers(cells: NDArray[np.object_], values: FloatArray) -> NDArray[Any]:
    """A column that may hold labels, as numbers where all of its cells are."""
    plain: BoolArray = np.fromiter((is_missing(cell) or type(cell) in (int, float) for cell in cells), bool)
    if not plain.all():
        return cells
    return np.array([np.nan if is_missing(cell) else cell for cell in cells], dtype=np.float64)
