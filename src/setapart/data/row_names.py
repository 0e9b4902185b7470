"""Row names: the first column of a text file, where it has no name, as pandas and R write it."""

import warnings
from dataclasses import replace
from typing import Any

from setapart.data.arrays import short_repr
from setapart.data.frames import is_missing
from setapart.data.table import Numbering, Table

__all__ = ["with_row_names"]


def with_row_names(table: Table, source: str) -> Table:
    """
    Call the rows by the column that has no name.

    Parameters
    ----------
    table : Table
        The table of a file; that column is ``""``.
    source : str
        The path, for messages.

    Returns
    -------
    Table
        Its other columns, with an index if each row has a name of its own.

    Raises
    ------
    ValueError
        If two rows have the same text or fraction for a name, or one has none: the column may then be a feature whose
        name was lost.

    Warns
    -----
    UserWarning
        If the names are whole numbers that repeat, as where rows of several tables were put together; there is no index
        then.

    Examples
    --------
    >>> import numpy as np
    >>> from setapart.data.table import Table
    >>> from setapart.data.row_names import with_row_names
    >>> with_row_names(Table({"": ["p7", "p9"], "height": [1.5, 1.8]}, lines=np.array([2, 3])), "t.csv").index
    ['p7', 'p9']
    """
    named = table.indexed_by("")
    names = named.index or []
    trouble = _trouble(names, table.lines)
    if trouble is None:
        counts = names in (list(range(len(names))), list(range(1, len(names) + 1)))  # as pandas and R count rows
        return replace(named, index=Numbering(names)) if counts else named
    if all(isinstance(name, int) for name in names):
        message = f"{source}: column 1 has no name, and repeats numbers, as rows of several tables do; it is left out"
        warnings.warn(message, UserWarning, stacklevel=2)
        return replace(named, index=None)
    raise ValueError(f"{source}: column 1 has no name, and cannot name the rows: {trouble}; name it, or leave it out")


def _trouble(names: list[Any], lines: Any) -> str | None:
    """What keeps values from being names of rows."""
    seen: dict[Any, int] = {}
    for name, line in zip(names, lines, strict=True):
        if is_missing(name):
            return f"row {line} has no value there"
        if name in seen:
            return f"rows {seen[name]} and {line} both have {short_repr(name)} there"
        seen[name] = line
    return None
