from dataclasses import replace

import numpy as np
import pytest

import setapart as sa
from setapart.results.differences import difference_lines, heading_of_differences

PAIR = np.repeat([-1.0, 1.0], 20)  # mean 0, standard deviation 1


def lines_of(result_of, x, y, shown=5, **options):
    x, y = (np.asarray(rows, float).reshape(len(rows), -1) for rows in (x, y))
    return difference_lines(result_of(k=x.shape[1], d=6, x_projected=x, y_projected=y).projection, shown, **options)


@pytest.mark.parametrize(
    ("y", "words"),
    [
        (PAIR + 0.25, "100 % location (0.25 higher, 0.25 SD)"),  # pooled SD √(80 / 78), 1.013
        (PAIR - 3.0, "100 % location (3 lower, 3 SD)"),
        (PAIR * 1.4, "100 % spread (1.4 times as wide)"),
        (PAIR * 0.5, "100 % spread (0.5 times as wide)"),
        (PAIR * 0.0, "100 % spread (to none)"),
        (PAIR * 2.0 + 3.0, "90 % location (3 higher, 1.9 SD), 10 % spread (2 times as wide)"),  # SD √(200 / 78), 1.60
        (PAIR + PAIR * 0.05 + 1.0, "100 % location (1 higher, 0.96 SD)"),  # the spread has 0.25 %
        (PAIR[::-1], "no difference"),
        (np.sqrt(2.0) * np.repeat([-1.0, 0.0, 0.0, 1.0], 10), "100 % shape"),
    ],
)
def test_a_line_names_the_parts_that_differ(result_of, y, words):
    assert lines_of(result_of, PAIR, y) == [f"direction 1 (feature_1): {words}"]


def test_the_first_sample_may_have_no_spread(result_of):
    assert lines_of(result_of, [2.0], [1.0, 5.0]) == [
        "direction 1 (feature_1): 20 % location (1 higher, 0.35 SD), 80 % spread (from none)"  # SD √8
    ]


def test_without_any_spread_there_are_no_standard_deviations(result_of):
    for brief in (False, True):
        (line,) = lines_of(result_of, [2.0, 2.0], [1.0], brief=brief)
        assert line.endswith("100 % location (1 lower)")


def test_brief_lines_leave_out_weights_and_units(result_of):
    assert lines_of(result_of, PAIR, PAIR * 2.0 + 3.0, brief=True) == [
        "direction 1: 90 % location (1.9 SD higher), 10 % spread (2 times as wide)"
    ]


def test_of_a_feature_with_two_values_its_rates_are_told():
    x, y = np.repeat([0.0, 1.0], [6, 2])[:, None], np.repeat([0.0, 1.0], [2, 6])[:, None]
    x, y = (np.hstack([np.zeros_like(side), side]) for side in (x, y))
    projection = sa.two_sample_test(x, y, statistic="marginal", n_resamples=19).projection
    seen = "at the larger of its two values in 25 % and 75 % of the rows"
    assert difference_lines(projection, 1) == [f"direction 1 (x2): {seen}"]
    assert difference_lines(projection, 1, brief=True) == [f"direction 1: {seen}"]
    level = replace(projection, columns=("x1", "city"))
    assert difference_lines(level, 1) == ["direction 1 (x2): seen in 25 % and 75 % of the rows"]


def test_of_samples_with_a_value_each_it_is_told_how_far_these_are_apart(result_of):
    assert lines_of(result_of, [2.0] * 5, [3.0] * 5) == ["direction 1 (feature_1): 100 % location (1 higher)"]


def test_the_heading_promises_no_more_than_there_is():
    assert [heading_of_differences(pvalue) for pvalue in (0.05, 0.051)] == [
        "What differs",
        "Where the rows happen to differ most",
    ]


def test_only_the_first_directions_have_a_line(result_of):
    rows = np.zeros((40, 4)) + PAIR[:, None]
    told = lines_of(result_of, rows, rows + [1.0, -1.0, 0.0, 5.0], shown=3, brief=True)
    assert [line.split(": ")[1] for line in told] == [
        "100 % location (0.99 SD higher)",
        "100 % location (0.99 SD lower)",
        "no difference",
    ]
