"""What every result can do: be told in words, be a page, be written as JSON, and be a data frame."""

import json
import math
import platform
from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass, field, is_dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import version
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._checks import check_choice
from setapart._targets import check_target, save
from setapart._words import ALPHA
from setapart.data.table import Table
from setapart.results.call import Call

if TYPE_CHECKING:
    from setapart.report.document import Document

__all__ = [
    "SCHEMA",
    "Framed",
    "Result",
    "Run",
    "attributes",
    "finite_or_null",
    "json_text",
    "plain_columns",
    "plain_label",
    "versions",
]

SCHEMA = 1  # of saved JSON, its first key: raised when a key changes its name or its meaning
_MORE = "More: summary(details=True), explain(), to_html(path)."
_LIBRARIES = ("pandas", "polars", "pyarrow")


class Result(ABC):
    """What tells itself: as text, in a notebook, as a report, and as plain data."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries, without NaN and infinities."""

    def to_json(self, *, indent: int | None = 2) -> str:
        """`to_dict` as standard JSON; no name in it can end a script of a page that holds it."""
        return json_text(self.to_dict(), indent=indent)

    def summary(self, *, alpha: float = ALPHA, details: bool = False) -> str:
        """The outcome in words and a table, for a terminal.

        Parameters
        ----------
        alpha : float
            The level at which words call something significant.
        details : bool
            Add what stands below the first screen of a test: its components, its directions, and how it came about.

        Returns
        -------
        str
            Sentences in lines of at most 80 characters; names from the data are inert.
        """
        from setapart.report.render.text import render_text

        return render_text(self._document(alpha=alpha), details=details, more=_MORE)

    def _repr_html_(self) -> str:
        from setapart.report.render.notebook import render_notebook

        return render_notebook(self._document())

    def to_html(
        self,
        path: str | PathLike[str] | None = None,
        *,
        alpha: float = ALPHA,
        command: str | None = None,
        overwrite: bool = False,
    ) -> str:
        """A report as one HTML file: it needs no network and no scripts, and can be printed.

        Parameters
        ----------
        path : path, optional
            Where to write it.
        alpha : float
            The level at which words call something significant.
        command : str, optional
            What was typed to get this result; the report has the call in Python otherwise.
        overwrite : bool
            Write over a file that is there, whoever wrote it; a report of setapart is written over in any case.

        Returns
        -------
        str
            The page. What comes from data is escaped, and the same result gives the same page.

        Raises
        ------
        FileExistsError, FileNotFoundError, IsADirectoryError
            If the file is there already, unless setapart wrote it or `overwrite`; or if there is no such folder, or it
            is one itself.
        ImportError
            If jinja2 or Matplotlib are not installed.
        """
        return self._page(path, self._document(alpha=alpha, command=command), overwrite=overwrite)

    def to_markdown(self, *, alpha: float = ALPHA, command: str | None = None) -> str:
        """The same report as Markdown; what the figures show is told in words.

        Parameters
        ----------
        alpha, command
            As in `to_html`.

        Returns
        -------
        str
        """
        return self._text(self._document(alpha=alpha, command=command))

    def _document(
        self, *, alpha: float = ALPHA, beside: "Result | None" = None, command: str | None = None
    ) -> "Document":
        """What there is to tell; the one way up, to a room that knows how results look."""
        from setapart.report import document

        return document(self, alpha=alpha, beside=beside, command=command)

    def _text(self, document: "Document") -> str:
        """The report as Markdown."""
        from setapart.report.render.markdown import render_markdown

        return render_markdown(document)

    def _page(self, path: str | PathLike[str] | None, document: "Document", *, overwrite: bool) -> str:
        """The report as HTML, in a file too if there is a path."""
        from setapart.report.render.html import render_html

        if path is not None:
            if not isinstance(path, str | PathLike):
                raise TypeError(f"path must name a file, got {path!r}")
            check_target("path", path, overwrite=overwrite)
        page = render_html(document)
        if path is not None:
            save(path, page.encode(), overwrite=overwrite)
        return page


def versions() -> dict[str, str]:
    """The versions of Python and of the packages that compute a result."""
    return dict(_versions())


@cache
def _versions() -> dict[str, str]:
    packages = ("setapart", "numpy", "scipy", "numba", "joblib")
    return {"python": platform.python_version(), **{name: version(name) for name in packages}}


@dataclass(frozen=True, eq=False, kw_only=True)
class Run(Result):
    """What it takes to repeat a run, what it took, and what to mind.

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
    notes : tuple of str
        Sentences on what to mind when reading the result.
    """

    call: Call = field(repr=False)
    versions: dict[str, str] = field(default_factory=versions, repr=False)
    wall_time: float = 0.0
    notes: tuple[str, ...] = ()

    @property
    def seed(self) -> int:
        """Passed as ``rng``, it repeats the run."""
        return self.call.seed

    @property
    def settings(self) -> dict[str, Any]:
        """What was asked for, as JSON holds it."""
        return self.call.settings

    def _origin(self) -> dict[str, Any]:
        """These attributes as plain data, which end `to_dict`."""
        return attributes(self, "notes", "settings", "seed", "versions", "wall_time")


@dataclass(frozen=True, eq=False, kw_only=True)
class Framed(ABC):
    """What can be handed back as a data frame: in the library of the caller's data, its `backend`."""

    backend: str | None = None

    @abstractmethod
    def plain_table(self) -> Table:
        """`to_frame` as a `Table`."""

    def to_frame(self, library: str | None = None) -> Any:
        """The result as a tidy table, to be stacked with those of other runs, stored or plotted.

        Parameters
        ----------
        library : {"pandas", "polars", "pyarrow"}, optional
            By default that of the caller's data.

        Returns
        -------
        data frame or Table
            The rows of `plain_table`; a `Table` if the data came in no data frame, and no library is asked for.

        Raises
        ------
        ImportError
            If the library is not installed.
        ValueError
            If it is another one.

        Examples
        --------
        >>> import numpy as np, setapart as sa
        >>> x, y = np.random.default_rng(0).normal(size=(2, 30, 2))
        >>> table = sa.two_sample_test(x, y + [0, 2], statistic="pw", k=1, n_resamples=99).to_frame("pandas")
        >>> table[["pvalue", "feature", "direction"]].to_dict("list")
        {'pvalue': [0.01, 0.01], 'feature': ['x2', 'x1'], 'direction': [1, 1]}
        """
        check_choice("library", library, (*_LIBRARIES, None))
        if library is not None:
            try:
                import_module(library)
            except ImportError:
                raise ImportError(f"to_frame(library={library!r}) needs {library}: pip install {library}") from None
        return self.plain_table().native(library or self.backend)


def json_text(data: dict[str, Any], *, indent: int | None = 2) -> str:
    """Plain data as standard JSON, its first key the version of its keys; see `Result.to_json`."""
    return json.dumps({"schema": SCHEMA, **data}, indent=indent, allow_nan=False).replace("</", r"<\/")


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


def attributes(bundle: Any, *names: str) -> dict[str, Any]:
    """Some attributes as JSON holds them: tuples and arrays as lists, tables by column, other bundles by field."""
    return {name: _plain(getattr(bundle, name)) for name in names}


def _plain(value: Any) -> Any:
    if isinstance(value, Table):
        return plain_columns(value)
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if is_dataclass(value) and not isinstance(value, type):
        return {name: finite_or_null(item) for name, item in asdict(value).items()}
    if isinstance(value, np.ndarray):
        return value.tolist()
    return list(map(_plain, value)) if isinstance(value, tuple) else value


def plain_columns(table: Table) -> dict[str, list[Any]]:
    """The columns of a table as lists that JSON holds."""
    return {name: list(map(plain_label, values)) for name, values in table.to_dict().items()}
