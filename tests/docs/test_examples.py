"""The programs in examples/: each runs, and shows what the pages say of it."""

import runpy
from pathlib import Path

import numpy as np

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_witness_functions():
    told = runpy.run_path(str(EXAMPLES / "witness.py"))
    figure = told["draw"]()
    assert [axes.get_title() for axes in figure.axes] == [
        "Wasserstein: 0.88",
        "MMD, Gaussian: 0.32",
        "energy: 0.48",
        "Kolmogorov–Smirnov: 0.23",
    ]
    steepest, _, _, step = (np.diff(axes.lines[0].get_ydata()) for axes in figure.axes)
    width = np.diff(figure.axes[0].lines[0].get_xdata())
    assert np.max(np.abs(steepest) / width) <= 1.0 + 1e-9  # 1-Lipschitz
    assert np.count_nonzero(step) == 1  # the indicator of a half-line


def test_every_example_is_tested():
    assert [path.name for path in sorted(EXAMPLES.glob("*.py"))] == ["witness.py"]
