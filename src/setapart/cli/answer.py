"""The answer of a command: the picture into its file, the words or the JSON to standard output."""

from pathlib import Path
from typing import Protocol

from setapart.cli.picture import Drawable, draw

__all__ = ["give"]


class Answer(Drawable, Protocol):
    """A result, of whatever kind."""

    def summary(self) -> str:
        """In words."""
        ...

    def to_json(self) -> str:
        """As standard JSON."""
        ...


def give(result: Answer, *, picture: Path | None, json: bool) -> None:
    """Draw the picture, if one is wanted, and print the result."""
    if picture is not None:
        draw(result, picture)  # first, so that a picture that cannot be written leaves no answer behind
    print(result.to_json() if json else result.summary())
    if picture is not None and not json:
        print(f"\nPicture: {picture}")
