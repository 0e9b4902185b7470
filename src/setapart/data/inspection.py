"""What columns hold, as far as can be told without being asked: their kinds, their gaps, and what is the matter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from setapart._checks import counted
from setapart._types import FloatArray
from setapart._words import rate_percents
from setapart.data.arrays import short_repr
from setapart.data.cells import label_of
from setapart.data.feature_kinds import kind_of
from setapart.data.frames import is_missing
from setapart.data.identifiers import identifiers
from setapart.data.kinds import MisfitError, cells_of, read_cells
from setapart.data.refusals import MOST_LEVELS, ColumnCells
from setapart.data.scaling import pooled_scaling
from setapart.data.screening import shares_differ
from setapart.data.table import Table
from setapart.data.units import unit_in_name

_SIGNS = {
    "sorted": "sorted whole numbers, each once",
    "apart": "whole numbers that no two samples share",
    "name": "by name",
}


@dataclass(frozen=True)
class InspectedColumn:
    """
    A column of one table or of several: its kind, an example, and in how many rows of each table it is missing.

    ``missing`` has None for a table without the column. ``reading`` is what ``read_as`` is to say of it, None for what
    is a number already or no feature; ``is_feature`` says whether it is one, read so or as it is, and ``names_rows``
    whether it has another value in every row of a table. ``words`` are texts among its numbers, such as "unknown".
    ``spread`` is the standard deviation of its numbers, those of all tables together; ``gaps_differ`` says whether it
    is missing in far more rows of one table than of another.
    """

    name: str
    kind: str
    example: str
    missing: tuple[int | None, ...]
    unit: str = ""
    reading: str | None = None
    problem: str = ""
    is_feature: bool = True
    names_rows: bool = False
    words: tuple[str, ...] = ()
    spread: float = 0.0
    gaps_differ: bool = False


def inspected(tables: Mapping[str, Table]) -> tuple[InspectedColumn, ...]:
    """The columns of some tables, in the order of the first; the keys are what the tables are called."""
    names = dict.fromkeys(name for table in tables.values() for name in table.columns)
    sizes = [table.n_rows for table in tables.values()]
    columns = [_inspected(name, tables) for name in names]
    lacking = sum(any(column.missing) for column in columns if column.is_feature)
    return tuple(_with_gaps_told(column, sizes, lacking) for column in columns)


def _with_gaps_told(column: InspectedColumn, sizes: Sequence[int], n_lacking: int) -> InspectedColumn:
    """The column, with a word on gaps in far more rows of one of two tables; so many columns have gaps."""
    if not column.is_feature or len(sizes) != 2 or 0 in sizes:
        return column
    counts = [(count or 0, size) for count, size in zip(column.missing, sizes, strict=True)]
    (most, n), (least, m) = sorted(counts, key=lambda pair: -pair[0] / pair[1])
    if not shares_differ((most, least), (n, m), max(1, n_lacking)):
        return column
    first, second = rate_percents(*(count / size for count, size in counts))
    missing = f"missing in {first} and {second} of the rows, which makes the rows that are left no fair samples"
    return replace(column, problem="; ".join(filter(None, (column.problem, missing))), gaps_differ=True)


def _inspected(name: str, tables: Mapping[str, Table]) -> InspectedColumn:
    having = [table for table in tables.values() if name in table]
    gaps = tuple(None if name not in table else _n_missing(table, name) for table in tables.values())
    numeric = all(table.kind(name) == "numbers" for table in having)
    column = _numeric(name, having, gaps) if numeric else _written(name, having, gaps)
    if len(having) < len(tables):
        where = " and ".join(label for label, table in tables.items() if name in table)
        return InspectedColumn(name, column.kind, column.example, gaps, problem=f"only in {where}", is_feature=False)
    return column


def _n_missing(table: Table, name: str) -> int:
    values = table[name]
    if values.dtype.kind in "biu":
        return 0
    return int(np.isnan(values).sum()) if values.dtype.kind == "f" else sum(map(is_missing, cells_of(table, name)))


def _numeric(name: str, tables: Sequence[Table], gaps: tuple[int | None, ...]) -> InspectedColumn:
    """A column of numbers, as samples hold them: a count, two values, and the like."""
    parts = [values[~np.isnan(values)] for values in (table[name].astype(np.float64) for table in tables)]
    pooled = np.concatenate(parts)
    if not pooled.size:
        return InspectedColumn(name, "empty", "", gaps, problem="no value in any row", is_feature=False)
    example, unit = label_of(pooled[0]), unit_in_name(name)
    if any(len(part) == 0 for part in parts):
        return InspectedColumn(
            name, kind_of(pooled), example, gaps, problem="no value in one of the samples", is_feature=False
        )
    complete = all(len(part) == table.n_rows for part, table in zip(parts, tables, strict=True))
    found = identifiers([part[:, None] for part in parts], [name]) if complete else ()
    names_rows = all(len(np.unique(part)) == len(part) > 1 for part in parts)
    if found or any(ColumnCells(table, name).names_rows for table in tables):
        sign = _SIGNS[found[0].sign] if found else "another value in every row"
        return InspectedColumn(
            name, "identifier", example, gaps, problem=f"{sign}: no feature", is_feature=False, names_rows=names_rows
        )
    kind = kind_of(pooled)
    problem = "the same in every row" if kind == "constant" else ""
    return InspectedColumn(name, kind, example, gaps, unit, problem=problem, spread=_spread(pooled))


def _written(name: str, tables: Sequence[Table], gaps: tuple[int | None, ...]) -> InspectedColumn:
    """A column that is not of numbers in all tables."""
    columns = [ColumnCells(table, name, tuple(other for other in tables if other is not table)) for table in tables]
    column = next(column for column in columns if column.table.kind(name) != "numbers")
    cells = {cell: None for each in columns for cell in each.cells if not is_missing(cell) and _is_key(cell)}
    example = short_repr(next(iter(cells))) if cells else ""
    if any(each.names_rows for each in columns):
        problem = "another value in every row: no feature"
        every = all(each.names_rows for each in columns)
        return InspectedColumn(name, "identifier", example, gaps, problem=problem, is_feature=False, names_rows=every)
    if column.kind is not None:
        example = short_repr(column.cells[column.telling_row])
        words = () if column.kind == "boolean" else column.words
        held = ", ".join(map(short_repr, words))
        problem = f"holds {held}, which may stand for missing values" if words else ""
        return InspectedColumn(
            name,
            column.kind,
            example,
            gaps,
            unit_in_name(name),
            column.kind,
            problem,
            words=tuple(map(str.strip, words)),
            spread=_spread_as_read(column.kind, columns),
        )
    if not column.is_category:
        return InspectedColumn(name, "mixed", example, gaps, problem=column.trouble, is_feature=False)
    if len(cells) > MOST_LEVELS:
        problem = f"{counted(len(cells), 'value')}: a category has at most {MOST_LEVELS}"
        return InspectedColumn(name, "text", example, gaps, problem=problem, is_feature=False)
    if column.reading is None:
        return InspectedColumn(name, "mixed", example, gaps, problem=column.trouble, is_feature=False)
    problem = "the same in every row" if len(cells) == 1 else ""
    return InspectedColumn(name, f"category, {counted(len(cells), 'level')}", example, gaps, "", "category", problem)


def _spread(values: FloatArray) -> float:
    """The standard deviation of values (n,), 0 where all are the same."""
    return 0.0 if np.all(values == values[0]) else float(pooled_scaling(values[:, None], "std").spread[0])


def _spread_as_read(kind: str, columns: Sequence[ColumnCells]) -> float:
    """The spread of a column that is to be read as a kind, the words among its numbers left out."""
    words = () if kind == "boolean" else columns[0].words
    parts = [[None if cell in words else cell for cell in column.cells] for column in columns]
    try:
        values = np.concatenate([numbers for numbers, _ in read_cells(kind, parts, columns[0].decimal)])
    except MisfitError:
        return 0.0
    values = values[np.isfinite(values)]
    return _spread(values) if values.size else 0.0


def _is_key(cell: object) -> bool:
    try:
        hash(cell)
    except TypeError:
        return False
    return True
