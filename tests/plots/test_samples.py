from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.quiver import Quiver

from setapart.plots import displacements, projected, samples_with_margins
from setapart.plots.densities import line_density
from setapart.transport.plan import Plan


@pytest.mark.parametrize("stretch", [1.0, 50.0])  # with one unit on both axes, and without
def test_the_densities_at_the_side_are_those_of_each_direction(result_of, stretch):
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(40, 2)) * [stretch, 1.0], rng.normal(size=(30, 2)) + 1.0
    result = result_of(k=2, x_projected=x, y_projected=y)
    figure = Figure()
    assert samples_with_margins(figure, result.projection, result.labels, unit="cm") is figure
    figure.draw_without_rendering()
    [ax] = figure.axes
    top, side = ax.child_axes
    for i, rows in enumerate((x, y)):
        across, height = top.lines[i].get_xydata()[1:-1].T  # at its ends a curve falls to zero
        assert (across[0], across[-1]) == (rows[:, 0].min(), rows[:, 0].max())
        np.testing.assert_allclose(height, line_density(rows[:, 0], across))
        height, up = side.lines[i].get_xydata()[1:-1].T
        np.testing.assert_allclose(height, line_density(rows[:, 1], up))
    # They stand along the edges of the panel, on its scales.
    assert (top.get_xlim(), side.get_ylim()) == (ax.get_xlim(), ax.get_ylim())
    boxes = [one.get_window_extent() for one in (ax, top, side)]
    np.testing.assert_allclose([boxes[1].x0, boxes[1].x1], [boxes[0].x0, boxes[0].x1])
    np.testing.assert_allclose([boxes[2].y0, boxes[2].y1], [boxes[0].y0, boxes[0].y1])
    assert boxes[1].y0 > boxes[0].y1
    assert boxes[2].x0 > boxes[0].x1


def test_along_one_direction_there_is_nothing_at_the_side(result_of):
    figure = Figure()
    samples_with_margins(figure, result_of(k=1).projection, ("a", "b"))
    assert figure.axes[0].child_axes == []


@pytest.mark.parametrize("scale", [1e-310, 1.0, 1e300])
def test_constant_samples_are_needles_at_the_side(result_of, scale):
    result = result_of(x_projected=np.full((2, 2), scale), y_projected=np.full((1, 2), 3.0 * scale), n=2, m=1)
    figure = Figure()
    samples_with_margins(figure, result.projection, result.labels)
    figure.draw_without_rendering()
    top, side = figure.axes[0].child_axes
    first, second = (line.get_xdata() for line in top.lines)
    assert first[0] == first[1]
    np.testing.assert_allclose(second, 3.0 * first)
    np.testing.assert_array_equal(side.lines[0].get_ydata(), first)


def test_rows_that_share_places_are_one_mark_sized_by_their_number(result_of):
    places = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    x, y = np.repeat(places, [20, 10, 10], axis=0), np.repeat(places, [6, 6, 18], axis=0)
    ax = Figure().subplots()
    projected(ax, result_of(k=2, x_projected=x, y_projected=y).projection, ("a", "b"))
    first, second = ax.collections  # and no contours
    np.testing.assert_array_equal(first.get_offsets(), places[[0, 2, 1]])
    np.testing.assert_allclose(first.get_sizes() / first.get_sizes().sum(), [0.5, 0.25, 0.25])
    np.testing.assert_allclose(second.get_sizes() / second.get_sizes().sum(), [0.2, 0.6, 0.2])
    np.testing.assert_allclose(first.get_sizes().sum(), second.get_sizes().sum())  # each sample as a whole


def test_rows_on_short_lines_are_single_marks_without_contours(result_of):
    rng = np.random.default_rng(0)
    x, y = (np.repeat(np.eye(2), n // 2, axis=0) + 0.1 * rng.normal(size=(n, 1)) for n in (40, 30))
    ax = Figure().subplots()
    projected(ax, result_of(k=2, x_projected=x, y_projected=y).projection, ("a", "b"))
    assert [len(points.get_offsets()) for points in ax.collections] == [40, 30]


def arrows(ax):
    """Where the arrows begin and end."""
    [quiver] = [artist for artist in ax.collections if isinstance(artist, Quiver)]
    starts = quiver.get_offsets()
    return starts, starts + np.column_stack([quiver.U, quiver.V])


def test_arrows_lead_from_row_to_row(moved):
    result = moved(3)
    ax = displacements(Figure().subplots(), result.projection, result.labels, unit="cm")
    starts, ends = arrows(ax)
    np.testing.assert_allclose(starts, result.projection.x_projected[:, :2])
    np.testing.assert_allclose(ends, result.projection.y_projected[:, :2])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["before", "after", "30 moves"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("direction 1 (feature_1), in cm", "direction 2 (feature_2)")
    low, high = ax.get_xlim()
    assert low < min(starts[:, 0].min(), ends[:, 0].min())
    assert max(starts[:, 0].max(), ends[:, 0].max()) < high


def test_along_one_direction_they_lead_from_above_to_below(moved):
    result = moved(1)
    starts, ends = arrows(displacements(Figure().subplots(), result.projection, result.labels))
    np.testing.assert_allclose(starts, np.column_stack([result.projection.x_projected, np.ones(30)]))
    np.testing.assert_allclose(ends, np.column_stack([result.projection.y_projected, np.zeros(30)]), atol=1e-15)


def test_of_many_pairs_some_are_drawn_by_their_mass(result_of):
    n = 400
    result = result_of(n=n, m=n, x_projected=np.column_stack([np.arange(n), np.zeros(n)]))
    heavy = np.where(np.arange(n) < 100, 9.0, 1.0)  # a quarter of the pairs has 0.75 of the mass
    plan = Plan(np.arange(n), np.arange(n), heavy / heavy.sum(), (n, n))
    projection = replace(result.projection, plan=plan)
    ax = displacements(Figure().subplots(), projection, result.labels, arrows=40)
    starts, _ = arrows(ax)
    rows = starts[:, 0].astype(int)
    assert len(set(rows)) == 40
    # Without replacement a little less than 0.75 of them; 0.6 is two standard deviations below.
    assert np.mean(rows < 100) > 0.6
    assert ax.get_legend().get_texts()[2].get_text() == "40 of 400 moves"
    again, _ = arrows(displacements(Figure().subplots(), projection, result.labels, arrows=40))
    np.testing.assert_array_equal(again, starts)


@pytest.mark.parametrize("scale", [1e-310, 1.0, 1e300])
@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("n", [1, 2])
def test_few_equal_rows_are_drawn(moved, k, n, scale):
    rows = np.full((n, k), 2.0 * scale)
    result = moved(k, n, x_projected=rows, y_projected=rows)
    figure = Figure()
    ax = displacements(figure.subplots(), result.projection, result.labels)
    figure.draw_without_rendering()
    shown = 1.0 if "×" in ax.get_xlabel() else scale
    low, high = ax.get_xlim()
    assert low < 2.0 * shown < high
    starts, ends = arrows(ax)
    np.testing.assert_allclose(starts[:, 0], ends[:, 0])


def test_the_number_of_arrows_is_checked(moved):
    with pytest.raises(ValueError, match="arrows must be at least 1, got 0"):
        displacements(Figure().subplots(), moved(1).projection, ("a", "b"), arrows=0)
