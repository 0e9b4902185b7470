"""Row labels: one plain value a row, such as the group, the stratum or the cluster that the row belongs to."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart.data.arrays import array_of
from setapart.data.cells import label_of
from setapart.data.frames import declared_order, index_values, is_series, raw_column, sole_column, wrapped
from setapart.data.masks import refuse_mask
from setapart.data.matching import in_row_order
from setapart.data.rows import rows_of

_UNMASK = "use None for a row without one, or drop the masked rows"
_NESTED = (list, tuple, dict, set, np.ndarray)


def is_column_name(labels: object) -> bool:
    """Tell whether the labels are the name of a column rather than the values."""
    return isinstance(labels, str | int | np.integer)


@dataclass(frozen=True, eq=False)
class Labels:
    """Values that a caller gave for rows, converted once: with the index and the order that their own library knows."""

    values: list[Any]
    index: list[Any] | None = None
    order: tuple[Any, ...] | None = None

    def __len__(self) -> int:
        return len(self.values)


def labels_of(given: Any, name: str) -> Labels:
    """Convert labels, one a row; ``name`` is what messages call them. Those that are converted stay as they are."""
    if isinstance(given, Labels):
        return given
    column = sole_column(wrapped(given))
    if column is None:
        return Labels(_listed(given, name))
    if not is_series(column):
        raise ValueError(f"{name} must be the name of a column or one value a row, got a data frame")
    return Labels(raw_column(column), index_values(column), declared_order(column))


def row_labels(obj: Any, labels: Any, name: str, *, called: str = "x", names: Sequence[Any] | None = None) -> list[Any]:
    """
    The label of every row, in the order of the rows: a column, or values, which go by name if they have an index.

    ``names`` are those of the rows, if ``obj`` does not tell; ``name`` and ``called`` are what messages call labels and
    rows.
    """
    if is_column_name(labels):
        values = rows_of(obj).labels(str(labels))
    else:
        given = labels_of(labels, name)
        names = rows_of(obj).index if names is None else names
        values = in_row_order(given.index, given.values, names, name=name, called=called)
    check_truth_values(values, name)
    return values


def label_order(obj: Any, labels: Any) -> tuple[Any, ...] | None:
    """The order that an ordered categorical declares for its values; None for labels of any other kind."""
    return rows_of(obj).order(str(labels)) if is_column_name(labels) else labels_of(labels, "groups").order


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
