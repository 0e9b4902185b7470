"""Links between files of the repository, as GitHub follows them, become links between pages of the site.

A page that is a file from elsewhere (an experiment's README, the changelog) includes it whole, and links to that file
lead to the page. Programs of the gallery lead to their pages in it. Other files can be downloaded; folders cannot.

A public name in a sentence or a table, such as ``sa.Energy``, leads to its page in the reference.
"""

import os
import re
from functools import cache
from pathlib import Path

DOCS = Path(__file__).parents[1]
ROOT = DOCS.parent

_INCLUDE = re.compile(r"^```\{include\} (\S+\.md)\n```$", re.MULTILINE)
_FENCE = re.compile(r"^(```.*?^```$)", re.MULTILINE | re.DOTALL)
_NAME = re.compile(r"(?<![`\[])`sa\.([A-Za-z_]+)`(?![`\]])")
_LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\])\(([^)\s#]+)(#[^)\s]*)?\)")


@cache
def _pages():
    """The page of the site that shows a file from outside ``docs``."""
    shown = {
        ROOT / "README.md": DOCS / "index.md",
        ROOT / "examples": DOCS / "gallery" / "index.rst",
    }
    for page in DOCS.glob("*.md"):
        for included in _INCLUDE.findall(page.read_text(encoding="utf-8")):
            shown[(DOCS / included).resolve()] = page
    for program in (ROOT / "examples").glob("*.py"):
        shown[program] = DOCS / "gallery" / f"{program.stem}.rst"
    return shown


def site_text(text, folder):
    """Rewrite a page that lies in a folder for a place in ``docs``, with the files that it includes."""

    def included(match):
        path = (folder / match[1]).resolve()
        return site_text(path.read_text(encoding="utf-8"), path.parent)

    def linked(match):
        label, target, anchor = match[1], match[2], match[3] or ""
        if "://" in target or target.startswith("mailto:"):
            return match[0]
        path = (folder / target).resolve()
        page = _pages().get(path, path)
        if page.is_dir():
            return label.removeprefix("[").removesuffix("]")
        return f"{label}({os.path.relpath(page, DOCS)}{anchor})"

    return _INCLUDE.sub(included, _LINK.sub(linked, text))


def with_reference(text):
    """Link public names to the reference, but for those in code and in headings, whose anchors must not change."""
    parts = _FENCE.split(text)
    for i in range(0, len(parts), 2):
        lines = parts[i].split("\n")
        parts[i] = "\n".join(
            line if line.startswith("#") else _NAME.sub(r"{py:obj}`sa.\1 <setapart.\1>`", line)
            for line in lines
        )
    return "".join(parts)


def _on_source_read(app, name, source):
    if app.env.doc2path(name).suffix == ".md":
        source[0] = with_reference(site_text(source[0], DOCS))


def setup(app):
    """Tell Sphinx of it."""
    app.connect("source-read", _on_source_read)
    return {"parallel_read_safe": True}
