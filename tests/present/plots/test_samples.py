import numpy as np
import pytest
from matplotlib.figure import Figure

from setapart.present.plots import projected, samples_with_margins
from setapart.present.plots.parts.densities import line_density


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
        across, height = top.lines[i].get_data()
        np.testing.assert_allclose(height, line_density(rows[:, 0], across))
        height, up = side.lines[i].get_data()
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
