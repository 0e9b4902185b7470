import numpy as np
import pytest

from setapart.present.text import pvalue_note

PINNED = """\
before against after: a random relabelling of the rows sets the two groups at least this
far apart with probability p = 0.01 (99 relabellings; the smallest attainable p is
1/100). The projected Wasserstein distance along 2 directions is 1.25, in pooled
standard deviations. Compared: 40 rows of before and 30 of after, 3 features. Left out
because of missing values: 1 row of before and 2 of after.

The ascent ended at a critical point.

feature    share  direction 1  direction 2
feature_1   50 %       +0.800       -0.600
feature_2   50 %       +0.600       +0.800
feature_3    0 %        0.000        0.000

Seed 7, 0.2 s, setapart 1.2.3."""


def test_the_whole_text_of_a_known_result(result_of):
    assert result_of(settings={"scale": "std"}, n_omitted=(1, 2)).summary() == PINNED


@pytest.mark.parametrize(
    ("changes", "note"),
    [
        ({"pvalue": 0.01}, "99 relabellings; the smallest attainable p is 1/100"),
        ({"pvalue": 0.02}, "99 relabellings"),
        ({"pvalue": 2 / 35, "exact": True, "n_resamples": 34}, "exact over all 35 splits"),
        (
            {"pvalue": 0.0, "settings": {"method": {"pvalue_rule": "paper"}}},
            "99 relabellings; by the paper's rule, which can exceed its level",
        ),
    ],
)
def test_the_p_value_says_how_it_was_counted(result_of, changes, note):
    assert pvalue_note(result_of(**changes)) == note


@pytest.mark.parametrize(
    ("scale", "words"),
    [
        (None, "is 1.25, in the units of the data."),
        ("std", "is 1.25, in pooled standard deviations."),
        ("robust", "is 1.25, in pooled robust standard deviations."),
        ("rank", "is 1.25, in pooled ranks (0 to 1)."),
    ],
)
def test_the_unit_follows_the_scale(result_of, scale, words):
    text = " ".join(result_of(settings={"scale": scale}).summary().split())
    assert words in text


def test_rows_without_a_group_are_counted(result_of):
    text = " ".join(result_of(n_unlabelled=6).summary().split())
    assert "Left out because their group is missing: 6 rows." in text


def test_large_counts_have_separators(result_of):
    text = " ".join(result_of(n=2_000, m=1, n_omitted=(12_345, 0), n_unlabelled=1_000_000).summary().split())
    assert "Compared: 2,000 rows of before and 1 of after, 3 features." in text
    assert "missing values: 12,345 rows of before and 0 of after." in text
    assert "their group is missing: 1,000,000 rows." in text


def test_many_features_and_directions_are_cut_and_counted(result_of):
    lines = result_of(k=7, d=30).summary().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("feature"))
    assert lines[start].split("  ")[-1] == "direction 5"
    assert lines[start + 10].startswith("feature_10")
    assert lines[start + 11] == "… 20 more features and 2 more directions"


def test_names_from_data_are_inert_short_and_aligned(result_of):
    names = ("evil\x1b[2J\x9b", "long" * 30, "日本")
    text = result_of(feature_names=names, labels=("a\nb", "\u202ec")).summary()
    assert "\x1b" not in text
    assert "\x9b" not in text
    assert text.startswith("a\\x0ab against \\u202ec: ")
    table = text.splitlines()[-6:-2]
    assert table[1].startswith("evil\\x1b[2J\\x9b ")
    assert table[2].startswith("longlonglonglong…onglonglonglong ")
    assert table[3].startswith("日本 ")
    assert table[0].index("share") + len("share") == table[2].index("%") + 1


def test_a_statistic_without_directions_has_no_table(result_of):
    text = result_of(projection=None, statistic_name="energy", null_distribution=np.zeros(99)).summary()
    assert "The statistic 'energy' is 1.25, in the units of the data." in " ".join(text.split())
    assert "feature_1" not in text
