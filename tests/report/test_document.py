"""Every result that is told around one table has a report: a verdict, a figure that is told in words, a table."""

import re
from functools import cache

import numpy as np
import pytest

import setapart as sa
from hand_made import features_of
from setapart.report.document import Picture

X = np.random.default_rng(0).normal(size=(24, 2))
Y = np.random.default_rng(1).normal(size=(20, 2)) + [1.5, 0.0]
FEW = {"statistic": "energy", "n_resamples": 19}


@cache
def results():
    monitor = sa.monitor(X, window=5, alpha=0.1, **FEW)
    [window, *_] = monitor.update(Y)
    groups = np.repeat(["a", "b", "c"], [12, 12, 20])
    return {
        "Comparison": sa.compare(X, Y, statistics=["energy", "pw:1"], n_resamples=19),
        "Comparison of groups": sa.compare_groups(np.vstack([X, Y]), groups=groups, statistic="energy", n_resamples=59),
        "Goodness of fit": sa.goodness_of_fit(X, fit="normal", n_reference=24, **FEW),
        "Change points": sa.change_points(np.vstack([X, Y]), min_size=5, n_resamples=39),
        "Monitor": monitor,
        "Window": window,
    }


SEEN = {
    "Comparison": r"the smallest on top\. The smallest adjusted ones: (energy|pw:1) 0\.05, (energy|pw:1) 0\.05\.",
    "Comparison of groups": r"A cell for each comparison, .*; 2 are at most 0\.05\.",
    "Goodness of fit": r"Along direction 1, the middle half of x lies between .* and that of the model between .*\.",
    "Change points": r"Dotted lines mark the changes: 21\. Below, the scan",
    "Monitor": r"After 4 windows it stands at .*; the dashed limit is 10\.",
}


@pytest.mark.parametrize("title", [*SEEN, "Window"])
def test_a_report_has_the_verdict_the_figure_the_table_and_how_it_was_done(title):
    result = results()[title]
    document = result._document()
    assert document.title == title
    assert document.verdict == document.lead[0]
    sections = {section.heading: section.blocks for section in document.sections}
    pictures = [block for block in sections["What was found"] if isinstance(block, Picture)]
    assert len(pictures) == (0 if title == "Window" else 1)
    for picture in pictures:
        assert re.search(SEEN[title], picture.seen)
        assert picture.draw().axes
    assert sections.get("How sure", ()) == document.body[1:]
    assert ("How it was done" in sections) == (title != "Window")
    assert sections["Warnings"] == (document.notes or ("None.",))


@pytest.mark.parametrize("title", [*SEEN, "Window"])
def test_the_markdown_has_every_cell_of_the_table(title):
    result = results()[title]
    page = result.to_markdown(command="setapart …")
    assert page.startswith(f"# {title}\n\n**")
    cells = [cell for column in result._document().body[0].columns for cell in column]
    for cell in cells:
        assert f"| {cell.replace('_', chr(92) + '_')} |" in page


def test_what_was_missing_in_the_order_of_a_summary_is_there(result_of):
    """The summary and the report tell the same facts."""
    names = ("feature_1", "feature_2", "feature_3")
    result = result_of(notes=("Mind this.",), by_feature=features_of(names, [0.01, 0.2, 0.3]))
    page = result.to_markdown().replace("\\", "")
    summary = " ".join(result.summary(details=True).split())
    assert "1 of 3 features differs: feature_1." in summary
    assert "Compared: 40 rows" in summary
    for sentence in re.findall(r"[A-Z][^.]*?(?:\.\d[^.]*?)*\.(?= )", summary.partition(" feature share ")[0]):
        assert sentence in page
