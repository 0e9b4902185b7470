"""The room that text takes, the lines it is broken into, and the page a figure is drawn for.

A page shows its figures about 346 pixels wide on a telephone. There letters have at least 11 pixels: within `for_page`,
figures are 346 points wide at most, and the smallest letters have 11 points.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["broken", "for_page", "least_size", "letter_size", "letters", "page_width", "text_width", "whole_words"]

_PAGE = ContextVar("page", default=False)
_INCHES = 4.8
_MEDIUM = 13.3  # points: of these, "small" letters have 11.08
_LEAST = 4.0  # points
_FEWER = 0.56  # letters in a line of a page, as a part of those in a figure of 6.4 inches


@contextmanager
def for_page() -> Iterator[None]:
    """Draw figures for a page: narrow ones, with large letters."""
    from matplotlib import rc_context

    token = _PAGE.set(True)
    try:
        with rc_context({"font.size": _MEDIUM}):
            yield
    finally:
        _PAGE.reset(token)


def page_width(inches: float) -> float:
    """The width of a figure that would have so many inches by itself."""
    return min(inches, _INCHES) if _PAGE.get() else inches


def least_size() -> float:
    """The smallest size of letters in points: on a page "small", and on paper what can just be read."""
    return letter_size() if _PAGE.get() else _LEAST


def letters(count: int) -> int:
    """How many letters fit where so many do in a figure by itself."""
    return int(count * _FEWER) if _PAGE.get() else count


def letter_size(size: str = "small") -> float:
    """A size of letters by its name, in points."""
    from matplotlib.font_manager import FontProperties

    return float(FontProperties(size=size).get_size_in_points())


def text_width(text: str, size: float) -> float:
    """The width of a text in inches."""
    from matplotlib.textpath import TextPath

    return float(TextPath((0.0, 0.0), text, size=size).get_extents().width) / 72.0 if text.strip() else 0.0


def whole_words(text: str) -> list[str]:
    """The words of a sentence between which a line may end: ``p = 0.05`` and ``7 %`` stay whole, by hard blanks."""
    return text.replace(" = ", "\xa0=\xa0").replace(" %", "\xa0%").split(" ")


def broken(parts: Sequence[str], width: float, *, size: str = "small") -> str:
    """Parts of a sentence, joined by blanks, in lines of at most so many inches.

    They are broken between parts if that does, and between words where a part is too wide, but at no hard blank; hard
    blanks become plain ones.
    """
    points, lines = letter_size(size), [""]
    for part in parts:
        pieces = [part] if text_width(part, points) <= width else part.split(" ")
        for piece in pieces:
            joined = f"{lines[-1]} {piece}".strip()
            if lines[-1] and text_width(joined, points) > width:
                lines.append(piece)
            else:
                lines[-1] = joined
    return "\n".join(lines).replace("\xa0", " ")
