"""Doubtful data in files: what the command says of them, in a terminal, as JSON and in the report."""

import numpy as np
import pytest

from setapart.cli import main

QUICK = ("--statistic", "energy", "--resamples", "19", "--scale", "std")


@pytest.fixture(autouse=True)
def here(tmp_path, write, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    for start, name in ((1000, "x"), (1040, "y")):
        rows = np.round(rng.normal(size=(40, 2)), 3)
        rows[:3, 0] = -9999
        write(tmp_path / f"{name}.csv", ["temp", "rain", "patient"], np.c_[rows, np.arange(start, start + 40)].tolist())


def test_a_terminal_says_options(capsys):
    assert main(["test", "x.csv", "y.csv", *QUICK]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert (
        "Note: Likely fill value, written where a value is missing: -9999 in 'temp' (3 rows of x, 3 of y). Read as a "
        "number, it dominates all distances: read it as missing with --missing -9999, and use --nan-policy omit. Note: "
        "'patient' (sorted whole numbers, each once) looks like row numbers or identifiers, not measurements: leave it "
        "out with --drop NAME, or call the rows by it with --ids NAME."
    ) in told
    assert main(["test", "x.csv", "y.csv", *QUICK, "--ids", "patient"]) == 0
    assert "row numbers" not in capsys.readouterr().out


def test_json_and_the_report_have_them(printed, tmp_path):
    page = tmp_path / "page.html"
    answer = printed("test", "x.csv", "y.csv", *QUICK, "--json", "--report", str(page))
    assert [note.split(":")[0].split(" (")[0] for note in answer["notes"]] == [
        "Likely fill value, written where a value is missing",
        "'patient'",
    ]
    text = page.read_text(encoding="utf-8")
    assert "Likely fill value, written where a value is missing" in text
    assert "looks like row numbers or identifiers" in text
