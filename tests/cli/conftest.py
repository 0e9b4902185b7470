"""Files to compare, and ways to run the command on them: in this process, or in one of its own."""

import csv
import io
import json
import subprocess
import sys

import numpy as np
import pytest

from command_words import python_words
from setapart.cli import main
from setapart.datasets import penguins

MEASUREMENTS = ("bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g")


def _write(path, header, rows):
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows([header, *([("" if cell != cell else cell) for cell in row] for row in rows)])


def _run(*arguments, cwd=None, script=None, **of_process):
    command = ["-m", "setapart"] if script is None else ["-c", script]
    return subprocess.run(
        [sys.executable, *command, *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        check=False,
        **of_process,
    )


@pytest.fixture
def write():
    """Write a CSV file: its path, its header and its rows."""
    return _write


@pytest.fixture
def run():
    """Run the command as a process."""
    return _run


@pytest.fixture
def printed(capsys):
    """What the command prints, read as JSON."""

    def printed(*arguments):
        assert main([str(argument) for argument in arguments]) == 0
        return json.loads(capsys.readouterr().out)

    return printed


@pytest.fixture
def refused(capsys):
    """The one line that the command answers to bad input with status 2; only `names` in it look like Python."""

    def refused(*arguments, names=()):
        assert main([str(argument) for argument in arguments]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("setapart: error: ")
        assert err.endswith("\n")
        assert err.count("\n") == 1
        assert set(python_words(err)) <= set(names)
        return err.removeprefix("setapart: error: ").removesuffix("\n")

    return refused


@pytest.fixture
def piped(monkeypatch):
    """Let standard input hold these bytes."""

    def piped(content):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return piped


@pytest.fixture
def few_refits(monkeypatch):
    """Explanations with as few refits as there may be: quick, and as wide as they are few."""
    monkeypatch.setattr("setapart.explain.explain._MOST", 40)


@pytest.fixture(scope="session")
def penguin_files(tmp_path_factory):
    """The penguins as one file, and as a file for each of two species; two small matrices."""
    path = tmp_path_factory.mktemp("files")
    table = penguins()
    _write(path / "penguins.csv", table.columns, zip(*table.to_dict().values(), strict=True))
    for species in ("Adelie", "Chinstrap"):
        part = penguins(species).select(MEASUREMENTS)
        _write(path / f"{species}.csv", part.columns, zip(*part.to_dict().values(), strict=True))
    rng = np.random.default_rng(0)
    np.save(path / "left.npy", rng.normal(size=(30, 3)))
    np.savez(path / "right.npz", rng.normal(size=(20, 3)) + 1.0)
    np.savez(path / "several.npz", early=np.ones((3, 2)), late=np.ones((3, 2)))
    return path
