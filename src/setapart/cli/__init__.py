"""The command ``setapart``: its entry point, which imports nothing until it can answer Ctrl-C."""

import sys
from collections.abc import Sequence

__all__ = ["main"]

INTERRUPTED = 130  # 128 and the number of the signal, as a shell has it


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, or those of the process, and return its exit status.

    It is 0 for a finished test, whatever its verdict; 1 for a difference, where --fail-on-difference asks for it; 2 for
    bad input, or an answer that could not be written, with one line on standard error; 130 after Ctrl-C.
    """
    try:
        from setapart.cli.app import run

        return run(arguments)
    except KeyboardInterrupt:
        # A pool of workers that was only half made would print its own complaint when it is thrown away.
        sys.unraisablehook = lambda _: None
        return INTERRUPTED
