"""The application behind the command: finds the subcommand asked for, runs it, and answers with an exit status.

Nothing heavy is imported before it is needed, so that ``--help`` and ``--version`` answer at once.
"""

import sys
import traceback
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from setapart.cli.messages import in_options, words
from setapart.cli.status import BAD_INPUT, FINISHED, NO_READER
from setapart.cli.terminal import (
    EXPECTED,
    accept_any_letter,
    drop_output,
    forecasts_shown,
    report_error,
    report_warning,
)

if TYPE_CHECKING:
    from cyclopts import App

__all__ = ["application", "run"]


def run(arguments: Sequence[str] | None) -> int:
    """Run a subcommand, with warnings and errors on one line each."""
    if sys.stdout is None:
        report_error("standard output is closed, and there is no place for an answer")
        return BAD_INPUT
    accept_any_letter()
    with warnings.catch_warnings(), forecasts_shown():
        warnings.showwarning = report_warning  # type: ignore[assignment]  # it needs no more than the message
        try:
            status = _run(sys.argv[1:] if arguments is None else arguments)
            sys.stdout.flush()
        except BrokenPipeError:  # whoever read the output has left
            drop_output()
            return NO_READER
        except OSError:  # it was told of, when it first failed
            drop_output()
            return BAD_INPUT
        return status


def _run(arguments: Sequence[str]) -> int:
    try:
        from cyclopts import CycloptsError
    except ImportError:
        report_error("the command needs cyclopts: pip install 'setapart[cli]'")
        return BAD_INPUT
    from setapart.cli.parser import parsed

    try:
        command, bound, unparsed = parsed(application(), arguments)
        status = command(*bound.args, **bound.kwargs, **dict.fromkeys(unparsed, arguments))
    except BrokenPipeError:
        raise
    except (CycloptsError, *EXPECTED) as error:
        report_error(in_options(words(error)))
        return BAD_INPUT
    except Exception:
        traceback.print_exc()  # not with Python's own status, 1, which says that a difference was found
        return BAD_INPUT
    return FINISHED if status is None else status


def application() -> "App":
    """The application, with all its commands."""
    from setapart.cli.commands.calibrate import CALIBRATE_USAGE, run_calibrate
    from setapart.cli.commands.change_points import CHANGES_USAGE, run_change_points
    from setapart.cli.commands.compare import COMPARE_USAGE, run_compare
    from setapart.cli.commands.compare_groups import GROUPS_USAGE, run_compare_groups
    from setapart.cli.commands.completion import run_completion
    from setapart.cli.commands.demo import run_demo
    from setapart.cli.commands.explain import EXPLAIN_USAGE, run_explain
    from setapart.cli.commands.goodness_of_fit import FIT_USAGE, run_goodness_of_fit
    from setapart.cli.commands.power import POWER_USAGE, run_power
    from setapart.cli.commands.test import USAGE, run_test
    from setapart.cli.commands.threshold import THRESHOLD_USAGE, run_threshold
    from setapart.cli.parser import parser

    app = parser()
    app.command(run_test, name="test", usage=USAGE)
    app.command(run_compare, name="compare", usage=COMPARE_USAGE)
    app.command(run_compare_groups, name="compare-groups", usage=GROUPS_USAGE)
    app.command(run_goodness_of_fit, name="goodness-of-fit", usage=FIT_USAGE)
    app.command(run_change_points, name="change-points", usage=CHANGES_USAGE)
    app.command(run_power, name="power", usage=POWER_USAGE)
    app.command(run_calibrate, name="calibrate", usage=CALIBRATE_USAGE)
    app.command(run_threshold, name="threshold", usage=THRESHOLD_USAGE)
    app.command(run_explain, name="explain", usage=EXPLAIN_USAGE)
    app.command(run_demo, name="demo")
    app.command(run_completion, name="--install-completion")
    return app
