"""The guides on whole tasks: their commands print what the pages show, and the quoted numbers are those of a run."""

import re
import shlex
from pathlib import Path

import pytest

import pages
from setapart.cli import main

DOCS = Path(__file__).parents[2] / "docs"
WRITING = DOCS / "what_to_write.md"
DECIMAL = r"\d+\.\d+"


def commands(page):
    """The commands of a page that are shown with what they print."""
    text = page.read_text(encoding="utf-8").replace("\\\n", "")
    return re.findall(r"^```sh\n(setapart [^\n]*)\n```\n```\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def decimals(text):
    return [float(number) for number in re.findall(DECIMAL, text)]


@pytest.mark.parametrize(("name", "statuses"), [("ab_test", [0, 0, 0]), ("drift", [1])])
def test_each_command_prints_what_the_page_shows(name, statuses, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    page = DOCS / f"{name}.md"
    [(files, _)] = pages.examples(page)
    pages.printed(files, page.name)
    for (command, shown), status in zip(commands(page), statuses, strict=True):
        assert main(shlex.split(command)[1:]) == status
        printed = capsys.readouterr().out
        assert re.sub(DECIMAL, "#", printed).split() == re.sub(DECIMAL, "#", shown).split()
        # Where another processor rounds otherwise, a relabelling of 999 more may count.
        assert decimals(printed) == pytest.approx(decimals(shown), abs=0.006)


def test_the_script_on_drift_runs_the_command_shown_above_it():
    text = (DOCS / "drift.md").read_text(encoding="utf-8").replace("\\\n", "")
    [(command, _)] = commands(DOCS / "drift.md")
    script = re.search(r"```bash\n.*?(setapart .*?) > ", text, re.DOTALL)[1]
    assert shlex.split(script) == shlex.split(command)


@pytest.mark.parametrize(
    ("title", "source"),
    [("A paper", WRITING), ("An A/B test", DOCS / "ab_test.md"), ("Drift", DOCS / "drift.md"),
     ("Nothing found", DOCS / "ab_test.md")],
)  # fmt: skip
def test_the_numbers_in_sentences_to_copy_are_those_of_the_run(title, source):
    section = WRITING.read_text(encoding="utf-8").partition(f"## {title}\n")[2].partition("\n## ")[0]
    sentences = " ".join(line for line in section.splitlines() if line.startswith("> "))
    shown = "\n".join(re.findall(r"^```\n```\n(.*?)^```", source.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE))
    settings = {"0.1.0", "999", "0", "95"}  # the version, the relabellings, the seed, the level of intervals
    quoted = set(re.findall(r"\d+(?:\.\d+)*", sentences)) - settings
    assert quoted
    assert quoted <= set(re.findall(r"\d+(?:\.\d+)?", shown))
