"""The first screen: what it calls different and when, how it words each kind of feature, and that it stays short."""

from dataclasses import replace

import numpy as np
import pytest

from hand_made import features_of, hand_made, pairs_of
from hostile import HOSTILE
from setapart._options import in_options
from setapart._words import width
from setapart.inference.feature_tests import FeaturePValues
from setapart.report.feature_grid import feature_rows, grid_of, pair_rows
from setapart.report.first_screen import feature_words, headline, short_verdict, what_differs
from setapart.results.feature_table import PROBABILITIES
from setapart.theory.thresholds import Thresholds

NAMES = ("mass", "age", "city=Rome")


def result(adjusted=(0.01, 0.2, 0.6), pvalue=0.01, names=NAMES, pairs=None, **changes):
    options = {
        name: changes.pop(name) for name in ("k", "design", "labels", "projection", "threshold") if name in changes
    }
    table = features_of(names, adjusted, **changes)
    return hand_made(d=len(names), feature_names=names, pvalue=pvalue, by_feature=table, by_pair=pairs, **options)


def sentences(told):
    """What stands below the table, if there is one."""
    return next((block for block in what_differs(told) if isinstance(block, str)), "")


def grid(told):
    return next((block for block in what_differs(told) if not isinstance(block, str)), None)


def test_the_verdict_is_short_and_names_a_level_that_was_asked_for():
    assert short_verdict(result()) == "before and after differ (p = 0.01; 40 and 30 rows)."
    assert (
        short_verdict(result(pvalue=0.051)) == "No evidence that before and after differ (p = 0.051; 40 and 30 rows)."
    )
    assert short_verdict(result(), 0.02) == "before and after differ at level 0.02 (p = 0.01; 40 and 30 rows)."
    assert short_verdict(result(), 0.001).startswith("No evidence at level 0.001 that before and after differ (")


def test_of_a_threshold_p_is_a_bound():
    bound = result(threshold=Thresholds.__new__(Thresholds))
    assert short_verdict(bound) == "before and after differ (p is at most 0.01; 40 and 30 rows)."


@pytest.mark.parametrize(
    ("adjusted", "alone", "pvalue", "told"),
    [
        ([0.04, 0.2, 0.01], None, 0.01, "2 of 3 features differ: city=Rome and mass."),
        ([0.2, 0.05, 0.4], None, 0.05, "1 of 3 features differs: age."),
        (
            [0.2, 0.3, 0.4],
            None,
            0.01,
            "None of the 3 features shows a difference by itself (smallest adjusted p = 0.2).",
        ),
        (
            [0.2, 0.3, 0.4],
            [0.1, 0.2, 0.3],
            0.3,
            "None of the 3 features shows a difference (smallest adjusted p = 0.2).",
        ),
        (
            [0.12, 0.3, 0.4],
            [0.04, 0.2, 0.3],
            0.3,
            (
                "mass would stand out if tested alone (p = 0.04); as the most different of 3 features it does not, at "
                "level 0.05 (adjusted p = 0.12)."
            ),
        ),
        (
            [0.3, 0.03, 0.4],
            [0.2, 0.01, 0.3],
            0.3,
            "age stands out among the 3 features (adjusted p = 0.03), but the test as a whole does not confirm it.",
        ),
    ],
)
def test_features_differ_where_the_whole_test_sees_it_too(adjusted, alone, pvalue, told):
    table = features_of(NAMES, adjusted, alone=alone)
    assert feature_words(table, pvalue) == told
    shown = hand_made(pvalue=pvalue, feature_names=NAMES, by_feature=table)
    assert (grid(shown) is not None) == (" differ: " in told or " differs: " in told)


def test_nothing_is_said_of_a_single_feature_and_of_features_that_were_not_tested():
    assert feature_words(features_of(["mass"], [0.01]), 0.01) == ""
    assert feature_words(features_of(NAMES, None), 0.01) == ""
    assert headline(hand_made()) == ""
    assert what_differs(hand_made()) == ()
    untested = "Single features are not tested, as that would take long beside a closed form."
    assert what_differs(result(None)) == (untested,)
    one = result((0.01,), names=("mass",), k=1, projection=None)
    assert (headline(one), sentences(one)) == ("", "")
    assert grid(one).columns[0] == ["what differs", "mass, median"]


def test_what_no_feature_shows_by_itself_is_told_with_what_has_seen_it():
    told = headline(result([0.2, 0.3, 0.4]))
    assert told.startswith(
        "None of the 3 features shows a difference by itself (smallest adjusted p = 0.2). The difference is in several "
        "together, seen by the projected Wasserstein distance along 2 directions. Features with the largest share: "
        "mass, age and city=Rome. Direction 1 (75 %): "
    )
    assert told.endswith(".")
    without = headline(result([0.2, 0.3, 0.4], projection=None))
    assert without.endswith("in several together, seen by the projected Wasserstein distance.")


def test_pairs_take_two_of_six_rows():
    names = [f"x{j}" for j in range(9)]
    pairs = pairs_of([("x0", "x1"), ("x1", "x2"), ("x0", "x2")], [0.01, 0.02, 0.03])
    told = result([0.01] * 8 + [0.5], names=names, pairs=pairs)
    assert headline(told) == (
        "8 of 9 features differ: x0, x1, x2, x3 and 4 more. 3 of 3 pairs among x0, x1 and x2 go together differently, "
        "each more strongly in before; the largest change: x0 and x1."
    )
    shown = grid(told)
    assert shown.columns[0] == [
        "what differs",
        *(f"x{j}, median" for j in range(4)),
        *("x0, x1: correlation", "x1, x2: correlation"),
    ]
    assert shown.more == "4 more features and 1 more pair"
    assert shown.hint == "feature_tests() and pair_tests()"
    assert in_options(shown.hint) == "--details and --json"
    assert sentences(told) == "The other feature shows no difference (adjusted p = 0.5)."
    chance = result([0.01] * 9, 0.3, names, pairs)
    assert grid(chance) is None
    assert "together" not in headline(chance)
    only = result([0.5] * 9, names=names, pairs=pairs_of([("x0", "x1")], [0.01]))
    assert headline(only).endswith("x0 and x1 go together differently.")
    assert grid(only).columns[0] == ["what differs", "x0, x1: correlation"]


def test_small_and_uncertain_differences_are_told_as_such():
    small = result([0.01, 0.02, 0.6], in_sd=np.array([0.05, -0.08, 0.2]), difference=0.03)
    assert sentences(small) == (
        "All of these are small: at most 0.08 standard deviations. "
        "The other feature shows no difference (adjusted p = 0.6)."
    )
    assert "small" not in sentences(result([0.01, 0.02, 0.6], in_sd=np.array([0.05, 0.1, 0.2])))
    # A median that moves by the range of the quartiles is not small, whatever a far row makes of the deviation.
    assert "is small" not in sentences(result([0.01, 0.2, 0.6], in_sd=np.full(3, 1e-11), difference=1.0))
    unsure = result([0.01, 0.2, 0.6], in_sd=np.array([1.5, -0.9, 0.2]))
    assert sentences(unsure).endswith(
        " age is 0.9 standard deviations apart in these rows, but with so few rows that is uncertain."
    )


def test_without_evidence_it_is_told_what_would_have_been_found():
    words = (
        "In normal data of this size, a shift of a single feature by 0.95 standard deviations would be found with "
        "probability about 0.8."
    )
    missed = result([0.5, 0.6, 0.7], 0.4)
    assert words in sentences(missed)
    assert words not in sentences(result())
    # Nothing could have been found by a test of which no p-value is as small as the level; others are at 0.05.
    assert words not in sentences(replace(missed, smallest_pvalue=0.1))
    assert not any(words in block for block in what_differs(missed, 0.1) if isinstance(block, str))


SHARE = {"changes": "share", "first": 0.12, "second": 0.17, "difference": 0.05, "low": 0.02, "high": 0.08}
TAIL = {"changes": "95th percentile", "first": 112.0, "second": 215.0, "difference": 103.0, "low": 71.0, "high": 140.0}


@pytest.mark.parametrize(
    ("changes", "row"),
    [
        (
            {"kinds": "category", **SHARE},
            ("f, share", "12 %", "17 %", "+5.0 points (2.0 to 8.0)", "0.01", ""),
        ),
        (
            {"kinds": "two values", **SHARE},
            ("f, share at the larger value", "12 %", "17 %", "+5.0 points (2.0 to 8.0)", "0.01", ""),
        ),
        (
            {"kinds": "mostly zero", **SHARE},
            ("f, share not zero", "12 %", "17 %", "+5.0 points (2.0 to 8.0)", "0.01", ""),
        ),
        (
            {"kinds": "count", "changes": "mean", "first": 2.0, "second": 1.4, "difference": -0.6, "low": -0.9}
            | {"high": -0.3},
            ("f, mean", "2.0", "1.4", "−0.60 (−0.90 to −0.30)", "0.01", ""),
        ),
        (
            {"units": "$", **TAIL},
            ("f, 95th percentile", "112 $", "215 $", "+103 $ (71 to 140)", "0.01", "median: no change shown"),
        ),
        (
            {
                **TAIL,
                "quantile_intervals": np.ones((2, 1, len(PROBABILITIES))),
                "quantiles": np.array([19.94, 20.36])[:, None, None] * np.ones(len(PROBABILITIES)),
            },
            ("f, 95th percentile", "112", "215", "+103 (71 to 140)", "0.01", "median: 19.9 → 20.4"),
        ),
        (  # what is missing was filled by one value, which narrows a spread
            {**TAIL, "filled": ("f",)},
            (
                "f, 95th percentile",
                "112",
                "215",
                "+103 (71 to 140)",
                "0.01",
                "gaps were filled, which alone can do this",
            ),
        ),
        (  # shape has changed; of zero there is no negative
            {"first": 3700.0, "second": 3700.0, "difference": -0.004, "low": -1.41, "high": 1.8},
            ("f, median", "3700", "3700", "0.0 (−1.4 to 1.8)", "0.01", "no single quantile shows how"),
        ),
        (
            {"units": "mg/L", "first": 3.1, "second": 7.9, "ratio": np.array([2.548, 1.9, 3.3])},
            ("f, median", "3.1 mg/L", "7.9 mg/L", "× 2.5 (1.9 to 3.3)", "0.01", ""),
        ),
        (  # as many figures as tell the two apart
            {"first": 10001.0, "second": 10002.0, "difference": 1.0, "low": np.nan, "high": np.nan},
            ("f, median", "10001", "10002", "+1 (too few rows for an interval)", "0.01", ""),
        ),
    ],
)
def test_each_kind_of_feature_has_its_row(changes, row):
    assert feature_rows(features_of(["f"], [0.01], **changes), [0], differing=True) == [row]


def test_without_tests_there_is_no_column_of_p_values():
    rows = feature_rows(features_of(NAMES, None), [0, 1, 2])
    assert [column[0] for column in grid_of(rows, ("a", "b"), heading="feature").columns] == [
        *("feature", "a", "b", "change (95 % interval)"),
    ]


def test_a_pair_without_interval_has_none():
    """As of pairs of rows, which are not drawn by themselves."""
    table = pairs_of([("rent", "income")], [0.01])
    assert pair_rows(table, [0]) == [
        ("rent, income: correlation", "0.62", "0.05", "−0.57 (−0.71 to −0.42)", "0.01", "")
    ]
    table.low[:] = table.high[:] = np.nan
    assert pair_rows(table, [0])[0].change == "−0.57"


def test_names_are_inert_and_told_apart_and_the_screen_is_short():
    names = (*HOSTILE, *(f"{'long' * 10}{j}" for j in range(6)))
    told = hand_made(
        d=len(names),
        feature_names=names,
        labels=HOSTILE[:2],
        by_feature=features_of(names, [0.01] * len(names), units=HOSTILE[0]),
        by_pair=pairs_of([names[:2], names[2:4]], [0.01, 0.01]),
    )
    text = told.summary()
    assert all(letter.isprintable() for line in text.split("\n") for letter in line)
    rows = grid(told).columns[0]
    assert len(set(rows)) == len(rows) == 7
    assert len(text.split("\n")) < 26  # names as long as these stand in lines of their own
    assert max(map(width, text.split("\n"))) <= 80


def test_the_order_is_that_of_p_values_then_of_statistics():
    pvalues = FeaturePValues(np.array([1.0, 3.0, 2.0]), np.full(3, 0.01), np.full(3, 0.01))
    table = features_of(NAMES, [0.01, 0.01, 0.01])
    object.__setattr__(table, "pvalues", pvalues)
    assert feature_words(table, 0.01) == "3 of 3 features differ: age, city=Rome and mass."
