"""The tests of single features that a test of all of them brings along."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart.data.table import Table
from setapart.inference.feature_tests import FeaturePValues

__all__ = ["FeatureTests"]


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
    pvalues: FeaturePValues
    backend: str | None = None

    def table(self, top: int | None = None) -> Table:
        """See `TwoSampleResult.feature_tests`; the first `top` rows."""
        found = self.pvalues
        rows = np.lexsort((-found.statistic, found.adjusted))[:top]
        columns: dict[str, Any] = {
            "feature": np.array(self.feature_names, dtype=object)[rows],
            "statistic": found.statistic[rows],
            "pvalue": found.pvalue[rows],
            "adjusted_pvalue": found.adjusted[rows],
        }
        return Table(columns)
