"""A random sample of the rows of a source, in one pass that also checks and counts all of them."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from setapart._checks import nearest, quoted
from setapart._errors import arg, message, phrase
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.data.arrays import loses_precision, short_repr, warn_precision
from setapart.data.cells import as_number, label_of
from setapart.data.frames import is_missing
from setapart.data.missing import LARGEST
from setapart.data.rows import Rows, check_names
from setapart.data.sources import Block, Source
from setapart.data.table import Numbering, Table, TextSource

__all__ = ["Columns", "Drawn", "draw", "features_of_block", "group_codes", "row_keys"]

_TABLE = "table"  # the one group of a source that is a sample by itself


def row_keys(seed: int, part: str, start: int, count: int) -> NDArray[np.uint64]:
    """Keys (count,) of rows from `start` on: each depends on the seed, the file and the number of the row in it alone.

    They are words of the counter-based generator Philox (Salmon et al., "Parallel random numbers", SC 2011), whose key
    is a digest of the seed and the name of the file: independent and uniform on 64 bits.
    """
    digest = hashlib.blake2b(f"{seed}\0{part}".encode(), digest_size=16, person=b"setapart rows").digest()
    words = np.random.Philox(key=np.frombuffer(digest, "<u8"), counter=start // 4)  # four words a count
    keys: NDArray[np.uint64] = words.random_raw(start % 4 + count)[start % 4 :]
    return keys


@dataclass(frozen=True, kw_only=True)
class Columns:
    """What the columns of a source are to a test.

    `groups` says which sample a row is of, `beside` are other columns of labels, such as strata; all others are
    features. Those in `loose` may hold other things than numbers, since they are read in some way; None for any.
    """

    groups: str | None = None
    beside: tuple[str, ...] = ()
    loose: frozenset[str] | None = frozenset()

    @property
    def labels(self) -> tuple[str, ...]:
        """The columns of labels."""
        return (*([] if self.groups is None else [self.groups]), *self.beside)

    def features(self, table: Table) -> tuple[str, ...]:
        """The names of the features."""
        return tuple(name for name in table.columns if name not in self.labels)

    def may_hold_labels(self, name: str) -> bool:
        """Whether a feature may hold other things than numbers."""
        return self.loose is None or name in self.loose


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
    groups: dict[str, _Group] = {}
    wanted = None if levels is None or columns.groups is None else [label_of(level) for level in levels]
    features: tuple[str, ...] = ()
    n_unlabelled = n_other = 0
    has_lines = True
    for block in source.blocks():
        table = block.rows.table
        assert table is not None
        if not features:
            features = _features(source, block, columns)
        values, cells = features_of_block(source, block, features, columns)
        codes, names, unlabelled = group_codes(source, block, columns, omit=omit)
        others = [code for code, name in enumerate(names) if wanted is not None and name not in wanted]
        n_unlabelled, n_other = n_unlabelled + unlabelled, n_other + int(np.isin(codes, others).sum())
        codes[np.isin(codes, others)] = -1
        _check_cells(source, block, values, codes >= 0, features, omit=omit)
        keys = row_keys(seed, block.part, block.start, table.n_rows)
        has_lines = has_lines and table.lines is not None and not block.part
        for code, name in enumerate(names):
            if code in others:
                continue
            if name not in groups:
                _check_groups(source, [*groups, name], wanted)
                groups[name] = _Group(max_rows, len(features))
            groups[name].add(block, np.flatnonzero(codes == code), keys, values, cells, columns)
    return _drawn(source, groups, columns, features, n_unlabelled, n_other, has_lines=has_lines)


def _features(source: Source, block: Block, columns: Columns) -> tuple[str, ...]:
    """The names of the features, with all columns of labels at hand; the names are those of every block."""
    table = block.rows.table
    assert table is not None
    design = phrase("the design", name="Strata")
    for argument, name in [
        (arg("groups", columns.groups), columns.groups),
        *((design, name) for name in columns.beside),
    ]:
        if name is not None and name not in table and name not in table.index_columns:
            hint = nearest(name, table.columns) or f"; the columns are {quoted(table.columns)}"
            raise ValueError(argument + f" names a column that {source.where(block)} lacks: {name!r}{hint}")
    check_names(table.columns, source.where(block))
    features = columns.features(table)
    if not features:
        raise ValueError(f"{source.name} has no features")
    return features


def _check_groups(source: Source, names: list[str], wanted: list[str] | None) -> None:
    if wanted is None and len(names) > 2:
        raise ValueError(
            message("{groups} must hold two distinct values, ")
            + f"but {source.name} has {quoted(names)} and may have more"
            + message("; choose two with {'levels=(first, second)'}")
        )


def group_codes(source: Source, block: Block, columns: Columns, *, omit: bool) -> tuple[IntArray, list[str], int]:
    """The group of each row as a number, -1 without one; how the groups are written; and how many rows have none."""
    table = block.rows.table
    assert table is not None
    if columns.groups is None:
        return np.zeros(table.n_rows, np.int64), [_TABLE], 0
    labels = _labels(block.rows, columns.groups)
    place: dict[str, int] = {}
    written = {
        label: -1 if is_missing(label) else place.setdefault(label_of(label), len(place))
        for label in dict.fromkeys(labels)
    }
    codes = np.fromiter(map(written.__getitem__, labels), np.int64, count=table.n_rows)
    missing = np.flatnonzero(codes < 0)
    if missing.size and not omit:
        raise ValueError(
            f"{source.where(block)}: "
            + message("{groups} {'is missing in'} ")
            + f"{_row(block, int(missing[0]))}; "
            + message("{nan_policy='omit'} leaves such rows out")
        )
    return codes, list(place), int(missing.size)


def _labels(rows: Rows, name: str) -> list[Any]:
    assert rows.table is not None
    if rows.frame is not None and name in rows.columns:  # type: ignore[operator]
        return rows.labels(name)
    return rows.table.labels(name)


def features_of_block(
    source: Source, block: Block, features: tuple[str, ...], columns: Columns
) -> tuple[FloatArray, dict[str, list[Any]]]:
    """The features as numbers (n, d), with NaN where they are missing; and the cells of those that are no numbers."""
    table = block.rows.table
    assert table is not None
    values = np.empty((table.n_rows, len(features)))
    cells: dict[str, list[Any]] = {}
    for place, name in enumerate(features):
        column = table[name]
        if columns.may_hold_labels(name):
            cells[name] = table.labels(name)
        if column.dtype.kind in "biuf":
            values[:, place] = column
            if loses_precision(column):
                warn_precision(source.where(block), repr(name))
        elif name in cells:
            values[:, place] = [np.nan if is_missing(cell) else 0.0 for cell in column]
        else:
            _refuse_labels(source, block, name)
    return values, cells


def _refuse_labels(source: Source, block: Block, name: str) -> None:
    table = block.rows.table
    assert table is not None
    decimal = "." if table.text is None else table.text.decimal
    present = [(row, cell) for row, cell in enumerate(table[name].tolist()) if not is_missing(cell)]
    texts = ((row, cell) for row, cell in present if not isinstance(cell, str) or as_number(cell, decimal) is None)
    row, cell = next(texts, present[0])
    raise ValueError(
        f"{source.where(block)}: column {name!r} holds {table.kind(name)}, {short_repr(cell)} in {_row(block, row)},"
        " and features are numbers; leave it out, or read it with "
        + arg("categorical", "onehot")
        + " or "
        + arg("read_as")
    )


def _check_cells(
    source: Source, block: Block, values: FloatArray, compared: BoolArray, features: tuple[str, ...], *, omit: bool
) -> None:
    """Refuse values that cannot be compared, in rows that are (n,), the first of them by its place."""
    wrong = ~(np.abs(values) <= LARGEST) & compared[:, None]
    if omit:
        wrong &= ~np.isnan(values)
    if not wrong.any():
        return
    row, place = np.argwhere(wrong)[0]
    value = values[row, place]
    where = f"{source.where(block)}: column {features[place]!r}"
    if np.isnan(value):
        raise ValueError(
            f"{where} has no value in {_row(block, row)}; "
            + arg("nan_policy", "omit")
            + " leaves such rows out, "
            + arg("nan_policy", "indicator")
            + " keeps them"
        )
    if np.isinf(value):
        raise ValueError(f"{where} is infinite in {_row(block, row)}; replace or remove it")
    raise ValueError(
        f"{where} holds {value:g} in {_row(block, row)}; distances between values beyond 1e300 may be more than a"
        " 64-bit float holds; rescale"
    )


def _row(block: Block, row: int) -> str:
    """Where a row of a block stands in its file."""
    lines = block.rows.lines
    if lines is not None:
        return f"line {lines[row]}"
    return f"row {block.start + row}, counted from 0"


class _Group:
    """The rows of one group that have the smallest keys so far, and sums over all of its rows."""

    def __init__(self, max_rows: int, d: int) -> None:
        self.max_rows, self.size = max_rows, 0
        self.kept: list[_Kept] = []
        self.threshold = np.iinfo(np.uint64).max
        self.moments = _Moments(d)

    def add(
        self,
        block: Block,
        rows: IntArray,
        keys: NDArray[np.uint64],
        values: FloatArray,
        cells: dict[str, list[Any]],
        columns: Columns,
    ) -> None:
        self.size += len(rows)
        self.moments.add(values[rows])
        chosen = rows[keys[rows] <= self.threshold]
        if not chosen.size:
            return
        self.kept.append(_Kept.of(block, chosen, keys, values, cells, columns))
        if sum(len(kept.keys) for kept in self.kept) > 2 * self.max_rows:
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
        beside = [[part[row] for row in rows] for part in (_labels(block.rows, name) for name in columns.labels)]
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


def _drawn(
    source: Source,
    groups: dict[str, _Group],
    columns: Columns,
    features: tuple[str, ...],
    n_unlabelled: int,
    n_other: int,
    *,
    has_lines: bool,
) -> Drawn:
    if not groups:
        raise ValueError(f"{source.name} has no row of the groups that are compared")
    settled = {name: group.settle() for name, group in groups.items()}
    kept = _Kept.joined(list(settled.values()))
    kept = kept.take(np.lexsort((kept.places, kept.parts)))
    data: dict[str, Any] = {name: kept.labels[:, place] for place, name in enumerate(columns.labels)}
    loose = [name for name in features if columns.may_hold_labels(name)]
    for place, name in enumerate(features):
        data[name] = kept.values[:, place]
        if name in loose:
            data[name] = _as_numbers(kept.labels[:, len(columns.labels) + loose.index(name)], kept.values[:, place])
    text = TextSource(kept.lines, source.decimal) if has_lines else None
    moments = [groups[name].moments for name in groups]
    return Drawn(
        rows=Rows(
            table=Table(data, index=kept.index.tolist(), text=text),
            index=kept.index.tolist(),
            lines=kept.lines if has_lines else None,
            backend=source.backend,
        ),
        features=features,
        counts={name: group.size for name, group in groups.items()},
        thresholds={name: int(settled[name].keys.max()) for name in groups},
        n_unlabelled=n_unlabelled,
        n_other=n_other,
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
