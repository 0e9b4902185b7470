from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.quiver import Quiver

import setapart as sa
from setapart.datasets import correlated_pair
from setapart.plots import feature_panels, feature_plane, loadings


def rugs(ax):
    """The values of both samples, as the marks below the curves show them; the gaps are not numbers."""
    return [line.get_xdata()[::3] for line in ax.lines if np.isnan(line.get_xdata()).any()]


def test_panels_come_by_share_and_hold_their_feature(result_of):
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(20, 5)), rng.normal(size=(30, 5))
    result = result_of(d=5)  # shares 0.75·0.64 + 0.25·0.36, 0.75·0.36 + 0.25·0.64, 0, 0, 0
    figure = Figure()
    assert feature_panels(figure, x, y, result.projection, result.labels, top=4) is figure
    titles = [ax.get_title("left") for ax in figure.axes]
    assert titles == ["feature_1\n57 %", "feature_2\n43 %", "feature_3\n0 %", "feature_4\n0 %"]
    for j, ax in enumerate(figure.axes[:4]):
        np.testing.assert_array_equal(rugs(ax)[0], x[:, j])
        np.testing.assert_array_equal(rugs(ax)[1], y[:, j])
    assert [ax.get_legend() is None for ax in figure.axes] == [False, True, True, True]
    other = feature_panels(Figure(), x, y, result.projection, result.labels)
    assert [ax.axison for ax in other.axes] == [True] * 5 + [False]


@pytest.mark.parametrize("rows", [np.full((1, 3), 2.0), np.full((9, 3), -1e300), np.array([[1e-310, 0.0, 1e300]] * 2)])
def test_constant_tiny_and_huge_features_are_drawn(result_of, rows):
    result = result_of()
    figure = Figure()
    feature_panels(figure, rows, rows[:1], result.projection, result.labels)
    figure.draw_without_rendering()
    for ax in figure.axes:
        low, high = ax.get_xlim()
        assert all(low < value < high for values in rugs(ax) for value in values)


@pytest.mark.parametrize("top", [1, 2, 9])
def test_texts_stay_apart(collisions_of, result_of, top):
    names = tuple("W" * 30 + str(j) for j in range(9))
    x = np.random.default_rng(0).normal(size=(40, 9)) * 1e4
    result = result_of(d=9, feature_names=names, labels=("M" * 30, "$W$" * 10))
    figure = Figure(figsize=(9.0, 7.5), layout="constrained")
    feature_panels(figure, x, x + 1e4, result.projection, result.labels, top=top)
    assert collisions_of(figure) == []


def test_samples_without_these_features_are_refused(result_of):
    with pytest.raises(ValueError, match=r"y must have a column for each of 3 features, got shape \(4, 2\)"):
        feature_panels(Figure(), np.ones((4, 3)), np.ones((4, 2)), result_of().projection, ("a", "b"))


def ends(collection):
    return np.array([segment[:, 0] for segment in collection.get_segments()])


def test_intervals_of_an_explanation_lie_over_their_bars(explained):
    ax = Figure().subplots()
    loadings(ax, explained(k=2, d=4))
    assert [bar.get_width() for bars in ax.containers for bar in bars] == [0.8, 0.6, 0.0, 0.0, -0.6, 0.8, 0.0, 0.0]
    lines = [ax.collections[0], ax.collections[3]]  # each is followed by its two ticks
    for bars, line in zip(ax.containers, lines, strict=True):
        widths = np.array([bar.get_width() for bar in bars])
        np.testing.assert_allclose(ends(line), np.column_stack([widths - 0.1, widths + 0.2]))
        heights = [segment[0, 1] for segment in line.get_segments()]
        np.testing.assert_allclose(heights, [bar.get_y() + bar.get_height() / 2 for bar in bars])


def test_correlated_features_bear_the_number_of_their_group(explained):
    ax = Figure().subplots()
    loadings(ax, explained(d=3), top=2)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["feature_1 [1]", "feature_2 [1]"]
    assert ax.get_xlabel() == "loading (2 of 3 features, by share)"


@pytest.mark.parametrize(("size", "named"), [((6.4, 4.8), 30), ((4.0, 2.0), 8)])
def test_names_of_many_features_stay_apart(result_of, collisions_of, size, named):
    names = tuple(f"a rather long name, number {j}" for j in range(30))
    figure = Figure(figsize=size, layout="constrained")
    projection = result_of(k=5, d=30, feature_names=names).projection
    directions = np.linalg.qr(np.random.default_rng(0).normal(size=(30, 5)))[0]
    ax = loadings(figure.subplots(), replace(projection, directions=directions), top=30)
    assert collisions_of(figure) == []
    assert len(ax.get_yticklabels()) == named
    assert min(label.get_fontsize() for label in ax.get_yticklabels()) >= 4.0
    assert len(ax.containers) == 4  # directions


def test_top_is_checked(result_of):
    with pytest.raises(ValueError, match="top must be at least 1, got 0"):
        loadings(Figure().subplots(), result_of().projection, top=0)


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
