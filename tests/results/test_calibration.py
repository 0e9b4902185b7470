"""Calibrations: levels as shares of p-values, and what is told of them."""

import json

import pytest

from plans import calibration_of
from setapart.inference.pvalues import share_interval


def test_levels_are_shares_of_pvalues():
    result = calibration_of([0.004, 0.05, 0.05001, 0.3, 0.9])
    table = result.plain_table()
    assert table["alpha"].tolist() == [0.01, 0.05, 0.1, 0.2, 0.5]
    assert table["rejections"].tolist() == [1, 2, 3, 3, 4]
    assert table["level"].tolist() == [0.2, 0.4, 0.6, 0.6, 0.8]
    assert (table["low"][1], table["high"][1]) == share_interval(2, 5, 0.95)
    assert calibration_of([0.5], alpha=0.03).plain_table()["alpha"].tolist() == [0.01, 0.03, 0.05, 0.1, 0.2, 0.5]


def test_levels_below_the_smallest_pvalue_are_out_of_reach():
    result = calibration_of([0.05, 0.3, 0.9], smallest_pvalue=0.02)
    assert result.levels_out_of_reach == (0.01,)
    known = json.loads(result.to_json())
    assert (known["smallest_pvalue"], known["levels_out_of_reach"]) == (0.02, [0.01])
    assert known["levels"]["alpha"] == result.table()["alpha"].tolist() == [0.05, 0.1, 0.2, 0.5]
    assert known["levels"]["rejections"] == [1, 1, 1, 2]
    assert calibration_of([0.5], smallest_pvalue=0.05).levels_out_of_reach == (0.01,)  # 0.05 can be reached


def test_a_calibration_as_json_leaves_the_single_pvalues_out():
    known = json.loads(calibration_of([0.01, 0.5, 0.9, 1.0]).to_json())
    assert (known["level"], known["rejections"], known["n_trials"]) == (0.25, 1, 4)
    assert known["sample"] == {"label": "controls", "rows": 100, "omitted": 0, "unlabelled": 0, "sizes": [50, 50]}
    assert "pvalues" not in known
    assert known["verdict"].startswith("1 of 4 splits was rejected")


@pytest.mark.parametrize(
    ("rejected", "words"),
    [
        (
            37,
            "37 of 1,000 splits were rejected at alpha = 0.05: a level of 0.037 (95 % interval 0.026 to 0.051), in",
        ),
        (20, "0.020 (95 % interval 0.012 to 0.031), less than alpha: the test is conservative, and loses power."),
        (
            80,
            "0.080 (95 % interval 0.064 to 0.099), more than alpha allows: the test finds differences where there are",
        ),
    ],
)
def test_the_verdict_is_that_of_the_interval(rejected, words):
    assert words in calibration_of([0.01] * rejected + [0.5] * (1000 - rejected)).verdict


def test_a_calibration_has_no_truth_value():
    with pytest.raises(TypeError, match="a result has no truth value; look at"):
        bool(calibration_of([0.5]))


def test_a_calibration_is_shown_in_a_line():
    shown = repr(calibration_of([0.01, 0.5, 0.9, 1.0]))
    assert shown == "Calibration(level=0.25, low=0.006309, high=0.8059, alpha=0.05, n_trials=4)"
