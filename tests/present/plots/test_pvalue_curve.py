import subprocess
import sys

import numpy as np
from matplotlib.figure import Figure

from plans import calibration_of
from setapart.present.plots.pvalue_curve import calibration_figure, pvalue_curve


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
    assert figure.get_suptitle() == r"P-values of random splits of \$a\$"
    assert len(calibration_of([0.5]).plot().axes) == 1


def test_without_matplotlib_there_is_a_remedy():
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "import numpy as np, setapart.api.planning as p\n"
        "p.calibrate(np.arange(9.0), n_trials=2, pipeline=lambda x, y: 0.5).plot()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.strip().splitlines()[-1] == "ImportError: plots need matplotlib: pip install 'setapart[plot]'"
