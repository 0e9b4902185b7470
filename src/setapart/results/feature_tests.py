"""The tests of single features that a test of all of them brings along."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart.data.table import Table
from setapart.statistics.registry import names_with, recorded_traits

if TYPE_CHECKING:
    from setapart.inference.feature_tests import FeaturePValues

__all__ = ["FeatureTests", "goes_by_features", "obstacle"]


@dataclass(frozen=True, eq=False)
class FeatureTests:
    """A test of every feature, on the relabellings of the test that they belong to.

    Attributes
    ----------
    feature_names : tuple of str
    pvalues : FeaturePValues
        In the order of the names.
    backend : str or None
        The caller's data-frame library.
    """

    feature_names: tuple[str, ...]
    pvalues: "FeaturePValues"
    backend: str | None = None

    def table(self, top: int | None = None) -> Table:
        """See `TwoSampleResult.feature_tests`; the first `top` rows."""
        tests = self.pvalues
        rows = np.lexsort((-tests.statistic, tests.adjusted))[:top]
        columns: dict[str, Any] = {
            "feature": np.array(self.feature_names, dtype=object)[rows],
            "statistic": tests.statistic[rows],
            "pvalue": tests.pvalue[rows],
            "adjusted_pvalue": tests.adjusted[rows],
        }
        return Table(columns)


def goes_by_features(statistic_name: str) -> bool:
    """Whether the statistic of a name tests features by themselves, in its own way."""
    return recorded_traits(statistic_name, {}).features == "single"


def obstacle(statistic_name: str, *, combined: bool) -> str:
    """Why a result has no tests of features, and what has."""
    *others, last = map(repr, names_with(lambda traits: traits.features == "single"))
    remedy = f"see explain().feature_tests(), or use statistic={', '.join(others)} or {last} alone"
    if combined:
        return f"several statistics were combined; {remedy}"
    if not goes_by_features(statistic_name):
        return f"statistic {statistic_name!r} does not go by features; {remedy}"
    return "not every relabelling was counted to the end; use method=Permutation() without other settings"
