"""A document as one file of HTML: no scripts, nothing from outside, all that comes from data escaped."""

import base64
import hashlib
from collections.abc import Iterator
from importlib.resources import files
from itertools import count
from typing import TYPE_CHECKING, Any

from setapart.plots.measured import for_page
from setapart.report.document import Block, Code, Document, Grid, Listing, Picture
from setapart.report.render.svg import inline_svg

if TYPE_CHECKING:
    from jinja2 import Template

__all__ = ["render_html"]

_KINDS: dict[type, str] = {Grid: "table", Picture: "picture", Listing: "list", Code: "code"}


def render_html(document: Document) -> str:
    """The whole page, the same for the same document; an `ImportError` says what it needs."""
    template, style = _template(), _style()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    names = (f"figure-{number}" for number in count(1))
    sections = [
        (section.heading, [_prepared(block, names) for block in section.blocks]) for section in document.sections
    ]
    return template.render(document=document, sections=sections, style=style, digest=digest)


def _prepared(block: Block, names: Iterator[str]) -> dict[str, Any]:
    """A block as the template takes it."""
    # A paragraph may be a `Message`, a kind of string.
    prepared: dict[str, Any] = {"kind": _KINDS.get(type(block), "paragraph"), "block": block}
    if isinstance(block, Picture):
        name = next(names)
        with for_page():
            svg = inline_svg(block.draw(), name)
        prepared |= {"name": name, "svg": svg}
    if isinstance(block, Grid):
        heading, *rows = zip(*block.columns, strict=True)
        prepared |= {"heading": heading, "rows": rows}
    return prepared


def _template() -> "Template":
    try:
        import matplotlib.figure  # noqa: F401  # for the figures
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ImportError:
        raise ImportError("reports need jinja2 and matplotlib: pip install 'setapart[report]'") from None
    templates = PackageLoader("setapart.report.render")
    environment = Environment(
        loader=templates, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["unbroken"] = _unbroken
    return environment.get_template("report.html.jinja")


def _unbroken(text: str) -> str:
    """Text in which no line ends between a number and its sign of percent."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def _style() -> str:
    return (files("setapart.report.render") / "templates" / "report.css").read_text(encoding="utf-8")
