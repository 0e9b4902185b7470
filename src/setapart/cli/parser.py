"""The parser of command lines: what all subcommands share, without the subcommands."""

from collections.abc import Callable, Sequence
from inspect import BoundArguments
from typing import Any

from cyclopts import App, Parameter

from setapart import __version__
from setapart.cli.standard_input import named_input

__all__ = ["parsed", "parser"]


def parser() -> App:
    """A parser that has no subcommand yet."""
    return App(
        name="setapart",
        help="Do two multivariate samples come from the same distribution, and if not, what sets them apart?",
        version=__version__,
        default_parameter=Parameter(consume_multiple=True, negative_iterable=(), negative_bool=()),
        help_format="markdown",
        suppress_keyboard_interrupt=False,
        result_action="return_value",
    )


def parsed(app: App, words: Sequence[str]) -> tuple[Callable[..., Any], BoundArguments, dict[str, Any]]:
    """The subcommand that some words call, its arguments, and the parameters that take the words themselves."""
    return app.parse_args(named_input(words), print_error=False, exit_on_error=False)
