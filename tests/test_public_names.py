"""The public names are these, and importing them brings in nothing that is optional."""

import json
import subprocess
import sys

import pytest

import setapart as sa

PUBLIC = [
    "AllRows",
    "Asymptotic",
    "BallDivergence",
    "BesagClifford",
    "Betting",
    "Calibration",
    "Change",
    "ChangePoints",
    "ClassifierTest",
    "ClusterCost",
    "Clusters",
    "ComparedTest",
    "Comparison",
    "Component",
    "Concentration",
    "Correlation",
    "Cost",
    "CovarianceDifference",
    "Deflation",
    "Detectable",
    "DiProPerm",
    "Dictionary",
    "DirectionSelector",
    "EdgeCount",
    "Effect",
    "Energy",
    "Explanation",
    "FDivergence",
    "FeatureTable",
    "FriedmanRafsky",
    "FullWasserstein",
    "Geometry",
    "GoodnessOfFit",
    "GroupComparison",
    "Hotelling",
    "IndependentComponents",
    "Inspection",
    "KernelProjectedWasserstein",
    "KolmogorovSmirnov",
    "LinearTimeMMD",
    "MMD",
    "Marginal",
    "MaxSliced",
    "MeanEmbedding",
    "Monitor",
    "NearestNeighbours",
    "PairTable",
    "Permutation",
    "Plan",
    "PowerCurve",
    "ProjectedWasserstein",
    "Projection",
    "ProjectionRobustWasserstein",
    "Regions",
    "Rules",
    "SampleSize",
    "Sinkhorn",
    "SlicedWasserstein",
    "Source",
    "SplitProjectedWasserstein",
    "Starts",
    "Strata",
    "SubspaceRobustWasserstein",
    "Table",
    "TotalVariation",
    "TransportError",
    "TwoSampleResult",
    "WassersteinProjector",
    "WassersteinResult",
    "Whitened",
    "Window",
    "Witness",
    "__version__",
    "calibrate",
    "change_points",
    "compare",
    "compare_groups",
    "goodness_of_fit",
    "inspect",
    "monitor",
    "plan",
    "plots",
    "power",
    "projected_wasserstein",
    "read",
    "scan",
    "theory",
    "two_sample_test",
    "wasserstein",
]
OPTIONAL = [
    "pandas",
    "polars",
    "pyarrow",
    "matplotlib",
    "tqdm",
    "cyclopts",
    "jinja2",
    "ot",
    "sklearn",
    "plotly",
    "anndata",
    "flowio",
    "torch",
]


def test_the_public_names_are_exactly_these():
    assert sorted(sa.__all__) == PUBLIC
    assert set(PUBLIC) <= set(dir(sa))
    for name in PUBLIC:
        assert getattr(sa, name) is not None


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'setapart' has no attribute 'two_sample_tset'"):
        _ = sa.two_sample_tset


def imported_after(code):
    """The names of the top-level packages that a fresh interpreter has imported after running the code."""
    tail = "import sys, json; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", f"{code}\n{tail}"], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return set(json.loads(done.stdout))


def test_import_setapart_brings_in_nothing_heavy():
    loaded = imported_after("import setapart")
    assert "setapart" in loaded
    assert not loaded & {*OPTIONAL, "numba", "scipy", "joblib"}


def test_a_test_runs_without_the_optional_packages():
    loaded = imported_after(
        "import numpy as np, setapart as sa\n"
        "x = np.random.default_rng(0).standard_normal((9, 3))\n"
        "res = sa.two_sample_test(x, x + 1.0, n_resamples=9)\n"
        "res.to_json(), res.features(), sa.wasserstein(x, x + 1.0), sa.projected_wasserstein(x, x + 1.0, k=2)"
    )
    assert {"numba", "joblib"} <= loaded
    assert not loaded & set(OPTIONAL)
