"""The terminal, or whatever stands in for it: what a command may write there."""

import sys
from importlib.util import find_spec

from setapart.cli.messages import in_options

__all__ = ["accept_any_letter", "report_error", "report_warning", "wants_bar"]


def accept_any_letter() -> None:
    """Make sure that a name which the encoding of the output lacks does not end a test."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")


def report_error(message: str) -> None:
    """One line on standard error."""
    print(f"setapart: error: {_one_line(message)}", file=sys.stderr)


def report_warning(message: Warning | str, *_: object) -> None:
    """One line on standard error; stands in for `warnings.showwarning`."""
    print(f"setapart: warning: {_one_line(in_options(str(message)))}", file=sys.stderr)


def wants_bar(asked: bool | None, *, json: bool) -> bool:
    """What was asked for or, if nothing was, whether a bar would be seen and disturb nothing."""
    if asked is not None:
        return asked
    return not json and sys.stderr.isatty() and find_spec("tqdm") is not None


def _one_line(message: str) -> str:
    from setapart.present.names import plain

    return plain(" ".join(message.split()))
