"""The answer of a command: words or JSON to standard output, the picture and the report into files."""

import shlex
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from setapart._options import in_options
from setapart._targets import check_target, save, signature, signed
from setapart.cli.terminal import BAD_INPUT, EXPECTED, FINISHED, columns, report_error, tell
from setapart.cli.values import File

if TYPE_CHECKING:
    from setapart import Explanation
    from setapart.report.document import Document
    from setapart.results.base import Result

__all__ = ["MORE_OF_A_TEST", "Answer", "Output", "emit"]

_PAGES = (".html", ".htm")
_MORE = "More: --explain ({}), --details, --report FILE."
_EXPLAINED = "what would have been found", "where, and how sure"  # without evidence of a difference, and with it
MORE_OF_A_TEST = "More: --details, --report FILE."
_USELESS = {"avif", "pgf", "raw", "rgba"}  # they need more than matplotlib, or nothing opens them


@Parameter(name="*", group="Output")
@dataclass(frozen=True, kw_only=True)
class Output:
    """What is told of a result, and where.

    Parameters
    ----------
    json
        Print the result as JSON, and nothing else.
    plot
        Draw the result into this file; its suffix sets the format (.png, .svg, .pdf).
    report
        Write a report into this file: one page with pictures (.html), or text (.md).
    details
        Print what stands below the first screen of a test, too: its components, its directions, how it came about.
    force
        Write over files that exist, be they not from setapart.
    progress
        Show a bar on standard error. Default: on in a terminal, off in a pipe or with --json.
    """

    json: bool = False
    plot: File | None = None
    report: File | None = None
    details: bool = False
    force: bool = False
    progress: Annotated[bool | None, Parameter(negative="--no-progress")] = None

    def check(self) -> None:
        """Refuse files that cannot be written, before any long computation."""
        if self.plot is not None:
            _check_picture(self.plot)
            check_target("--plot", self.plot, overwrite=self.force)
        if self.report is not None:
            _check_report(self.report)
            check_target("--report", self.report, overwrite=self.force)

    @property
    def bar(self) -> bool | None:
        """Whether to show bars, as `progress` in Python; with JSON none that nobody asked for."""
        return False if self.json and self.progress is None else self.progress

    def phase(self, name: str) -> AbstractContextManager[None]:
        """A bar for work of the command itself."""
        from setapart._words import plain
        from setapart.inference.progress import phase

        return phase(plain(name), self.bar)


def _check_picture(plot: str) -> None:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError("plots need matplotlib: pip install 'setapart[plot]'") from None
    suffix = Path(plot).suffix
    formats = sorted(Figure().canvas.get_supported_filetypes().keys() - _USELESS)
    if suffix[1:].lower() not in formats:
        given = f"the suffix {suffix!r}" if suffix else "no suffix"
        raise ValueError(f"--plot {plot} has {given}; there are {', '.join(f'.{name}' for name in formats)}")


def _check_report(report: str) -> None:
    suffix = Path(report).suffix.lower()
    if suffix not in (*_PAGES, ".md"):
        raise ValueError(f"--report {report} must end in .html for a page, or in .md for text")
    if suffix in _PAGES and not all(map(find_spec, ("jinja2", "matplotlib"))):
        raise ImportError("reports need jinja2 and matplotlib: pip install 'setapart[report]'")


@dataclass(frozen=True)
class Answer:
    """What a command has found out: a result, and the explanation of a test.

    Where the test was `known` before, text, JSON and picture are those of the explanation alone; where it has been
    `shown`, only the text.
    """

    result: "Result"
    explanation: "Explanation | None" = None
    known: bool = False
    shown: bool = False
    more: str | None = None  # by default that of a test
    alpha: float | None = None  # the level of words

    def documents(self, *, details: bool = False) -> "list[Document]":
        """One below the other; the explanation leaves out what the test says, with its details or without."""
        from setapart.report import document

        if self.known and self.explanation is not None:
            return [document(self.explanation, alpha=self._alpha)]
        first = [] if self.shown else [document(self.result, alpha=self._alpha)]
        if self.explanation is None:
            return first
        return [*first, document(self.explanation, alpha=self._alpha, beside=self.result, details=details)]

    @property
    def _more(self) -> str:
        from setapart import TwoSampleResult
        from setapart._words import is_significant

        if self.more is not None or not isinstance(self.result, TwoSampleResult):
            return self.more or ""
        return _MORE.format(_EXPLAINED[is_significant(self.result.pvalue, self._alpha)])

    @property
    def _alpha(self) -> float:
        from setapart._words import ALPHA

        return ALPHA if self.alpha is None else self.alpha

    def text(self, *, details: bool = False, explained: bool = False) -> str:
        """In words, those of the command in the notes; `explained` where an explanation is here or follows."""
        from setapart.report.render.text import render_text

        more = MORE_OF_A_TEST if explained or self.explanation is not None else self._more
        text = "\n\n".join(
            render_text(document, words=in_options, details=details, more=more, columns=columns())
            for document in self.documents(details=details)
        )
        return f"\n{text}" if self.shown else text

    def data(self) -> dict[str, Any]:
        """As JSON has it."""
        if self.explanation is None:
            return self._test_data()
        explanation = self.explanation.to_dict()
        return explanation if self.known else {**self._test_data(), "explanation": explanation}

    def _test_data(self) -> dict[str, Any]:
        data = self.result.to_dict()
        if self.alpha is not None and "verdict" in data:
            from setapart.report import document

            data["verdict"] = document(self.result, alpha=self.alpha).verdict
        return data

    def picture(self, file: str) -> bytes:
        """In the format that the suffix of its file says."""
        stream = BytesIO()
        main: Any = self.result if self.explanation is None else self.explanation  # all that commands find out can plot
        suffix = Path(file).suffix.lower()
        main.plot().savefig(stream, format=suffix[1:], dpi=150, metadata=signature(suffix))
        return stream.getvalue()

    def report(self, file: str, command: str) -> bytes:
        """In the form that the suffix of its file says; names that UTF-8 does not know are written out."""
        from setapart.report import document
        from setapart.report.render import render_html, render_markdown

        is_page = Path(file).suffix.lower() in _PAGES
        render = render_html if is_page else render_markdown
        text = render(document(self.result, alpha=self._alpha, beside=self.explanation, command=command))
        content = text.encode("utf-8", errors="backslashreplace")
        return content if is_page else signed(content)


def emit(answer: Answer, output: Output, request: dict[str, Any]) -> int:
    """Print an answer, write its files, and return the exit status.

    That is 2 if a file could not be written, which takes nothing away from the rest; `request` is what `record` says.
    """
    try:
        if output.json:
            tell(_json(answer, request))
        elif answer.documents():
            tell(answer.text(details=output.details))
    finally:  # what nobody can read on standard output is still in the files
        complete = _write_files(answer, output, _repeated(request["command"], output))
    return FINISHED if complete else BAD_INPUT


def _json(answer: Answer, request: dict[str, Any]) -> str:
    from setapart.results.base import json_text

    return json_text({**answer.data(), "inputs": request})


def _repeated(words: list[str], output: Output) -> str:
    """The command once more, as it would write over the files that it names."""
    writes = any(word.partition("=")[0] in ("--plot", "--report") for word in words)
    return shlex.join(["setapart", *words, *(["--force"] if writes and not output.force else [])])


def _write_files(answer: Answer, output: Output, command: str) -> bool:
    """Write the picture and the report, say where they are, and return whether all went well."""
    from setapart._words import plain

    files: dict[str, tuple[str | None, Callable[[str], bytes]]] = {
        "Picture": (output.plot, answer.picture),
        "Report": (output.report, lambda file: answer.report(file, command)),
    }
    written, complete = [], True
    for kind, (file, content) in files.items():
        if file is None:
            continue
        try:
            with output.phase(f"{kind.lower()} {file}"):
                drawn = content(file)
            save(file, drawn, overwrite=output.force)
            written.append(f"{kind}: {plain(file)}")
        except EXPECTED as error:
            report_error(error)
            complete = False
        except Exception:  # a fault of the program, which is to leave the other file alone
            traceback.print_exc()
            complete = False
    if written and not output.json:
        tell("\n" + "\n".join(written))
    return complete
