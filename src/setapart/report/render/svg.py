"""A figure as markup that can stand within a page: SVG without scripts and links, its text as text."""

import re
from io import BytesIO
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["inline_svg"]

_LARGEST = 300_000  # characters of a drawing; beyond, its marks and curves become pixels within it
_SVG, _XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
_TEXTS = frozenset({"text", "tspan"})
# What Matplotlib's drawings are made of. Everything else is left out, and so are attributes that are not listed.
_ELEMENTS = _TEXTS | {"svg", "g", "defs", "path", "use", "clipPath", "rect", "image", "pattern"}
_ATTRIBUTES = frozenset(
    {"d", "transform", "x", "y", "width", "height", "viewBox", "id", "clip-path", "href", "patternUnits"}
    | {"fill", "fill-opacity", "fill-rule", "opacity", "stroke", "stroke-dasharray", "stroke-dashoffset"}
    | {"stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width"}
    | {"font-size", "font-style", "font-weight", "text-anchor"}
)
_REFERENCE = re.compile(r"url\(#([^)]*)\)")
_SHORTHAND = re.compile(r"([0-9.]+px)")
_INKS = frozenset({"#000000", "#333333"})  # Matplotlib's and ours: on a page, the colour of its letters
_FONTS = "DejaVu Sans, Verdana, sans-serif"  # of the first the places of letters were measured


def inline_svg(figure: "Figure", name: str) -> str:
    """The figure as an ``<svg>`` element whose ids begin with `name`; its ground is that of the page, and so its ink.

    ``name-title`` and ``name-seen`` are the ids of what describes it. Text stays text, escaped, so that it can be
    selected and found.
    """
    text = _saved(figure)
    if len(text) > _LARGEST:
        _rasterize(figure)
        text = _saved(figure)
    root = ET.fromstring(text)
    _clean(root)
    _rename(root, f"{name}-")
    root.attrib |= {"role": "img", "aria-labelledby": f"{name}-title", "aria-describedby": f"{name}-seen"}
    # What Matplotlib says for all elements in a style sheet, which would hold for the whole page.
    root.attrib |= {"stroke-linejoin": "round", "stroke-linecap": "butt", "xmlns": _SVG[1:-1]}
    root.attrib |= {"fill": "currentColor", "font-family": _FONTS}
    return ET.tostring(root, encoding="unicode")


def _saved(figure: "Figure") -> str:
    from matplotlib import rc_context

    file = BytesIO()
    # The salt makes ids, which are random otherwise, the same for the same figure.
    with rc_context({"svg.hashsalt": "setapart", "svg.fonttype": "none"}):
        figure.savefig(file, format="svg", dpi=150, transparent=True, metadata={"Date": None})
    return file.getvalue().decode()


def _rasterize(figure: "Figure") -> None:
    """Draw what may have thousands of marks as pixels; axes and letters stay as they are."""
    from matplotlib.collections import Collection
    from matplotlib.lines import Line2D

    for ax in figure.axes:
        for artist in ax.get_children():
            if isinstance(artist, Collection | Line2D):
                artist.set_rasterized(True)


def _clean(element: ET.Element) -> None:
    """Leave only what draws, with styles as attributes, and the letters of texts."""
    for style in element.attrib.pop("style", "").split(";"):
        key, _, value = (part.strip() for part in style.partition(":"))
        if key == "font" and (size := _SHORTHAND.search(value)) is not None:  # as older Matplotlib says it
            key, value = "font-size", size[1]
        element.attrib.setdefault(key, value)
    if (link := element.attrib.pop(f"{_XLINK}href", None)) is not None:
        element.attrib["href"] = re.sub(r"\s", "", link)
    element.attrib = {key: _on_page(value) for key, value in element.attrib.items() if key in _ATTRIBUTES}
    if not element.attrib.get("href", "#").startswith(("#", "data:image/png;base64,")):
        del element.attrib["href"]
    element.tag = element.tag.removeprefix(_SVG)
    element.tail = None
    if element.tag not in _TEXTS:
        element.text = None
    for child in list(element):
        if str(child.tag).removeprefix(_SVG) in _ELEMENTS:
            _clean(child)
        else:
            element.remove(child)


def _on_page(value: str) -> str:
    return "currentColor" if value in _INKS else value


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
