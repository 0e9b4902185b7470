"""Results as plain data, and that as JSON."""

import json
import math
from abc import ABC, abstractmethod
from dataclasses import asdict
from typing import Any

from setapart.data.table import Table

__all__ = ["PlainData", "finite_or_null", "json_text", "plain_columns", "plain_label", "plain_record"]


class PlainData(ABC):
    """What tells itself in plain data can be written as JSON."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries, without NaN and infinities."""

    def to_json(self, *, indent: int | None = 2) -> str:
        """`to_dict` as standard JSON; no name in it can end a script of a page that holds it."""
        return json_text(self.to_dict(), indent=indent)


def json_text(data: dict[str, Any], *, indent: int | None = 2) -> str:
    """Plain data as standard JSON; see `PlainData.to_json`."""
    return json.dumps(data, indent=indent, allow_nan=False).replace("</", r"<\/")


def finite_or_null(value: Any) -> Any:
    """The value, or None for the numbers that standard JSON does not know: NaN and infinities.

    Examples
    --------
    >>> [finite_or_null(value) for value in (0.5, float("nan"), "direction_1")]
    [0.5, None, 'direction_1']
    """
    return None if isinstance(value, float) and not math.isfinite(value) else value


def plain_label(label: Any) -> Any:
    """What a caller calls a row, as JSON holds it: other than numbers and truth values, as text."""
    return finite_or_null(label) if isinstance(label, int | float | str | bool) else str(label)


def plain_columns(table: Table) -> dict[str, list[Any]]:
    """The columns of a table as lists that JSON holds."""
    return {name: list(map(plain_label, values)) for name, values in table.to_dict().items()}


def plain_record(bundle: Any) -> dict[str, Any]:
    """The attributes of a dataclass of numbers, with null for those that JSON does not know."""
    return {name: finite_or_null(value) for name, value in asdict(bundle).items()}
