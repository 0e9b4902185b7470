"""Cautions: notes that spoil the reading of what is shown, and so stand above it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from setapart._errors import Message
from setapart.inference.pvalues import CUSTOMARY, is_evidence
from setapart.present.names import plain
from setapart.results import TwoSampleResult

if TYPE_CHECKING:
    from setapart.results.explanation import Explanation

__all__ = ["Caution", "by_chance", "by_place", "reworded"]

_NO_EVIDENCE = f"No evidence of a difference at level {CUSTOMARY:g}."
_BY_CHANCE = (
    "What follows is where these rows happen to differ most; such a pattern appears without any difference too."
)


class Caution(Message):
    """A note that spoils the reading of what is shown, and so stands above it, not below."""

    __slots__ = ()


def by_chance(told: "TwoSampleResult | Explanation") -> list[str]:
    """A caution on directions that are shown without evidence of a difference; empty where there is none to give.

    The sentence of an explanation says itself that there is no evidence.
    """
    if is_evidence(told.pvalue) or told.projection is None:
        return []
    return [Caution(f"{_NO_EVIDENCE} {_BY_CHANCE}" if isinstance(told, TwoSampleResult) else _BY_CHANCE)]


def by_place(notes: Iterable[str]) -> tuple[list[str], list[str]]:
    """The notes that stand above what they are on, and those below, inert."""
    placed: tuple[list[str], list[str]] = ([], [])
    for note in notes:
        placed[not isinstance(note, Caution)].append(plain(note))
    return placed


def reworded(note: str, words: str) -> str:
    """Other words for a note: what was a `Caution` remains one."""
    return type(note)(words)
