"""The steps of .ci/run, of noxfile.py and of the README are the same commands."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from programs import loaded

ROOT = Path(__file__).parents[2]
SCRIPT = (ROOT / ".ci/run").read_text(encoding="utf-8")
STEPS = {
    "lint": "Lint",
    "types": "Types",
    "imports": "Imports run downwards only",
    "browser": "Report in a browser",
    "docs": "Documentation",
}


class Recorder:
    """Stands in for a session of nox: notes what it is told to install and to run."""

    def __init__(self):
        self.posargs = []
        self.installed = []
        self.commands = []

    def install(self, *requirements):
        self.installed.append(requirements)

    def run(self, *command):
        self.commands.append(command)


@pytest.fixture(scope="module")
def noxfile():
    return loaded(ROOT / "noxfile.py")


def recorded(noxfile, name):
    session = Recorder()
    getattr(noxfile, name)(session)
    return session


def commands_of_the_script(title):
    """The lines below a title, up to the next blank one."""
    block = re.search(rf'^say "{re.escape(title)}"\n((?:.+\n)+)', SCRIPT, re.MULTILINE)[1]
    return [tuple(shlex.split(line)) for line in block.splitlines()]


@pytest.mark.parametrize(("session", "title"), STEPS.items())
def test_a_step_runs_the_same_commands_in_both(noxfile, session, title):
    commands = recorded(noxfile, session).commands
    assert commands
    assert commands_of_the_script(title) == commands


def test_no_step_is_in_one_list_only(noxfile):
    checks = SCRIPT.partition('say "Install it')[2]
    titles = re.findall(r'^say "([^":]+)', checks, re.MULTILINE)
    assert titles == [*STEPS.values(), "Tests, as the README says", "All passed"]
    assert noxfile.nox.options.sessions == [*STEPS, "tests"]


def test_the_tests_are_run_as_the_readme_says(noxfile):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command = re.search(r"<!-- test command -->\n```\n(.*?)\n```", readme, re.DOTALL)[1]
    last = shlex.split(command.rpartition("&& ")[2].removeprefix(".venv/bin/"))
    assert recorded(noxfile, "tests").commands == [tuple(last)]


def test_the_slow_session_adds_the_mark_and_is_not_run_by_default(noxfile):
    (quick,), (slow,) = (recorded(noxfile, name).commands for name in ("tests", "slow"))
    assert slow == (*quick, "-m", "slow")
    assert "slow" not in noxfile.nox.options.sessions
    assert ".venv/bin/nox -s slow" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("session", [*STEPS, "tests", "slow"])
def test_a_session_installs_what_the_development_environment_has(noxfile, session):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (installed,) = recorded(noxfile, session).installed
    assert installed == ("-e", ".[dev]") or set(installed) <= set(project["optional-dependencies"]["dev"])
