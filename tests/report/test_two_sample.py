import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import setapart as sa
from hostile import HOSTILE
from setapart import two_sample_test
from setapart._words import number, p_words, percents
from setapart.report.words import pvalue_note
from setapart.results import Component
from setapart.results.notes import Caution
from setapart.results.words import direction_label, direction_name, in_unit, statistic_phrase

PINNED = """\
before and after differ (p = 0.01; 40 and 30 rows).

────────────────────────

P = 0.01: the probability that a random relabelling of the rows sets the two
groups at least this far apart (99 relabellings; the smallest attainable p is
1/100). The projected Wasserstein distance along 2 directions is 1.25, in pooled
standard deviations; permutation null: median 0.55, 95th percentile 0.865.

Compared: 40 rows of before and 30 of after, 3 features. Left out because of
missing values: 1 row of before and 2 of after.

The search ended at what appears to be a local maximum; a better one may exist,
so the distance is a lower bound. How after differs from before along each
direction, in parts of the squared W₂ distance (SD: standard deviations within
the samples; the percentage of a direction is its part of the transport):
  direction 1 (75 %): 100 % location (1.9 higher)
  direction 2 (25 %): 100 % location (0.4 lower)

feature    share  direction 1 (75 %)  direction 2 (25 %)
feature_1   57 %              +0.800              −0.600
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
    assert result.summary(details=True) == PINNED


def test_what_spoils_the_reading_stands_above_the_directions(result_of):
    notes = ("Mind the rows.", Caution("Mind the\nunits."))
    first, *others = result_of(pvalue=0.06, notes=notes).summary(details=True).split("\n\n")
    assert first == "No evidence that before and after differ (p = 0.06; 40 and 30 rows)."
    assert others[0] == "Note: Mind the\\x0aunits."
    assert others[4].replace("\n", " ") == (
        "No evidence of a difference at level 0.05. What follows shows where these rows happen to differ most; "
        "such a pattern also appears without any difference."
    )
    assert others[5].startswith("The search ended")
    assert others[-2] == "Note: Mind the rows."


@pytest.mark.parametrize(
    "changes", [{"pvalue": 0.05}, {"pvalue": 0.06, "projection": None, "statistic_name": "energy"}]
)
def test_with_evidence_and_without_directions_nothing_happens_by_chance(result_of, changes):
    assert "happen to differ" not in result_of(**changes).summary(details=True)


def test_parts_of_a_whole_add_up():
    assert percents([0.006, 0.955, 0.039]) == ["1 %", "95 %", "4 %"]  # rounded each: 1 + 96 + 4
    assert percents([0.125, 0.875]) == ["13 %", "87 %"]
    assert percents([0.0, 0.0]) == ["0 %", "0 %"]
    assert percents([np.nan, np.nan]) == ["–", "–"]


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=8).filter(lambda parts: sum(parts) > 1e-3))
def test_percents_are_whole_parts_of_a_hundred(parts):
    shares = np.array(parts) / sum(parts)
    told = [int(one.removesuffix(" %")) for one in percents(shares)]
    assert sum(told) == 100
    assert np.all(np.abs(told - 100.0 * shares) < 1.0 + 1e-9)  # each is rounded up or down


def test_a_single_direction_has_no_part(result_of):
    two = result_of(k=2).projection
    assert (direction_label(two, 0), direction_name(two, 0)) == ("direction 1", "direction 1 (75 %)")
    single = replace(two, directions=np.eye(3)[:, [2, 1]], feature_names=("a", "b", "temp\x1b"))
    assert (direction_label(single, 0), direction_name(single, 1)) == (
        "direction 1 (temp\\x1b)",
        "direction 2 (b; 25 %)",
    )
    assert direction_name(result_of(k=1).projection, 0) == "direction 1 (feature_1)"
    text = " ".join(result_of(k=1).summary(details=True).split())
    assert (
        "along the direction, in parts of the squared W₂ distance (SD: standard deviations within the samples):" in text
    )


def test_the_level_of_a_censored_null_distribution_is_not_told(result_of):
    assert "permutation null" in result_of().summary(details=True)
    assert "permutation null" not in result_of(censored=True).summary(details=True)


COMBINED = """\
P = 0.02: the probability that a random relabelling of the rows sets the two
groups at least this far apart (99 relabellings; 95 % confidence interval of p
over all splits: 0.0024 to 0.07). The test combines 4 statistics on the same
relabellings. The leading component, the projected Wasserstein distance along 2
directions, group means removed, is 0.75, in the units of the data; permutation
null: median 0.525, 95th percentile 0.66.

Compared: 40 rows of before and 30 of after, 3 features.

statistic     observed  unadjusted p-value
pw:1               1.5                0.03
pw:2 centred      0.75                0.01  leading
energy            0.25                 0.4
mmd                0.1                 0.5

The search"""


def words(result):
    return " ".join(result.summary(details=True).split())


def test_a_combination_tells_of_the_leading_statistic_and_of_each_unadjusted_p_value(combination_of):
    assert COMBINED in combination_of().summary(details=True)


def test_directions_of_another_statistic_than_the_leading_one_are_named(combination_of):
    text = words(combination_of("energy", settings={"scale": "std"}))
    assert (
        "The leading component, the energy distance, is 0.25, in pooled standard deviations; permutation null" in text
    )
    whose = "The directions are those of the projected Wasserstein distance along 2 directions, group means removed."
    assert whose in text
    assert whose not in words(combination_of())


def test_a_pure_number_has_no_unit(combination_of, result_of):
    assert "leading component, the squared maximum mean discrepancy, is 0.1; permutation" in words(
        combination_of("mmd")
    )
    assert "The squared maximum mean discrepancy is 1.25; permutation null" in words(
        result_of(statistic_name="mmd", projection=None)
    )


def test_names_of_statistics_are_inert(combination_of):
    odd = Component("a\x1bb", "the\nodd one", 1.0, 0.01, np.zeros(99), True)
    text = combination_of(components=(odd,), projection_of="a\x1bb").summary(details=True)
    assert "\x1b" not in text
    assert "The leading component, the the\\x0aodd one, is 1" in " ".join(text.split())
    assert "The test combines 1 statistic on the same relabellings" in " ".join(text.split())


@pytest.mark.parametrize(
    ("design", "drawn"),
    [
        ("plain", "a random relabelling of the rows sets"),
        ("paired", "a random swap within the pairs sets"),
        ("strata", "a random relabelling of the rows within their strata sets"),
        ("clusters", "a random relabelling of whole clusters sets"),
    ],
)
def test_the_text_says_what_is_relabelled(result_of, design, drawn):
    assert f"P = 0.01: the probability that {drawn} the two groups" in words(result_of(design=design))


def test_the_text_says_why_sampling_stopped(result_of):
    text = words(result_of(stopping="Sampling stopped at ten\x1b."))
    assert "is 1/100). Sampling stopped at ten\\x1b. The projected" in text


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("stationary", "a better one may exist, so the distance is a lower bound."),
        ("unfinished", 'a search of more steps, with "long" after the name of the statistic, usually reaches one.'),
        ("exact", "The ascent ended as it did. How after differs"),
        ("converged", "The ascent ended as it did."),
    ],
)
def test_the_text_says_how_the_search_ended(result_of, status, words):
    result = result_of(status=status)
    assert words in " ".join(result.summary(details=True).split())
    assert result.to_dict()["projection"]["message"] == "The ascent ended as it did."


@pytest.mark.parametrize(
    ("changes", "note"),
    [
        ({"pvalue": 0.01}, "99 relabellings; the smallest attainable p is 1/100"),
        ({"pvalue": 0.02}, "99 relabellings"),
        ({"pvalue": 0.01 + 1e-17}, "99 relabellings; the smallest attainable p is 1/100"),
        (
            {"pvalue": 0.02, "pvalue_interval": (0.00243, 0.0704)},
            "99 relabellings; 95 % confidence interval of p over all splits: 0.0024 to 0.07",
        ),
        ({"pvalue": 0.015, "smallest_pvalue": 0.015}, "99 relabellings; the smallest attainable p is 0.015"),
        ({"pvalue": 2 / 35, "smallest_pvalue": 1 / 35, "exact": True, "n_resamples": 34}, "exact over all 35 splits"),
        (
            {"pvalue": 0.1, "smallest_pvalue": 0.1, "exact": True, "n_resamples": 19},
            "exact over all 20 splits; the smallest attainable p is 1/10",
        ),
        (
            {"pvalue": 0.0, "settings": {"method": sa.Permutation(pvalue_rule="paper")}},
            "99 relabellings; by the paper's rule, which can exceed its level",
        ),
    ],
)
def test_the_p_value_says_how_it_was_counted(result_of, changes, note):
    assert pvalue_note(result_of(**changes)) == note


@pytest.mark.parametrize(
    ("pvalue", "words"), [(0.0, "p = 0"), (1e-300, "p below 1e-300"), (1.5e-300, "p = 1.5e-300"), (0.005, "p = 0.005")]
)
def test_no_pvalue_but_that_of_the_paper_s_rule_is_zero(pvalue, words):
    assert p_words(pvalue) == words


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
    text = " ".join(result_of(settings={"scale": scale}).summary(details=True).split())
    assert words in text


def test_rows_without_a_group_are_counted(result_of):
    text = " ".join(result_of(n_unlabelled=6).summary(details=True).split())
    assert "Left out because their group is missing: 6 rows." in text


def test_large_counts_have_separators(result_of):
    text = " ".join(
        result_of(n=2_000, m=1, n_omitted=(12_345, 0), n_unlabelled=1_000_000).summary(details=True).split()
    )
    assert "Compared: 2,000 rows of before and 1 of after, 3 features." in text
    assert "missing values: 12,345 rows of before and 0 of after." in text
    assert "their group is missing: 1,000,000 rows." in text


def test_many_features_and_directions_are_cut_and_counted(result_of):
    lines = result_of(k=7, d=30).summary(details=True).splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("feature"))
    assert max(map(len, lines)) <= 80
    assert lines[start].split("  ")[-1] == "direction 2 (feature_2; 22 %)"
    assert lines[start + 10].startswith("feature_10")
    assert "direction 5 (feature_5; 1 %)" in "\n".join(lines[start + 11 :])
    assert lines.count("… and 20 more features and 2 more directions") == 1


def test_names_from_data_are_inert_short_and_aligned(result_of):
    names = ("evil\x1b[2J\x9b", "long" * 30, "日本")
    text = result_of(feature_names=names, labels=("a\nb", "\u202ec")).summary(details=True)
    assert "\x1b" not in text
    assert "\x9b" not in text
    assert text.startswith("a\\x0ab and \\u202ec differ (")
    table = text.splitlines()[-6:-2]
    assert table[1].startswith("evil\\x1b[2J\\x9b ")
    assert table[2].startswith("longlonglonglong…onglonglonglong ")
    assert table[3].startswith("日本 ")
    assert table[0].index("share") + len("share") == table[2].index("%") + 1


def test_a_statistic_without_directions_has_no_table(result_of):
    text = result_of(projection=None, statistic_name="energy", null_distribution=np.zeros(99)).summary(details=True)
    assert "The energy distance is 1.25, in the units of the data; permutation null: median 0" in " ".join(text.split())
    assert "feature_1" not in text


@pytest.mark.parametrize(
    ("name", "asked", "phrase"),
    [
        ("pw", {"k": 1}, "projected Wasserstein distance along 1 direction"),
        ("pw", {"k": 2, "sparsity": 5}, "projected Wasserstein distance along 2 directions of at most 5 features"),
        (
            "pw",
            {"k": 2, "centred": True},
            "projected Wasserstein distance along 2 directions, group means removed",
        ),
        ("pw_split", {"k": 3}, "held-out projected Wasserstein distance along 3 directions"),
        ("max_sliced", {"k": 1}, "max-sliced Wasserstein distance along 1 direction"),
        (
            "marginal",
            {"k": 1, "centred": True},
            "largest Wasserstein distance in a single feature, group means removed",
        ),
        ("energy", {}, "energy distance"),
        ("mmd", {}, "squared maximum mean discrepancy"),
        ("diproperm", {}, "distance between the means"),
        (
            "diproperm",
            {"direction": "svm", "summary": "auc"},
            "area under the ROC curve along the direction of a linear support vector machine",
        ),
        ("runs", {}, "statistic 'runs'"),
    ],
)
def test_statistics_have_names_in_words(name, asked, phrase):
    assert statistic_phrase(name, asked, k=asked.get("k")) == phrase


def test_settings_of_a_single_statistic_are_told(result_of):
    result = result_of(settings={"statistic": sa.ProjectedWasserstein(2, centred=True, sparsity=4)})
    told = "The projected Wasserstein distance along 2 directions of at most 4 features, group means removed is 1.25"
    assert told in words(result)


@pytest.mark.parametrize(
    ("summary", "told"),
    [("mean_difference", "is 1.25, in the units of the data;"), ("t", "is 1.25;"), ("auc", "is 1.25;")],
)
def test_only_the_difference_of_means_along_a_direction_has_a_unit(result_of, summary, told):
    result = result_of(k=1, statistic_name="diproperm", settings={"statistic": sa.DiProPerm(summary=summary)})
    assert told in words(result)
    assert in_unit(result, "diproperm svm auc") == ""
    assert in_unit(result, "diproperm svm") == "in the units of the data"


@pytest.mark.parametrize(
    ("value", "text"),
    [(3684.2, "3680"), (-123456.0, "−123000"), (999_499.0, "999000"), (999_500.0, "1e+06"), (2.5e7, "2.5e+07")]
    + [(0.00001234, "1.23e-05"), (12.345, "12.3"), (0.0, "0"), (float("nan"), "nan"), (float("-inf"), "−inf")],
)
def test_numbers_below_a_million_are_plain(value, text):
    assert number(value) == text
    assert number(1234567.8, 7) == "1234568"


def test_a_statistic_may_have_its_own_unit(result_of):
    text = words(result_of(k=1, statistic_name="marginal", settings={"scale": "rank"}))
    assert "The largest Wasserstein distance in a single feature is 1.25, in pooled standard deviations;" in text


def test_no_name_acts_on_a_terminal(result_of):
    result = result_of(d=len(HOSTILE), feature_names=HOSTILE, labels=HOSTILE[6:8], notes=HOSTILE)
    assert all(letter.isprintable() for line in result.summary(details=True).split("\n") for letter in line)
    assert json.loads(result.to_json())["verdict"] == (
        "red \\x1b[31m and two\\x0alines differ (p = 0.01; 40 and 30 rows)."
    )


@pytest.mark.parametrize(
    ("rank", "told"),
    [
        (0, "all rows are the same."),
        (1, "the data span 1 direction, which is used."),
        (2, "the data span 2 directions, all of which are used."),
    ],
)
def test_directions_that_are_all_there_are_told_as_such(rank, told):
    x, y = np.random.default_rng(0).normal(size=(2, 8, 2)) * [rank > 0, rank > 1]
    result = two_sample_test(x, y, statistic="pw", k=max(rank, 1), n_resamples=19)
    assert f" Exact: {told} " in " ".join(result.summary(details=True).split())
