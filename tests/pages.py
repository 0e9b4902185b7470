"""Pages of documentation as tests read them: their examples, their tables, their links."""

import re
from contextlib import redirect_stdout
from io import StringIO


def examples(page):
    """The examples of a page and what is printed below each, which is nothing where none is shown."""
    text = page.read_text(encoding="utf-8")
    found = re.findall(r"^```python\n(.*?)^```\n(?:```\n(.*?)^```)?", text, re.DOTALL | re.MULTILINE)
    assert len(found) == text.count("```python"), page.name
    return found


def printed(code, name):
    """What an example prints."""
    out = StringIO()
    with redirect_stdout(out):
        exec(compile(code, name, "exec"), {})
    return out.getvalue()


def rows(page, header):
    """The rows of the table whose first header cell is this, as lists of cells."""
    text = page.read_text(encoding="utf-8")
    [body] = re.findall(rf"^\| {re.escape(header)}\b[^\n]*\n\|[-|]+\|\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in body.splitlines()]


def broken_links(page):
    """The links of a page to files and headings that are not there."""
    links = re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
    return [link for link in links if not link.startswith("https://") and not _leads_somewhere(page, link)]


def _leads_somewhere(page, link):
    path, _, anchor = link.partition("#")
    target = page.parent / path if path else page
    return target.exists() and (not anchor or anchor in _anchors(target))


def _anchors(page):
    """The anchors of a page's headings, by GitHub's rule."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
