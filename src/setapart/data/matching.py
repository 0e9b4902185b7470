"""Rows matched by name: what goes with the rows in their order, and the second sample in the order of the first."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from setapart._checks import counted, first_few
from setapart._errors import message
from setapart._types import IntArray
from setapart.data.arrays import short_repr
from setapart.data.frames import is_missing
from setapart.data.table import Numbering

__all__ = ["in_row_order", "order_by_name", "pair_order"]

_LISTED = 3

Names = Sequence[Any] | None


def in_row_order(index: Names, values: Any, rows: Names, *, name: str, called: str) -> Any:
    """
    Bring the values that a caller gave for rows into their order.

    Parameters
    ----------
    index : sequence or None
        Their own labels; None for what goes with the rows as it stands.
    values : list or ndarray
        The same, one value a row.
    rows, name, called
        As in `order_by_name`.

    Returns
    -------
    list or ndarray
        The values in the order of the rows.
    """
    order = order_by_name(index, rows, name, called) if len(values) == len(rows or ()) else None
    if order is None:
        return values
    return [values[place] for place in order] if isinstance(values, list) else values[order]


def order_by_name(index: Names, rows: Names, name: str, called: str) -> IntArray | None:
    """
    Find the order that brings what goes with rows into their order.

    Parameters
    ----------
    index : sequence or None
        Its labels, as many as the rows; None, and a `Numbering` that fits none of the rows, are in the order of the
        rows.
    rows : sequence or None
        The labels of the rows; None for an array, which has none.
    name : str
        What messages call what goes with the rows.
    called : str
        What they call the rows.

    Returns
    -------
    ndarray of int or None
        Its places, in the order of the rows; None if it stands in this order already.

    Raises
    ------
    ValueError
        If the two do not have the same labels, each once.

    Examples
    --------
    >>> from setapart.data.matching import order_by_name
    >>> order_by_name(["p9", "p7"], ["p7", "p9"], "groups", "x")
    array([1, 0])
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
    Find the order that brings the rows of a second sample to their partners in the first.

    Parameters
    ----------
    first, second : sequence or None
        The names of the rows of each; None, and a `Numbering`, where they have none.
    labels : (str, str)
        What to call the samples.

    Returns
    -------
    ndarray of int or None
        The rows of the second sample, in the order of the first; None where names do not tell.

    Raises
    ------
    ValueError
        If both have names, and one is missing, comes twice or is in one sample only.

    Examples
    --------
    >>> from setapart.data.matching import pair_order
    >>> pair_order(["p7", "p9"], ["p9", "p7"], ("x", "y"))
    array([1, 0])
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


def _places(names: Sequence[Any], wanted: Sequence[Any]) -> IntArray:
    place = {name: row for row, name in enumerate(names)}
    return np.array([place[name] for name in wanted], dtype=np.int64)


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
