"""Rows: what a caller passed as a sample, converted once, and the matrix of its features."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from setapart._checks import first_few, quoted
from setapart._errors import phrase
from setapart._types import FloatArray, IntArray
from setapart.data.arrays import EXACT, is_sparse, loses_precision, short_repr, to_matrix, warn_precision
from setapart.data.cells import as_number, label_of
from setapart.data.frames import column_names, declared_order, is_series, raw_column, repeated, to_table, wrapped
from setapart.data.refusals import refuse_columns
from setapart.data.sparse import to_rows
from setapart.data.table import Column, Reading, Table


@dataclass(frozen=True, eq=False)
class Block:
    """
    A matrix (n, d) of at least one row and one column, perhaps with NaN, perhaps of sparse rows.

    ``names`` are the columns of a table, and None for an array; ``series_name`` may differ between two samples. For
    ``columns``, see `setapart.data.categories`: the column of text whose level a feature stands for, or the feature.
    """

    values: FloatArray
    names: tuple[str, ...] | None = None
    series_name: str | None = None
    columns: tuple[str, ...] | None = None

    def select(self, names: tuple[str, ...]) -> "Block":
        """The same rows with their features in the order of these names."""
        if self.names is None or names == self.names:
            return self
        place = {name: column for column, name in enumerate(self.names)}
        return replace(self, values=self.values[:, [place[name] for name in names]], names=names)


@dataclass(frozen=True, eq=False)
class Rows:
    """
    What a caller passed, converted once: exactly one of ``array``, ``table``, ``series`` and ``block``.

    An array becomes numbers where it is known what messages call it, and a table where it is known which columns are
    features. ``frame`` is that of narwhals, which has labels as the caller's own library has them. ``index`` is what
    the rows are called and ``lines`` where they start in a text file; ``distinct`` says that no two may share a name.
    ``readings`` are of the columns that were no plain numbers. ``lacking`` are arguments, or kinds of
    ``read_as``, that whoever takes the rows does not have, so that no message may advise them.
    """

    array: Any = None
    table: Table | None = None
    series: Table | None = None
    block: Block | None = None
    frame: Any = None
    index: list[Any] | None = None
    lines: Column | None = None
    backend: str | None = None
    distinct: bool = False
    readings: Mapping[str, Reading] = field(default_factory=dict)
    lacking: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...] | None:
        """The names of the columns, those that name the rows included; None without such."""
        if self.table is None:
            return None
        return self.table.columns if self.frame is None else tuple(column_names(self.frame))

    def labels(self, name: str) -> list[Any]:
        """A column as labels: as the caller's library holds them or, of a text file, as they are written."""
        assert self.table is not None
        return self.table.labels(name) if self.frame is None else raw_column(self.frame, name)

    def order(self, name: str) -> tuple[Any, ...] | None:
        """The order that an ordered categorical declares for its values; None for any other column."""
        return None if self.frame is None else declared_order(self.frame, name)

    def without(self, names: Iterable[str]) -> "Rows":
        """The rows without some of their columns, which still have labels."""
        if self.table is None:
            return self
        left = set(names)
        return replace(self, table=self.table.select([name for name in self.table.columns if name not in left]))

    def in_numbers(self, block: Block) -> "Rows":
        """The same rows, with their features as numbers."""
        return replace(self, array=None, table=None, series=None, frame=None, block=block)

    def line(self, row: int) -> str:
        """Where a row stands by its number alone: at ``line 3 of the file``, or at ``row index 1``."""
        return f"row index {row}" if self.lines is None else f"line {self.lines[row]} of the file"

    def place(self, row: int) -> str:
        """Where a row stands: at ``row 'p7' (line 3 of the file)``, or at ``row index 1``."""
        if self.index is None or self.index[row] == row:
            return self.line(row)
        name = self.index[row]
        return f"row {short_repr(name) if isinstance(name, str) else label_of(name)} ({self.line(row)})"


def rows_of(obj: Any) -> Rows:
    """Convert what a caller passed; rows that are converted already stay as they are."""
    if isinstance(obj, Rows):
        return obj
    if isinstance(obj, Table):
        return Rows(table=obj, index=obj.index, lines=obj.lines, readings=obj.readings)
    frame = wrapped(obj)
    if frame is None:
        return Rows(array=obj)
    table = to_table(frame)
    columns = Rows(series=table) if is_series(frame) else Rows(table=table)
    return replace(columns, frame=frame, index=table.index, backend=str(frame.implementation.value))


def plain_rows(obj: Any, *lacking: str) -> Rows:
    """Convert what a caller passed to a function without some arguments, by default ``read_as`` and ``nan_policy``."""
    return replace(rows_of(obj), lacking=lacking or ("read_as", "nan_policy"))


def labels_at(places: IntArray, index: list[Any] | None) -> list[Any]:
    """What the rows at these places are called; without an index, where they stand. Levels are joined: ``"a, 1"``."""
    if index is None:
        return list(places.tolist())
    labels = (index[place] for place in places)
    return [", ".join(map(label_of, label)) if isinstance(label, tuple) else label for label in labels]


def to_block(obj: Any, label: str) -> Block:
    """The features of a sample as numbers; ``label`` is what messages call it."""
    rows = rows_of(obj)
    if rows.block is not None:
        check_size(rows.block.values.shape, label)
        return rows.block
    if rows.table is not None:
        check_names(rows.table.columns, label)
        return Block(_numbers(rows.table, label, rows.lacking), rows.table.columns)
    if rows.series is not None:
        return Block(_numbers(rows.series, label, rows.lacking), series_name=rows.series.columns[0] or None)
    values = to_matrix(rows.array, label)
    check_size(values.shape, label)
    return Block(values)


def to_blocks(x: Any, y: Any, labels: tuple[str, str]) -> tuple[Block, Block]:
    """Two samples as numbers, their columns matched by name and in the order of the first."""
    x, y = rows_of(x), rows_of(y)
    if x.table is not None and y.table is not None:
        check_same_columns(x.table.columns, y.table.columns, labels)
        y = replace(y, table=y.table.select(x.table.columns))
        refuse_columns({labels[0]: x.table, labels[1]: y.table}, lacking=(*x.lacking, *y.lacking))
    first, second = to_block(x, labels[0]), to_block(y, labels[1])
    if first.names and second.names:
        check_same_columns(first.names, second.names, labels)
        second = second.select(first.names)
    if is_sparse(first.values) != is_sparse(second.values):
        first, second = (
            replace(block, values=to_rows(block.values, label))
            for block, label in zip((first, second), labels, strict=True)
        )
    if first.values.shape[1] != second.values.shape[1]:
        raise ValueError(
            f"the samples must have the same number of features: {labels[0]} has shape {first.values.shape},"
            f" {labels[1]} has shape {second.values.shape}"
        )
    return first, second


def feature_names(first: Block, second: Block | None = None) -> tuple[str, ...]:
    """Name the features: by the columns of a table, by a series, or ``x1`` to ``xd``."""
    second = first if second is None else second
    if first.names or second.names:
        return first.names or second.names or ()
    if first.series_name is not None and first.series_name == second.series_name:
        return (first.series_name,)
    return tuple(f"x{column}" for column in range(1, first.values.shape[1] + 1))


def _numbers(table: Table, label: str, lacking: tuple[str, ...]) -> FloatArray:
    check_size((table.n_rows, len(table.columns)), label)
    refuse_columns({label: table}, lacking=lacking)
    for name in table.columns:
        if loses_precision(table[name]) or _is_rounded(table, name):
            warn_precision(label, repr(name))
    return np.column_stack([table[name].astype(np.float64) for name in table.columns])


def _is_rounded(table: Table, name: str) -> bool:
    """Whether a text file has whole numbers that float64 does not hold, where int64 cannot hold the column either."""
    if table.text is None or name not in table.text.written or table[name].dtype.kind != "f":
        return False
    pairs = zip(table.text.written[name], table[name].tolist(), strict=True)
    return any(abs(value) >= EXACT and text.lstrip("+-").isdecimal() and int(text) != value for text, value in pairs)


def check_size(shape: tuple[int, ...], label: str) -> None:
    """Refuse a sample without rows or without features."""
    if shape[1] == 0:
        lost = f": shape {shape}" if shape[0] else ""  # without features a table has lost its rows
        raise ValueError(phrase(label, name="data") + " has no features" + lost)
    if shape[0] == 0:
        raise ValueError(phrase(label, name="data") + f" is empty: shape {shape}")


def check_names(columns: Sequence[str], label: str) -> None:
    """Refuse features without a name, and features that nobody can tell apart by their names."""
    stripped = [name.strip() for name in columns]
    if "" in stripped:
        place = stripped.index("") + 1
        raise ValueError(
            phrase(label, name="data") + f" has a column without a name, column {place}; name it, or leave it out"
        )
    alike = repeated(stripped)
    if alike:
        names = quoted(name for name in columns if name.strip() == alike[0])
        raise ValueError(
            phrase(label, name="data") + f" has columns whose names differ by spaces alone: {names}; rename one of them"
        )


def check_same_columns(x: tuple[str, ...], y: tuple[str, ...], labels: tuple[str, str]) -> None:
    """Refuse two samples whose features do not have the same names."""
    of_x, of_y = set(x), set(y)
    missing, extra = [name for name in x if name not in of_y], [name for name in y if name not in of_x]
    if of_x and of_y and not of_x & of_y:
        _check_headers((x, y), labels)
    if missing or extra:
        lacks = f"{labels[1]} lacks {_some(missing)}" if missing else ""
        has = f"{labels[1]} has {_some(extra)}, which {labels[0]} lacks" if extra else ""
        raise ValueError(f"the columns of the samples differ: {'; '.join(filter(None, (lacks, has)))}")


def _check_headers(columns: tuple[tuple[str, ...], tuple[str, ...]], labels: tuple[str, str]) -> None:
    """Refuse a file without a header beside one with a header, as far as the names tell: they share none."""
    for place, names in enumerate(columns):
        others = columns[1 - place]
        if names == tuple(f"x{column}" for column in range(1, len(names) + 1)):
            why = f"its columns are called {_some(names)}, in the place of names"
        elif any(as_number(name) is not None for name in names) and all(as_number(name) is None for name in others):
            why = f"its first row reads {_some(names)}, which may be data"
        else:
            continue
        raise ValueError(
            f"{labels[place]} seems to have no header: {why}, where {labels[1 - place]} has {_some(others)};"
            " put the same header above both"
        )


def _some(names: Sequence[str]) -> str:
    return first_few([repr(name) for name in names])
