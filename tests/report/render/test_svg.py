"""Figures within a page: only what draws is left of them, with ids of their own."""

import base64
import re
from xml.etree import ElementTree as ET

import pytest
from matplotlib.figure import Figure

from hostile import HOSTILE
from setapart.plots.style import INK
from setapart.report.pictures import panel
from setapart.report.render.svg import _clean, _rename, inline_svg

SVG = "{http://www.w3.org/2000/svg}"


def figure(title="", *, points=3):
    made = Figure(figsize=(3.0, 2.0))
    ax = made.subplots()
    ax.bar([0, 1], [2, 1], color="#009e73", hatch="//", clip_on=True)
    ax.plot(range(points), range(points), "o", color="#0072B2")
    ax.set_title(title)
    return made


def test_a_drawing_keeps_colours_patterns_and_clips_and_nothing_else():
    root = ET.fromstring(inline_svg(figure(), "figure-1"))
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags == {"svg", "g", "defs", "path", "use", "clipPath", "rect", "pattern", "text"}
    fills = [element.get("fill") for element in root.iter() if element.get("fill")]
    assert "#0072b2" in fills
    assert sum(fill.startswith("url(#figure-1-") for fill in fills) == 2  # the hatched bars
    assert root.get("viewBox") == "0 0 216 144"  # 3 by 2 inches, in points
    assert root.attrib["role"] == "img"


def test_ids_of_two_drawings_differ():
    ids = [set(re.findall(r'\bid="(.*?)"', inline_svg(figure(), name))) for name in ("figure-1", "figure-2")]
    assert ids[0]
    assert not ids[0] & ids[1]
    assert all(one.startswith("figure-1-") for one in ids[0])


def test_the_same_figure_gives_the_same_drawing():
    assert inline_svg(figure("a"), "x") == inline_svg(figure("a"), "x")


def test_the_marks_of_a_large_drawing_become_pixels_and_its_text_stays():
    drawing = inline_svg(figure("many", points=5_000), "x")
    assert len(drawing) < 100_000
    root = ET.fromstring(drawing)
    [image] = root.iter(f"{SVG}image")
    kind, _, content = image.get("href").partition(",")
    assert kind == "data:image/png;base64"
    assert base64.b64decode(content)[:8] == b"\x89PNG\r\n\x1a\n"
    assert "many" in [text.text for text in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("name", [name for name in HOSTILE if name.isprintable() and "$" not in name and name.strip()])
def test_texts_are_written_and_escaped(name):
    drawing = inline_svg(figure(name), "x")
    assert set(re.findall(r"<(\w+)", drawing)) <= {
        "svg",
        "g",
        "defs",
        "path",
        "use",
        "clipPath",
        "rect",
        "pattern",
        "text",
    }
    assert "<!--" not in drawing
    assert name in [text.text for text in ET.fromstring(drawing).iter(f"{SVG}text")]


def test_ink_is_that_of_the_page_and_the_ground_is_clear():
    made = figure("title")
    made.axes[0].text(0.0, 1.0, "beside", color=INK)
    root = ET.fromstring(inline_svg(made, "x"))
    assert root.get("fill") == "currentColor"
    colours = [element.get(key) for element in root.iter() for key in ("fill", "stroke") if element.get(key)]
    assert not {"#000000", INK} & set(colours)
    assert colours.count("currentColor") >= 5  # the letters, the text beside them and four spines
    grounds = [element for element in root.iter(f"{SVG}path") if element.get("fill") == "#ffffff"]
    assert all(element.get("fill-opacity", "1") == "0" or element.get("opacity") == "0" for element in grounds)


def test_what_could_do_harm_is_left_out():
    root = ET.fromstring(
        f"""<svg xmlns="{SVG[1:-1]}" xmlns:xlink="http://www.w3.org/1999/xlink" onload="alert(1)">
        <script>alert(1)</script><style>* {{}}</style><foreignObject/><a href="javascript:alert(1)"><path d="M0"/></a>
        <animate attributeName="href" to="javascript:alert(1)"/><metadata>when</metadata>
        <path d="M0 0" id="used" style="fill: #ff0000; behaviour: url(x)" onclick="alert(1)"/>
        <g id="unused"><use xlink:href="#used"/><use href="https://evil.example/x.svg#y"/>
        <image xlink:href="https://evil.example/x.png"/><image xlink:href="data:image/svg+xml;base64,PHN2Zz4="/>
        <image xlink:href="data:image/png;base64, iVBO&#10;Rw0="/></g></svg>"""
    )
    _clean(root)
    _rename(root, "f-")
    assert ET.tostring(root, encoding="unicode") == (
        '<svg><path d="M0 0" fill="#ff0000" id="f-used" /><g><use href="#f-used" /><use /><image /><image />'
        '<image href="data:image/png;base64,iVBORw0=" /></g></svg>'
    )


def test_a_panel_is_as_high_as_asked():
    drawn = []
    made = panel(drawn.append, height=3.0)()
    assert made.get_size_inches().tolist() == [6.4, 3.0]
    assert drawn == made.axes
