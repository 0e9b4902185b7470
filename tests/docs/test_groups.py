"""The pages on several groups and on data against a model: their examples print what follows them."""

import re
import shlex
from pathlib import Path

import numpy as np
import pytest

import pages
from setapart.cli import main

DOCS = Path(__file__).parents[2] / "docs"
PAGES = (DOCS / "groups.md", DOCS / "goodness_of_fit.md")
EXAMPLES = [
    pytest.param(page, *example, id=f"{page.stem}-{i}")
    for page in PAGES
    for i, example in enumerate(pages.examples(page), start=1)
]


@pytest.mark.parametrize(("page", "code", "output"), EXAMPLES)
def test_the_example_prints_what_follows_it(page, code, output):
    assert pages.printed(code, page.name).split() == output.split()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page):
    assert "](" not in page.read_text(encoding="utf-8") or pages.broken_links(page) == []


@pytest.mark.parametrize("command", re.findall(r"^setapart .*$", PAGES[0].read_text(encoding="utf-8"), re.MULTILINE))
def test_the_commands_run(command, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    column = re.search(r"--group (\w+)", command)[1]
    rows = np.random.default_rng(0).normal(size=(24, 2)).round(3)
    named = (f"{u},{v},{('placebo', 'drug', 'both')[i % 3]}" for i, (u, v) in enumerate(rows))
    text = "\n".join([f"bill_length_mm,body_mass_g,{column}", *named])
    Path("table.csv").write_text(text, encoding="utf-8")
    arguments = shlex.split(re.sub(r"\w+\.(csv|parquet)", "table.csv", command))[1:]
    assert main([*arguments, "--statistic", "energy", "--resamples", "99"]) == 0
    assert "placebo" in capsys.readouterr().out
    assert Path("map.png").exists() == ("--plot" in command)
