import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.quiver import Quiver

import setapart as sa
from setapart.datasets import correlated_pair
from setapart.present.plots import feature_plane


def arrows(ax):
    """Where the arrows begin, and how far they lead."""
    return [(a.get_offsets()[0], np.array([a.U[0], a.V[0]])) for a in ax.collections if isinstance(a, Quiver)]


def test_figure_3a_of_the_paper():
    """The raw rows, and the direction at 45° through their middle."""
    x, y = correlated_pair(100, 100, rng=0)
    result = sa.two_sample_test(x, y, statistic="pw", k=1, n_resamples=9)
    figure = result.plot("plane")
    [ax] = figure.axes
    first, second = (points.get_offsets() for points in ax.collections[:2])
    order = [result.feature_names.index(ax.get_xlabel().split(",")[0]), result.feature_names.index(ax.get_ylabel())]
    shown = result.problem.pooled[:, order]
    np.testing.assert_allclose(np.concatenate([first, second]), shown)
    [(start, move)] = arrows(ax)
    slope = move / np.hypot(*move)
    np.testing.assert_allclose(slope, result.directions[order, 0], atol=1e-12)
    np.testing.assert_allclose(start + move / 2.0, shown.mean(axis=0), atol=1e-12)
    assert abs(np.degrees(np.arctan2(*slope)) - 45.0) < 10.0
    assert np.hypot(*move) / 2.0 == pytest.approx(np.abs((shown - shown.mean(axis=0)) @ slope).max())
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["x", "y", "direction"]
    assert figure.get_suptitle().startswith("x (100 rows) against y (100 rows): p = ")


def test_of_more_features_the_two_with_the_largest_shares(result_of):
    result = result_of(k=2, d=4)
    rows = np.random.default_rng(0).normal(size=(70, 4))
    ax = feature_plane(Figure().subplots(), rows[:40], rows[40:], result.projection, result.labels, unit="cm")
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("feature_1, in cm", "feature_2")
    np.testing.assert_array_equal(ax.collections[0].get_offsets(), rows[:40, :2])
    moves = [move / np.hypot(*move) for _, move in arrows(ax)]
    np.testing.assert_allclose(moves, [[0.8, 0.6], [-0.6, 0.8]])


def test_it_is_said_how_much_of_a_direction_lies_in_the_plane(result_of):
    """Of three directions along one feature each, the first two features hold two, and the third is not drawn."""
    result = result_of(k=3, d=3)
    rows = np.random.default_rng(0).normal(size=(70, 3))
    ax = feature_plane(Figure().subplots(), rows[:40], rows[40:], result.projection, result.labels)
    assert [text.get_text() for text in ax.get_legend().get_texts()][2:] == ["direction 1", "direction 2"]
    found = sa.projected_wasserstein(rows[:40], rows[40:], k=1, rng=0)
    ax = feature_plane(Figure().subplots(), rows[:40], rows[40:], found, result.labels)
    two = np.sort(found.directions[:, 0] ** 2)[1:].sum()
    assert ax.get_legend().get_texts()[2].get_text() == f"direction ({100 * two:.0f} % in this plane)"


@pytest.mark.parametrize("scale", [1e-310, 1e300])
def test_rows_of_any_size_are_drawn(result_of, scale):
    result = result_of(k=1, d=2)
    rows = scale * np.arange(8.0).reshape(4, 2) / 8.0
    figure = Figure()
    ax = feature_plane(figure.subplots(), rows[:2], rows[2:], result.projection, result.labels)
    figure.draw_without_rendering()
    assert "×" in ax.get_xlabel()


def test_one_feature_is_no_plane():
    x, y = np.random.default_rng(0).normal(size=(2, 20))
    result = sa.two_sample_test(x, y, statistic="pw:1", n_resamples=9)
    with pytest.raises(ValueError, match="a plane needs two features; there is one"):
        result.plot("plane")


def test_without_data_it_cannot_be_drawn(result_of):
    with pytest.raises(ValueError, match="this result does not have its data; run the test again to draw the rows"):
        result_of().plot("plane")


def test_samples_of_another_width_are_refused(result_of):
    with pytest.raises(ValueError, match=r"x must have a column for each of 3 features, got shape \(4, 2\)"):
        feature_plane(Figure().subplots(), np.ones((4, 2)), np.ones((4, 3)), result_of().projection, ("a", "b"))
