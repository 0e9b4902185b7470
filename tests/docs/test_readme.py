"""What the README and the pages promise: the example's output, the commands that are run elsewhere, the links."""

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

import pages
from setapart.cli import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
NUMBER = r"-?\d+\.\d+"
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]


def words(text):
    return re.sub(NUMBER, "#", text).split()


def numbers(text):
    return [float(number) for number in re.findall(NUMBER, text)]


def test_the_examples_run_and_print_what_follows_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (code, output), (further, nothing) = pages.examples(ROOT / "README.md")
    printed = StringIO()
    with redirect_stdout(printed):
        exec(compile(f"{code}\n{further}", "README.md", "exec"), {})
    assert nothing == ""
    assert "<html" in Path("difference.html").read_text(encoding="utf-8")
    assert words(printed.getvalue()) == words(output)
    # Where another processor rounds otherwise, an ascent may end a little aside.
    assert numbers(printed.getvalue()) == pytest.approx(numbers(output), abs=0.02)


@pytest.mark.parametrize(
    ("marker", "command"),
    [
        ("main", "python3 -m venv .venv && .venv/bin/pip install '.[cli,report]' && .venv/bin/setapart demo"),
        ("test", "python3 -m venv .venv && .venv/bin/pip install -e '.[dev]' && .venv/bin/python -m pytest -n 2"),
    ],
)
def test_the_two_commands_stand_alone_in_their_blocks(marker, command):
    assert re.findall(rf"<!-- {marker} command -->\n```\n(.*?)\n```\n", README, re.DOTALL) == [command]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    assert pages.broken_links(page) == []


def test_the_code_names_entries_that_exist():
    known = set(re.findall(r"^### (E\d+)\.", (ROOT / "docs/errata.md").read_text(encoding="utf-8"), re.MULTILINE))
    named = {
        entry
        for source in (ROOT / "src").rglob("*.py")
        for entry in re.findall(r"[Ee]rrata[^,.)\n]*(?:\.md)?, (E\d+)", source.read_text(encoding="utf-8"))
    }
    assert known == {f"E{number}" for number in range(1, 17)}
    assert {"E1"} <= named <= known


def test_the_run_at_the_top_is_what_the_command_prints(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["demo"]) == 0
    shown = re.search(r"```\n\$ setapart demo\n(.*?)```", README, re.DOTALL)[1]
    # The time and the version are those of one run.
    printed, shown = (
        re.sub(r"\d+\.\d s, setapart \d\S*", "_ s, setapart _", text) for text in (capsys.readouterr().out, shown)
    )
    assert words(printed) == words(shown)
    # Where another processor rounds otherwise, an ascent may end a little aside.
    assert numbers(printed) == pytest.approx(numbers(shown), abs=0.02)


def test_the_picture_is_small():
    assert (ROOT / "docs/images/demo.png").stat().st_size < 200_000
