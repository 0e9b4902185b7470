"""The command ``setapart explain``: a test that ``setapart test --json`` printed, run again and explained."""

import json
import warnings
from dataclasses import dataclass, replace
from typing import Any

from cyclopts import CycloptsError

from setapart import __version__
from setapart._targets import expanded
from setapart.cli.app import application, parsed
from setapart.cli.files import STANDARD_INPUT, digest, record
from setapart.cli.options import Jobs
from setapart.cli.output import Answer, Output, emit
from setapart.cli.two_samples import explained, run_test, tested
from setapart.cli.values import File, Files, Words

__all__ = ["run_explain"]

_WANTED = "setapart explain takes what `setapart test --json` prints"


def run_explain(
    result: File,
    /,
    *,
    data: Files | None = None,
    min_effect: float | None = None,
    n_jobs: Jobs = -1,
    output: Output = Output(),
    words: Words,
) -> int:
    """Explain the difference that a test found: run it again on the same files, and tell more of it.

    Parameters
    ----------
    result
        File with what `setapart test --json` printed.
    data
        Where the files of that test are now. They must hold what they held. Default: where they were.
    min_effect
        Test whether the samples differ by more than this, in pooled standard deviations.
    """
    output.check()
    saved = saved_test(result)
    files = saved.located(data)
    request = record(words, *files)
    options = saved.options
    test = replace(options["test"], run=replace(options["test"].run, n_jobs=n_jobs))
    b = files[1] if len(files) == 2 else None
    repeated = tested(files[0], b, options["group"], options["reading"], test, output, max_rows=options["max_rows"])
    if repeated.pvalue != saved.pvalue:
        warnings.warn(
            f"the p-value is {repeated.pvalue:.3g} now, and was {saved.pvalue:.3g} in {result}, which setapart "
            f"{saved.version} wrote; this is {__version__}",
            stacklevel=2,
        )
    explanation = explained(Answer(repeated), min_effect, n_jobs, output, request)
    return emit(Answer(repeated, explanation, known=True), output, request)


@dataclass(frozen=True)
class SavedTest:
    """A test that was run before.

    `name` is the file with its JSON; `files` are as they were given, `digests` their SHA-256, None of standard input;
    `options` go by the parameters of `run_test`; `version` is of the package that ran it.
    """

    name: str
    files: tuple[str, ...]
    digests: tuple[str | None, ...]
    options: dict[str, Any]
    pvalue: float
    version: str

    def located(self, data: list[str] | None) -> tuple[str, ...]:
        """The files, where they are now, in `data` if that is elsewhere; refused if they do not hold what they held."""
        remedy = "--data says where the files of the test are now"
        if data is not None and len(data) != len(self.files):
            raise ValueError(f"--data must name as many files as the test had, {len(self.files)}; got {len(data)}")
        places = tuple(data or self.files)
        for place, content in zip(places, self.digests, strict=True):
            if content is None and data is None:
                raise ValueError(f"the test read standard input, which is not kept; {remedy}")
            if not expanded(place).exists():
                raise FileNotFoundError(f"no such file: {place}; {remedy}")
            if content is not None and place == STANDARD_INPUT:
                raise ValueError(f"standard input cannot be compared with the file that it stands for; {remedy}")
            if content is not None and digest(place) != content:
                raise ValueError(f"{place} is not what it was: its SHA-256 differs from that in {self.name}; {remedy}")
        return places


def saved_test(name: str) -> SavedTest:
    """Read the JSON of a test; what is not that is refused with what it is instead."""
    content = _content(name)
    try:
        words, files = content["inputs"]["command"], content["inputs"]["files"]
        if not isinstance(words, list):
            raise TypeError
        if words[0] != "test":
            raise ValueError(f"{name} was printed by `setapart {words[0]}`; {_WANTED}")
        command, bound, _ = parsed(application(), words)
        if command is not run_test or len(files) not in (1, 2):
            raise LookupError  # such as a call for help
        pvalue = content["pvalue"]
        if not 0.0 <= pvalue <= 1.0:
            raise LookupError
        bound.apply_defaults()
        return SavedTest(
            name=name,
            files=tuple(str(file["path"]) for file in files),
            digests=tuple(file["sha256"] for file in files),
            options=bound.arguments,
            pvalue=pvalue,
            version=str(content["versions"]["setapart"]),
        )
    except CycloptsError as error:
        raise ValueError(f"{name} has options that this version of setapart lacks: {error}") from None
    except (LookupError, TypeError, AttributeError):
        raise ValueError(f"{name} is damaged; {_WANTED}") from None


def _content(name: str) -> dict[str, Any]:
    path = expanded(name)
    try:
        content = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        raise ValueError(f"{name} is not JSON; {_WANTED}") from None
    if not isinstance(content, dict) or content.keys().isdisjoint({"pvalue", "inputs"}):
        raise ValueError(f"{name} is not the result of a test; {_WANTED}")
    from setapart.results.base import SCHEMA

    schema = content.get("schema", SCHEMA)
    if schema != SCHEMA:
        raise ValueError(f"{name} has schema {schema!r}, and this version of setapart reads schema {SCHEMA}")
    if "inputs" not in content:
        raise ValueError(f"{name} does not say which files were tested; {_WANTED}")
    return content
