"""Tell whether two multivariate samples come from the same distribution, and in which few directions they differ.

The names below load on first use, so that ``import setapart`` is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from setapart.api import projected_wasserstein, two_sample_test, wasserstein
    from setapart.data.designs import Clusters, Strata
    from setapart.data.files import read
    from setapart.data.table import Table
    from setapart.inference.methods import Permutation
    from setapart.inference.sequential import BesagClifford, Betting
    from setapart.projection.starts import Starts
    from setapart.results import Component, Projection, TwoSampleResult, WassersteinResult
    from setapart.statistics.energy import Energy
    from setapart.statistics.marginal import Marginal
    from setapart.statistics.max_sliced import MaxSliced
    from setapart.statistics.mmd import MMD
    from setapart.statistics.projected import ProjectedWasserstein
    from setapart.transport.plan import Plan
    from setapart.transport.trees import TransportError

__version__ = "0.1.0"

_HOMES = {
    "Strata": "data.designs",
    "Marginal": "statistics.marginal",
    "MMD": "statistics.mmd",
    "Energy": "statistics.energy",
    "Component": "results",
    "Clusters": "data.designs",
    "Betting": "inference.sequential",
    "BesagClifford": "inference.sequential",
    "MaxSliced": "statistics.max_sliced",
    "Permutation": "inference.methods",
    "Plan": "transport.plan",
    "ProjectedWasserstein": "statistics.projected",
    "Projection": "results",
    "Starts": "projection.starts",
    "Table": "data.table",
    "TransportError": "transport.trees",
    "TwoSampleResult": "results",
    "WassersteinResult": "results",
    "projected_wasserstein": "api",
    "read": "data.files",
    "two_sample_test": "api",
    "wasserstein": "api",
}

__all__ = [
    "MMD",
    "BesagClifford",
    "Betting",
    "Clusters",
    "Component",
    "Energy",
    "Marginal",
    "MaxSliced",
    "Permutation",
    "Plan",
    "ProjectedWasserstein",
    "Projection",
    "Starts",
    "Strata",
    "Table",
    "TransportError",
    "TwoSampleResult",
    "WassersteinResult",
    "__version__",
    "projected_wasserstein",
    "read",
    "two_sample_test",
    "wasserstein",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"setapart.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'setapart' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
