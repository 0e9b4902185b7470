"""The page on the command: what it shows runs, and ends with the status that it says."""

import io
import json
import re
import shlex
import sys
from pathlib import Path

import numpy as np
import pytest

import pages
from setapart.cli import main
from setapart.cli.app import application

PAGE = Path(__file__).parents[2] / "docs/command.md"
TEXT = PAGE.read_text(encoding="utf-8")
TABLE = {name.strip("`"): example.strip("`") for name, _, example in pages.rows(PAGE, "command")}
LINES = [line for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL) for line in block.splitlines()]
CHECK = " ".join(re.search(r"- run: >-\n((?:    .*\n)+)", TEXT)[1].split())
QUICK = {
    "power": ["--resamples", "19", "--trials", "5"],
    "calibrate": ["--resamples", "19", "--jobs", "1"],
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The files of the page: two samples that lie apart, in several forms."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("setapart.explain.explain._MOST", 40)
    rng = np.random.default_rng(0)
    first, second = (np.round(rng.normal(shift, 1.0, (12, 2)), 3).tolist() for shift in (0.0, 3.0))
    for name, rows in {"before": first, "after": second, "reference": first, "today": second}.items():
        write(f"{name}.csv", ["u", "v"], rows)
    for name, rows in {"vorher": first, "nachher": second}.items():
        text = "\n".join(";".join(map(str, row)) for row in [["u", "v"], *rows])
        Path(f"{name}.csv").write_text(text.replace(".", ","))
    for name, rows in {"patients": first, "controls": second}.items():
        write(f"{name}.csv", ["name", "u", "v"], [[f"{name}{i}", *row] for i, row in enumerate(rows)])
    write("trial.csv", ["arm", "u", "v"], [["drug", *row] for row in first] + [["placebo", *row] for row in second])
    write("series.csv", ["year", "u", "v"], [[1900 + i, *row] for i, row in enumerate(first + second)])
    return tmp_path


def write(path, header, rows):
    Path(path).write_text("\n".join(",".join(map(str, row)) for row in [header, *rows]) + "\n")


def typed(line, monkeypatch, capsys):
    """The exit status of a line, and what it prints; with few relabellings, where their number does not matter."""
    command, into, result = line.partition(" > ")
    command, _, source = command.partition(" < ")
    if source:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(source).read_bytes())))
    words = shlex.split(command)[1:]
    tests = any("--statistic" in argument.names for argument in application()[words[0]].assemble_argument_collection())
    quick = QUICK.get(words[0], ["--statistic", "energy", "--resamples", "19"] if tests else [])
    status = main([*words, *([] if "--alpha" in words else quick)])
    out = capsys.readouterr().out
    if into:
        Path(result).write_text(out)
    return status, out


def test_the_table_has_every_command():
    commands = {name for name in application() if not name.startswith("-")}
    assert set(TABLE) == commands
    for name, example in TABLE.items():
        assert example.split()[:2] == ["setapart", name]


def test_every_line_runs(here, monkeypatch, capsys):
    for line in [*LINES, *(example for name, example in TABLE.items() if name != "demo")]:  # which others run
        status, out = typed(line, monkeypatch, capsys)
        assert (status, out != "") == (0, True), line
    assert json.loads((here / "result.json").read_text())["feature_names"] == ["u", "v"]
    for file in ("why.html", "why.png", "explained.html", "difference.html", "pvalues.png", "completion.bash"):
        assert (here / file).stat().st_size > 1_000


def test_the_check_fails_where_there_is_a_difference(here, monkeypatch, capsys):
    status, _ = typed(CHECK, monkeypatch, capsys)
    assert status == 1
    assert (here / "drift.html").exists()
    (here / "today.csv").write_text((here / "reference.csv").read_text())
    status, out = typed(f"{CHECK} --force", monkeypatch, capsys)
    assert status == 0
    assert "(p = 1; " in out


def test_links_lead_somewhere():
    assert pages.broken_links(PAGE) == []
