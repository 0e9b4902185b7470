"""One block of rows: a matrix, with the names of its columns where the caller gave any."""

import re
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from setapart._checks import counted, quoted
from setapart._types import FloatArray
from setapart.data.arrays import EXACT, is_sparse, loses_precision, short_repr, to_matrix, warn_precision
from setapart.data.cells import as_number
from setapart.data.frames import backend_of, is_frame, is_missing, is_series, to_table
from setapart.data.misfits import are_codes, are_marked, code_row, is_marked_number, misfit
from setapart.data.sparse import to_rows
from setapart.data.table import Column, Table

_INDEXED = "with .set_index (pandas) or .indexed_by (a Table)"
_NAMELESS = re.compile(r"Unnamed: \d+|\.\.\.\d+")  # of pandas and of readr
_LISTED = 10
_LABELS = (str, bool, np.bool_, int, np.integer)


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


def is_category(table: Table, name: str) -> bool:
    """Tell whether a column holds plain labels, text, truth values or whole numbers, and no numbers beside text."""
    if table[name].dtype.kind != "O" or name in table.misfits or name in table.doubts:
        return False
    cells = [cell for cell in table[name].tolist() if cell is not None]
    return bool(cells) and all(isinstance(cell, _LABELS) for cell in cells) and misfit(cells) is None


def row_names_refusal(column: str) -> str:
    """What is said of a column that cannot be a feature, as it has another value in every row."""
    return (
        f"column {column!r} has another value in every row, as names of rows do: leave it out, or call the rows by it"
        f" {_INDEXED}"
    )


def _numbers(table: Table, label: str) -> FloatArray:
    check_size((table.n_rows, len(table.columns)), label)
    naming = [name for name in table.columns if _names_rows(table, name)]
    wrong = [name for name in table.columns if name in naming or table.kind(name) != "numbers"]
    if wrong:
        refusal = f": {row_names_refusal(wrong[0])}" if wrong == naming[:1] else _refusal(table, wrong, naming)
        raise ValueError(f"{label}{refusal}{_gaps(table, naming)}")
    for name in table.columns:
        if loses_precision(table[name]) or _is_rounded(table, name):
            warn_precision(label, repr(name))
    return np.column_stack([table[name].astype(np.float64) for name in table.columns])


def _refusal(table: Table, wrong: list[str], naming: list[str]) -> str:
    """All columns that cannot be features, each with its trouble, and what to do about them."""
    troubles = {name: "another value in every row" if name in naming else _trouble(table, name) for name in wrong}
    listed = ", ".join(f"{name or 'x1'!r} ({trouble})" for name, trouble in troubles.items())
    noun = "a column that is" if len(wrong) == 1 else "columns that are"
    lack = "no features as they are" if naming else "not numeric"
    remedies = ["leave out what is not a feature"]
    if naming:
        remedies.append(f"call the rows by {naming[0]!r} {_INDEXED}")
    convert = ""
    if any(is_category(table, name) for name in wrong if name not in naming):
        remedies.append("have two_sample_test make features of categories: categorical='onehot'")
    elif any(table.kind(name).endswith(" objects") for name in wrong):
        convert = ", and convert what is: .astype(float) for numbers, .astype(str) for categories"
    *more, last = remedies
    told = f"{', '.join(more)}, or {last}" if more else last
    return f" has {noun} {lack}: {listed}; {told}{convert}{_hints(table, wrong)}"


def _hints(table: Table, columns: list[str]) -> str:
    """What to do about texts among numbers, and about numbers with marks."""
    odd = [text for text in (_odd_text(table, name) for name in columns) if text is not None]
    words = [text for text in odd if not is_marked_number(text)]
    hints = ["; if a text is meant as a number, write that alone, without marks or units"] * (len(words) < len(odd))
    if any(_odd_text(table, name) is None and _is_written_as_text(table, name) for name in columns):
        hints.append("; where texts are numbers, .astype(float) makes them such")
    if words and table.lines is not None:
        hints.append(f"; if {short_repr(words[0])} stands for a missing value, say so with missing=[{words[0]!r}]")
    return "".join(hints)


def _is_written_as_text(table: Table, name: str) -> bool:
    """Whether a frame holds numbers as texts, which are no labels with leading zeros; files have none."""
    if table.lines is not None or table[name].dtype.kind != "O" or are_codes(_texts(table, name)):
        return False
    return _written_number(table[name].tolist()) is not None


def _odd_text(table: Table, name: str) -> str | None:
    """The first text among numbers, or the first number with marks of a column of such."""
    if name in table.misfits:
        return table.misfits[name][1].strip()
    cells = table[name].tolist()
    row = misfit(cells)
    if row is None and are_marked(_texts(table, name)):
        return next(cell for cell in _texts(table, name) if is_marked_number(cell))
    odd = None if row is None else cells[row]
    return odd if isinstance(odd, str) else None


def _texts(table: Table, name: str) -> list[str]:
    """The texts of a column; none where it holds anything else."""
    cells = [cell for cell in table[name].tolist() if cell is not None]
    return cells if all(isinstance(cell, str) for cell in cells) else []


def _is_rounded(table: Table, name: str) -> bool:
    """Whether a text file has whole numbers that float64 does not hold, where int64 cannot hold the column either."""
    if name not in table.written or table[name].dtype.kind != "f":
        return False
    pairs = zip(table.written[name], table[name].tolist(), strict=True)
    return any(abs(value) >= EXACT and text.lstrip("+-").isdecimal() and int(text) != value for text, value in pairs)


def _gaps(table: Table, naming: list[str]) -> str:
    """How many rows have missing values in what may be a feature; empty where none has."""
    columns = [table[name] for name in table.columns if name not in naming]
    gaps = [np.isnan(cells) if cells.dtype.kind == "f" else np.array(list(map(is_missing, cells))) for cells in columns]
    count = int(np.any(np.array(gaps), axis=0).sum())
    if count == 0:
        return ""
    told = f"{count:,} of {counted(table.n_rows, 'row')} {'has' if count == 1 else 'have'} missing values"
    return f"; besides, {told}; nan_policy='omit' leaves such rows out"


def _names_rows(table: Table, name: str) -> bool:
    """Whether a column has another word in each row; or numbers, under the name that readers give a column without."""
    if table.kind(name) == "numbers":
        return bool(_NAMELESS.fullmatch(name)) and len(np.unique(table[name])) == table.n_rows > 2
    words = {cell for cell in table[name].tolist() if isinstance(cell, str) and as_number(cell) is None}
    return len(words) == table.n_rows > 2 and is_category(table, name) and not are_marked(words)


def _trouble(table: Table, name: str) -> str:
    if name in table.doubts:
        return table.doubts[name]
    if name in table.misfits:
        row, text = table.misfits[name]
        return f"row {row} of the file holds {_shown(text)}"
    cells = table[name].tolist()
    row_index = misfit(cells)
    if row_index is None:
        present = [row for row, cell in enumerate(cells) if cell is not None]
        no_labels = [row for row in present if not isinstance(cells[row], _LABELS)]
        if len(no_labels) in (0, len(present)):
            return _kind(table, name)
        row_index = no_labels[0]
    return f"{_row(table, row_index)} holds {_shown(cells[row_index])}"


def _kind(table: Table, name: str) -> str:
    """What a column holds; of texts that look like numbers, the first, and why it is none."""
    cells = table[name].tolist()
    code = code_row(cells) if are_codes(_texts(table, name)) else None
    if code is not None:
        why = "with a leading zero" if cells[code].lstrip(" +-").startswith("0") else "a telephone number"
        return f"text: {_row(table, code)} holds {short_repr(cells[code])}, {why}, so a label"
    text = _odd_text(table, name)
    if text is not None:
        return f"{_row(table, cells.index(text))} holds {_shown(text)}"
    number = _written_number(cells)
    return table.kind(name) if number is None else f"{_row(table, number)} holds {short_repr(cells[number])}, a text"


def _written_number(cells: list[Any]) -> int | None:
    """The first text that is a number to the letter."""
    return next((row for row, cell in enumerate(cells) if isinstance(cell, str) and as_number(cell) is not None), None)


def _shown(cell: object) -> str:
    """A cell, and that it is text where it may pass for a number."""
    return short_repr(cell) + (", which is text" if isinstance(cell, str) and is_marked_number(cell) else "")


def _row(table: Table, row: int) -> str:
    return f"row index {row}" if table.lines is None else f"row {table.lines[row]} of the file"


def check_size(shape: tuple[int, ...], label: str) -> None:
    """Refuse a sample without rows or without features."""
    if shape[1] == 0:
        raise ValueError(f"{label} has no features" + (f": shape {shape}" if shape[0] else ""))  # a table lost its rows
    if shape[0] == 0:
        raise ValueError(f"{label} is empty: shape {shape}")


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
            why = f"its columns are called {_some(list(names))}, in the place of names"
        elif any(as_number(name) is not None for name in names) and all(as_number(name) is None for name in others):
            why = f"its first row reads {_some(list(names))}, which may be data"
        else:
            continue
        raise ValueError(
            f"{labels[place]} seems to have no header: {why}, where {labels[1 - place]} has {_some(list(others))};"
            " put the same header above both"
        )


def _some(names: list[str]) -> str:
    more = f" and {len(names) - _LISTED:,} more" if len(names) > _LISTED else ""
    return quoted(names[:_LISTED]) + more
