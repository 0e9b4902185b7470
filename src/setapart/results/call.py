"""What was asked of a public function: kept in its result as plain data, and printed as the call that asks it again."""

import inspect
import pickle
import re
import sys
from collections.abc import Mapping
from dataclasses import Field, asdict, dataclass, field, fields, is_dataclass, replace
from importlib import import_module
from typing import Any

import numpy as np

from setapart._designs import PLAIN
from setapart.statistics.registry import StatisticRequest, create, label

__all__ = ["Call", "plain"]

_CONSTRUCTED = re.compile(r"[\w.]+\(.*\)", re.DOTALL)  # a representation that is itself a call
_DESIGNS = {"paired": '"paired"', "strata": "sa.Strata(strata)", "clusters": "sa.Clusters(clusters)"}


@dataclass(frozen=True, eq=False)
class Call:
    """A call of a public function, with its arguments as they were: objects are objects."""

    function: str
    data: str  # how the text of the call names the data: "x, y"
    # Those that `settings` keep, in their order. Statistics are the objects that were made of a name; of `compare`, a
    # tuple of them for the name of each test.
    arguments: Mapping[str, Any]
    seed: int
    beside: Mapping[str, Any] = field(default_factory=dict)  # what only the text has, or has in another form
    explanation: Mapping[str, Any] | None = None  # arguments of `TwoSampleResult.explain`, where that was called next

    def explaining(self, **arguments: Any) -> "Call":
        """The same call, with `explain` called on its result."""
        return replace(self, explanation=arguments)

    @property
    def settings(self) -> dict[str, Any]:
        """The arguments as JSON holds them."""
        settings: dict[str, Any] = plain(self.arguments)
        return settings if self.explanation is None else {**plain(self.explanation), "test": settings}

    @property
    def rows(self) -> dict[str, str]:
        """Each argument as Python has it, those by default included."""
        arguments = {**self.arguments, **(self.explanation or {})}
        if "labels" in self.beside:
            arguments["labels"] = self.beside["labels"]
        return {name: _code(value, name) for name, value in arguments.items()}

    @property
    def python(self) -> str:
        """The call; arguments that are as by default are left out."""
        arguments = _changed(_public(self.function), {**self.arguments, **self.beside})
        call = f"sa.{self.function}({', '.join([self.data, *arguments, f'rng={self.seed}'])})"
        if self.explanation is None:
            return call
        return f"{call}.explain({', '.join(_changed(_public('TwoSampleResult').explain, self.explanation))})"

    def __getstate__(self) -> dict[str, Any]:
        """A result can be pickled whatever statistic of the caller's it was computed with."""
        return {**vars(self), "arguments": {name: _portable(value) for name, value in self.arguments.items()}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)


@dataclass(frozen=True)
class _Record:
    """What is left of an argument that cannot be pickled."""

    plain: Any
    code: str


def _portable(value: Any) -> Any:
    try:
        pickle.dumps(value)
    except (AttributeError, TypeError, pickle.PicklingError):
        return _Record(plain(value), _code(value))
    return value


def plain(value: Any) -> Any:
    """A value as JSON holds it: small objects as the name of their type and their fields."""
    if isinstance(value, _Record):
        return value.plain
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return list(map(plain, value))
    if not is_dataclass(value) or isinstance(value, type):
        return {"type": type(value).__name__}
    attributes = asdict(value, dict_factory=_plain_fields)
    return {"type": type(value).__name__, **{item.name: attributes[item.name] for item in _settings(value)}}


def _settings(value: Any) -> list[Field[Any]]:
    """The fields of a small object on which a result depends; two that differ in others are equal."""
    return [item for item in fields(value) if item.compare]


def _plain_fields(items: list[tuple[str, Any]]) -> dict[str, Any]:
    """NumPy scalars as numbers, other objects than small ones by their representation."""
    values = ((name, value.item() if isinstance(value, np.generic) else value) for name, value in items)
    return {
        name: value if isinstance(value, str | int | float | dict | None) else repr(value) for name, value in values
    }


def _public(name: str) -> Any:
    """What the package calls so, if anything; asked by name, since it stands above this room."""
    return getattr(import_module("setapart"), name, None)


def _changed(function: Any, arguments: Mapping[str, Any]) -> list[str]:
    """The arguments that the function has, and that are not as by default: name=value."""
    parameters = inspect.signature(function).parameters
    return [
        f"{name}={_code(value, name)}"
        for name, value in arguments.items()
        if name in parameters and not _is_default(value, parameters[name].default)
    ]


def _is_default(value: Any, default: Any) -> bool:
    return value in (default, PLAIN) or _code(value) == "sa.Permutation()"


def _code(value: Any, name: str = "") -> str:
    """A value in Python: a statistic by its name if that gives an equal one, an object as the call that makes it."""
    if isinstance(value, _Record):
        return value.code
    if name == "design" and value in _DESIGNS:
        return _DESIGNS[value]
    if isinstance(value, str):
        return f'"{value}"' if repr(value) == f"'{value}'" and '"' not in value else repr(value)
    if value is None or isinstance(value, int | float | np.generic):
        return str(value)
    if name == "read_as":
        return f"{{{', '.join(f'{_code(column)}: {_code(kind)}' for column, kind in value.items())}}}"
    if isinstance(value, Mapping):
        value = [members[0] if len(members) == 1 else name for name, members in value.items()]
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_code, value))}]"
    registered = _registered_name(value)
    return _construction(value) if registered is None else f'"{registered}"'


def _registered_name(statistic: Any) -> str | None:
    try:
        name = label(statistic)
        return name if create(name, StatisticRequest(size=2, d=sys.maxsize)) == (statistic,) else None
    except (AttributeError, TypeError, ValueError):
        return None


def _construction(value: Any) -> str:
    """The call that makes an object, with the fields that are not as by default; all of them if it is not ours."""
    kind = type(value)
    is_public = _public(kind.__name__) is kind
    settings = plain(value)
    chosen = [
        attribute.name
        for attribute in (_settings(value) if is_dataclass(value) else ())
        if not is_public or settings[attribute.name] != plain(attribute.default)
    ]
    arguments = [f"{name}={_field_code(getattr(value, name))}" for name in chosen]
    return f"{'sa.' if is_public else ''}{kind.__name__}({', '.join(arguments)})"


def _field_code(value: Any) -> str:
    if value is None or isinstance(value, str | int | float | np.generic) or is_dataclass(value):
        return _code(value)
    text = repr(value)
    return text if _CONSTRUCTED.fullmatch(text) else _code(text)
