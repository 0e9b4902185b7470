"""The labels that a caller's frame has for its rows, where its library knows such."""

from typing import Any

from setapart._types import IntArray
from setapart.data.arrays import short_repr
from setapart.data.blocks import Block
from setapart.data.cells import label_of
from setapart.data.frames import index_labels
from setapart.data.table import Table

__all__ = ["index_of", "labels_at", "line_of", "place_of"]


def index_of(obj: Any) -> list[Any] | None:
    """Return the label of every row of what has such; a `Numbering` where it counts the rows only, None for arrays."""
    return obj.index if isinstance(obj, Block | Table) else index_labels(obj)


def labels_at(places: IntArray, index: list[Any] | None) -> list[Any]:
    """What the rows at these places are called; without an index, where they stand.

    The levels of an index are joined: ``"a, 1"``.
    """
    if index is None:
        return list(places.tolist())
    labels = (index[place] for place in places)
    return [", ".join(map(label_of, label)) if isinstance(label, tuple) else label for label in labels]


def line_of(row: int, obj: Any) -> str:
    """Say where a row stands by its number alone: at ``line 3 of the file``, or at ``row index 1``."""
    if isinstance(obj, Block | Table) and obj.lines is not None:
        return f"line {obj.lines[row]} of the file"
    return f"row index {row}"


def place_of(row: int, obj: Any) -> str:
    """Say where a row of what the caller passed stands: at ``row 'p7' (line 3 of the file)``, or at ``row index 1``."""
    index = index_of(obj)
    stands = line_of(row, obj)
    if index is None or index[row] == row:
        return stands
    name = short_repr(index[row]) if isinstance(index[row], str) else label_of(index[row])
    return f"row {name} ({stands})"
