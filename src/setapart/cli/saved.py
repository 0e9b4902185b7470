"""What ``setapart test --json`` printed, read back: which test it was, of which files, and how it came out."""

import json
from dataclasses import dataclass
from typing import Any

from cyclopts import CycloptsError

from setapart.cli.commands.test import run_test
from setapart.cli.files import expanded
from setapart.cli.parser import parsed, parser
from setapart.cli.question import Question
from setapart.cli.record import digest
from setapart.cli.standard_input import STANDARD_INPUT

__all__ = ["SavedTest", "saved_test"]

_WANTED = "setapart explain takes what `setapart test --json` prints"


@dataclass(frozen=True)
class SavedTest:
    """A test that was run before.

    Attributes
    ----------
    name : str
        The file with its JSON.
    files : tuple of str
        Its files, as they were given.
    digests : tuple of str or None
        The SHA-256 of each; None for standard input.
    question : Question
    pvalue : float
    version : str
        Of the package that ran it.
    """

    name: str
    files: tuple[str, ...]
    digests: tuple[str | None, ...]
    question: Question
    pvalue: float
    version: str

    def located(self, data: list[str] | None) -> tuple[str, ...]:
        """The files, where they are now; refused if they do not hold what they held.

        Parameters
        ----------
        data : list of str, optional
            Where they are, if elsewhere.
        """
        remedy = "--data says where the files of the test are now"
        if data is not None and len(data) != len(self.files):
            raise ValueError(f"--data must name as many files as the test had, {len(self.files)}; got {len(data)}")
        places = tuple(data or self.files)
        for place, known in zip(places, self.digests, strict=True):
            if known is None and data is None:
                raise ValueError(f"the test read standard input, which is not kept; {remedy}")
            if not expanded(place).exists():
                raise FileNotFoundError(f"no such file: {place}; {remedy}")
            if known is not None and place == STANDARD_INPUT:
                raise ValueError(f"standard input cannot be compared with the file that it stands for; {remedy}")
            if known is not None and digest(place) != known:
                raise ValueError(f"{place} is not what it was: its SHA-256 differs from that in {self.name}; {remedy}")
        return places


def saved_test(name: str) -> SavedTest:
    """Read the JSON of a test.

    Raises
    ------
    ValueError
        If it is not that; the message says what it is instead.
    """
    known = _known(name)
    try:
        words, files = known["inputs"]["command"], known["inputs"]["files"]
        if not isinstance(words, list):
            raise TypeError
        if words[0] != "test":
            raise ValueError(f"{name} was printed by `setapart {words[0]}`; {_WANTED}")
        app = parser()
        app.command(run_test, name="test")
        command, bound, _ = parsed(app, words)
        if command is not run_test or len(files) not in (1, 2):
            raise LookupError  # such as a call for help
        pvalue = known["pvalue"]
        if not 0.0 <= pvalue <= 1.0:
            raise LookupError
        bound.apply_defaults()
        return SavedTest(
            name=name,
            files=tuple(str(file["path"]) for file in files),
            digests=tuple(file["sha256"] for file in files),
            question=bound.arguments["question"],
            pvalue=pvalue,
            version=str(known["versions"]["setapart"]),
        )
    except CycloptsError as error:
        raise ValueError(f"{name} has options that this version of setapart lacks: {error}") from None
    except (LookupError, TypeError, AttributeError):
        raise ValueError(f"{name} is damaged; {_WANTED}") from None


def _known(name: str) -> dict[str, Any]:
    path = expanded(name)
    try:
        known = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        raise ValueError(f"{name} is not JSON; {_WANTED}") from None
    if not isinstance(known, dict) or known.keys().isdisjoint({"pvalue", "inputs"}):
        raise ValueError(f"{name} is not the result of a test; {_WANTED}")
    from setapart.results.base import SCHEMA

    schema = known.get("schema", SCHEMA)
    if schema != SCHEMA:
        raise ValueError(f"{name} has schema {schema!r}, and this version of setapart reads schema {SCHEMA}")
    if "inputs" not in known:
        raise ValueError(f"{name} does not say which files were tested; {_WANTED}; in Python, use result.explain()")
    return known
