"""The terminal, or whatever stands in for it: what a command may write there, and the exit statuses."""

import logging
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from setapart._errors import message_of
from setapart._options import in_options

__all__ = [
    "BAD_INPUT",
    "DIFFERENCE",
    "EXPECTED",
    "FINISHED",
    "NO_READER",
    "accept_any_letter",
    "columns",
    "drop_output",
    "forecasts_shown",
    "report_error",
    "report_note",
    "report_warning",
    "tell",
]

FINISHED, DIFFERENCE, BAD_INPUT = 0, 1, 2
_NARROWEST = 40  # columns of a text
NO_READER = 141  # 128 and the number of the signal, as a shell has it

# What one line on standard error is enough for; anything else is a fault of the program, and is shown in full.
EXPECTED = (ValueError, TypeError, OSError, ImportError, ArithmeticError, MemoryError)


def tell(text: str) -> None:
    """A text on standard output, at once; an `OSError` where it does not arrive."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, "standard output") from None


def columns() -> int:
    """How wide a terminal is; outside one, what text has everywhere."""
    from setapart.report.render.text import WIDTH

    return max(_NARROWEST, shutil.get_terminal_size((WIDTH, 24)).columns) if sys.stdout.isatty() else WIDTH


def drop_output() -> None:
    """Let Python not stumble on its way out over what nobody takes from standard output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def accept_any_letter() -> None:
    """Make sure that a name which the encoding of the output lacks does not end a test."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")


def report_error(error: BaseException | str) -> None:
    """One line on standard error, in options, and with the file's name where the system left it out."""
    if isinstance(error, OSError) and error.filename and error.strerror:
        error = f"{error.filename}: {in_options(error.strerror)}"
    elif isinstance(error, BaseException):
        error = in_options(message_of(error)) or type(error).__name__
    _complain(f"setapart: error: {_one_line(error)}")


def report_warning(warning: Warning, *_: object) -> None:
    """One line on standard error; stands in for `warnings.showwarning`."""
    _complain(f"setapart: warning: {_one_line(in_options(message_of(warning)))}")


def report_note(message: str) -> None:
    """One line on standard error, of what is no reason to worry."""
    _complain(f"setapart: note: {_one_line(message)}")


@contextmanager
def forecasts_shown() -> Iterator[None]:
    """Show each forecast of a long computation once, as a note."""
    logger, listener = logging.getLogger("setapart"), _Notes()
    level = logger.level
    logger.addHandler(listener)
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.setLevel(level)
        logger.removeHandler(listener)


class _Notes(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.shown: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Show what has not been shown."""
        message = record.getMessage() if record.args else in_options(record.msg)
        if message not in self.shown:
            self.shown.add(message)
            report_note(message)


def _complain(line: str) -> None:
    if sys.stderr is not None:  # closed, it would send the line to standard output
        print(line, file=sys.stderr)


def _one_line(message: str) -> str:
    from setapart._words import plain

    return plain(" ".join(message.split()))
