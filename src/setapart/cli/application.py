"""The application behind the command: finds the subcommand asked for, runs it, and answers with an exit status.

Nothing heavy is imported before it is needed, so that ``--help`` and ``--version`` answer at once.
"""

import os
import sys
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from setapart import __version__
from setapart.cli.messages import in_options, words
from setapart.cli.terminal import accept_any_letter, report_error, report_warning

if TYPE_CHECKING:
    from cyclopts import App

__all__ = ["run"]

FINISHED, BAD_INPUT, NO_READER = 0, 2, 141


def run(arguments: Sequence[str] | None) -> int:
    """Run a subcommand, with warnings and errors on one line each."""
    with warnings.catch_warnings():
        warnings.showwarning = report_warning  # type: ignore[assignment]  # it needs no more than the message
        try:
            status = _run(sys.argv[1:] if arguments is None else arguments)
            sys.stdout.flush()
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

    from setapart.cli.calibrate import CALIBRATE_USAGE, run_calibrate
    from setapart.cli.change_points import CHANGES_USAGE, run_change_points
    from setapart.cli.compare import COMPARE_USAGE, run_compare
    from setapart.cli.compare_groups import GROUPS_USAGE, run_compare_groups
    from setapart.cli.demo import run_demo
    from setapart.cli.goodness_of_fit import FIT_USAGE, run_goodness_of_fit
    from setapart.cli.power import POWER_USAGE, run_power
    from setapart.cli.test import USAGE, run_test
    from setapart.cli.threshold import THRESHOLD_USAGE, run_threshold

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
    app.command(run_compare, name="compare", usage=COMPARE_USAGE)
    app.command(run_compare_groups, name="compare-groups", usage=GROUPS_USAGE)
    app.command(run_goodness_of_fit, name="goodness-of-fit", usage=FIT_USAGE)
    app.command(run_change_points, name="change-points", usage=CHANGES_USAGE)
    app.command(run_power, name="power", usage=POWER_USAGE)
    app.command(run_calibrate, name="calibrate", usage=CALIBRATE_USAGE)
    app.command(run_threshold, name="threshold", usage=THRESHOLD_USAGE)
    app.command(run_demo, name="demo")
    return app
