"""The page: its structure, what it may load, its colours, its size; and that no name becomes markup."""

import base64
import hashlib
import re
import sys
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hand_made import features_of, pairs_of
from hostile import HOSTILE
from plans import calibration_of, curve_of
from setapart.data.table import Table
from setapart.inference.held_out import Effect
from setapart.report.document import Code, Document, Grid, Listing, Section
from setapart.report.render.html import render_html
from setapart.report.words import chance_cautions
from setapart.results.call import Call
from setapart.results.notes import Caution

VOID = {"meta", "link", "img"}
TEXTS = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=30)).map(
    lambda text: text.replace("\r", "").replace("\0", "")
)


class Page(HTMLParser):
    """Tags, attributes and texts of a page; checks that tags nest."""

    def __init__(self, page):
        super().__init__()
        self.open, self.elements, self.texts = [], [], []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] != "style" and data.strip():
            self.texts.append(" ".join(data.split()))

    def all(self, tag):
        return [attrs for name, attrs in self.elements if name == tag]

    @property
    def tags(self):
        return [name for name, _ in self.elements]


PLAIN = {"html", "head", "meta", "title", "link", "style", "body", "main", "header", "h1", "h2", "section", "p"} | (
    {"ul", "li", "pre", "code", "figure", "figcaption", "div", "img", "strong", "span"}
    | {"table", "caption", "thead", "tbody", "tr", "th", "td"}
    | {"svg", "g", "path", "use", "defs", "clippath", "rect", "image", "pattern", "text", "tspan"}
)


def check(page):
    """What holds of every page."""
    parsed = Page(page)
    assert set(parsed.tags) <= PLAIN
    assert parsed.all("html") == [{"lang": "en"}]
    assert parsed.tags.count("h1") == parsed.tags.count("main") == parsed.tags.count("title") == 1
    headings = [tag for tag in parsed.tags if re.fullmatch("h[1-6]", tag)]
    assert headings == ["h1"] + ["h2"] * (len(headings) - 1)
    ids = [attrs["id"] for _, attrs in parsed.elements if "id" in attrs]
    assert len(set(ids)) == len(ids)
    for _, attrs in parsed.elements:
        assert not [name for name in attrs if name.startswith("on") or name in ("style", "srcdoc", "action", "ping")]
        for address in (attrs.get("href"), attrs.get("src"), attrs.get("xlink:href")):
            assert address is None or address == "data:," or re.match("#|data:image/png;base64,", address)
        for name in ("aria-labelledby", "aria-describedby"):
            assert name not in attrs or attrs[name] in ids
        for reference in re.findall(r"url\((.*?)\)", " ".join(filter(None, attrs.values()))):
            assert reference.removeprefix("#") in ids
        assert attrs.get("href", "#")[1:] in ids or not attrs.get("href", "").startswith("#")
    for image in parsed.all("svg"):
        assert image["role"] == "img"
        assert image["aria-labelledby"].endswith("-title")
        assert image["aria-describedby"].endswith("-seen")
    assert all(image["alt"] for image in parsed.all("img"))
    assert parsed.tags.count("caption") == parsed.tags.count("table")
    assert all(cell["scope"] in ("col", "row") for cell in parsed.all("th"))
    return parsed


NAMES = ("feature_1", "feature_2", "feature_3")


def test_the_page_says_in_order_verdict_features_directions_certainty_settings_and_warnings(result_of):
    tables = {"by_feature": features_of(NAMES, [0.01, 0.2, 0.3]), "by_pair": pairs_of([NAMES[:2]], [0.01])}
    parsed = check(result_of(notes=("mind the\nunits.",), **tables).to_html())
    assert parsed.texts[:5] == [
        "before against after",
        "before against after",
        (
            "before and after differ (p = 0.01; 40 and 30 rows). 1 of 3 features differs: feature_1. feature_1 and "
            "feature_2 go together differently."
        ),
        "What differs",
        "How the samples differ",
    ]
    sections = ["All features", "Directions", "How sure", "How it was done", "Warnings"]
    places = [parsed.texts.index(heading) for heading in sections]
    assert places == sorted(places)
    assert parsed.texts[places[0] - 6 : places[0]] == [
        *("feature_1, feature_2: correlation", "0.62", "0.05", "−0.57 (−0.71 to −0.42)", "0.01"),
        "The other 2 features show no difference (smallest adjusted p = 0.2).",
    ]
    assert "feature_3, median" in parsed.texts[places[0] : places[1]]
    assert parsed.tags.count("svg") == 3
    assert parsed.texts[-1] == "mind the\\x0aunits."
    assert check(result_of().to_html()).texts[-1] == "None."


def test_no_line_ends_between_a_number_and_its_percent(result_of):
    page = result_of(notes=("in 5 % of the trials",)).to_html()
    assert "in 5\N{NO-BREAK SPACE}% of the trials" in page
    prose = re.sub("<svg.*?</svg>", "", page[page.index("<main>") :], flags=re.DOTALL)  # no line of a figure ends
    assert " %" not in prose


def test_an_explanation_stands_with_the_directions(result_of, explanation_of):
    result = result_of()
    told = explanation_of(result.projection)
    parsed = check(result.to_html(explanation=told))
    assert parsed.texts.count(told.sentence) == 1
    assert parsed.texts.index("Directions") < parsed.texts.index(told.sentence) < parsed.texts.index("How sure")
    assert "+0.80 (+0.70 to +0.93)" in parsed.texts
    at = parsed.texts.index("id0")
    assert parsed.texts[at : at + 5] == ["id0", "before", "3", "12.5 %", "3"]
    assert "id4" in parsed.texts  # five of each sample
    assert "id5" not in parsed.texts
    assert parsed.texts[-1] == "Mind the refits."
    assert any(text.startswith("One direction carries 80 % of the distance in all feat") for text in parsed.texts)
    assert parsed.tags.count("svg") == 4
    assert check(told.to_html()).texts[2] == told.sentence


def test_without_evidence_the_page_says_at_once_what_it_shows(result_of, explanation_of):
    tests = features_of(NAMES, [0.03, 0.2, 0.3])
    result = result_of(pvalue=0.3, by_feature=tests)
    explained = explanation_of(result.projection, pvalue=0.3, by_feature=tests)
    (caution,) = chance_cautions(0.3, result.projection, 0.05, said=True)
    unconfirmed = (
        "feature_1 stands out among the 3 features (adjusted p = 0.03), but the test as a whole does not confirm it."
    )
    for page in (result.to_html(), result.to_html(explanation=explained)):
        parsed = check(page)
        assert parsed.texts[2] == f"No evidence that before and after differ (p = 0.3; 40 and 30 rows). {unconfirmed}"
        assert parsed.texts[3] == "The features"
        assert parsed.texts[parsed.texts.index("Directions") + 1] == caution
        assert not {"What differs", "what differs"} & set(parsed.texts)
        assert "+0.80" in parsed.texts or "+0.800" in parsed.texts  # the loading, without an interval
        assert not {"id0", "The loadings and their intervals."} & set(parsed.texts)
    parsed = check(explained.to_html())
    assert parsed.texts[3:5] == [caution, "The samples"]
    assert "Where the rows happen to differ most" in parsed.texts
    assert unconfirmed in parsed.texts
    assert not {"What differs", "id0", "The loadings and their intervals."} & set(parsed.texts)


def test_what_spoils_the_reading_stands_under_the_verdict_alone(result_of, explanation_of):
    result = result_of(notes=("mind the rows.", Caution("mind the units.")))
    for explanation in (None, explanation_of(result.projection, notes=())):
        texts = check(result.to_html(explanation=explanation)).texts
        assert texts[3] == "mind the units."
        assert texts.count("mind the units.") == 1
        assert texts[-2:] == ["Warnings", "mind the rows."]
    alone = check(result_of(notes=(Caution("mind the units."),)).to_html()).texts
    assert alone[-1] == "None but what stands under the verdict."


def test_a_feature_has_one_row_with_its_loadings_and_the_p_value_of_its_own_test(result_of, explanation_of):
    result = result_of()
    tests = features_of(result.feature_names, [0.01, 0.04, 0.7])
    texts = check(explanation_of(result.projection, by_feature=tests).to_html()).texts
    at = texts.index("adjusted p")
    assert texts[at - 2 : at + 3] == ["feature", "share", "adjusted p", "direction 1 (75 %)", "direction 2 (25 %)"]
    assert texts[at + 3 : at + 7] == ["feature_1", "57 %", "0.01", "+0.80 (+0.70 to +0.93)"]
    assert "The features, the most different first" not in texts  # no second table that says nearly the same
    single = replace(explanation_of(result.projection).source, single_features=True)
    texts = check(explanation_of(result.projection, by_feature=tests, source=single).to_html()).texts
    at = texts.index("The features, the most different first")
    assert texts[at + 6 : at + 11] == ["feature_1, median", "1", "2", "+1.0 (0.5 to 1.5)", "0.01"]
    assert "Features by share, and their loadings" not in texts
    untested = explanation_of(result.projection, by_feature=features_of(result.feature_names, None))
    assert not {"adjusted p", "nan"} & set(check(untested.to_html()).texts)


def test_intervals_that_are_not_known_leave_no_dashes(result_of, explanation_of):
    result = result_of(k=1)
    told = explanation_of(result.projection)
    columns = told.loading_table.to_dict() | {"low": [np.nan] * 3, "high": [np.nan] * 3}
    texts = check(replace(told, loading_table=Table(columns)).to_html()).texts
    at = texts.index("same sign")
    assert texts[at - 3 : at + 1] == ["feature", "share", "direction 1 (feature_1)", "same sign"]
    assert not any("(–)" in text for text in texts)
    columns |= {"same_sign": [np.nan] * 3}  # as of directions that span all features
    texts = check(replace(told, loading_table=Table(columns)).to_html()).texts
    assert texts[texts.index("feature") :][:4] == ["feature", "share", "direction 1 (feature_1)", "feature_1"]
    assert not any("same sign" in text.lower() or "–" in text for text in texts)


def test_rows_that_stand_out_without_being_shown_are_counted(result_of, explanation_of):
    told = explanation_of(result_of().projection)  # of six rows a sample, all that are listed, all stand out
    texts = check(told.to_html()).texts
    at = texts.index("The rows that stand out")
    assert [text for text in texts[at:] if text.startswith("id")] == [f"id{i}" for i in (0, 1, 2, 3, 4, 6, 7, 8, 9, 10)]
    assert "… at least 1 more of before and at least 1 more of after" in texts
    stands_out = np.arange(12) != 11
    texts = check(replace(told, row_table=Table({**told.row_table.data, "stands_out": stands_out})).to_html()).texts
    assert "… at least 1 more of before" in texts


def test_how_often_levels_are_seen_is_a_table(result_of, explanation_of):
    result = result_of()
    rates = Table({"feature": ["feature_2"], "first": [0.32], "second": [1.0]})
    texts = check(explanation_of(result.projection, rate_table=rates).to_html()).texts
    at = texts.index("Shares of the rows")
    assert texts[at + 1 : at + 7] == ["feature", "before", "after", "feature_2", "32 %", "100 %"]


@pytest.mark.parametrize(
    "make",
    [
        lambda: curve_of([20, 50, 80, 90], notes=("mind this",)),
        lambda: calibration_of([0.05, 0.3, 0.9]),
    ],
)
def test_what_is_told_around_a_table_has_a_page(make):
    result = make()
    parsed = check(result.to_html())
    assert parsed.texts[2] == (result.n_for().message if hasattr(result, "n_for") else result.verdict)
    assert parsed.texts.count(parsed.texts[2]) == 1
    assert parsed.tags.count("svg") == 1
    assert parsed.tags.count("table") == 2
    assert parsed.texts[-1] == ("mind this." if hasattr(result, "n_for") else "None.")


def test_the_same_result_gives_the_same_page(result_of):
    assert result_of(projection=None).to_html() == result_of(projection=None, wall_time=9.0).to_html()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"labels": ("after", "before")}, r"its labels is \('after', 'before'\) instead of \('before', 'after'\)"),
        ({"sizes": (40, 31)}, r"its sizes is \(40, 31\) instead of \(40, 30\)"),
        ({"pvalue": 0.02}, "its pvalue is 0.02 instead of 0.01"),
        ({"statistic_name": "energy"}, "its statistic_name is 'energy' instead of 'pw'"),
        ({"call": Call("two_sample_test", "x, y", {}, 8)}, "its seed is 8 instead of 7"),
    ],
)
def test_the_explanation_of_another_result_is_refused(result_of, explanation_of, change, told):
    result = result_of()
    other = explanation_of(result.projection, **change)
    for write in (result.to_html, result.to_markdown):
        with pytest.raises(ValueError, match=told):
            write(explanation=other)


def test_the_effects_of_a_test_and_of_its_explanation_are_told_apart(result_of, explanation_of):
    result = result_of(effect=Effect(1.5, 1.0, 2.0, 0.5, 0.3, 0.7, 0.9))
    parsed = check(result.to_html(explanation=explanation_of(result.projection)))
    for beginning in (
        "Effect on the rows that the test held out: 1.5 (",
        "In the units of the data, held-out rows are 1.97 (",
    ):
        assert len([text for text in parsed.texts if text.startswith(beginning)]) == 1


def test_arguments_of_other_types_are_named(result_of):
    result = result_of()
    for write in (result.to_html, result.to_markdown):
        with pytest.raises(TypeError, match="explanation must be what explain"):
            write(explanation="because")
        with pytest.raises(TypeError, match="command must be what was typed, a string, got"):
            write(command=["setapart", "test"])
    with pytest.raises(TypeError, match="path must name a file, got 5"):
        result.to_html(5)


def test_a_file_that_cannot_be_written_is_refused_at_once(result_of, tmp_path):
    for overwrite in (False, True):
        with pytest.raises(IsADirectoryError, match="path must name a file, got ''"):
            result_of().to_html("", overwrite=overwrite)
        with pytest.raises(IsADirectoryError, match=r"^path .* is a folder, not a file$"):
            result_of().to_html(tmp_path, overwrite=overwrite)
        with pytest.raises(FileNotFoundError, match=r"^path .*: there is no folder .*absent$"):
            result_of().to_html(tmp_path / "absent" / "report.html", overwrite=overwrite)


def test_hostile_names_are_shown_and_do_nothing(result_of, explanation_of):
    names = HOSTILE
    result = result_of(
        d=len(names),
        feature_names=names,
        labels=names[:2],
        notes=names,
        settings={"scale": names[0]},
        versions={names[0]: names[1]},
        stopping=names[4],
        statistic_name="energy",
    )
    told = explanation_of(
        result.projection,
        labels=names[:2],
        notes=names,
        statistic_name="energy",
        call=result.call.explaining(),
        versions=result.versions,
    )
    parsed = check(result.to_html(explanation=told, command=f"setapart test '{names[0]}'"))
    assert (
        parsed.texts.count("<script>alert(1)</script>") == 10
    )  # a feature, also in its figure and its heading, a note of either, five rows
    assert "setapart test '<script>alert(1)</script>'" in parsed.texts
    assert "{{ 7 * 7 }}{% raw %}" in parsed.texts


@given(st.lists(TEXTS, min_size=1, max_size=4))
@settings(max_examples=30)
def test_no_text_becomes_markup(texts):
    parts = (
        *texts,
        Listing(texts[0], tuple(texts)),
        Code(texts[0]),
        Grid(texts[0], (["a", *texts], [texts[-1], *texts]), more="more"),
    )
    parsed = check(
        render_html(Document(texts[0], texts[-1], (), (), make_sections=lambda: (Section(texts[0], parts),)))
    )
    assert parsed.tags.count("p") == 4 + len(
        texts
    )  # the verdict, the texts, what is above the list, what the table leaves out, no warning
    assert parsed.tags.count("li") == len(texts)
    for text in texts:
        if text.strip() and not re.search(r"[\x00-\x1f\x80-\x9f\ud800-\udfff]", text):
            assert " ".join(text.split()) in parsed.texts


def test_the_page_may_load_nothing(result_of):
    page = calibration_of([0.5]).to_html()
    [policy] = [one["content"] for one in Page(page).all("meta") if one.get("http-equiv")]
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)[1]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy == (
        f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )
    assert "url(" not in style
    assert "@import" not in style


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return np.dot([0.2126, 0.7152, 0.0722], linear)


def contrast(one, other):
    """By WCAG 2.2."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def test_the_contrast_is_that_of_black_and_white():
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


def palettes():
    style = (files("setapart.report.render") / "templates" / "report.css").read_text(encoding="utf-8")
    blocks = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    return [dict(re.findall(r"--(\w+): (#\w{6})", block)) for block in blocks]


@pytest.mark.parametrize("palette", palettes(), ids=["light", "dark", "print"])
def test_all_text_has_contrast(palette):
    assert set(palette) == {"paper", "ink", "muted", "line", "panel", "accent"}
    for text in ("ink", "muted", "accent"):
        for ground in ("paper", "panel"):
            assert contrast(palette[text], palette[ground]) >= 4.5


def test_the_ink_of_figures_has_contrast_on_their_card():
    from setapart.plots.style import INK

    assert contrast(INK, "#ffffff") >= 4.5


@pytest.mark.parametrize("k", [1, 2])
def test_letters_of_figures_have_11_pixels_on_a_telephone(result_of, k):
    """At 400 pixels a figure has 346: the page's and the card's margins are 1 and 0.6 rem, and the card has a line."""
    names = tuple(f"a rather long name of feature {j}" for j in range(12))
    parsed = check(result_of(k=k, d=12, feature_names=names, labels=("before " * 8, "after")).to_html())
    widths = [float(svg["viewbox"].split()[2]) for svg in parsed.all("svg")]
    assert len(widths) == (2 if k == 1 else 3)  # one direction is a feature, whose loading needs no figure
    sizes = [float(text["font-size"].removesuffix("px")) for text in parsed.all("text") + parsed.all("tspan")]
    assert min(sizes) * 346 / max(widths) >= 11.0


@pytest.mark.parametrize("k", [1, 2])
def test_many_rows_make_a_small_page(result_of, k):
    page = result_of(k=k, n=30_000, m=30_000).to_html()
    assert len(page) < 1_000_000  # three figures; of those beyond 300,000 characters marks become pixels
    check(page)


def test_a_page_is_written_over_pages_alone(result_of, tmp_path):
    path = tmp_path / "out.html"
    result = calibration_of([0.5], label="nächste")
    page = result.to_html(path)
    assert path.read_bytes() == page.encode()
    assert result.to_html(path) == page  # over its own
    path.write_text("x")
    with pytest.raises(FileExistsError, match=r"out\.html exists, and may not be from setapart; overwrite=True writes"):
        result_of().to_html(path)
    assert result.to_html(str(path), overwrite=True) == page == path.read_text(encoding="utf-8")
    with pytest.raises(FileNotFoundError):
        result.to_html(tmp_path / "none" / "out.html")


@pytest.mark.parametrize("missing", ["jinja2", "matplotlib"])
def test_what_is_missing_is_named(result_of, monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    if missing == "matplotlib":
        monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r"reports need jinja2 and matplotlib: pip install 'setapart\[report\]'"):
        result_of().to_html()
    assert result_of().to_markdown().startswith("# before against after\n")
