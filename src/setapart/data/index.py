"""The labels that a caller's frame has for its rows, where its library knows such."""

from typing import Any

from setapart.data.blocks import Block
from setapart.data.frames import is_frame, is_series
from setapart.data.table import Table

__all__ = ["index_of"]


def index_of(obj: Any) -> list[Any] | None:
    """Return the label of every row of a frame, series or table that has such; None for what numbers its rows only."""
    if isinstance(obj, Block | Table):
        return obj.index
    if not (is_frame(obj) or is_series(obj)):
        return None
    import narwhals.stable.v2 as nw

    index = nw.maybe_get_index(nw.from_native(obj, allow_series=True))
    return None if index is None else list(index.tolist())
