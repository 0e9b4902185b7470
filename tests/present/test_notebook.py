from html.parser import HTMLParser

VOID = {"br"}


class Outline(HTMLParser):
    """Collects tags and text, and checks that tags nest."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.text: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def outline(html: str) -> Outline:
    parsed = Outline()
    parsed.feed(html)
    parsed.close()
    assert not parsed.open
    return parsed


def test_the_table_says_what_was_found(result_of):
    parsed = outline(result_of(settings={"scale": "std"}, n_omitted=(1, 0))._repr_html_())
    assert parsed.text == [
        "Two-sample test",
        "p-value",
        "0.01",
        " (99 relabellings; the smallest attainable p is 1/100)",
        "Projected Wasserstein distance along 2 directions",
        "1.25, in pooled standard deviations",
        "Samples",
        "before: 40 rows, 1 left out",
        "after: 30 rows",
        "Features by share",
        "feature_1 57\xa0%",
        "feature_2 43\xa0%",
        "feature_3 0\xa0%",
        "Search",
        (
            "The search ended at a local maximum as far as can be told; a better one may exist, so the distance is a "
            "lower bound."
        ),
    ]


def test_names_from_data_cannot_become_markup(result_of):
    hostile = "<script>alert('x')</script>"
    result = result_of(
        feature_names=(hostile, '" onload="x', "a & b"),
        labels=(hostile, "<b>"),
        statistic_name="<i>odd</i>",
        settings={"scale": "<u>"},
        notes=(hostile,),
    )
    parsed = outline(result._repr_html_())
    assert parsed.tags == {"table", "caption", "tbody", "tr", "th", "td", "b", "br"}
    assert f"{hostile}: 40 rows" in parsed.text
    assert "a & b 0\xa0%" in parsed.text
    assert parsed.text[-2:] == ["Note", hostile]


def test_features_beyond_five_are_counted(result_of):
    assert "… 4 more features" in outline(result_of(d=9)._repr_html_()).text
