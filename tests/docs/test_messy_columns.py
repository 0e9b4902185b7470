"""The page on messy columns: its files, its error and its commands are as it shows them."""

import re
import shlex
from pathlib import Path

import pages
from setapart.cli import main

PAGE = Path(__file__).parents[2] / "docs/messy_columns.md"
TEXT = PAGE.read_text(encoding="utf-8")
SHELL = [
    (lines.replace("\\\n", ""), shown)
    for lines, shown in re.findall(r"```sh\n(.*?)```\n(?:```\n(.*?)```)?", TEXT, re.S)
]


def test_the_error_the_inspection_and_the_command_are_those_of_the_page(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (code, _), *_ = pages.examples(PAGE)
    pages.printed(code, PAGE.name)
    (test, error), (inspect, columns), (command, _) = SHELL
    assert main(shlex.split(test)[1:]) == 2
    assert capsys.readouterr().err.split() == error.split()
    assert main(shlex.split(inspect)[1:]) == 0
    assert capsys.readouterr().out.split() == columns.replace("\\\n", "").split()
    assert main([*shlex.split(command)[1:], "--statistic", "energy", "--resamples", "19", "--details"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    for note in re.findall(r"^Note: .*?(?=\n\n|\n```)", TEXT, re.MULTILINE | re.DOTALL):
        assert " ".join(note.split()) in told
