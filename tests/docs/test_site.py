"""The documentation site: its interface pages name all that is public, and links of the repository become its own."""

import re
from pathlib import Path

import pytest

import setapart as sa
from programs import loaded
from setapart import theory

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def links():
    return loaded(DOCS / "_extensions/repository_links.py")


def interface():
    """The names on the page of the interface, by their module."""
    blocks = (DOCS / "api.md").read_text(encoding="utf-8").split(".. currentmodule:: ")[1:]
    return {block.split()[0]: re.findall(r"^   (\w+)$", block, re.MULTILINE) for block in blocks}


def test_every_public_name_is_on_the_page_of_the_interface():
    told = interface()
    modules = {"theory", "plots", "__version__"}
    assert sorted(told["setapart"]) == sorted(set(sa.__all__) - modules)
    assert sorted(told["setapart.theory"]) == sorted(theory.__all__)
    assert sorted(told["setapart.plots"]) == sorted(sa.plots.__all__)


def test_what_the_groups_of_the_navigation_tell_is_what_they_list():
    for name in ("start", "use", "understand", "reference"):
        text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
        linked = re.findall(r"^- \[[^\]]*\]\(([^)]*)\)", text, re.MULTILINE)
        listed = re.search(r"```\{toctree\}\n:hidden:\n\n(.*?)```", text, re.DOTALL)[1].split()
        assert [link.removesuffix(".md") for link in linked] == [
            page.replace("gallery/index", "../examples") for page in listed
        ]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("[Power](../experiments/power/README.md#the-methods)", "[Power](power_study.md#the-methods)"),
        ("[all](../examples) [one](../examples/nile.py)", "[all](gallery/index.rst) [one](gallery/nile.rst)"),
        ("[the README](../README.md)", "[the README](index.md)"),
        ("[figures](../benchmarks/results)", "figures"),
        ("[a test](../tests/docs/test_site.py)", "[a test](../tests/docs/test_site.py)"),
        ("[here](#units) [there](https://a.example/b)", "[here](#units) [there](https://a.example/b)"),
        ("![Alt [1]](images/demo.png)", "![Alt [1]](images/demo.png)"),
    ],
)
def test_a_link_between_files_becomes_one_between_pages(links, written, shown):
    assert links.site_text(written, DOCS) == shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("| `energy` | `sa.Energy` |", "| `energy` | {py:obj}`sa.Energy <setapart.Energy>` |"),
        ("## Power: `sa.power`", "## Power: `sa.power`"),
        ("[`sa.power`](planning.md), `sa.MMD(2.0)`", "[`sa.power`](planning.md), `sa.MMD(2.0)`"),
        ("```python\n# `sa.power`\n```", "```python\n# `sa.power`\n```"),
    ],
)
def test_a_public_name_leads_to_the_reference(links, written, shown):
    assert links.with_reference(written) == shown


def test_a_page_from_elsewhere_brings_its_pictures(links):
    page = (DOCS / "power_study.md").read_text(encoding="utf-8")
    text = links.site_text(page, DOCS)
    assert text.startswith("# Power and level")
    assert "](../experiments/power/results/power.png)" in text
    assert "](family_study.md)" in text
