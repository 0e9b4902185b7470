"""The pages on single functions: their examples print what follows them, and their links lead somewhere."""

from pathlib import Path

import pytest

import pages

DOCS = Path(__file__).parents[2] / "docs"
NAMES = ("comparing", "groups", "goodness_of_fit", "change_points", "monitoring")
PAGES = [DOCS / f"{name}.md" for name in NAMES]
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
