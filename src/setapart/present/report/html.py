"""A document as one file of HTML: no scripts, nothing from outside, all that comes from data escaped."""

import base64
import hashlib
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from setapart.present.grid import Grid
from setapart.present.report.document import Code, Document, Listing, Picture
from setapart.present.report.drawing import inline_png, inline_svg

if TYPE_CHECKING:
    from jinja2 import Template

__all__ = ["html"]

_KINDS: dict[type, str] = {str: "paragraph", Grid: "table", Picture: "picture", Listing: "list", Code: "code"}


def html(document: Document) -> str:
    """The whole page.

    Parameters
    ----------
    document : Document

    Returns
    -------
    str
        The same for the same document.

    Raises
    ------
    ImportError
        If jinja2 or Matplotlib are not installed.
    """
    template, style = _template(), _style()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    names = (f"figure-{number}" for number in range(1, 1 + _n_pictures(document)))
    sections = [
        (section.heading, [_prepared(part, names) for part in section.parts])
        for section in document.sections
        if section.parts
    ]
    return template.render(document=document, sections=sections, style=style, digest=digest)


def _n_pictures(document: Document) -> int:
    return sum(isinstance(part, Picture) for section in document.sections for part in section.parts)


def _prepared(part: Any, names: Any) -> dict[str, Any]:
    """A part as the template takes it."""
    prepared = {"kind": _KINDS[type(part)], "part": part}
    if isinstance(part, Picture):
        figure, name = part.draw(), next(names)
        svg = inline_svg(figure, name)
        prepared |= {"name": name, "svg": svg, "png": inline_png(figure) if svg is None else None}
    if isinstance(part, Grid):
        heading, *rows = zip(*part.columns, strict=True)
        prepared |= {"heading": heading, "rows": rows}
    return prepared


def _template() -> "Template":
    try:
        import matplotlib.figure  # noqa: F401  # for the figures
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ImportError:
        raise ImportError("reports need jinja2 and matplotlib: pip install 'setapart[report]'") from None
    templates = PackageLoader("setapart.present.report")
    environment = Environment(
        loader=templates, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["unbroken"] = _unbroken
    return environment.get_template("report.html.jinja")


def _unbroken(text: str) -> str:
    """Text in which no line ends between a number and its sign of percent."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def _style() -> str:
    return (files("setapart.present.report") / "templates" / "report.css").read_text(encoding="utf-8")
