"""The columns of a block of a source: features as numbers, groups as codes; what cannot be compared by its place."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import nearest, quoted
from setapart._errors import arg, message, phrase
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.data.arrays import loses_precision, short_repr, warn_precision
from setapart.data.cells import as_number, label_of
from setapart.data.frames import is_missing
from setapart.data.missing import LARGEST
from setapart.data.rows import Rows, check_names
from setapart.data.sources import Block, Source
from setapart.data.table import Table

__all__ = ["Columns", "check_cells", "feature_columns", "features_of_block", "group_codes", "labels_in"]

WHOLE = "table"  # the one group of a source that is a sample by itself


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


def feature_columns(source: Source, block: Block, columns: Columns) -> tuple[str, ...]:
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


def group_codes(source: Source, block: Block, columns: Columns, *, omit: bool) -> tuple[IntArray, list[str], int]:
    """The group of each row as a number, -1 without one; how the groups are written; and how many rows have none."""
    table = block.rows.table
    assert table is not None
    if columns.groups is None:
        return np.zeros(table.n_rows, np.int64), [WHOLE], 0
    labels = labels_in(block.rows, columns.groups)
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


def labels_in(rows: Rows, name: str) -> list[Any]:
    """A column as labels, with the values of the caller's library."""
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


def check_cells(
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
