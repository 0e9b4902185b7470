"""The answer of a command: the words or the JSON to standard output, the picture and the report into their files."""

import shlex
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from setapart.cli.files import save
from setapart.cli.messages import notes_in_options, words
from setapart.cli.output import Output
from setapart.cli.picture import Drawable, drawn
from setapart.cli.report import Reportable, reported
from setapart.cli.status import BAD_INPUT, FINISHED
from setapart.cli.terminal import EXPECTED, report_error, tell

__all__ = ["give"]


class Answer(Drawable, Reportable, Protocol):
    """A result, of whatever kind."""

    def summary(self) -> str:
        """In words."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        ...


def give(result: Answer, output: Output, asked: dict[str, Any]) -> int:
    """Print a result, and write what was asked for into files.

    Parameters
    ----------
    result : result
    output : Output
    asked : dict
        What `record` says.

    Returns
    -------
    int
        The exit status: 2 if a file could not be written, which takes nothing away from the rest.
    """
    try:
        tell(_json(result, asked) if output.json else notes_in_options(result.summary()))
    finally:  # what nobody can read on standard output is still in the files
        complete = _write_files(result, output, _again(asked["command"], output))
    return FINISHED if complete else BAD_INPUT


def _again(words: list[str], output: Output) -> str:
    """The command once more, as it would write over the files that it names."""
    named = any(word.partition("=")[0] in ("--plot", "--report") for word in words)
    return shlex.join(["setapart", *words, *(["--force"] if named and not output.force else [])])


def _json(result: Answer, asked: dict[str, Any]) -> str:
    from setapart.results.base import json_text

    return json_text({**result.to_dict(), "inputs": asked})


def _write_files(result: Answer, output: Output, command: str) -> bool:
    """Write the picture and the report, say where they are, and return whether all went well."""
    from setapart._words import plain
    from setapart.inference.progress import phase

    wanted: dict[str, tuple[str | None, Callable[[str], bytes]]] = {
        "Picture": (output.plot, partial(drawn, result)),
        "Report": (output.report, partial(reported, result, command=command)),
    }
    written, complete = [], True
    for kind, (file, content) in wanted.items():
        if file is None:
            continue
        try:
            with phase(f"{kind.lower()} {plain(file)}", output.bar):
                made = content(file)
            save(file, made, force=output.force)
            written.append(f"{kind}: {plain(file)}")
        except EXPECTED as error:
            report_error(words(error))
            complete = False
        except Exception:  # a fault of the program, which is to leave the other file alone
            traceback.print_exc()
            complete = False
    if written and not output.json:
        tell("\n" + "\n".join(written))
    return complete
