"""Whole numbers among the options: refused, never rounded, where they are not whole."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from cyclopts import Token

__all__ = ["OptionalWhole", "Whole", "WholeOrAuto", "Wholes"]


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


def _shown(sizes: tuple[int, ...]) -> str:
    return " ".join(map(str, sizes))


Whole = Annotated[int, Parameter(converter=_whole)]
OptionalWhole = Annotated[int | None, Parameter(converter=_whole)]
WholeOrAuto = Annotated[int | Literal["auto"] | None, Parameter(converter=_whole_or_auto)]
Wholes = Annotated[tuple[int, ...], Parameter(converter=_wholes, show_default=_shown)]
