"""The report of a result that a command writes."""

from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from setapart.cli.files import check_target

__all__ = ["Reportable", "check_report", "reported"]

_PAGES = (".html", ".htm")


class Reportable(Protocol):
    """Whatever has a report."""

    def to_html(self, *, command: str) -> str:
        """As a page."""
        ...

    def to_markdown(self, *, command: str) -> str:
        """As text."""
        ...


def check_report(report: str, *, force: bool) -> None:
    """Refuse a report that cannot be written, before any long computation."""
    suffix = Path(report).suffix.lower()
    if suffix not in (*_PAGES, ".md"):
        raise ValueError(f"--report {report} must end in .html for a page, or in .md for text")
    if suffix in _PAGES and not all(map(find_spec, ("jinja2", "matplotlib"))):
        raise ImportError("reports need jinja2 and matplotlib: pip install 'setapart[report]'")
    check_target("--report", report, force=force)


def reported(result: Reportable, report: str, *, command: str) -> bytes:
    """The report in the form that the suffix of its file says; names that UTF-8 does not know are written out."""
    write = result.to_html if Path(report).suffix.lower() in _PAGES else result.to_markdown
    return write(command=command).encode("utf-8", errors="backslashreplace")
