import numpy as np
import pytest
from matplotlib.figure import Figure

from plans import curve_of
from setapart.present.plots.power_curve import power_curve, power_figure


@pytest.fixture
def ax():
    return Figure().subplots()


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_points_intervals_and_fit_are_those_of_the_curve(ax):
    curve = curve_of([20, 85, 75, 99])
    assert power_curve(ax, curve) is ax
    (errorbar,) = ax.containers
    np.testing.assert_array_equal(errorbar[0].get_xdata(), curve.n)
    np.testing.assert_array_equal(errorbar[0].get_ydata(), curve.power)
    bars = np.array(errorbar[2][0].get_segments())
    np.testing.assert_allclose(bars[:, 0, 1], curve.low, atol=1e-15)
    np.testing.assert_allclose(bars[:, 1, 1], curve.high, atol=1e-15)
    assert any(np.array_equal(line.get_ydata(), curve.fitted) for line in ax.lines)
    assert ax.get_xscale() == "log"


def test_the_size_that_the_target_takes_is_marked(ax):
    power_curve(ax, curve_of([20, 60, 90, 99]))
    assert texts(ax) == ["level 0.05", "target 0.8", "n = 80"]
    other = Figure().subplots()
    power_curve(other, curve_of([20, 30, 40, 50]))
    assert texts(other) == ["level 0.05", "target 0.8"]


def test_the_axis_names_the_second_sample_where_it_differs(ax):
    power_curve(ax, curve_of([20, 60, 90, 99]))
    assert ax.get_xlabel() == "rows of the first sample, n (second sample: 2 times as many)"
    power_curve(ax, curve_of([20, 60, 90, 99], ratio=1.0))
    assert ax.get_xlabel() == "rows of each sample, n"


def test_the_figure_can_be_drawn_whatever_the_names_and_sizes():
    figure = power_figure(curve_of([20], n=(25,), alternative="$x_1$ \x1b"))
    figure.draw_without_rendering()
    assert figure.get_suptitle() == r"Power against \$x_1\$ \x1b"
    assert curve_of([20, 30, 40, 50]).plot().axes[0].get_ylim()[0] == 0.0
