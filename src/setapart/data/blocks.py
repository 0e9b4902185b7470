"""One block of rows: a matrix, with the names of its columns where the caller gave any."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from setapart._checks import first_few
from setapart._errors import phrase
from setapart._types import FloatArray
from setapart.data.arrays import EXACT, is_sparse, loses_precision, to_matrix, warn_precision
from setapart.data.cells import as_number
from setapart.data.frames import backend_of, is_frame, is_series, to_table
from setapart.data.refusals import refusal_of_columns
from setapart.data.sparse import to_rows
from setapart.data.table import Column, Table


@dataclass(frozen=True)
class Block:
    """
    Rows as numbers.

    Attributes
    ----------
    values : ndarray of shape (n, d)
        The numbers; at least one row and one column, perhaps with NaN; sparse rows only from `setapart.data.opened`.
    names : tuple of str or None
        The columns of a table; None for an array.
    series_name : str or None
        The name of a series, which may well differ between two samples.
    columns : tuple of str or None
        The column of text whose level a feature stands for, or the feature itself; None where there is no such column.
    index : list or None
        The labels of the rows, where the object does not have them as a frame that is asked later.
    lines : ndarray of int or None
        Of a text file, the line on which each row starts, likewise.
    backend : str or None
        Its data-frame library, likewise.
    distinct : bool
        Whether no two rows may share a label, as in an AnnData object.
    """

    values: FloatArray
    names: tuple[str, ...] | None = None
    series_name: str | None = None
    columns: tuple[str, ...] | None = None
    index: list[Any] | None = None
    lines: Column | None = None
    backend: str | None = None
    distinct: bool = False

    def select(self, names: tuple[str, ...]) -> "Block":
        """The same rows with their features in the order of these names."""
        if self.names is None or names == self.names:
            return self
        place = {name: column for column, name in enumerate(self.names)}
        return replace(self, values=self.values[:, [place[name] for name in names]], names=names)


def as_table(obj: object) -> Table | None:
    """Return a table or data frame as a table, and None for anything else."""
    if isinstance(obj, Table):
        return obj
    return to_table(obj) if is_frame(obj) else None


def to_block(obj: object, label: str) -> Block:
    """
    Turn whatever the caller passed as a sample into a block.

    Parameters
    ----------
    obj : array_like, Table, data frame, series or Block
        The sample.
    label : str
        What messages call it.

    Returns
    -------
    Block
        Its rows.

    Raises
    ------
    ValueError
        If it is empty or holds anything but real numbers in one or two dimensions.
    """
    if isinstance(obj, Block):
        check_size(obj.values.shape, label)
        return obj
    table = as_table(obj)
    if table is not None:
        return Block(_numbers(table, label), table.columns)
    if is_series(obj):
        column = to_table(obj)
        return Block(_numbers(column, label), series_name=column.columns[0] or None)
    values = to_matrix(obj, label)
    check_size(values.shape, label)
    return Block(values)


def to_blocks(x: object, y: object, labels: tuple[str, str]) -> tuple[Block, Block]:
    """
    Turn two samples into two blocks with the same columns in the same order.

    Parameters
    ----------
    x, y : array_like, Table, data frame, series or Block
        The samples. The columns of two tables are matched by name, and so are features of blocks.
    labels : (str, str)
        What messages call them.

    Returns
    -------
    first, second : Block
        Their rows, columns in the order of ``x``.

    Raises
    ------
    ValueError
        If the columns of two tables differ, or the widths of anything else.
    """
    tables = as_table(x), as_table(y)
    if tables[0] is not None and tables[1] is not None:
        check_same_columns(tables[0].columns, tables[1].columns, labels)
        x, y = tables[0], tables[1].select(tables[0].columns)
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


def sample_backend(*objects: object) -> str | None:
    """Name the data-frame library of the first object that comes from one."""
    backends = (obj.backend if isinstance(obj, Block) else backend_of(obj) for obj in objects)
    return next((backend for backend in backends if backend is not None), None)


def _numbers(table: Table, label: str) -> FloatArray:
    check_size((table.n_rows, len(table.columns)), label)
    refusal = refusal_of_columns(table)
    if refusal:
        raise ValueError(phrase(label, name="data") + refusal)
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
        raise ValueError(
            phrase(label, name="data") + " has no features" + (f": shape {shape}" if shape[0] else "")
        )  # a table lost its rows
    if shape[0] == 0:
        raise ValueError(phrase(label, name="data") + f" is empty: shape {shape}")


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
