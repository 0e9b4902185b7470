"""The application behind the command: finds the subcommand asked for, runs it, and answers with an exit status.

Nothing heavy is imported before it is needed, so that ``--help`` and ``--version`` answer at once.
"""

import shlex
import sys
import traceback
import warnings
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from inspect import BoundArguments
from typing import TYPE_CHECKING, Any

from setapart._options import OPTIONS
from setapart.cli.files import named_input
from setapart.cli.terminal import (
    BAD_INPUT,
    EXPECTED,
    FINISHED,
    NO_READER,
    accept_any_letter,
    drop_output,
    forecasts_shown,
    report_error,
    report_warning,
)

if TYPE_CHECKING:
    from cyclopts import App, CycloptsError

__all__ = ["application", "parsed", "run"]

_NEAR = 0.7  # share of letters that a word has in common with the option that it was meant for


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
        except SystemExit:  # of rich, which prints the help, at a broken pipe: with 1, the status of a difference
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
    try:
        command, bound, unparsed = parsed(application(), arguments)
        status = command(*bound.args, **bound.kwargs, **dict.fromkeys(unparsed, arguments))
    except BrokenPipeError:
        raise
    except CycloptsError as error:
        report_error(_misspelt(error, arguments))
        return BAD_INPUT
    except EXPECTED as error:
        report_error(error)
        return BAD_INPUT
    except Exception:
        traceback.print_exc()  # not with Python's own status, 1, which says that a difference was found
        return BAD_INPUT
    return FINISHED if status is None else status


def application() -> "App":
    """The application, with all its commands."""
    from cyclopts import App, Parameter

    from setapart import __version__
    from setapart.cli import commands, demo, inspection, planning, saved, two_samples

    app = App(
        name="setapart",
        help="Do two multivariate samples come from the same distribution, and if not, what sets them apart?",
        version=__version__,
        default_parameter=Parameter(consume_multiple=True, negative_iterable=(), negative_bool=()),
        help_format="markdown",
        suppress_keyboard_interrupt=False,
        result_action="return_value",
    )
    two = "Usage: setapart {0} A B [OPTIONS]\n       setapart {0} FILE --group COL [--levels P Q] [OPTIONS]"
    app.command(two_samples.run_test, name="test", usage=two.format("test"))
    app.command(commands.run_compare, name="compare", usage=two.format("compare"))
    app.command(
        inspection.run_inspect,
        name="inspect",
        usage="Usage: setapart inspect FILE [FILE] [OPTIONS]\n       setapart inspect FILE --group COL [OPTIONS]",
    )
    app.command(
        commands.run_compare_groups,
        name="compare-groups",
        usage="Usage: setapart compare-groups FILE --group COL [--against rest|VALUE] [OPTIONS]",
    )
    app.command(
        commands.run_goodness_of_fit,
        name="goodness-of-fit",
        usage="Usage: setapart goodness-of-fit FILE --model normal|uniform [OPTIONS]\n"
        "       setapart goodness-of-fit FILE --fit normal [OPTIONS]",
    )
    app.command(
        commands.run_change_points,
        name="change-points",
        usage="Usage: setapart change-points FILE [--time COLUMN] [OPTIONS]",
    )
    app.command(
        planning.run_power,
        name="power",
        usage="Usage: setapart power --alternative NAME --d D [OPTIONS]\n"
        + two.format("power").replace("Usage:", "      "),
    )
    app.command(
        planning.run_calibrate,
        name="calibrate",
        usage="Usage: setapart calibrate FILE [OPTIONS]\n"
        "       setapart calibrate FILE --group COL --level VALUE [OPTIONS]",
    )
    app.command(
        planning.run_threshold,
        name="threshold",
        usage="Usage: setapart threshold --n N [N …] --diameter B [OPTIONS]",
    )
    app.command(saved.run_explain, name="explain", usage="Usage: setapart explain RESULT.json [--data A [B]] [OPTIONS]")
    app.command(demo.run_demo, name="demo")
    app.command(demo.run_completion, name="--install-completion")
    return app


def parsed(app: "App", arguments: Sequence[str]) -> tuple[Callable[..., Any], BoundArguments, dict[str, Any]]:
    """The subcommand that some words call, its arguments, and the parameters that take the words themselves."""
    return app.parse_args(named_input(arguments), print_error=False, exit_on_error=False)


def _misspelt(error: "CycloptsError", arguments: Sequence[str]) -> str:
    """What is wrong with a command line, with the remedy where it is not plain."""
    from cyclopts.exceptions import MissingArgumentError, UnknownOptionError, UnusedCliTokensError

    if isinstance(error, MissingArgumentError) and error.argument is not None:
        if error.argument.name == "--levels":
            return "--levels needs two values, separated by a space: --levels P Q"
        if error.argument.name in ("A", "FILE", "RESULT"):
            command = " ".join(["setapart", *(error.command_chain or ())])
            return f"{command} needs a file; files go before the options"
    if isinstance(error, UnknownOptionError):
        option = error.token.keyword or error.token.value
        if len(option) == 2:  # such as -u, which no option is like
            return f"Unknown option: {option}. A column called so is named with an equals sign: --columns={option}"
        names = [name for argument in error.argument_collection if argument.parse for name in argument.names]
        return f"Unknown option: {option}.{_remedy(option.partition('=')[0], names)}"
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        marker = _marker_before(error.unused_tokens[0], arguments)
        if marker is not None:
            remedy = " ".join(f"--missing {shlex.quote(value)}" for value in (marker, *error.unused_tokens))
            return f"--missing takes one value, and may be repeated: {remedy}"
        command = " ".join(["setapart", *(error.command_chain or ())])
        words = ", ".join(map(repr, error.unused_tokens))
        return f"{command} takes no more words, and got {words}; see {command} --help"
    return str(error)


def _remedy(option: str, names: list[str]) -> str:
    """The option that a misspelt one is near to, if one is: by its letters, without the dashes that all share."""
    if option == "--encoding":
        from setapart.data.text_rows import in_utf8

        return f" Text files are read as UTF-8 or UTF-16: {in_utf8('FILE')}"
    stated = OPTIONS.get(option.lstrip("-").replace("-", "_"))  # as the argument is called in Python
    if stated in names:
        return f" Did you mean {stated}?"
    near = get_close_matches(option.lstrip("-"), [name.lstrip("-") for name in names], n=1, cutoff=_NEAR)
    return f" Did you mean --{near[0]}?" if near else ""


def _marker_before(word: str, arguments: Sequence[str]) -> str | None:
    """The value of --missing that stands just before a word, if one does."""
    triples = zip(arguments, arguments[1:], arguments[2:], strict=False)
    return next((marker for option, marker, after in triples if option == "--missing" and after == word), None)
