"""The rows of two features, and running quantiles against their definition."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import setapart as sa
from setapart.plots import dependence
from setapart.plots.dependence import MEDIAN, QUARTILES, running_quantiles
from setapart.plots.style import SAMPLES


def lines(ax):
    """The running quantiles, by sample."""
    drawn = [line for line in ax.lines if len(line.get_xdata())]
    return [[line for line in drawn if line.get_color() == color] for color in SAMPLES]


def test_a_running_quantile_is_that_of_a_sixth_of_the_rows():
    rows = np.random.default_rng(0).normal(size=(120, 2))
    places, values = running_quantiles(rows, 0.25)
    ordered = rows[np.argsort(rows[:, 0])]
    assert places[0] == np.median(ordered[:20, 0])
    assert values[0] == np.quantile(ordered[:20, 1], 0.25)
    assert places[-1] == np.median(ordered[-20:, 0])
    assert values[-1] == np.quantile(ordered[-20:, 1], 0.25)
    assert np.all(np.diff(places) > 0.0)


@pytest.mark.parametrize(("n", "expected"), [(23, 0), (24, 13)])
def test_few_rows_have_no_running_quantiles(n, expected):
    rows = np.random.default_rng(0).normal(size=(n, 2))
    assert [len(part) for part in running_quantiles(rows, 0.5)] == [expected] * 2


def test_rows_with_one_value_have_one_place():
    places, values = running_quantiles(np.column_stack([np.ones(50), np.arange(50.0)]), 0.5)
    assert places.tolist() == [1.0]
    assert values.size == 1


def test_a_tail_has_a_logarithmic_axis_and_a_far_row_does_not_squeeze_the_others():
    x, y = np.random.default_rng(0).normal(size=(2, 100, 2))
    x[:, 0], y[:, 0] = np.exp(2.0 * x[:, 0]), np.exp(2.0 * y[:, 0])
    y[3, 1] = 1e6
    ax = dependence(Figure().subplots(), x, y, ("dose, in mg", "effect"), ("a", "b"))
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "linear")
    assert ax.get_ylim()[1] < 10.0
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("dose, in mg", "effect")
    assert lines(ax) == [[], []]


@pytest.mark.parametrize(
    ("part", "levels", "labels"),
    [
        ("first", MEDIAN, ("a [mg]", "b")),
        ("second", MEDIAN, ("b", "a [mg]")),
        ("both", QUARTILES, ("a [mg]", "b")),
        ("neither", (), ("a [mg]", "b")),
    ],
)
def test_the_feature_whose_distance_counts_is_across(part, levels, labels):
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 120, 3))
    near, noise, sign = y[:, 0], 0.3 * y[:, 1], np.where(rng.random(120) < 0.5, 1.0, -1.0)
    y[:, :2] = np.column_stack(
        {
            "first": (near, np.abs(near) + noise),
            "second": (np.abs(near) + noise, near),
            "both": (near, sign * near + noise),
            "neither": (near, near + noise),
        }[part]
    )
    if part in ("first", "second"):  # no feature by itself, so that this is what is drawn
        j = int(part == "first")
        x[:, j] = np.abs(x[:, j]) + 0.3 * x[:, 2]
    tables = [sa.Table({"a [mg]": rows[:, 0], "b": rows[:, 1], "c": rows[:, 2]}) for rows in (x, y)]
    result = sa.two_sample_test(*tables, statistic="correlation", n_resamples=99, rng=0)
    ax = result.plot("dependence").axes[0]
    assert (ax.get_xlabel(), ax.get_ylabel()) == labels
    assert [len(drawn) for drawn in lines(ax)] == [len(levels)] * 2


def test_without_tests_of_pairs_there_is_nothing_to_draw():
    x = np.random.default_rng(0).normal(size=(40, 1))
    with pytest.raises(ValueError, match="this result has no tests of pairs"):
        sa.two_sample_test(x, x + 1.0, n_resamples=19).plot("dependence")
