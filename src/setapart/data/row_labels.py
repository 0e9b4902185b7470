"""Row labels: one plain value a row, such as the group, the stratum or the cluster that the row belongs to."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from setapart.data.arrays import array_of
from setapart.data.cells import label_of
from setapart.data.frames import declared_order, is_frame, is_series, raw_column, sole_column
from setapart.data.index import index_of
from setapart.data.masks import refuse_mask
from setapart.data.matching import in_row_order
from setapart.data.table import Table

_UNMASK = "use None for a row without one, or drop the masked rows"
_NESTED = (list, tuple, dict, set, np.ndarray)


def is_column_name(labels: object) -> bool:
    """Tell whether the labels are the name of a column rather than the values."""
    return isinstance(labels, str | int | np.integer)


def row_labels(
    obj: object, labels: object, name: str, *, called: str = "x", rows: Sequence[Any] | None = None
) -> list[Any]:
    """
    Return the label of every row, with the values the caller's own library gives, in the order of the rows.

    Parameters
    ----------
    obj : array_like, Table or data frame
        The table, checked to have the column if ``labels`` names one.
    labels : str, int, array_like, series or frame of one column
        The name of a column, or the values themselves. Those of a series with an index go with the rows by name.
    name : str
        What messages call them.
    called : str
        What messages call the table.
    rows : sequence, optional
        What the rows are called, if ``obj`` does not tell.

    Returns
    -------
    list
        One value a row.

    Raises
    ------
    ValueError
        If the values are masked, not one-dimensional, or truth values beside their equals among the numbers, or if
        their index does not fit the rows.
    """
    if is_column_name(labels):
        values = obj.labels(str(labels)) if isinstance(obj, Table) else raw_column(obj, str(labels))
    elif is_series(column := sole_column(labels)):
        rows = index_of(obj) if rows is None else rows
        values = in_row_order(column, raw_column(column), rows, name=name, called=called)
    elif is_frame(labels):
        raise ValueError(f"{name} must be the name of a column or one value a row, got a data frame")
    else:
        values = _listed(labels, name)
    check_truth_values(values, name)
    return values


def label_order(obj: object, labels: object) -> tuple[Any, ...] | None:
    """Return the order that an ordered categorical declares for its values; None for labels of any other kind."""
    if is_column_name(labels):
        return None if isinstance(obj, Table) else declared_order(obj, str(labels))
    column = sole_column(labels)
    return declared_order(column) if is_series(column) else None


def written_alike(values: Iterable[Any]) -> set[Any]:
    """Return the labels that are written like another, as the number 1 and the text 1 are."""
    labels = {value: label_of(value) for value in values}
    times = Counter(labels.values())
    return {value for value, label in labels.items() if times[label] > 1}


def check_truth_values(values: list[Any], name: str) -> None:
    """Refuse True beside 1, and False beside 0: they are equal, and would be one label."""
    truths = {bool(value) for value in values if isinstance(value, bool | np.bool_)}
    if not truths:
        return
    alike = truths & {
        value for value in values if isinstance(value, int | float | np.number) and not isinstance(value, bool)
    }
    if alike:
        one = bool(alike.pop())
        raise ValueError(f"{name} must not hold {one} beside {int(one)}, which are equal; write one of them as text")


def _listed(labels: Any, name: str) -> list[Any]:
    refuse_mask(labels, name, _UNMASK)
    if isinstance(labels, list | tuple):
        values = list(labels)
    else:
        array = array_of(labels, name)
        refuse_mask(array, name, _UNMASK)
        array = np.asarray(array)
        if array.ndim != 1:
            raise ValueError(f"{name} must hold one value a row, got shape {array.shape}")
        values = list(array) if array.dtype.kind in "mM" else array.tolist()
        refuse_mask(values, name, _UNMASK)
    if any(isinstance(value, _NESTED) for value in values):
        raise ValueError(f"{name} must hold one value a row, got a nested sequence")
    return values
