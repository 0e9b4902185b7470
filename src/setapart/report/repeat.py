"""How a run is repeated: the call in Python, and a table of its settings, seed and versions."""

from setapart._words import plain
from setapart.report.document import Block, Code, Grid
from setapart.results.base import Run

__all__ = ["repeat"]


def repeat(run: Run, command: str | None) -> tuple[Block, ...]:
    """The command that was typed, if one was, or else the call that repeats a run; and a table of what was asked."""
    if not isinstance(command, str | None):
        raise TypeError(f"command must be what was typed, a string, got {command!r}")
    versions = {f"version of {name}": version for name, version in run.versions.items()}
    rows = {**run.call.rows, "seed": str(run.seed), **versions}
    return (
        "The same again:",
        Code(plain(run.call.python if command is None else command)),
        Grid("Settings", (["setting", *map(plain, rows)], ["value", *map(plain, rows.values())]), words=True),
    )
