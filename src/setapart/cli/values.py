"""Kinds of values among the options and arguments: whole numbers, files, names of statistics."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from cyclopts import Token

__all__ = ["File", "Files", "OptionalWhole", "Statistics", "Stopping", "Whole", "WholeOrAuto", "Wholes", "Words"]


def _whole(_: Any, tokens: Sequence["Token"]) -> int:
    text = tokens[0].value
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a whole number") from None


def _whole_or_auto(_: Any, tokens: Sequence["Token"]) -> int | str:
    text = tokens[0].value
    try:
        return text if text == "auto" else int(text)
    except ValueError:
        raise ValueError(f"{text!r} is neither a whole number nor auto") from None


def _wholes(_: Any, tokens: Sequence["Token"]) -> tuple[int, ...]:
    try:
        return tuple(int(token.value) for token in tokens)
    except ValueError:
        given = " ".join(token.value for token in tokens)
        if len(tokens) == 1:
            raise ValueError(f"{given!r} is not a whole number") from None
        raise ValueError(f"{tokens[0].keyword}: {given!r} are not whole numbers, separated by spaces") from None


def _typed(_: Any, tokens: Sequence["Token"]) -> str:
    return tokens[0].value


def _all_typed(_: Any, tokens: Sequence["Token"]) -> list[str]:
    return [token.value for token in tokens]


def _spaced(sizes: tuple[int, ...]) -> str:
    return " ".join(map(str, sizes))


# Whole numbers are refused, never rounded, where they are not whole.
Whole = Annotated[int, Parameter(converter=_whole)]
OptionalWhole = Annotated[int | None, Parameter(converter=_whole)]
WholeOrAuto = Annotated[int | Literal["auto"] | None, Parameter(converter=_whole_or_auto)]
Wholes = Annotated[tuple[int, ...], Parameter(converter=_wholes, show_default=_spaced)]
Statistics = Annotated[tuple[str, ...], Parameter(show_default=" ".join)]
Stopping = Literal["besag-clifford", "betting"]
Words = Annotated[Sequence[str], Parameter(parse=False)]  # the words of the command line itself
if TYPE_CHECKING:
    File = str
    Files = list[str]
else:  # the words as they were typed, and for the shell paths that it can complete
    File = Annotated[Path, Parameter(converter=_typed)]
    Files = Annotated[list[Path], Parameter(converter=_all_typed)]
