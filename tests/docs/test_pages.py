"""Every page of the documentation: its examples print what follows them, its links lead somewhere."""

import re
from pathlib import Path

import pytest

import pages

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(DOCS.glob("*.md"))
NUMBER = r"-?\d+\.\d+"
EXAMPLES = [
    pytest.param(page.name, *example, id=f"{page.stem}-{i}")
    for page in PAGES
    for i, example in enumerate(pages.examples(page), start=1)
]


@pytest.mark.parametrize(("name", "code", "output"), EXAMPLES)
def test_the_example_prints_what_follows_it(name, code, output, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = pages.printed(code, name)
    assert re.sub(NUMBER, "#", found).split() == re.sub(NUMBER, "#", output).split()
    # Where another processor rounds otherwise, an ascent may end a little aside, and a relabelling of 199 more count.
    assert [float(number) for number in re.findall(NUMBER, found)] == pytest.approx(
        [float(number) for number in re.findall(NUMBER, output)], abs=0.006
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page):
    assert pages.broken_links(page) == []
