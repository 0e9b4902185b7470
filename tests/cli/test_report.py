"""`--report`: every command with a result writes one, which says how to get it again."""

import html
import shlex

import pytest

from setapart.cli import main

QUICK = ("--statistic", "energy", "--resamples", "19")
SPECIES = ("penguins.csv", "--group", "species", "--columns", "body_mass_g", "bill_length_mm", "--nan-policy", "omit")


@pytest.fixture(autouse=True)
def here(penguin_files, monkeypatch):
    monkeypatch.chdir(penguin_files)


@pytest.mark.parametrize(
    "command",
    [
        ("test", "left.npy", "right.npz", *QUICK),
        ("compare", "left.npy", "right.npz", *QUICK),
        ("compare-groups", *SPECIES, "--statistic", "energy", "--resamples", "59"),
        ("goodness-of-fit", "left.npy", "--model", "normal", *QUICK),
        ("change-points", "left.npy", *QUICK),
        ("power", "left.npy", "right.npz", "--n", "10", "--trials", "5", "--jobs", "1", *QUICK),
        ("calibrate", "left.npy", "--trials", "5", "--jobs", "1", *QUICK),
        ("demo", "--resamples", "9", "--plot", "demo.png"),
    ],
    ids=lambda command: command[0],
)
def test_a_report_of_every_result(tmp_path, capsys, command):
    report = tmp_path / "it's <a> report.html"
    words = [*command, "--report", str(report), "--force"]
    assert main(words) == 0
    assert f"\nReport: {report}\n" in capsys.readouterr().out
    page = report.read_text(encoding="utf-8")
    assert page.lower().startswith("<!doctype html>")
    assert "<a> report" not in page
    assert f"{shlex.join(['setapart', *words])}<" in html.unescape(page)


def test_what_is_asked_for_beside_is_in_the_report(tmp_path, few_refits):
    report = tmp_path / "report.md"
    options = ("--statistic", "pw:1", "--resamples", "19", "--explain", "--min-effect", "0.5")
    assert main(["test", "left.npy", "right.npz", *options, "--report", str(report)]) == 0
    told = report.read_text(encoding="utf-8")
    words = ["setapart", "test", "left.npy", "right.npz", *options, "--report", str(report), "--force"]
    assert f"\n{shlex.join(words)}\n" in told  # with --force, as the report is there when it is typed again
    assert "significantly more than 0.5 SD" in told


def test_without_jinja2_the_remedy_is_named(monkeypatch, refused):
    monkeypatch.setattr("setapart.cli.output.find_spec", lambda name: None if name == "jinja2" else name)
    told = refused("test", "absent.csv", "absent.csv", "--report", "out.html")
    assert told == "reports need jinja2 and matplotlib: pip install 'setapart[report]'"
