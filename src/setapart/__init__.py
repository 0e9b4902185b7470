"""Tell whether two multivariate samples come from the same distribution, and in which few directions they differ.

The names below load on first use, so that ``import setapart`` is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from setapart import plots, theory
    from setapart.api import projected_wasserstein, two_sample_test, wasserstein
    from setapart.api.changes import change_points
    from setapart.api.comparison import compare
    from setapart.api.goodness import goodness_of_fit
    from setapart.api.groups import compare_groups
    from setapart.api.monitor import Monitor, monitor
    from setapart.api.planning import calibrate, power
    from setapart.data.designs import Clusters, Strata
    from setapart.data.files import read
    from setapart.data.table import Table
    from setapart.estimators import DirectionSelector, WassersteinProjector
    from setapart.explain.detection import Detectable
    from setapart.inference.deflation import Deflation
    from setapart.inference.held_out import Effect
    from setapart.inference.methods import Asymptotic, Concentration, Permutation
    from setapart.inference.sequential import BesagClifford, Betting
    from setapart.projection.starts import Starts
    from setapart.results import (
        Calibration,
        ComparedTest,
        Comparison,
        Component,
        Explanation,
        GoodnessOfFit,
        GroupComparison,
        PowerCurve,
        Projection,
        SampleSize,
        TwoSampleResult,
        WassersteinResult,
    )
    from setapart.results.change_points import Change, ChangePoints
    from setapart.results.monitoring import Window
    from setapart.statistics.ball import BallDivergence
    from setapart.statistics.c2st import ClassifierTest
    from setapart.statistics.counts import KolmogorovSmirnov, TotalVariation
    from setapart.statistics.covariance import CovarianceDifference
    from setapart.statistics.diproperm import DiProPerm
    from setapart.statistics.energy import Energy
    from setapart.statistics.f_divergence import FDivergence
    from setapart.statistics.graphs.nearest_neighbours import NearestNeighbours
    from setapart.statistics.graphs.spanning_trees import EdgeCount, FriedmanRafsky
    from setapart.statistics.hotelling import Hotelling
    from setapart.statistics.linear_time_mmd import LinearTimeMMD
    from setapart.statistics.marginal import Marginal
    from setapart.statistics.mean_embedding import MeanEmbedding
    from setapart.statistics.mmd import MMD
    from setapart.statistics.projected import MaxSliced, ProjectedWasserstein
    from setapart.statistics.robust import ProjectionRobustWasserstein, SubspaceRobustWasserstein
    from setapart.statistics.sliced import SlicedWasserstein
    from setapart.statistics.split_projected import SplitProjectedWasserstein
    from setapart.statistics.wasserstein import FullWasserstein, Sinkhorn
    from setapart.transport.plan import Plan
    from setapart.transport.trees import TransportError

__version__ = "0.1.0"

_HOMES = {
    "Asymptotic": "inference.methods",
    "BallDivergence": "statistics.ball",
    "BesagClifford": "inference.sequential",
    "Betting": "inference.sequential",
    "Calibration": "results",
    "Change": "results.change_points",
    "ChangePoints": "results.change_points",
    "ClassifierTest": "statistics.c2st",
    "Clusters": "data.designs",
    "ComparedTest": "results",
    "Comparison": "results",
    "Component": "results",
    "Concentration": "inference.methods",
    "CovarianceDifference": "statistics.covariance",
    "Deflation": "inference.deflation",
    "Detectable": "explain.detection",
    "DiProPerm": "statistics.diproperm",
    "DirectionSelector": "estimators",
    "EdgeCount": "statistics.graphs.spanning_trees",
    "Effect": "inference.held_out",
    "Energy": "statistics.energy",
    "Explanation": "results",
    "FDivergence": "statistics.f_divergence",
    "FriedmanRafsky": "statistics.graphs.spanning_trees",
    "FullWasserstein": "statistics.wasserstein",
    "GoodnessOfFit": "results",
    "GroupComparison": "results",
    "Hotelling": "statistics.hotelling",
    "KolmogorovSmirnov": "statistics.counts",
    "LinearTimeMMD": "statistics.linear_time_mmd",
    "MMD": "statistics.mmd",
    "Marginal": "statistics.marginal",
    "MaxSliced": "statistics.projected",
    "MeanEmbedding": "statistics.mean_embedding",
    "Monitor": "api.monitor",
    "NearestNeighbours": "statistics.graphs.nearest_neighbours",
    "Permutation": "inference.methods",
    "Plan": "transport.plan",
    "PowerCurve": "results",
    "ProjectedWasserstein": "statistics.projected",
    "Projection": "results",
    "ProjectionRobustWasserstein": "statistics.robust",
    "SampleSize": "results",
    "Sinkhorn": "statistics.wasserstein",
    "SlicedWasserstein": "statistics.sliced",
    "SplitProjectedWasserstein": "statistics.split_projected",
    "Starts": "projection.starts",
    "Strata": "data.designs",
    "SubspaceRobustWasserstein": "statistics.robust",
    "Table": "data.table",
    "TotalVariation": "statistics.counts",
    "TransportError": "transport.trees",
    "TwoSampleResult": "results",
    "WassersteinProjector": "estimators",
    "WassersteinResult": "results",
    "Window": "results.monitoring",
    "calibrate": "api.planning",
    "change_points": "api.changes",
    "compare": "api.comparison",
    "compare_groups": "api.groups",
    "goodness_of_fit": "api.goodness",
    "monitor": "api.monitor",
    "power": "api.planning",
    "projected_wasserstein": "api",
    "read": "data.files",
    "two_sample_test": "api",
    "wasserstein": "api",
}
_ROOMS = {"plots": "plots", "theory": "theory"}

__all__ = [
    "MMD",
    "Asymptotic",
    "BallDivergence",
    "BesagClifford",
    "Betting",
    "Calibration",
    "Change",
    "ChangePoints",
    "ClassifierTest",
    "Clusters",
    "ComparedTest",
    "Comparison",
    "Component",
    "Concentration",
    "CovarianceDifference",
    "Deflation",
    "Detectable",
    "DiProPerm",
    "DirectionSelector",
    "EdgeCount",
    "Effect",
    "Energy",
    "Explanation",
    "FDivergence",
    "FriedmanRafsky",
    "FullWasserstein",
    "GoodnessOfFit",
    "GroupComparison",
    "Hotelling",
    "KolmogorovSmirnov",
    "LinearTimeMMD",
    "Marginal",
    "MaxSliced",
    "MeanEmbedding",
    "Monitor",
    "NearestNeighbours",
    "Permutation",
    "Plan",
    "PowerCurve",
    "ProjectedWasserstein",
    "Projection",
    "ProjectionRobustWasserstein",
    "SampleSize",
    "Sinkhorn",
    "SlicedWasserstein",
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
    "Window",
    "__version__",
    "calibrate",
    "change_points",
    "compare",
    "compare_groups",
    "goodness_of_fit",
    "monitor",
    "plots",
    "power",
    "projected_wasserstein",
    "read",
    "theory",
    "two_sample_test",
    "wasserstein",
]


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"setapart.{_ROOMS[name]}")
    if name in _HOMES:
        return getattr(import_module(f"setapart.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'setapart' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
