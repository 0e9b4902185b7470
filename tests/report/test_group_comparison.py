import json

import numpy as np
import pytest
from matplotlib.figure import Figure

from setapart.api.groups import compare_groups
from setapart.plots.heat_map import heat_map

VERDICT = r"2 of 3 comparisons are significant at 0.05 (adjusted p): $c\x0a and a (0.03), $c\x0a and b (0.03)."


@pytest.fixture(scope="module")
def found():
    rows = np.random.default_rng(0).normal(size=(30, 2))
    rows[20:, 0] += 9.0
    return compare_groups(rows, groups=np.repeat(["a", "b", "$c\n"], 10), statistic="energy", n_resamples=99)


def test_the_summary_lists_the_smallest_first(found):
    lines = found.summary().splitlines()
    assert " ".join(lines[:2]) == VERDICT
    assert lines[3] == "3 groups, all pairs: 3 comparisons. Statistic: energy."
    assert lines[5].split() == ["first", "second", "n", "m", "statistic", "p", "adjusted", "p", "what", "differs"]
    assert lines[6].split()[:4] == [r"$c\x0a", "a", "10", "10"]
    assert lines[6].split()[-3:] == ["0.01", "0.03", "x1"]
    assert "Holm's rule" in found.summary()
    assert all(len(line) <= 80 for line in lines)
    assert "<td" in found._repr_html_()


def test_the_report_begins_with_those_that_differ(found):
    page = found.to_markdown()
    assert page.splitlines()[2].replace("\\\\", "\\").replace(r"\$", "$") == f"**{VERDICT}**"
    assert "3 groups, all pairs: 3 comparisons" in page
    rows = np.random.default_rng(0).normal(size=(30, 2))
    alike = compare_groups(rows, groups=np.arange(30) % 3, statistic="energy", n_resamples=99)
    smallest = f"{alike.adjusted_pvalues.min():.3g}"
    assert alike.to_markdown().splitlines()[2] == (
        f"**None of 3 comparisons is significant at 0.05; the smallest adjusted p is {smallest}.**"
    )
    apart = compare_groups(np.arange(40.0) // 10 * 9.0, groups=np.arange(40) // 10, statistic="energy", n_resamples=299)
    assert apart.to_markdown().splitlines()[2].endswith(", and 3 more.**")


@pytest.mark.parametrize(("apart", "counted"), [(0, "0 are"), (1, "1 is"), (2, "2 are")])
def test_the_caption_counts_the_small_p_values(apart, counted):
    rows = np.random.default_rng(0).normal(size=(30, 2))
    rows[: 10 * apart, 0] += 9.0 * np.repeat([1.0, -1.0], 10)[: 10 * apart]
    groups = np.repeat(["a", "b", "c"], 10)
    found = compare_groups(rows, groups=groups, statistic="energy", n_resamples=99, reference="c")
    assert f"darker the smaller its p-value; {counted} at most 0.05." in found.to_markdown()


@pytest.mark.parametrize("count", [2, 3, 8])
def test_the_cells_are_never_huge(count):
    rows = np.random.default_rng(0).normal(size=(10 * count, 1))
    one = compare_groups(rows, groups=np.arange(10 * count) % count, statistic="ks", n_resamples=199, reference="0")
    for result in (one, compare_groups(rows, groups=np.arange(10 * count) % count, statistic="ks", n_resamples=599)):
        figure = result.plot()
        figure.draw_without_rendering()
        ax = figure.axes[0]
        top, bottom = ax.transData.transform([(0.0, -0.5), (0.0, 0.5)])[:, 1]
        height = (top - bottom) / figure.dpi
        assert 0.3 < height < 1.0


def test_json_holds_the_comparisons(found):
    known = json.loads(found.to_json())
    assert known["reference"] is None
    assert known["groups"][1] == {"label": "a", "rows": 10}
    assert [one["adjusted_pvalue"] for one in known["comparisons"]] == found.adjusted_pvalues.tolist()
    assert known["comparisons"][0]["second"] == "a"
    assert known["comparisons"][0]["n"] == 10
    assert known["comparisons"][0]["seed"] == found.results[0].seed


def test_the_heat_map_prints_every_number(found):
    ax = Figure().subplots()
    assert heat_map(ax, found) is ax
    assert sorted(text.get_text() for text in ax.texts) == sorted(["0.03", "0.03", f"{found.pvalue('a', 'b'):.2g}"] * 2)
    assert [label.get_text() for label in ax.get_yticklabels()] == [r"\$c\x0a", "a", "b"]
    shown = ax.images[0].get_array().filled(np.nan)
    assert shown[0, 1] == pytest.approx(np.log(0.03) / np.log(0.001))
    assert shown[0, 1] == shown[1, 0] > shown[1, 2]
    figure = found.plot()
    figure.draw_without_rendering()
    assert figure.get_suptitle() == "3 groups: smallest adjusted p = 0.03"
    assert len(figure.axes) == 2


def test_long_names_stay_different_in_words_and_in_the_picture():
    rows = np.random.default_rng(0).normal(size=(30, 2))
    arms = [f"a very long group name, number {i % 3} of the lot, (treated)" for i in range(30)]
    one = compare_groups(rows, groups=arms, statistic="energy", n_resamples=59)
    shown = {label.get_text() for label in one.plot().axes[0].get_yticklabels()}
    assert shown == {f"…umber {i} of t…t, (treated)" for i in range(3)}
    lines = one.summary().splitlines()
    start = next(i for i, line in enumerate(lines) if line.split()[:1] == ["first"])
    assert len({line.partition("  ")[0].strip() for line in lines[start + 1 : start + 4]}) > 1
    assert max(map(len, lines)) <= 80


def test_numbers_are_left_out_beyond_24_groups():
    for count, numbered in ((24, True), (25, False)):
        groups = np.arange(2 * count) % count
        one = compare_groups(np.arange(2.0 * count), groups=groups, statistic="hotelling", reference="rest")
        assert bool(heat_map(Figure().subplots(), one).texts) == numbered


def test_a_reference_makes_one_column():
    rows = np.random.default_rng(0).normal(size=(30, 2))
    one = compare_groups(rows, groups=np.arange(30) % 3, statistic="energy", n_resamples=99, reference="rest")
    ax = one.plot().axes[0]
    assert ax.images[0].get_array().shape == (3, 1)
    assert [label.get_text() for label in ax.get_xticklabels()] == ["against rest"]
    assert one.summary().split("\n\n")[1].startswith("3 groups, each with the rest: 3 comparisons.")


def test_a_result_has_no_truth_value(found):
    with pytest.raises(TypeError, match="no truth value"):
        bool(found)
    assert repr(found).endswith("n_comparisons=3, smallest_adjusted_pvalue=0.03)")
