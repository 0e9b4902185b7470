import subprocess
import sys

import numpy as np
import pytest
from matplotlib.figure import Figure

from plans import calibration_of, curve_of
from setapart.plots import share_curve
from setapart.plots.curves import calibration_figure, power_curve, power_figure, pvalue_curve


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
    words = r"Power 0.8 against \$x_1\$ \x1b: not reached by 25 rows of the first sample"
    assert " ".join(figure.get_suptitle().split()) == words
    assert curve_of([20, 30, 40, 50]).plot().axes[0].get_ylim()[0] == 0.0


def test_the_curve_is_the_share_of_pvalues():
    ax = Figure().subplots()
    assert pvalue_curve(ax, calibration_of([0.5, 0.04, 0.75, 0.5])) is ax
    steps = next(line for line in ax.lines if line.get_drawstyle() == "steps-post")
    t, share = steps.get_data()
    np.testing.assert_array_equal(t, [0.0, 0.04, 0.5, 0.5, 0.75, 1.0])
    np.testing.assert_array_equal(share, [0.0, 0.25, 0.5, 0.75, 1.0, 1.0])
    assert [text.get_text() for text in ax.texts] == ["level 0.25 at alpha = 0.05"]


def test_the_level_stands_with_its_interval():
    ax = Figure().subplots()
    result = calibration_of([0.01] * 5 + [0.5] * 95)
    pvalue_curve(ax, result)
    (errorbar,) = ax.containers
    assert errorbar[0].get_xydata().tolist() == [[0.05, 0.05]]
    np.testing.assert_allclose(errorbar[2][0].get_segments()[0][:, 1], [result.low, result.high], atol=1e-15)


def test_the_figure_can_be_drawn_whatever_the_name():
    figure = calibration_figure(calibration_of([0.5], label="$a$"))
    figure.draw_without_rendering()
    assert figure.get_suptitle() == r"p ≤ 0.05 in 0 % of 1 random split of \$a\$"
    assert len(calibration_of([0.5]).plot().axes) == 1


def test_without_matplotlib_there_is_a_remedy():
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "import numpy as np, setapart.api.planning as p\n"
        "p.calibrate(np.arange(9.0), n_trials=2, pipeline=lambda x, y: 0.5).plot()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.strip().splitlines()[-1] == "ImportError: plots need matplotlib: pip install 'setapart[plot]'"


def test_the_curve_goes_through_the_shares_and_marks_the_directions_explained(explained):
    ax = Figure().subplots()
    assert share_curve(ax, explained(k=2, d=3)) is ax
    curve, *marks = ax.lines
    assert curve.get_xdata().tolist() == [1, 2, 3]
    assert curve.get_ydata().tolist() == [0.5, 0.75, 0.875]
    assert [mark.get_markerfacecolor() == "white" for mark in marks] == [True, False, True]
    assert [text.get_text() for text in ax.texts] == ["50 %", "75 %", "88 %"]
    assert ax.get_xticks().tolist() == [1, 2, 3]


def test_texts_stay_apart(explained, collisions_of):
    figure = Figure(figsize=(4.0, 3.0), layout="constrained")
    share_curve(figure.subplots(), explained(k=1, d=9))
    assert collisions_of(figure) == []
