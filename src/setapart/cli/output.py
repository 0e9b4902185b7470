"""The options that say what is told of a result, and where."""

from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter

from setapart.cli.paths import File
from setapart.cli.picture import check_picture
from setapart.cli.report import check_report
from setapart.cli.terminal import wants_bar

__all__ = ["Output"]


@Parameter(name="*", group="Output")
@dataclass(frozen=True, kw_only=True)
class Output:
    """What is told of a result, and where.

    Parameters
    ----------
    json
        Print the result as JSON, and nothing else.
    plot
        Draw the result into this file; its suffix sets the format (.png, .svg, .pdf).
    report
        Write a report into this file: one page with pictures (.html), or text (.md).
    force
        Write over files that exist.
    progress
        Show a bar on standard error. Default: on in a terminal, off in a pipe or with --json.
    """

    json: bool = False
    plot: File | None = None
    report: File | None = None
    force: bool = False
    progress: Annotated[bool | None, Parameter(negative="--no-progress")] = None

    def check(self) -> None:
        """Refuse files that cannot be written, before any long computation."""
        if self.plot is not None:
            check_picture(self.plot, force=self.force)
        if self.report is not None:
            check_report(self.report, force=self.force)

    @property
    def bar(self) -> bool:
        """Whether to show a bar."""
        return wants_bar(self.progress, json=self.json)
