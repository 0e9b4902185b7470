"""The labels of a design, one a row, wherever the caller keeps them: in a column, in one sequence or in two."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from setapart._checks import counted
from setapart._errors import Message, arg, message, phrase
from setapart.data.designs.stated import Clusters, Stated, Strata
from setapart.data.frames import index_labels, is_missing, is_series, sole_column
from setapart.data.index import index_of, place_of
from setapart.data.missing import Part
from setapart.data.row_labels import is_column_name, row_labels
from setapart.data.table import Numbering, Table


def without_labels(table: Table | None, design: Stated, label: str) -> Table | None:
    """
    Return a table without the column that holds the labels of a design: it is no feature.

    Parameters
    ----------
    table : Table or None
        The data; None where they have no column names.
    design : Strata, Clusters, "paired" or None
        The design.
    label : str
        What messages call the data.

    Returns
    -------
    Table or None
        What is left.

    Raises
    ------
    ValueError
        If there is no such column; the message suggests the nearest.
    """
    if not isinstance(design, Strata | Clusters) or not is_column_name(design.labels):
        return table
    column = str(design.labels)
    if table is None:
        raise ValueError(_named(design) + f" names a column, but {label} has no column names; pass one label a row")
    try:
        table.select([column])
    except ValueError as error:
        raise ValueError(
            _named(design) + " names a column that " + phrase(label, name="data") + f" lacks: {error}"
        ) from None
    return table.select([name for name in table.columns if name != column])


def marked_pair(design: Stated, x: Any, y: Any, parts: tuple[Part, Part]) -> tuple[Part, Part]:
    """
    Mark the rows of two samples with the labels of a design.

    Parameters
    ----------
    design : Strata, Clusters, "paired" or None
        The labels are a column of both samples, one value for each row of both, or values for each of them.
    x, y : array_like, Table, data frame or series
        The samples as the caller passed them, known to have the column if there is one.
    parts : (Part, Part)
        The same as numbers.

    Returns
    -------
    first, second : Part
        The same with their labels, if the design has any.

    Raises
    ------
    ValueError
        If the labels are not as many as the rows or cannot be read.
    """
    if not isinstance(design, Strata | Clusters):
        return parts
    name, labels = type(design).__name__, design.labels
    n, m = (len(part.rows) for part in parts)
    if is_column_name(labels):
        marks = [row_labels(x, labels, name), row_labels(y, labels, name)]
    elif _is_pair(labels):
        marks = [
            row_labels(sample, part_labels, name, called=part.label)
            for sample, part_labels, part in zip((x, y), labels, parts, strict=True)
        ]
    else:
        called = f"{parts[0].label} and {parts[1].label}"
        both = row_labels(None, labels, name, called=called, rows=_pooled_names(labels, index_of(x), index_of(y)))
        _check_number(both, n + m, name, called)
        marks = [both[:n], both[n:]]
    for values, part in zip(marks, parts, strict=True):
        _check_number(values, len(part.rows), name, part.label)
    return replace(parts[0], marks=_column(marks[0])), replace(parts[1], marks=_column(marks[1]))


def marked_table(design: Stated, x: Any, called: str, n_rows: int, parts: tuple[Part, Part]) -> tuple[Part, Part]:
    """
    Mark the rows of two samples, split from one table, with the labels of a design.

    Parameters
    ----------
    design : Strata, Clusters, "paired" or None
        The labels are a column of the table, or one value for each of its rows.
    x : array_like, Table or data frame
        The table as the caller passed it, known to have the column if there is one.
    called : str
        What messages call it.
    n_rows : int
        Its rows, those that belong to neither sample included.
    parts : (Part, Part)
        The samples.

    Returns
    -------
    first, second : Part
        The same with their labels, if the design has any.

    Raises
    ------
    ValueError
        If the labels are not as many as the rows or cannot be read.
    """
    if not isinstance(design, Strata | Clusters):
        return parts
    name = type(design).__name__
    values = row_labels(x, design.labels, name, called=called)
    _check_number(values, n_rows, name, called)
    marks = _column(values)
    return replace(parts[0], marks=marks[parts[0].rows]), replace(parts[1], marks=marks[parts[1].rows])


def check_marks(design: Stated, parts: tuple[Part, Part]) -> None:
    """
    Check that no row lacks a label.

    Parameters
    ----------
    design : Strata, Clusters, "paired" or None
        The design, for messages.
    parts : (Part, Part)
        The samples.

    Raises
    ------
    ValueError
        If a label is missing; the message names the row.
    """
    for part in parts:
        lacking = [row for row, label in enumerate(() if part.marks is None else part.marks) if is_missing(label)]
        if lacking:
            raise ValueError(
                message(
                    "{design} lacks the label of {rows} of sample {label!r}, {first}at {place}; {nan_policy='omit'} "
                    "leaves such rows out",
                    design=arg(type(design).__name__),
                    rows=counted(len(lacking), "row"),
                    label=part.label,
                    first="the first " if len(lacking) > 1 else "",
                    place=place_of(part.rows[lacking[0]], part.origin),
                )
            )


def _column(values: list[Any]) -> NDArray[np.object_]:
    column = np.empty(len(values), dtype=object)
    for row, value in enumerate(values):  # at once, NumPy would take tuples for further dimensions
        column[row] = value
    return column


def _is_pair(labels: Any) -> bool:
    return (
        isinstance(labels, list | tuple)
        and len(labels) == 2
        and all(isinstance(part, list | tuple) or hasattr(part, "__dlpack__") or _has_labels(part) for part in labels)
    )


def _has_labels(labels: Any) -> bool:
    return is_series(sole_column(labels))


def _pooled_names(labels: Any, first: list[Any] | None, second: list[Any] | None) -> list[Any] | None:
    """The names that labels of the pooled rows may use: those of the rows or, if only counted, their places."""
    if first is None or second is None:
        return None
    pooled = [*first, *second]
    if isinstance(first, Numbering) and isinstance(second, Numbering) and index_labels(labels) != pooled:
        return Numbering(range(len(pooled)))
    return pooled


def _check_number(values: list[Any], n_rows: int, name: str, label: str) -> None:
    if len(values) != n_rows:
        raise ValueError(f"{name} has {counted(len(values), 'label')} for the {counted(n_rows, 'row')} of {label}")


def _named(design: Strata | Clusters) -> Message:
    return phrase(repr(design), name=type(design).__name__)
