"""The document: what is told of a result, before any form. `document` makes it, and `render` has a renderer a form.

No renderer looks at the result. Names from the data are inert here, safe in a terminal; a form that has markup escapes
them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import singledispatch
from typing import TYPE_CHECKING

from setapart._checks import check_probability
from setapart._errors import Message, Reference
from setapart._words import ALPHA, plain
from setapart.results.base import Result, Run
from setapart.results.notes import Caution

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "Block",
    "Code",
    "Document",
    "Grid",
    "Listing",
    "Picture",
    "Request",
    "Section",
    "document",
    "document_of",
    "origin",
    "placed",
]


@dataclass(frozen=True)
class Grid:
    """A small table of cells as they are shown; each column begins with its heading, and the first names the rows.

    `marks` are words beside some rows, `more` is what the table leaves out. In a text, the first column stands to the
    left where it is `named`; in Markdown, all do where the cells are `words`, not numbers. The columns of `names` may
    be shortened in a text where none is `named`; and a text has the `hint` how to see what is left out.
    """

    caption: str
    columns: tuple[list[str], ...]
    marks: tuple[str, ...] = ()
    more: str = ""
    words: bool = False
    named: bool = True
    names: tuple[int, ...] = (0,)
    hint: str = ""


@dataclass(frozen=True)
class Picture:
    """A figure, drawn only where it can be shown; `seen` says what it shows to those who cannot see it."""

    title: str
    seen: str
    draw: "Callable[[], Figure]"


@dataclass(frozen=True)
class Listing:
    """Lines below one another, under a sentence or two."""

    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Code:
    """A line to type."""

    text: str


Block = str | Grid | Picture | Listing | Code


@dataclass(frozen=True)
class Section:
    """Paragraphs, tables, pictures and lines under a heading."""

    heading: str
    blocks: tuple[Block, ...]


def _no_sections() -> tuple[Section, ...]:
    return ()


@dataclass(frozen=True)
class Document:
    """What is told of a result: a summary for a terminal or a notebook, and the sections of a report.

    Attributes
    ----------
    title : str
        What a report is called.
    verdict : str
        The outcome in one sentence.
    lead, body : tuples of blocks
        The summary: what comes to it, and what there is to see. The cautions stand between them, but where there are
        `details` after the body: that is the first screen, then.
    details : tuple of blocks
        What the summary leaves out, unless it is asked for.
    cautions, notes : tuples of str
        What to mind: what spoils the reading of the rest, told before it, and what is told after it.
    origin : str
        Seed, time and version, which end the summary.
    make_sections : callable
        Of the report; made when that is asked for, since what its pictures show takes a while to tell.
    """

    title: str
    verdict: str
    lead: tuple[str, ...]
    body: tuple[Block, ...]
    details: tuple[Block, ...] = ()
    cautions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    origin: str = ""
    make_sections: Callable[[], tuple[Section, ...]] = field(default=_no_sections, repr=False)

    @property
    def sections(self) -> tuple[Section, ...]:
        """Those of the report that have something to say; the last one holds the notes."""
        return (*(section for section in self.make_sections() if section.blocks), self._warnings)

    @property
    def _warnings(self) -> Section:
        none = "None but what stands under the verdict." if self.cautions else "None."
        return Section("Warnings", self.notes or (none,))


@dataclass(frozen=True)
class Request:
    """What a document depends on besides its result.

    `alpha` is the level at which its words call something significant; `beside` is of a test its explanation, and of an
    explanation its test, told in the same place and not again, with its `details` or without; `command` is what was
    typed to get the result, in whose place the report has the call in Python otherwise.
    """

    alpha: float = ALPHA
    beside: Result | None = None
    command: str | None = None
    details: bool = True


def document(
    result: Result,
    *,
    alpha: float = ALPHA,
    beside: Result | None = None,
    command: str | None = None,
    details: bool = True,
) -> Document:
    """What there is to tell of a result; the arguments are those of `Request`."""
    return document_of(result, Request(check_probability("alpha", alpha), beside, command, details))


@singledispatch
def document_of(result: Result, request: Request) -> Document:
    """The document of this kind of result; each kind registers its own."""
    raise TypeError(f"there is no document of {type(result).__name__}")


def placed(notes: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The notes that stand above what they are on, and those below, inert."""
    cautions: list[str] = []
    others: list[str] = []
    for note in notes:
        (cautions if isinstance(note, Caution) else others).append(_inert(note))
    return tuple(cautions), tuple(others)


def _inert(note: str) -> str:
    """`plain`, but a message keeps its parts, so that a renderer may word its references."""
    if not isinstance(note, Message):
        return plain(note)
    return Message(*(_inert_reference(part) if isinstance(part, Reference) else plain(part) for part in note.parts))


def _inert_reference(reference: Reference) -> Reference:
    values = tuple(_inert(value) if isinstance(value, str) else value for value in reference.values)
    return Reference(reference.name, values, plain(reference.text))


def origin(run: Run) -> str:
    """What a result comes from: its seed, its time and the version."""
    return f"Seed {run.seed}, {run.wall_time:.1f} s, setapart {run.versions.get('setapart', '?')}."
