"""A comparison as text, in a notebook and as a figure."""

import numpy as np
from matplotlib.figure import Figure

from comparisons import TESTS, comparison_of
from setapart.plots.curves import comparison_figure, pvalue_dots
from setapart.results.notes import Caution


def test_units_that_differ_are_told_above_the_table():
    lines = comparison_of(notes=("mind this.", Caution("mind the units."))).summary().splitlines()
    assert lines.index("Note: mind the units.") < lines.index(
        "statistic  value     p  adjusted p  seconds  top feature"
    )
    assert lines[-3] == "Note: mind this."


def test_as_text():
    assert comparison_of(notes=("mind\x1b this.",)).summary().splitlines() == [
        "before against after, 4 tests on the same relabellings: overall p = 0.03 (99",
        "relabellings; 95 % confidence interval of p over all splits: 0.0024 to 0.07).",
        "Compared: 40 rows of before and 30 of after, 2 features.",
        "",
        "statistic  value     p  adjusted p  seconds  top feature",
        "     pw:1    1.5  0.01        0.02     2.00          age",
        "     auto      3  0.03        0.08     1.00",
        "   energy   0.25  0.04        0.08     0.12",
        "      mmd    0.1   0.5         0.5     0.25",
        "",
        "The p-values are adjusted for the number of tests, by Westfall and Young's",
        "step-down minimum. Without a difference, the probability that any adjusted p is",
        "at most alpha is at most alpha.",
        "",
        "Note: mind\\x1b this.",
        "",
        "Seed 7, 3.5 s, setapart 1.2.3.",
    ]


def test_lines_stay_short_and_names_inert():
    comparison = comparison_of({"s\x1b" * 40: (1.0, 0.5, 0.5, 1.0)}, feature="<b>\n" * 30, labels=("a" * 300, "b\x1b"))
    text = comparison.summary()
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b" not in text
    assert "<b>" not in comparison._repr_html_()


def test_the_notebook_tells_the_same():
    html = comparison_of()._repr_html_()
    for words in ("overall p = 0.03", "adjusted p", "pw:1", "0.08", "age", "Comparison"):
        assert words in html


def test_dots_are_pvalues_in_order():
    ax = Figure().subplots()
    comparison = comparison_of()
    assert pvalue_dots(ax, comparison) is ax
    alone, adjusted, overall, least, customary = ax.lines
    assert alone.get_xdata().tolist() == [0.01, 0.03, 0.04, 0.5]
    assert adjusted.get_xdata().tolist() == [0.02, 0.08, 0.08, 0.5]
    assert set(overall.get_xdata()) == {0.03}
    assert set(least.get_xdata()) == {0.01}
    assert set(customary.get_xdata()) == {0.05}
    assert [label.get_text() for label in ax.get_xticklabels()] == ["1/100", "1", "0.05"]
    assert alone.get_marker() != adjusted.get_marker()  # to be told apart in grey
    assert [label.get_text() for label in ax.get_yticklabels()] == ["pw:1", "auto", "energy", "mmd"]
    assert ax.get_xscale() == "log"
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["unadjusted", "adjusted", "0.05"]
    assert least.get_zorder() > overall.get_zorder()
    low, high = ax.get_xlim()
    assert low < 0.01
    assert high > 1.0
    assert ax.get_ylim() == (3.5, -0.5)  # the smallest on top, and no more room than the tests take


def test_the_figure_can_be_drawn_whatever_the_names_and_however_many():
    figure = comparison_figure(comparison_of(labels=("$x_1$", "b\x1b")))
    figure.draw_without_rendering()
    assert figure.get_suptitle() == r"\$x_1\$ against b\x1b: overall p = 0.03"
    many = {f"test {i}": (1.0, p, 1.0, 0.1) for i, p in enumerate(np.geomspace(1e-4, 1.0, 40))}
    tall = comparison_of(many).plot()
    tall.draw_without_rendering()
    assert tall.get_figheight() > figure.get_figheight() == 4.2
    assert comparison_of({"energy": TESTS["energy"]}).plot().axes
