"""Whole numbers among the options: refused, never rounded, where they are not whole."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from cyclopts import Token

__all__ = ["OptionalWhole", "Whole", "WholeOrAuto"]


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


Whole = Annotated[int, Parameter(converter=_whole)]
OptionalWhole = Annotated[int | None, Parameter(converter=_whole)]
WholeOrAuto = Annotated[int | Literal["auto"] | None, Parameter(converter=_whole_or_auto)]
