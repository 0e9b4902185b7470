"""The labels that a caller's frame has for its rows, where its library knows such."""

from typing import Any

from setapart._types import IntArray
from setapart.data.arrays import short_repr
from setapart.data.blocks import Block
from setapart.data.frames import is_frame, is_series
from setapart.data.row_labels import label_of
from setapart.data.table import Table

__all__ = ["index_of", "labels_at", "line_of", "place_of"]


def index_of(obj: Any) -> list[Any] | None:
    """Return the label of every row of a frame, series or table that has such; None for what numbers its rows only."""
    if isinstance(obj, Block | Table):
        return obj.index
    if not (is_frame(obj) or is_series(obj)):
        return None
    import narwhals.stable.v2 as nw

    index = nw.maybe_get_index(nw.from_native(obj, allow_series=True))
    return None if index is None else list(index.tolist())


def labels_at(places: IntArray, index: list[Any] | None) -> list[Any]:
    """What the rows at these places are called; without an index, where they stand."""
    return places.tolist() if index is None else [index[place] for place in places]


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
