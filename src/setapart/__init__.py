"""Tell whether two multivariate samples come from the same distribution, and in which few directions they differ.

The names below load on first use, so that ``import setapart`` is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from setapart import theory
    from setapart.api import projected_wasserstein, two_sample_test, wasserstein
    from setapart.api.calibration import calibrate
    from setapart.api.power import power
    from setapart.data.designs import Clusters, Strata
    from setapart.data.files import read
    from setapart.data.table import Table
    from setapart.inference.deflation import Deflation
    from setapart.inference.held_out import Effect
    from setapart.inference.methods import Concentration, Permutation
    from setapart.inference.sequential import BesagClifford, Betting
    from setapart.projection.starts import Starts
    from setapart.results import (
        Calibration,
        Component,
        PowerCurve,
        Projection,
        SampleSize,
        TwoSampleResult,
        WassersteinResult,
    )
    from setapart.statistics.covariance import CovarianceDifference
    from setapart.statistics.energy import Energy
    from setapart.statistics.full_wasserstein import FullWasserstein
    from setapart.statistics.kolmogorov_smirnov import KolmogorovSmirnov
    from setapart.statistics.marginal import Marginal
    from setapart.statistics.max_sliced import MaxSliced
    from setapart.statistics.mmd import MMD
    from setapart.statistics.projected import ProjectedWasserstein
    from setapart.statistics.projection_robust import ProjectionRobustWasserstein
    from setapart.statistics.sinkhorn import Sinkhorn
    from setapart.statistics.sliced import SlicedWasserstein
    from setapart.statistics.split_projected import SplitProjectedWasserstein
    from setapart.statistics.subspace_robust import SubspaceRobustWasserstein
    from setapart.statistics.total_variation import TotalVariation
    from setapart.transport.plan import Plan
    from setapart.transport.trees import TransportError

__version__ = "0.1.0"

_HOMES = {
    "BesagClifford": "inference.sequential",
    "Betting": "inference.sequential",
    "Calibration": "results",
    "Clusters": "data.designs",
    "Component": "results",
    "Concentration": "inference.methods",
    "CovarianceDifference": "statistics.covariance",
    "Deflation": "inference.deflation",
    "Effect": "inference.held_out",
    "Energy": "statistics.energy",
    "FullWasserstein": "statistics.full_wasserstein",
    "KolmogorovSmirnov": "statistics.kolmogorov_smirnov",
    "MMD": "statistics.mmd",
    "Marginal": "statistics.marginal",
    "MaxSliced": "statistics.max_sliced",
    "Permutation": "inference.methods",
    "Plan": "transport.plan",
    "PowerCurve": "results",
    "ProjectedWasserstein": "statistics.projected",
    "Projection": "results",
    "ProjectionRobustWasserstein": "statistics.projection_robust",
    "SampleSize": "results",
    "Sinkhorn": "statistics.sinkhorn",
    "SlicedWasserstein": "statistics.sliced",
    "SplitProjectedWasserstein": "statistics.split_projected",
    "Starts": "projection.starts",
    "Strata": "data.designs",
    "SubspaceRobustWasserstein": "statistics.subspace_robust",
    "Table": "data.table",
    "TotalVariation": "statistics.total_variation",
    "TransportError": "transport.trees",
    "TwoSampleResult": "results",
    "WassersteinResult": "results",
    "calibrate": "api.calibration",
    "power": "api.power",
    "projected_wasserstein": "api",
    "read": "data.files",
    "two_sample_test": "api",
    "wasserstein": "api",
}

__all__ = [
    "MMD",
    "BesagClifford",
    "Betting",
    "Calibration",
    "Clusters",
    "Component",
    "Concentration",
    "CovarianceDifference",
    "Deflation",
    "Effect",
    "Energy",
    "FullWasserstein",
    "KolmogorovSmirnov",
    "Marginal",
    "MaxSliced",
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
    "WassersteinResult",
    "__version__",
    "calibrate",
    "power",
    "projected_wasserstein",
    "read",
    "theory",
    "two_sample_test",
    "wasserstein",
]


def __getattr__(name: str) -> Any:
    if name == "theory":
        return import_module("setapart.theory")
    if name in _HOMES:
        return getattr(import_module(f"setapart.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'setapart' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
