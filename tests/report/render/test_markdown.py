"""Markdown: readers of it see the words as they are, and no markup that comes from data."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from hand_made import features_of
from hostile import HOSTILE
from plans import calibration_of, curve_of
from setapart.report.document import Code, Document, Grid, Listing, Section
from setapart.report.render.markdown import render_markdown as markdown

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
WORDS = {"inline", "text", "text_special", "softbreak"}
LETTERS = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp", "Zs"), exclude_characters="@")
    | st.sampled_from("#*_[]()<>|`-+=.1 ")
)
END = "WarningsNone."  # the last section


def kinds(text):
    """The tokens of a text, those within lines too."""
    found = []
    for token in READER.parse(text):
        found += [token.type, *(child.type for child in token.children or ())]
    return found


def words(text):
    return "".join(
        child.content for token in READER.parse(text) for child in token.children or () if child.type in WORDS
    )


def document(*texts):
    return Document("a", "b", (), (), make_sections=lambda: (Section("c", texts),))


@given(LETTERS.filter(lambda text: text.strip() == text and text))
def test_a_paragraph_is_read_as_it_is(text):
    page = markdown(document(text))
    assert kinds(page) == kinds(markdown(document("plain")))
    assert words(page) == f"abc{text}{END}"


@given(st.lists(LETTERS.filter(lambda text: text.strip() == text and text), min_size=2, max_size=2))
def test_tables_and_lists_are_read_as_they_are(texts):
    grid = Grid("t", (["h", *texts], ["k", *texts[::-1]]), more=texts[0])
    page = markdown(document(grid, Listing("h", tuple(texts))))
    plain = Grid("t", (["h", "x", "y"], ["k", "x", "y"]), more="z")
    assert kinds(page) == kinds(markdown(document(plain, Listing("h", ("x", "y")))))
    assert (
        words(page)
        == "abct:hk" + texts[0] + texts[1] + texts[1] + texts[0] + f"… {texts[0]}" + "h" + "".join(texts) + END
    )


@pytest.mark.parametrize("text", ["a ``` b", "~~~", "```\n# x", "<script>"])
def test_a_line_to_type_stays_within_its_fence(text):
    tokens = READER.parse(markdown(document(Code(text), "after")))
    assert [token.content for token in tokens if token.type == "fence"] == [f"{text}\n"]
    assert "after" in [token.content for token in tokens if token.type == "inline"]


@pytest.mark.parametrize("text", ["    four", "\tone", "  two  "])
def test_blanks_at_the_ends_make_no_block_of_code(text):
    page = markdown(document(text, Listing("h", (text,))))
    assert kinds(page) == kinds(markdown(document("a", Listing("h", ("a",)))))
    assert words(page) == f"abc{text.strip()}h{text.strip()}{END}"


def test_nobody_is_called_by_name():
    page = markdown(document("ask `@user` or me@there, @@x @ 5"))
    assert page.splitlines()[-5] == r"ask \``@`user\` or me`@`there, `@@`x @ 5"
    [*_, paragraph, _, _] = [token for token in READER.parse(page) if token.type == "inline"]
    assert "".join(child.content for child in paragraph.children) == "ask `@user` or me@there, @@x @ 5"


def test_bare_addresses_are_no_links():
    page = markdown(document("see https://evil.example and www.evil.example"))
    assert "https://" not in page
    assert "www." not in page
    assert words(page).endswith(f"see https://evil.example and www.evil.example{END}")


def test_hostile_names_do_nothing(result_of):
    d = len(HOSTILE)
    tables = [features_of(names, [0.01] * d) for names in (HOSTILE, [f"x{j}" for j in range(d)])]
    result = result_of(d=d, feature_names=HOSTILE, labels=HOSTILE[:2], notes=HOSTILE, by_feature=tables[0])
    page = result.to_markdown(command="setapart test `x`")
    found = set(kinds(page))
    assert not found & {"html_block", "html_inline", "link_open", "image", "code_inline", "code_block", "s_open"}
    assert "\x1b" not in page
    plain = result_of(d=d, notes=HOSTILE[:-1], by_feature=tables[1]).to_markdown(command="x")
    assert kinds(page).count("heading_open") == kinds(plain).count("heading_open") == 7
    assert kinds(page).count("tr_open") == kinds(plain).count("tr_open")


def test_the_whole_text_of_a_calibration():
    assert (
        calibration_of([0.05, 0.3, 0.9]).to_markdown(command="setapart calibrate a.csv")
        == """\
# Calibration

**1 of 3 splits was rejected at alpha = 0.05: a level of 0.333 (95 % interval 0.008 to 0.906), in line with alpha.**

## What was found

*Figure: The share of p-values up to each t.* Below the diagonal where the test is cautious. At t = 0.05 the share is \
0.333, with an interval from 0.008 to 0.906.

controls: 100 rows, split at random into 50 and 50. Test: pw, 99 relabellings.

Calibration:

| alpha | rejected | level | 95 % interval |
| --- | ---: | ---: | ---: |
| 0.01 | 0 | 0.000 | 0.000 to 0.708 |
| 0.05 | 1 | 0.333 | 0.008 to 0.906 |
| 0.1 | 1 | 0.333 | 0.008 to 0.906 |
| 0.2 | 1 | 0.333 | 0.008 to 0.906 |
| 0.5 | 2 | 0.667 | 0.094 to 0.992 |

## How sure

The share of p-values up to t exceeds t by at most 0.01 (one-sided Kolmogorov-Smirnov test: p = 0.5, small if p-values \
are too small).

## How it was done

The same again:

```
setapart calibrate a.csv
```

Settings:

| setting | value |
| --- | --- |
| k | 1 |
| seed | 7 |
| version of setapart | 1.2.3 |

## Warnings

None.
"""
    )


def test_the_verdict_of_a_power_curve_is_the_size_it_takes():
    curve = curve_of([20, 50, 80, 90])
    assert markdown_verdict(curve.to_markdown()) == curve.n_for().message


def markdown_verdict(page):
    [verdict] = [line for line in page.splitlines() if line.startswith("**")]
    return verdict.strip("*")
