"""Results that write reports."""

from abc import abstractmethod
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from setapart.results.plain_data import PlainData

if TYPE_CHECKING:
    from setapart.present.report.document import Document

__all__ = ["Reported", "written"]


class Reported(PlainData):
    """What has a report."""

    @abstractmethod
    def _document(self, command: str | None = None) -> "Document":
        """What the report says."""

    def to_html(
        self, path: str | PathLike[str] | None = None, *, command: str | None = None, force: bool = False
    ) -> str:
        """A report as one HTML file: it needs no network and no scripts, and can be printed.

        Parameters
        ----------
        path : path, optional
            Where to write it.
        command : str, optional
            What was typed to get this result; the report has the call in Python otherwise.
        force : bool
            Write over a file that is there.

        Returns
        -------
        str
            The page. What comes from data is escaped, and the same result gives the same page.

        Raises
        ------
        FileExistsError, FileNotFoundError, IsADirectoryError
            If the file is there already, unless `force`, or there is no such folder, or it is one itself.
        ImportError
            If jinja2 or Matplotlib are not installed.
        """
        return written(self._document(command), path, force=force)

    def to_markdown(self, *, command: str | None = None) -> str:
        """The same report as Markdown; what the figures show is told in words.

        Parameters
        ----------
        command : str, optional
            As in `to_html`.

        Returns
        -------
        str
        """
        from setapart.present.report.markdown import markdown

        return markdown(self._document(command))


def written(document: "Document", path: str | PathLike[str] | None, *, force: bool) -> str:
    """The document as HTML, in a file too if there is a path."""
    from setapart.present.report.html import html

    if path is not None:
        _check_path(path, force=force)
    page = html(document)
    if path is not None:
        with Path(path).open("w" if force else "x", encoding="utf-8", newline="\n") as file:
            file.write(page)
    return page


def _check_path(path: str | PathLike[str], *, force: bool) -> None:
    """Refuse a file that cannot be written, before any figure is drawn."""
    if not isinstance(path, str | PathLike):
        raise TypeError(f"path must name a file, got {path!r}")
    if str(path) == "" or Path(path).is_dir():
        raise IsADirectoryError(f"path must name a file, got {'the folder ' if str(path) else ''}{str(path)!r}")
    if not Path(path).parent.is_dir():
        raise FileNotFoundError(f"path names a file in a folder that does not exist: {str(path)!r}")
    if not force and Path(path).exists():
        raise FileExistsError(f"{path} exists already; force=True writes over it")
