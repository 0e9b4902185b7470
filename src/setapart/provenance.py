"""What a result needs to be repeated: the settings as plain data, and the versions that computed it."""

import platform
from dataclasses import asdict, is_dataclass
from functools import cache
from importlib.metadata import version
from typing import Any

import numpy as np

__all__ = ["settings", "versions"]


def settings(thing: object) -> dict[str, Any]:
    """The settings of a small frozen object as plain data, with its name."""
    known = asdict(thing, dict_factory=_plain) if is_dataclass(thing) and not isinstance(thing, type) else {}
    return {"type": type(thing).__name__, **known}


def _plain(items: list[tuple[str, Any]]) -> dict[str, Any]:
    """Name and value pairs as JSON holds them: NumPy scalars as numbers, other objects by their representation."""
    plain: dict[str, Any] = {}
    for name, value in items:
        value = value.item() if isinstance(value, np.generic) else value
        plain[name] = value if isinstance(value, str | int | float | dict | None) else repr(value)
    return plain


def versions() -> dict[str, str]:
    """The versions of Python and of the packages that computed a result."""
    return dict(_versions())


@cache
def _versions() -> dict[str, str]:
    packages = ("setapart", "numpy", "scipy", "numba", "joblib")
    return {"python": platform.python_version(), **{name: version(name) for name in packages}}
