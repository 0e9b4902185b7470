"""The programs in examples/: each runs, and shows what its text and the pages say of it."""

import runpy
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(name):
    """What the program has when it is through."""
    told = runpy.run_path(str(EXAMPLES / f"{name}.py"))
    assert isinstance(told["figure"], Figure)
    return told


def test_the_penguins():
    res = run("penguins")["res"]
    assert res.pvalue == 0.005
    assert res.projection.feature_table(2)["feature"].tolist() == ["bill_length_mm", "flipper_length_mm"]
    assert res.projection.difference_table()["location_share"][0] > 0.95


def test_the_digits():
    res = run("digits")["res"]
    assert res.pvalue == 0.01
    image = res.directions[:, 0].reshape(8, 8)
    upper = image[1:4]
    # Ink of a five at the upper left, and of a three at the upper right.
    assert upper[:, 2:4].sum() > 0.5
    assert upper[:, 5:7].sum() < -0.5


def test_the_wines():
    found = run("wine")["found"]
    assert [found.pvalue(*pair) for pair in ((0, 1), (0, 2), (1, 2))] == [0.015] * 3
    tops = {pair: set(found.result(*pair).features(top=3)["feature"]) for pair in ((0, 1), (0, 2), (1, 2))}
    assert {"alcohol", "color_intensity"} <= tops[0, 1]
    assert "flavanoids" in tops[0, 2] & tops[1, 2]


def test_the_tumours():
    told = run("breast_cancer")
    assert (told["tests"]["adjusted_pvalue"] <= 0.05).sum() >= 25
    few = told["few"].features()
    assert (few["share"] > 0).sum() == 3


def test_the_nile():
    assert run("nile")["found"].labels == (1899,)


def test_the_generators():
    found = run("generative_model")["found"]
    assert found[1].pvalue <= 0.05 < min(found[n].pvalue for n in (3, 10))


def test_the_two_pages():
    told = run("ab_test")
    blind = told["blind"].projection.feature_table(3)
    assert set(blind["feature"]) == {"seconds", "pages", "clicks"}
    assert blind["share"][1:].sum() > 0.5
    assert told["res"].projection.top_feature == "seconds"
    assert told["res"].pvalue == 0.005
    effect = told["told"].effect
    assert effect.low_sd < 0.6 < effect.high_sd
    assert told["told"].min_effect_pvalue < 0.05


def test_the_stream():
    alarms = [window.alarm for window in run("drift")["windows"]]
    assert alarms[:5] == [False] * 5
    assert any(alarms[5:8])


def test_the_cells():
    told = run("single_cells")
    assert told["res"].pvalue == 0.01
    assert {"FTL", "FCGR3A"} & set(told["res"].projection.feature_table(3)["feature"])
    assert told["cells"].varm["setapart"].shape == (765, 1)
    labels = told["cells"].obs["bulk_labels"].isin(["Dendritic", "CD14+ Monocyte"])
    np.testing.assert_array_equal(np.isfinite(told["cells"].obsm["setapart"][:, 0]), labels)


def test_the_wells():
    told = run("cytometry")
    assert told["res"].projection.top_feature == "B1-A"
    assert told["res"].pvalue == 0.01
    assert told["same"].statistic < 0.3 * told["res"].statistic


def test_the_comparison():
    comparison = run("compare")["comparison"]
    assert comparison.reject(0.05) == ("energy", "pw:1", "ks", "hotelling", "edge_count", "c2st")
    assert comparison["hotelling"].top_feature == "flipper_length_mm"
    assert comparison.pvalue == 0.005


def test_the_kinds_of_difference():
    seen = {
        kind: {name for name, pvalue in comparison.adjusted.items() if pvalue <= 0.05}
        for kind, comparison in run("kinds_of_difference")["comparisons"].items()
    }
    assert seen == {
        "none": set(),
        "mean": {"hotelling", "c2st", "energy"},
        "spread": {"edge_count", "covariance", "mean_embedding"},
        "correlation": {"covariance"},
    }


def test_what_each_member_sees():
    """The default sees every kind, and each member is blind to some."""
    tests = run("what_each_member_sees")["tests"]
    assert all(test.pvalue <= 0.05 for test in tests.values())
    seen = [{part.name for part in test.components if part.unadjusted_pvalue <= 0.01} for test in tests.values()]
    assert set.union(*seen) == {part.name for part in tests.popitem()[1].components} - {"marginal mean", "energy"}
    assert not set.intersection(*seen)


def test_the_witness_functions():
    figure = run("witness")["figure"]
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


def test_the_pipeline():
    told = run("pipeline")
    assert told["accuracy"]["all 30 features"] > told["accuracy"]["3 features"] > 0.92
    assert told["accuracy"]["1 direction"] > 0.92
    assert told["selector"].get_feature_names_out().tolist() == [
        "mean concave points",
        "worst perimeter",
        "worst concave points",
    ]
    assert told["projector"].projection_.difference_table()["location_share"][0] > 0.8


def test_every_example_is_tested():
    source = Path(__file__).read_text(encoding="utf-8")
    for path in EXAMPLES.glob("*.py"):
        assert f'run("{path.stem}")' in source, path.name
