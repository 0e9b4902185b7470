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


def test_the_comparison():
    comparison = runpy.run_path(str(EXAMPLES / "compare.py"))["compare"]()
    assert comparison.reject(0.05) == ("energy", "pw:1", "ks", "hotelling", "edge_count", "c2st")
    assert comparison["hotelling"].top_feature == "flipper_length_mm"
    assert comparison.pvalue == 0.005


def test_the_kinds_of_difference():
    told = runpy.run_path(str(EXAMPLES / "kinds_of_difference.py"))
    seen = {
        kind: {name for name, pvalue in told["pvalues"](kind).items() if pvalue <= 0.05}
        for kind in ("none", "mean", "spread", "correlation")
    }
    assert seen == {
        "none": set(),
        "mean": {"hotelling", "c2st", "energy"},
        "spread": {"edge_count", "covariance", "mean_embedding"},
        "correlation": {"covariance"},
    }


def test_every_example_is_tested():
    assert [path.stem for path in sorted(EXAMPLES.glob("*.py"))] == ["compare", "kinds_of_difference", "witness"]
