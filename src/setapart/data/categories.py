"""Categories: columns of labels as numbers, where the caller asks for it, one indicator a level."""

from typing import Any

import numpy as np

from setapart._checks import counted, quoted
from setapart._errors import arg
from setapart._types import FloatArray
from setapart.data.cells import label_of
from setapart.data.frames import repeated
from setapart.data.labels import check_truth_values, written_alike
from setapart.data.refusals import ColumnCells, row_names_refusal
from setapart.data.rows import Block, check_same_columns, check_size, to_block
from setapart.data.table import Table

CATEGORICAL = (None, "onehot")
_MOST_LEVELS = 50
HEIGHT = np.sqrt(0.5)  # the indicators of two levels differ in two places, and so are at distance one


def encoded(tables: dict[str, Table]) -> dict[str, Block]:
    """
    Turn tables with the same columns into blocks, columns of labels with one indicator for each level.

    An indicator is √½ where the row has the level and 0 elsewhere, so that rows of different levels are at distance
    one, as the two values of a column of 0 and 1 are. The levels of a column are those of all tables, sorted, and
    their features stand together. A row without a label has NaN in the first of them.
    """
    (first_label, first), *others = tables.items()
    for label, table in others:
        check_same_columns(first.columns, table.columns, (first_label, label))
    for label, table in tables.items():
        check_size((table.n_rows, len(table.columns)), label)
    names: list[str] = []
    columns: list[str] = []
    features: dict[str, list[FloatArray]] = {label: [] for label in tables}
    for name in first.columns:
        coded = next((label for label, table in tables.items() if ColumnCells(table, name).is_category), None)
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


def without_empty_levels(
    x: FloatArray, y: FloatArray, names: tuple[str, ...], columns: tuple[str, ...]
) -> tuple[FloatArray, FloatArray, tuple[str, ...], tuple[str, ...]]:
    """Leave out the levels that no row has which is compared: those of another group, or of rows left out."""
    kept = [j for j, name in enumerate(names) if columns[j] == name or x[:, j].any() or y[:, j].any()]
    return x[:, kept], y[:, kept], tuple(names[j] for j in kept), tuple(columns[j] for j in kept)


def _cells(table: Table, name: str, label: str, coded: str) -> list[Any]:
    """The labels of a column, None where one is missing; in the sample `coded` it holds some."""
    values = table[name]
    if values.dtype.kind == "f" and np.isnan(values).all():
        return [None] * len(values)
    if not ColumnCells(table, name).is_category:
        to_block(table.select([name]), label)  # refuses what are no numbers either
        raise ValueError(f"column {name!r} holds numbers in {label} and labels in {coded}; make it one of them in both")
    return list(values.tolist())


def _levels(labels: list[Any], name: str) -> list[Any]:
    check_truth_values(labels, f"column {name!r}")
    levels = set(labels)
    if len(levels) > _MOST_LEVELS:
        raise ValueError(
            f"column {name!r} has {counted(len(levels), 'level')}, and "
            + arg("categorical", "onehot")
            + f" takes at most {_MOST_LEVELS}; merge rare ones, or leave the column out"
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
