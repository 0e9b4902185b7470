"""Files among the arguments and options: the words as they were typed, and for the shell paths that it can complete."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

if TYPE_CHECKING:
    from cyclopts import Token

__all__ = ["File", "Files"]


def _typed(_: Any, tokens: Sequence["Token"]) -> str:
    return tokens[0].value


def _all_typed(_: Any, tokens: Sequence["Token"]) -> list[str]:
    return [token.value for token in tokens]


if TYPE_CHECKING:
    File = str
    Files = list[str]
else:
    File = Annotated[Path, Parameter(converter=_typed)]
    Files = Annotated[list[Path], Parameter(converter=_all_typed)]
