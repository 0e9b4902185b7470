"""Labels: one plain value a row, such as a group, a stratum or a name, and rows matched by their names."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import counted, first_few
from setapart._errors import Message, arg, message
from setapart._types import IntArray
from setapart.data.arrays import array_of, refuse_annotated, short_repr
from setapart.data.cells import label_of
from setapart.data.frames import declared_order, index_values, is_missing, is_series, raw_column, sole_column
from setapart.data.masks import refuse_mask
from setapart.data.rows import Rows, rows_of
from setapart.data.table import Numbering

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
    column = sole_column(given)
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


def check_column(rows: Rows, column: Any, name: str, called: str) -> None:
    """Refuse the name of a column that the rows lack; ``name`` is the argument it came as."""
    if rows.table is None:
        refuse_annotated(rows.array, called)
        raise ValueError(no_column_names(arg(name, column), called))
    rows.table.select([str(column)])


def no_column_names(reference: Message, called: str, *, each: str = "value") -> Message:
    """What to say of an argument that names a column of what has none; ``each`` is what may stand in its place."""
    return reference + f" names a column, but {called} has no column names; pass one {each} a row"


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
        truth = bool(alike.pop())
        raise ValueError(
            f"{name} must not hold {truth} beside {int(truth)}, which are equal; write one of them as text"
        )


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


_LISTED = 3

Names = Sequence[Any] | None


def in_row_order(index: Names, values: Any, rows: Names, *, name: str, called: str) -> Any:
    """Bring the values that a caller gave for rows into their order; ``index`` has their own labels."""
    order = order_by_name(index, rows, name, called) if len(values) == len(rows or ()) else None
    if order is None:
        return values
    return [values[place] for place in order] if isinstance(values, list) else values[order]


def order_by_name(index: Names, rows: Names, name: str, called: str) -> IntArray | None:
    """
    Find the places that bring what goes with rows into their order; None if it stands in this order already.

    An ``index`` of None, and a `Numbering` that fits none of the rows, are in the order of the rows; ``rows`` are the
    labels of these, None for an array. Both must have the same labels, each once.
    """
    if index is None or rows is None or len(index) != len(rows):
        return None
    counting = isinstance(index, Numbering)
    if (counting and isinstance(rows, Numbering)) or list(index) == list(rows):
        return None
    if _each_once(index) and _each_once(rows) and set(index) == set(rows):
        return _places(index, rows)
    if counting:
        return None
    raise ValueError(
        f"{name} has an index that does not fit the rows of {called}: {_misfit(index, rows, 'it', called)}; give it the"
        " index of the rows, or pass its values as an array in the order of the rows"
    )


def pair_order(first: Names, second: Names, labels: tuple[str, str]) -> IntArray | None:
    """
    Find the rows of a second sample in the order of the first, from the names of both; None where names do not tell.

    Names that are missing, come twice or are in one sample only are refused.
    """
    if first is None or second is None:
        return None
    counting = [isinstance(names, Numbering) for names in (first, second)]
    if any(counting):
        # A sorted frame still has the numbers of its rows: these name the rows of one that was not sorted.
        same = not all(counting) and _each_once(first) and _each_once(second) and set(first) == set(second)
        return _places(second, first) if same else None
    trouble = _unnamed(first, labels[0]) or _unnamed(second, labels[1])
    if trouble is None and not (_each_once(first) and _each_once(second) and set(first) == set(second)):
        trouble = _misfit(first, second, *(f"sample {label!r}" for label in labels))
    if trouble is not None:
        raise ValueError(
            message(
                "{design='paired'} pairs rows by their names, but {trouble}; give both rows of a pair one name, or "
                "{'leave the names out'}, to pair by position{', as .reset_index(drop=True) does'}",
                trouble=trouble,
            )
        )
    return _places(second, first)


def _each_once(names: Sequence[Any]) -> bool:
    """Whether all are plain values, and different."""
    try:
        return len(set(names)) == len(names)
    except TypeError:
        return False


def _places(names: Sequence[Any], order: Sequence[Any]) -> IntArray:
    place = {name: row for row, name in enumerate(names)}
    return np.array([place[name] for name in order], dtype=np.int64)


def _unnamed(names: Sequence[Any], sample: str) -> str | None:
    """Which rows have no name."""
    levels = (name if isinstance(name, tuple) else (name,) for name in names)
    lacking = [row for row, level in enumerate(levels) if any(map(is_missing, level))]
    if not lacking:
        return None
    return (
        f"sample {sample!r} has {counted(len(lacking), 'row')} without a name,"
        f" {'the first ' if len(lacking) > 1 else ''}at row index {lacking[0]}"
    )


def _misfit(first: Sequence[Any], second: Sequence[Any], *called: str) -> str:
    """Why two sequences are not the same names, each once."""
    try:
        counts = Counter(first), Counter(second)
    except TypeError as error:
        return f"a name must be a plain value such as text or a number: {error}"
    for owner, count in zip(called, counts, strict=True):
        doubled = [name for name, times in count.items() if times > 1]
        if doubled:
            return f"{owner} has {counted(len(doubled), 'name')} more than once: {_some(doubled)}"
    only = [[name for name in counts[side] if name not in counts[1 - side]] for side in (0, 1)]
    clauses = [
        f"{owner} lacks {counted(len(names), 'name')} of {other}: {_some(names)}"
        for owner, other, names in zip(called, reversed(called), reversed(only), strict=True)
        if names
    ]
    return "; ".join(clauses)


def _some(names: Iterable[Any]) -> str:
    return first_few([short_repr(name) for name in names], _LISTED)
