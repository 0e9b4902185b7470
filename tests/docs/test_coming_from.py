"""The page for those who come from another package: every call on it has the arguments that its function takes."""

import ast
import inspect
import re
from pathlib import Path

import ot
import pytest
from scipy import stats

import setapart as sa

PAGE = (Path(__file__).parents[2] / "docs/coming_from.md").read_text(encoding="utf-8")
THEIRS = {"SciPy": stats, "POT": ot}


def calls():
    """Each call in a table, with the module of its function."""
    for title, table in re.findall(r"^## (\S+)\n\n\|[^\n]*\n\|[-|]+\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE):
        for line in table.splitlines():
            theirs, ours, _ = re.split(r"(?<!\\)\|", line.strip("|"))
            yield from ((sa, code) for code in re.findall(r"`sa\.([^`]+\))[^`]*`", ours))
            if title in THEIRS:
                # ot.dr needs packages of its own.
                yield from ((THEIRS[title], code) for code in re.findall(r"`(?!dr\.)([^`]+)`", theirs))


@pytest.mark.parametrize(("module", "code"), list(calls()))
def test_a_call_has_the_arguments_that_its_function_takes(module, code):
    call = ast.parse(code.replace("…", "None"), mode="eval").body
    function = module
    for name in ast.unparse(call.func).split("."):
        function = getattr(function, name)
    inspect.signature(function).bind(*call.args, **{keyword.arg: keyword.value for keyword in call.keywords})


def test_no_call_is_overlooked():
    assert len(list(calls())) > 30
