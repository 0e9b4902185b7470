"""The report in a real browser: it asks for nothing, nothing in it acts, it is dark and light, narrow and printed."""

from io import BytesIO

import numpy as np
import pytest
from matplotlib.image import imread

import setapart as sa
from hostile import HOSTILE
from plans import curve_of

pytestmark = pytest.mark.browser

HEADINGS = [
    *("What differs", "All features", "Rules", "Directions", "Where", "How sure", "How it was done", "Warnings"),
]


def compared(names=("height", "weight", "age"), labels=("before", "after"), k=2):
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(30, len(names))), rng.normal(size=(25, len(names)))
    y[:, 0] += 1.5
    y[0, 0] += 6.0  # a row that stands out
    tables = [sa.Table(dict(zip(names, rows.T, strict=True))) for rows in (x, y)]
    return sa.two_sample_test(*tables, statistic=f"pw:{k}", n_resamples=99, labels=labels, rng=0)


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """A report with everything in it."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    result = compared()
    result.to_html(path, explanation=result.explain(n_refits=20, min_effect=0.5))
    return path


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    path = tmp_path_factory.mktemp("hostile") / "hostile.html"
    result = compared(names=HOSTILE[:10], labels=HOSTILE[:2], k=1)
    result.to_html(path, explanation=result.explain(n_refits=20), command=f"setapart test '{HOSTILE[0]}'")
    return path


def lightness(picture):
    """The mean over all pixels, from 0 for black to 1."""
    return float(imread(BytesIO(picture))[:, :, :3].mean())


def test_the_page_asks_for_nothing_but_itself(visit, report):
    opened = visit(report)
    assert [url for url in opened.requests if not url.startswith("data:")] == [report.as_uri()]
    assert opened.complaints == []
    assert opened.page.evaluate("document.scripts.length") == 0


def test_other_results_do_not_either(visit, tmp_path):
    path = tmp_path / "power.html"
    curve_of([20, 50, 80, 90]).to_html(path)
    opened = visit(path)
    assert [url for url in opened.requests if not url.startswith("data:")] == [path.as_uri()]
    assert opened.complaints == []


def test_hostile_names_are_inert_and_shown(visit, hostile):
    opened = visit(hostile)
    assert opened.complaints == []
    assert [url for url in opened.requests if not url.startswith("data:")] == [hostile.as_uri()]
    made = "document.querySelectorAll('script, a, iframe, object, [onload], [onerror]').length"
    assert opened.page.evaluate(made) == 0
    shown = opened.page.evaluate("document.body.textContent")
    for name in HOSTILE[:10]:
        if name.isprintable() and len(name) < 32:
            assert name in shown


def test_a_script_that_got_in_would_not_run(visit, report, tmp_path):
    path = tmp_path / "broken.html"
    harm = "<script>document.title = 'taken'</script><img src=x onerror=\"document.title = 'taken'\">"
    path.write_text(report.read_text(encoding="utf-8").replace("<main>", f"<main>{harm}"), encoding="utf-8")
    opened = visit(path)
    assert opened.page.title() == "before against after"
    assert any("Content Security Policy" in complaint for complaint in opened.complaints)


def test_dark_and_light(visit, report):
    light, dark = (
        lightness(visit(report, color_scheme=scheme).page.screenshot(full_page=True)) for scheme in ("light", "dark")
    )
    assert light > 0.9
    assert dark < 0.3
    page = visit(report, color_scheme="dark").page
    assert lightness(page.locator(".verdict").screenshot()) < 0.3
    for card in page.locator(".card").all():
        assert lightness(card.screenshot()) < 0.4  # the figures are dark with the page


def test_text_of_figures_can_be_found_and_read_on_a_telephone(visit, report):
    page = visit(report, viewport={"width": 400, "height": 800}).page
    assert page.locator("svg text", has_text="loading").count() >= 1
    heights = page.eval_on_selector_all(
        "svg text", "texts => texts.map(t => parseFloat(t.getAttribute('font-size')) * t.getScreenCTM().d)"
    )
    turned = page.eval_on_selector_all("svg text", "texts => texts.map(t => Math.abs(t.getScreenCTM().b) > 0.1)")
    assert min(h for h, t in zip(heights, turned, strict=True) if not t) >= 11.0


def test_the_figures_are_drawn(visit, report):
    page = visit(report).page
    cards = page.locator(".card").all()
    assert len(cards) == 6
    for card in cards:
        colours = np.unique(imread(BytesIO(card.screenshot()))[:, :, :3].reshape(-1, 3), axis=0)
        assert len(colours) > 50
    # The hatching of the second direction is a pattern, which a reference to it brings in.
    loadings = imread(BytesIO(cards[2].screenshot()))[:, :, :3]
    pink = np.array([0xCC, 0x79, 0xA7]) / 255
    assert (np.abs(loadings - pink).max(axis=2) < 0.02).sum() > 500


def test_printed(visit, report):
    page = visit(report, color_scheme="dark").page
    printed = page.pdf()
    assert printed.startswith(b"%PDF")
    assert 2 <= printed.count(b"/Type /Page\n") + printed.count(b"/Type /Page ") + printed.count(b"/Type/Page/") <= 8
    page.emulate_media(media="print")
    assert lightness(page.screenshot(full_page=True)) > 0.9  # no dark ground on paper


def test_what_a_screen_reader_finds(visit, report):
    tree = visit(report).tree()
    headings = [(level, name) for role, name, _, level in tree if role == "heading"]
    assert headings == [(1, "before against after"), *((2, name) for name in HEADINGS)]
    pictures = {name: seen for role, name, seen, _ in tree if role in ("image", "img")}
    assert [name.rstrip(".") for name in pictures] == [
        "What differs",
        "The samples along the directions",
        "The loadings and their intervals",
        "The share of the whole Wasserstein distance that a few directions carry",
        "Where the samples differ",
        "The null distribution",
    ]
    assert pictures["What differs."].startswith("height: median ")
    assert all(len(seen) > 40 for name, seen in pictures.items() if name != "What differs.")
    assert pictures["The samples along the directions."].startswith("Along direction 1, the middle half of before lies")
    roles = [role for role, *_ in tree]
    assert roles.count("table") == 6  # what differs, all features, loadings, rows, what is left, settings
    assert {"main", "caption", "rowheader", "columnheader"} <= set(roles)


def test_what_spoils_the_reading_is_seen_before_any_picture(visit, tmp_path):
    path = tmp_path / "nothing.html"
    rows = np.random.default_rng(0).normal(size=(2, 30, 3)) * [1000.0, 1.0, 1.0]  # a feature decides by its unit
    result = sa.two_sample_test(*rows, statistic="pw:1", n_resamples=99)
    assert result.pvalue > 0.05
    result.to_html(path)
    page = visit(path).page
    verdict, caution, picture = (
        page.locator(one).first.bounding_box()["y"] for one in (".verdict", ".caution", ".card")
    )
    assert verdict < caution < picture
    assert page.locator("h2").first.text_content() == "The features"
    assert "where these rows happen to differ most" in page.locator("section", has_text="Directions").first.inner_text()


@pytest.mark.parametrize("zoom", ["100%", "200%"])
def test_a_narrow_window_scrolls_one_way_only(visit, report, hostile, zoom):
    for path in (report, hostile):
        page = visit(path, viewport={"width": 320, "height": 640}).page
        page.evaluate(f"document.documentElement.style.fontSize = '{zoom}'")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
