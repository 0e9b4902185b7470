"""The pages on change points and on monitoring: their examples print what follows them."""

from pathlib import Path

import pytest

import pages

DOCS = Path(__file__).parents[2] / "docs"
PAGES = (DOCS / "change_points.md", DOCS / "monitoring.md")
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
