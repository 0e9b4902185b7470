"""What figures show, in words: the numbers are those of the samples."""

import numpy as np
import pytest
from matplotlib.contour import ContourSet
from matplotlib.figure import Figure

import setapart as sa
from setapart.plots import projected
from setapart.report.pictures import (
    loadings_height,
    loadings_seen,
    null_picture,
    pair_picture,
    samples_picture,
    samples_seen,
)

CONTOURS = "Contours enclose half and nine tenths of"


def test_the_middle_halves_are_told_along_the_first_two_directions(result_of):
    x = np.column_stack([np.arange(5.0), np.arange(5.0) * 10.0, np.zeros(5)])
    projection = result_of(k=3, x_projected=x, y_projected=x + [7.0, 0.5, 0.0]).projection
    assert samples_seen(projection, ("before\n", "after")) == (
        "Along direction 1 (feature_1), the middle half of before\\x0a lies between 1 and 3 and that of after between "
        "8 and 10. Along direction 2 (feature_2), the middle half of before\\x0a lies between 10 and 30 and that of "
        "after between 10.5 and 30.5. The first two of 3 directions are drawn."
    )


@pytest.mark.parametrize(
    ("x", "y", "told"),
    [
        (
            np.eye(2)[np.arange(40) % 2],
            np.eye(2)[np.arange(30) % 2],
            "Where many rows of a sample share a place, one mark stands for all, the larger the more they are.",
        ),
        (np.random.default_rng(0).normal(size=(40, 2)), np.eye(2)[np.arange(30) % 2], f"{CONTOURS} a."),
        (np.random.default_rng(0).normal(size=(40, 2)), np.random.default_rng(1).normal(size=(9, 2)), f"{CONTOURS} a."),
        (*np.random.default_rng(0).normal(size=(2, 40, 2)), f"{CONTOURS} each sample."),
        (*np.random.default_rng(0).normal(size=(2, 9, 2)), None),  # of so few rows there are none
        (np.arange(40.0)[:, None] * [1.0, 2.0], np.arange(30.0)[:, None] * [1.0, 2.0], None),  # on one line
    ],
)
def test_lines_and_marks_are_explained_as_they_are_drawn(result_of, x, y, told):
    projection = result_of(k=2, x_projected=x, y_projected=y).projection
    seen = samples_seen(projection, ("a", "b"))
    if told is None:
        assert "Contours" not in seen
        assert "Where many rows" not in seen
    else:
        assert seen.endswith(f". {told}")
    ax = projected(Figure().subplots(), projection, ("a", "b"))
    contours = sum(isinstance(artist, ContourSet) for artist in ax.collections)
    assert contours == (0 if told is None or CONTOURS not in told else 1 + ("each" in told))


def test_the_largest_loadings_are_told_and_those_near_zero_are_not(result_of):
    projection = result_of(k=2, d=5).projection
    assert loadings_seen(projection) == (
        "The largest loadings of direction 1 (75 %): feature_1 +0.80, feature_2 +0.60. "
        "The largest loadings of direction 2 (25 %): feature_2 +0.80, feature_1 −0.60."
    )


@pytest.mark.parametrize(
    ("changes", "seen"),
    [
        (
            {},
            "The values of 99 relabellings lie between 0.2 and 0.9. The observed value, 1.25, lies above all of them.",
        ),
        (
            {"statistic": 0.55, "exact": True},
            "The values of 99 splits lie between 0.2 and 0.9. The observed value, 0.55, lies above 49 of them.",
        ),
        (
            {"censored": True},
            "The observed value, 1.25, among those of 99 relabellings, of which only the part below it is known.",
        ),
    ],
)
def test_where_the_observed_value_lies(result_of, changes, seen):
    assert null_picture(result_of(**changes)).seen == seen


def test_pictures_draw_what_they_tell(result_of):
    picture = samples_picture(result_of().projection, ("before", "after"), "miles")
    figure = picture.draw()
    assert figure.axes[0].get_xlabel() == "direction 1, in miles"
    assert picture.title == "The samples along the directions"


def test_few_features_take_little_room(result_of):
    heights = [loadings_height(result_of(d=d, k=k).projection) for d, k in ((3, 1), (10, 1), (40, 1), (3, 2))]
    assert heights == pytest.approx([2.5, 4.6, 4.6, 3.0])


def test_the_pair_that_differs_most_is_drawn_and_told():
    x, y = np.random.default_rng(0).normal(size=(2, 150, 3))
    assert pair_picture(sa.two_sample_test(x, y, statistic="correlation", n_resamples=99, rng=0), 0.05) is None
    y[:, 2] = np.abs(y[:, 0]) + 0.5 * y[:, 2]
    result = sa.two_sample_test(x, y, statistic="dictionary", n_resamples=99, rng=0)
    picture = pair_picture(result, 0.05)
    table = result.pair_tests(1)
    assert picture.seen == (
        f"The rank correlation of |x1 − median| and x3 is {table['first'][0]:.2f} in x and {table['second'][0]:.2f} in "
        "y. In y more than in x, x3 is high where x1 is far from its median. Lines are running medians of each sample."
    ).replace("-", "−")
    assert picture.draw().axes[0].get_xlabel() == "x1"
