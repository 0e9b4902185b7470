"""How a run is repeated: the call in Python, and a table of its settings, seed and versions."""

import inspect
import re
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from importlib import import_module
from typing import Any

import numpy as np

from setapart.present.grid import Grid
from setapart.present.names import plain
from setapart.present.report.document import Code, Part
from setapart.results.run import Run
from setapart.statistics.registry import StatisticRequest, create, label

__all__ = ["repeat"]

# The function that makes a result of each type, and how it begins.
_CALLS = {
    "TwoSampleResult": ("two_sample_test", "x, y"),
    "Explanation": ("two_sample_test", "x, y"),
    "Comparison": ("compare", "x, y"),
    "GroupComparison": ("compare_groups", "table, groups=groups"),
    "GoodnessOfFit": ("goodness_of_fit", "x, model"),
    "ChangePoints": ("change_points", "series"),
    "PowerCurve": ("power", "alternative"),
    "Calibration": ("calibrate", "x"),
    "Monitor": ("monitor", "reference"),
}
# Arguments that are attributes of the result, not among its settings.
_ATTRIBUTES = {
    "PowerCurve": ("n", "ratio", "n_trials", "alpha", "target", "confidence"),
    "Calibration": ("n_trials", "alpha", "confidence"),
}
_OF_FITTED_MODELS = {"type": "ParametricBootstrap"}  # which callers do not ask for
_OBJECT = re.compile(r"[\w.]+\(.*\)", re.DOTALL)  # other objects are recorded by their representation
_DESIGNS = {"paired": '"paired"', "strata": "sa.Strata(strata)", "clusters": "sa.Clusters(clusters)"}


def repeat(kind: str, run: Run, command: str | None) -> tuple[Part, ...]:
    """The command or call that repeats a run, and a table of what was asked for and what computed it.

    Parameters
    ----------
    kind : str
        The type of the result, which tells the function.
    run : Run
    command : str, optional
        What was typed, if a command was.
    """
    if not isinstance(command, str | None):
        raise TypeError(f"command must be what was typed, a string, got {command!r}")
    settings = run.settings.get("test", {}) | {name: one for name, one in run.settings.items() if name != "test"}
    rows = {name: _written(name, value) for name, value in settings.items()}
    labels = _labels(kind, run)
    rows |= {"labels": f"[{labels}]"} if labels else {}
    rows["seed"] = str(run.seed)
    rows |= {f"version of {name}": version for name, version in run.versions.items()}
    again = _call(kind, run) if command is None else command
    return (
        "The same again:",
        Code(plain(again)),
        Grid("Settings", (["setting", *map(plain, rows)], ["value", *map(plain, rows.values())]), words=True),
    )


def _call(kind: str, run: Run) -> str:
    """The call in Python; arguments that are as by default are left out."""
    function, data = _CALLS[kind]
    asked = dict(run.settings.get("test", run.settings))
    if asked.get("method") == _OF_FITTED_MODELS:
        data = "x, fit=fit"
        del asked["method"]
    asked |= {name: _plain(getattr(run, name)) for name in _ATTRIBUTES.get(kind, ())}
    if getattr(run, "statistic_name", "") == "auto" and _is_default_family(asked.get("statistic")):
        asked = asked | {"statistic": "auto"}
    arguments = [data, *_arguments(_public(function), asked)]
    if labels := _labels(kind, run):
        arguments.append(f"labels=[{labels}]")
    call = f"sa.{function}({', '.join([*arguments, f'rng={run.seed}'])})"
    if kind != "Explanation":
        return call
    return f"{call}.explain({', '.join(_arguments(_public('TwoSampleResult').explain, run.settings))})"


def _labels(kind: str, run: Run) -> str:
    """What two samples are called, unless nobody said."""
    labels = getattr(run, "labels", ()) if _CALLS[kind][1] == "x, y" else ()
    return "" if labels == ("x", "y") else ", ".join(map(_text, labels))


def _arguments(function: Any, asked: Mapping[str, Any]) -> list[str]:
    parameters = inspect.signature(function).parameters
    return [
        f"{name}={_written(name, value)}"
        for name, value in asked.items()
        if name in parameters and not _is_default(value, parameters[name].default)
    ]


def _is_default(value: Any, default: Any) -> bool:
    return value in (default, "plain") or _written("", value) == "sa.Permutation()"


def _is_default_family(statistics: Any) -> bool:
    """Whether "auto" alone stands for them; with a number of directions it stands for projected distances only."""
    return isinstance(statistics, list) and statistics[0]["type"] != "ProjectedWasserstein"


def _written(name: str, value: Any) -> str:
    """A setting in Python: what was an object by its name, or as the call that makes it."""
    if name == "design" and value in _DESIGNS:
        return _DESIGNS[value]
    if name == "statistics":
        members = [_written("", one[0] if len(one) == 1 else test) for test, one in value.items()]
        return f"[{', '.join(members)}]"
    if isinstance(value, list):
        return f"[{', '.join(_written('', one) for one in value)}]"
    if isinstance(value, str) and not _OBJECT.fullmatch(value):
        return _text(value)
    if not isinstance(value, dict):
        return str(value)
    kind = _kind(name, value)
    if kind is None:
        return f"{value.get('type', name)}({', '.join(f'{key}={_written(key, one)}' for key, one in _fields(value))})"
    known = _name(kind, value)
    defaults = {one.name: one.default for one in fields(kind)}
    own = [f"{key}={_written(key, one)}" for key, one in _fields(value) if one != defaults.get(key, ...)]
    return f'"{known}"' if known else f"sa.{kind.__name__}({', '.join(own)})"


def _text(value: str) -> str:
    return f'"{value}"' if repr(value) == f"'{value}'" and '"' not in value else repr(value)


def _name(kind: Any, value: dict[str, Any]) -> str | None:
    """The name that stands for a statistic with these settings, if one does."""
    try:
        made = kind(**{key: _made(key, one) for key, one in _fields(value)})
        known = label(made)
        return known if create(known, StatisticRequest(size=2, d=sys.maxsize)) == (made,) else None
    except (AttributeError, TypeError, ValueError):
        return None


def _made(name: str, value: Any) -> Any:
    kind = _kind(name, value)
    return value if kind is None else kind(**dict(_fields(value)))


def _fields(value: dict[str, Any]) -> list[tuple[str, Any]]:
    return [(key, one) for key, one in value.items() if key != "type"]


def _kind(name: str, value: Any) -> Any:
    """The type of an object that was recorded, None for anything else."""
    if not isinstance(value, dict):
        return None
    # Objects within objects are recorded without their type.
    within = {"starts": "Starts", "stopping": "Betting" if "alpha" in value else "BesagClifford"}
    kind = _public(value.get("type", within.get(name, "")))
    return kind if is_dataclass(kind) else None


def _plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else value


def _public(name: str) -> Any:
    """What the package calls so; asked by name, since it stands above this room."""
    return getattr(import_module("setapart"), name, None)
