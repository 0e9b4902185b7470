"""Categories: columns of labels as numbers, where the caller asks for it, one indicator a level."""

from typing import Any

import numpy as np

from setapart._checks import counted, quoted
from setapart._errors import arg
from setapart._types import FloatArray
from setapart.data.cells import label_of
from setapart.data.frames import repeated
from setapart.data.labels import check_truth_values, written_alike
from setapart.data.refusals import MOST_LEVELS, ColumnCells, refuse_columns, row_names_refusal
from setapart.data.rows import Block, Rows, check_names, check_same_columns, check_size, rows_of, to_block, to_blocks
from setapart.data.table import Table

CATEGORICAL = (None, "onehot")
HEIGHT = np.sqrt(0.5)  # the indicators of two levels differ in two places, and so are at distance one


def encoded(tables: dict[str, Table], *, every: bool = True) -> dict[str, Block]:
    """
    Turn tables with the same columns into blocks, columns of labels with one indicator for each level.

    These are ``every`` column of labels, or only those that were read as categories.

    An indicator is √½ where the row has the level and 0 elsewhere, so that rows of different levels are at distance
    one, as the two values of a column of 0 and 1 are. The levels of a column are those of all tables, sorted, and
    their features stand together. A row without a label has NaN in the first of them.
    """
    (first_label, first), *others = tables.items()
    for label, table in others:
        check_same_columns(first.columns, table.columns, (first_label, label))
    for label, table in tables.items():
        check_size((table.n_rows, len(table.columns)), label)
        check_names(table.columns, label)
    categories = {name for name in first.columns if any(_is_category(table, name, every) for table in tables.values())}
    plain = [name for name in first.columns if name not in categories]
    refuse_columns({label: table.select(plain) for label, table in tables.items()})
    names: list[str] = []
    columns: list[str] = []
    features: dict[str, list[FloatArray]] = {label: [] for label in tables}
    for name in first.columns:
        coded = next((label for label, table in tables.items() if _is_category(table, name, every)), None)
        if coded is not None:
            cells = {label: _cells(table, name, label, coded) for label, table in tables.items()}
            levels = _levels([cell for part in cells.values() for cell in part if cell is not None], name)
            for label, part in cells.items():
                features[label].append(_indicators(part, levels))
            names += [f"{name}={label_of(level)}" for level in levels]
            columns += [name] * len(levels)
        else:
            for label, table in tables.items():
                features[label].append(to_block(table.select([name]), label).values)
            names.append(name)
            columns.append(name)
    if taken := repeated(names):
        raise ValueError(f"columns and levels of columns are both called {quoted(taken)}; rename the columns")
    origins = tuple(columns) if names != columns else None
    return {label: Block(np.hstack(part), tuple(names), columns=origins) for label, part in features.items()}


def features_of(obj: Any, label: str) -> Block:
    """The features of a sample as numbers, with those of columns that were read as categories."""
    rows = rows_of(obj)
    if rows.table is None or not _has_categories(rows.table):
        return to_block(rows, label)
    return encoded({label: rows.table}, every=False)[label]


def features_of_pair(x: Rows, y: Rows, labels: tuple[str, str]) -> tuple[Block, Block]:
    """The same of two samples, whose columns are matched by name."""
    if x.table is None or y.table is None or not (_has_categories(x.table) or _has_categories(y.table)):
        return to_blocks(x, y, labels)
    blocks = encoded({labels[0]: x.table, labels[1]: y.table}, every=False)
    return blocks[labels[0]], blocks[labels[1]]


def _has_categories(table: Table) -> bool:
    return any(name in table and reading.kind == "category" for name, reading in table.readings.items())


def without_empty_levels(
    x: FloatArray, y: FloatArray, names: tuple[str, ...], columns: tuple[str, ...]
) -> tuple[FloatArray, FloatArray, tuple[str, ...], tuple[str, ...]]:
    """Leave out the levels that no row has which is compared: those of another group, or of rows left out."""
    kept = [j for j, name in enumerate(names) if columns[j] == name or x[:, j].any() or y[:, j].any()]
    return x[:, kept], y[:, kept], tuple(names[j] for j in kept), tuple(columns[j] for j in kept)


def _is_category(table: Table, name: str, every: bool) -> bool:
    asked = name in table.readings and table.readings[name].kind == "category"
    return asked or (every and ColumnCells(table, name).is_category)


def _cells(table: Table, name: str, label: str, coded: str) -> list[Any]:
    """The labels of a column, None where one is missing; in the sample `coded` it holds some."""
    values = table[name]
    if values.dtype.kind == "f" and np.isnan(values).all():
        return [None] * len(values)
    if not _is_category(table, name, every=True):
        to_block(table.select([name]), label)  # refuses what are no numbers either
        raise ValueError(f"column {name!r} holds numbers in {label} and labels in {coded}; make it one of them in both")
    return list(values.tolist())


def _levels(labels: list[Any], name: str) -> list[Any]:
    check_truth_values(labels, f"column {name!r}")
    levels = set(labels)
    if len(levels) > MOST_LEVELS:
        raise ValueError(
            f"column {name!r} has {counted(len(levels), 'level')}, and "
            + arg("categorical", "onehot")
            + f" takes at most {MOST_LEVELS}; merge rare ones, or leave the column out"
        )
    if len(levels) == len(labels) > 1:
        raise ValueError(row_names_refusal(name))
    if written_alike(levels):
        raise ValueError(f"column {name!r} has different values that are written alike: {written_alike(levels)}")
    return sorted(levels, key=lambda level: (isinstance(level, str), level))


def _indicators(cells: list[Any], levels: list[Any]) -> FloatArray:
    place = {level: j for j, level in enumerate(levels)}
    values = np.zeros((len(cells), len(levels)))
    for row, cell in enumerate(cells):
        values[row, place.get(cell, 0)] = np.nan if cell is None else HEIGHT
    return values
