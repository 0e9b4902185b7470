"""The command ``setapart``: finds the command asked for, runs it, and answers with an exit status.

Nothing heavy is imported before it is needed, so that ``--help`` and ``--version`` answer at once.
"""

import os
import sys
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from setapart import __version__
from setapart._command_demo import run_demo
from setapart._command_errors import in_options, words
from setapart._command_terminal import accept_any_letter, report_error, report_warning
from setapart._command_test import USAGE, run_test

if TYPE_CHECKING:
    from cyclopts import App

__all__ = ["main"]

FINISHED, BAD_INPUT, INTERRUPTED, NO_READER = 0, 2, 130, 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status.

    Parameters
    ----------
    arguments : sequence of str, optional
        By default those of the process.

    Returns
    -------
    int
        0 for a finished test, whatever its verdict; 2 for bad input, with one line on standard error; 130 after Ctrl-C.
    """
    with warnings.catch_warnings():
        warnings.showwarning = report_warning  # type: ignore[assignment]  # it needs no more than the message
        try:
            status = _run(sys.argv[1:] if arguments is None else arguments)
            sys.stdout.flush()
        except KeyboardInterrupt:
            return INTERRUPTED
        except BrokenPipeError:
            # Whoever read the output has left; Python must not stumble over it again on its way out.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return NO_READER
        return status


def _run(arguments: Sequence[str]) -> int:
    try:
        from cyclopts import CycloptsError
    except ImportError:
        report_error("the command needs cyclopts: pip install 'setapart[cli]'")
        return BAD_INPUT
    accept_any_letter()
    try:
        _app()(arguments, print_error=False, exit_on_error=False)
    except BrokenPipeError:
        raise
    except (CycloptsError, ValueError, TypeError, OSError, ImportError, ArithmeticError, MemoryError) as error:
        report_error(in_options(words(error)))
        return BAD_INPUT
    return FINISHED


def _app() -> "App":
    from cyclopts import App, Parameter

    app = App(
        name="setapart",
        help="Do two multivariate samples come from the same distribution, and if not, what sets them apart?",
        version=__version__,
        default_parameter=Parameter(consume_multiple=True, negative_iterable=()),
        help_format="markdown",
        suppress_keyboard_interrupt=False,
        result_action="return_value",
    )
    app.command(run_test, name="test", usage=USAGE)
    app.command(run_demo, name="demo")
    return app
