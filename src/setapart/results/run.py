"""What every result knows of the run that it comes from."""

import platform
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from typing import Any, Protocol

from setapart.results.plain_data import PlainData

__all__ = ["Call", "Run"]


class Call(Protocol):
    """What was asked, as results hold it; `setapart.api.call.FunctionCall` stands above them, and makes its text."""

    @property
    def arguments(self) -> Mapping[str, Any]:
        """What was asked for, as objects."""

    @property
    def settings(self) -> dict[str, Any]:
        """The same as JSON holds it."""

    @property
    def rows(self) -> dict[str, str]:
        """Each argument as Python has it."""

    @property
    def python(self) -> str:
        """The call that repeats the run."""

    def explaining(self, **arguments: Any) -> "Call":
        """The same call, with `explain` called on its result."""


def versions() -> dict[str, str]:
    """The versions of Python and of the packages that compute a result."""
    return dict(_versions())


@cache
def _versions() -> dict[str, str]:
    packages = ("setapart", "numpy", "scipy", "numba", "joblib")
    return {"python": platform.python_version(), **{name: version(name) for name in packages}}


@dataclass(frozen=True, eq=False, kw_only=True)
class Run(PlainData):
    """What it takes to repeat a run, and what it took.

    Attributes
    ----------
    call : Call
        What was asked: ``call.python`` is the call in Python that repeats the run.
    seed : int
        Passed as ``rng``, it repeats the run.
    versions : dict
        Of Python and of the packages that computed this.
    wall_time : float
        Seconds.
    """

    call: Call = field(repr=False)
    seed: int
    versions: dict[str, str] = field(default_factory=versions, repr=False)
    wall_time: float = 0.0

    @property
    def settings(self) -> dict[str, Any]:
        """What was asked for, as JSON holds it."""
        return self.call.settings

    def _origin(self) -> dict[str, Any]:
        """These attributes as plain data, which end `to_dict`."""
        return {
            "settings": self.settings,
            "seed": self.seed,
            "versions": self.versions,
            "wall_time": self.wall_time,
        }
