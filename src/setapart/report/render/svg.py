"""A figure as markup that can stand within a page: SVG without scripts and links, or pixels."""

import base64
import re
from io import BytesIO
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["inline_png", "inline_svg"]

_LARGEST = 300_000  # characters of a drawing; beyond, pixels are smaller
_SVG, _XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
# What Matplotlib's drawings are made of. Everything else is left out, and so are attributes that are not listed.
_ELEMENTS = frozenset({"svg", "g", "defs", "path", "use", "clipPath", "rect", "image", "pattern"})
_ATTRIBUTES = frozenset(
    {"d", "transform", "x", "y", "width", "height", "viewBox", "id", "clip-path", "href", "patternUnits"}
    | {"fill", "fill-opacity", "fill-rule", "opacity", "stroke", "stroke-dasharray", "stroke-dashoffset"}
    | {"stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width"}
)
_REFERENCE = re.compile(r"url\(#([^)]*)\)")


def inline_svg(figure: "Figure", name: str) -> str | None:
    """The figure as an ``<svg>`` element whose ids begin with `name`, or None if it would be large.

    ``name-title`` and ``name-seen`` are the ids of what describes it. All letters are drawn as paths, so that it looks
    the same everywhere and holds no text from the data.
    """
    text = _saved(figure, "svg").decode()
    if len(text) > _LARGEST:
        return None
    root = ET.fromstring(text)
    _clean(root)
    _rename(root, f"{name}-")
    root.attrib |= {"role": "img", "aria-labelledby": f"{name}-title", "aria-describedby": f"{name}-seen"}
    # What Matplotlib says for all elements in a style sheet, which would hold for the whole page.
    root.attrib |= {"stroke-linejoin": "round", "stroke-linecap": "butt", "xmlns": _SVG[1:-1]}
    return ET.tostring(root, encoding="unicode")


def inline_png(figure: "Figure") -> str:
    """The figure as the address of an image that holds it."""
    return f"data:image/png;base64,{base64.b64encode(_saved(figure, 'png')).decode()}"


def _saved(figure: "Figure", kind: str) -> bytes:
    from matplotlib import rc_context

    file = BytesIO()
    # The salt makes ids, which are random otherwise, the same for the same figure.
    with rc_context({"svg.hashsalt": "setapart", "svg.fonttype": "path"}):
        figure.savefig(file, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else {"Software": None})
    return file.getvalue()


def _clean(element: ET.Element) -> None:
    """Leave only what draws, with styles as attributes."""
    for style in element.attrib.pop("style", "").split(";"):
        key, _, value = style.partition(":")
        element.attrib.setdefault(key.strip(), value.strip())
    if (link := element.attrib.pop(f"{_XLINK}href", None)) is not None:
        element.attrib["href"] = re.sub(r"\s", "", link)
    element.attrib = {key: value for key, value in element.attrib.items() if key in _ATTRIBUTES}
    if not element.attrib.get("href", "#").startswith(("#", "data:image/png;base64,")):
        del element.attrib["href"]
    element.tag = element.tag.removeprefix(_SVG)
    element.text = element.tail = None
    for child in list(element):
        if str(child.tag).removeprefix(_SVG) in _ELEMENTS:
            _clean(child)
        else:
            element.remove(child)


def _rename(root: ET.Element, prefix: str) -> None:
    """Begin the ids with a prefix; those that nothing refers to go."""
    used = set()
    for element in root.iter():
        for key, value in element.attrib.items():
            if key == "href" and value.startswith("#"):
                used.add(value[1:])
                element.attrib[key] = f"#{prefix}{value[1:]}"
            elif (reference := _REFERENCE.fullmatch(value)) is not None:
                used.add(reference[1])
                element.attrib[key] = f"url(#{prefix}{reference[1]})"
    for element in root.iter():
        if (identifier := element.attrib.pop("id", None)) in used:
            element.attrib["id"] = f"{prefix}{identifier}"
