"""The document: what a report says, before any markup."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from setapart.present.grid import Grid

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Code", "Document", "Listing", "Part", "Picture", "Section", "warning_section"]


@dataclass(frozen=True)
class Picture:
    """A figure, drawn only where it can be shown.

    Attributes
    ----------
    title : str
        What it is.
    seen : str
        What it shows, for those who cannot see it.
    draw : callable
        Makes the figure.
    """

    title: str
    seen: str
    draw: Callable[[], "Figure"]


@dataclass(frozen=True)
class Listing:
    """Lines below one another."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Code:
    """A line to type."""

    text: str


Part = str | Grid | Picture | Listing | Code


@dataclass(frozen=True)
class Section:
    """Paragraphs, tables, figures and lines under a heading."""

    heading: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Document:
    """What a report says.

    Attributes
    ----------
    title : str
    verdict : str
        The outcome in one sentence.
    cautions : tuple of str
        What spoils the reading of what follows, told before it.
    sections : tuple of Section
        Those without parts are left out.
    """

    title: str
    verdict: str
    sections: tuple[Section, ...]
    cautions: tuple[str, ...] = ()


def warning_section(cautions: Sequence[str], notes: Sequence[str]) -> Section:
    """The last section of a report: what to mind, other than the cautions above."""
    none = "None but what stands under the verdict." if cautions else "None."
    return Section("Warnings", tuple(notes) or (none,))
