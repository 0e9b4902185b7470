import numpy as np
import pytest

from setapart.present.text import pvalue_note

PINNED = """\
before against after: a random relabelling of the rows sets the two groups at least this
far apart with probability p = 0.01 (99 relabellings; the smallest attainable p is
1/100). The projected Wasserstein distance along 2 directions is 1.25, in pooled
standard deviations; relabelled, it is 0.55 in the middle and at most 0.865 in 95 of
100. Compared: 40 rows of before and 30 of after, 3 features. Left out because of
missing values: 1 row of before and 2 of after.

Compared with before, after is on average 1.9 higher along direction 1 and 0.4 lower
along direction 2. The search ended at a local maximum as far as can be told; a better
one may exist, so the distance is a lower bound.

feature    share  direction 1 (75 %)  direction 2 (25 %)
feature_1   57 %              +0.800              -0.600
feature_2   43 %              +0.600              +0.800
feature_3    0 %               0.000               0.000

Note: mind the\\x0aunits.

Seed 7, 0.2 s, setapart 1.2.3."""


def test_the_whole_text_of_a_known_result(result_of):
    result = result_of(
        settings={"scale": "std"},
        n_omitted=(1, 2),
        x_projected=np.zeros((40, 2)),
        y_projected=np.tile([1.9, -0.4], (30, 1)),
        notes=("mind the\nunits.",),
    )
    assert result.summary() == PINNED


def test_the_level_of_a_censored_null_distribution_is_not_told(result_of):
    assert "relabelled, it is" in result_of().summary()
    assert "relabelled, it is" not in result_of(censored=True).summary()


@pytest.mark.parametrize(
    ("difference", "words"),
    [
        ([0.25], "after is on average 0.25 higher along direction 1."),
        ([0.0, -3.0], "after is on average equal along direction 1 and 3 lower along direction 2."),
        (
            [1.5, -0.5, 2.0],
            "on average 1.5 higher along direction 1, 0.5 lower along direction 2 and 2 higher along direction 3.",
        ),
        ([1.0] * 6, "1 higher along direction 4 and 1 higher along direction 5."),
    ],
)
def test_the_text_says_which_sample_is_higher(result_of, difference, words):
    k = len(difference)
    # Means of other orders of these rows differ by rounding, which is no difference.
    rows = np.repeat([[0.1], [0.2], [0.3], [1e3]], 5, axis=0) + np.zeros(k)
    result = result_of(k=k, d=6, x_projected=rows, y_projected=rows[::-1] + difference)
    assert f"{words} The search" in " ".join(result.summary().split())


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("stationary", "a better one may exist, so the distance is a lower bound."),
        ("unfinished", "more steps or starts may find more, so the distance is a lower bound."),
        ("exact", "The distance is exact: its directions are all that the data span,"),
        ("converged", "The ascent ended as it did."),
    ],
)
def test_the_text_says_how_the_search_ended(result_of, status, words):
    result = result_of(status=status)
    assert words in " ".join(result.summary().split())
    assert result.to_dict()["projection"]["message"] == "The ascent ended as it did."


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
        (None, "is 1.25, in the units of the data;"),
        ("std", "is 1.25, in pooled standard deviations;"),
        ("robust", "is 1.25, in pooled robust standard deviations;"),
        ("rank", "is 1.25, in pooled ranks (0 to 1);"),
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
    assert lines[start].split("  ")[-1] == "direction 5 (1 %)"
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
    assert "The statistic 'energy' is 1.25, in the units of the data; relabelled, it is 0 in the middle" in " ".join(
        text.split()
    )
    assert "feature_1" not in text
