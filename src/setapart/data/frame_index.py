"""The index of pandas: of its own frames and series, and as it writes it into Arrow and Parquet tables."""

import json
import re
from typing import Any

from setapart.data.cells import whole
from setapart.data.table import Numbering

__all__ = ["index_columns", "index_values", "is_unnamed_level"]

# The name under which pandas writes a level of its index that has none.
_UNNAMED_LEVEL = re.compile(r"__index_level_\d+__")


def is_unnamed_level(name: str) -> bool:
    """Whether a column of an Arrow table is a level of an index that has no name."""
    return _UNNAMED_LEVEL.fullmatch(name) is not None


def index_values(wrapped: Any) -> list[Any] | None:
    """What an eager frame or series of narwhals calls its rows; see `setapart.data.frames.index_labels`."""
    import narwhals.stable.v2 as nw

    if isinstance(wrapped, nw.LazyFrame):
        return None
    index = nw.maybe_get_index(wrapped)
    if index is not None:
        # As the numbers of rows, and not of a part of them: `RangeIndex(40, 80)` tells of where rows once stood.
        counts = type(index).__name__ == "RangeIndex" and (index.start, index.step) == (0, 1)
        return Numbering(range(len(wrapped))) if counts else list(index.tolist())
    levels = [whole(wrapped[name].to_list()) for name in index_columns(wrapped)]
    if levels:
        return levels[0] if len(levels) == 1 else list(zip(*levels, strict=True))
    return _numbers_of_rows(wrapped)


def index_columns(wrapped: Any) -> list[str]:
    """The columns of a table without an index in which pandas has written its own, in their order."""
    import narwhals.stable.v2 as nw

    if isinstance(wrapped, nw.Series) or nw.maybe_get_index(wrapped) is not None:
        return []
    stated = [name for name in _written_by_pandas(wrapped) if isinstance(name, str) and name in wrapped.columns]
    return stated or [name for name in wrapped.columns if is_unnamed_level(name)]


def _numbers_of_rows(wrapped: Any) -> list[Any] | None:
    """The numbers of rows that pandas has written down as a range, if the rows are still so many."""
    ranges = [level for level in _written_by_pandas(wrapped) if isinstance(level, dict) and level["kind"] == "range"]
    if len(ranges) != 1:
        return None
    numbers = range(ranges[0]["start"], ranges[0]["stop"], ranges[0]["step"])
    if len(numbers) != len(wrapped):
        return None
    return Numbering(numbers) if numbers == range(len(wrapped)) else list(numbers)


def _written_by_pandas(wrapped: Any) -> list[Any]:
    """What pandas tells of its index in the metadata of a table of pyarrow: names of columns, or a range."""
    schema = getattr(wrapped.to_native(), "schema", None)
    metadata = getattr(schema, "metadata", None) or {}
    try:
        levels = json.loads(metadata.get(b"pandas", b"{}")).get("index_columns", [])
    except (AttributeError, ValueError):
        return []
    return levels if isinstance(levels, list) else []
