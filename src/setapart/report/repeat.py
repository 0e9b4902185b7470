"""How a run is repeated: the call in Python, and a table of its settings, seed and versions."""

from setapart._options import OPTIONS
from setapart._words import plain
from setapart.report.document import Block, Code, Grid
from setapart.results.base import Run

__all__ = ["repeat"]


def repeat(run: Run, command: str | None) -> tuple[Block, ...]:
    """The command that was typed, if one was, or else the call that repeats a run; and a table of what was asked."""
    if not isinstance(command, str | None):
        raise TypeError(f"command must be what was typed, a string, got {command!r}")
    versions = {f"version of {name}": version for name, version in run.versions.items()}
    asked = run.call.rows if command is None else _in_options(run.call.rows)
    rows = {**asked, "seed": str(run.seed), **versions}
    return (
        "The same again:",
        Code(plain(run.call.python if command is None else command)),
        Grid("Settings", (["setting", *map(plain, rows)], ["value", *map(plain, rows.values())]), words=True),
    )


def _in_options(rows: dict[str, str]) -> dict[str, str]:
    """The settings that have options, without what was left out or is a call in Python: the command line says it."""
    return {
        OPTIONS[name].removeprefix("--"): value.strip('"')
        for name, value in rows.items()
        if name in OPTIONS and value != "None" and "sa." not in value and not value.startswith(("[", "{"))
    }
