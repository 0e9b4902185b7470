"""Which pairs of features go together differently in two samples: a table that a test brings along."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart._words import ALPHA
from setapart.data.table import Table

if TYPE_CHECKING:
    from setapart.inference.feature_tests import FeaturePValues

__all__ = ["PairTable"]


@dataclass(frozen=True, eq=False, kw_only=True)
class PairTable:
    """The rank correlation of each of p pairs of features in both samples, and its test on the same relabellings.

    Attributes
    ----------
    pairs : tuple of pairs of str
    first, second, difference : (p,) float arrays
        The correlation of the pooled ranks within each sample, and the second less the first.
    low, high : (p,) float arrays
        Ends of 95 % intervals of the difference (Zou, "Toward using confidence intervals to compare correlations",
        Psychological Methods 12, 2007); NaN where there is a design.
    pvalues : FeaturePValues
        Of the difference of Fisher's z, adjusted for the number of pairs by step-down max-T.
    backend : str or None
        The caller's data-frame library.

    Notes
    -----
    Relabelling tests whether both samples have the same joint distribution of a pair. If a feature of it has another
    spread or shape in the second sample, the correlation of pooled ranks may change for that reason alone. Features and
    pairs are adjusted separately: the chance of an error among both is at most the sum of the two levels.
    """

    pairs: tuple[tuple[str, str], ...]
    first: FloatArray
    second: FloatArray
    difference: FloatArray
    low: FloatArray
    high: FloatArray
    pvalues: "FeaturePValues"
    backend: str | None = None

    @property
    def order(self) -> IntArray:
        """The pairs, the most different first."""
        return self.pvalues.order

    def differing(self, pvalue: float, alpha: float = ALPHA) -> IntArray:
        """The pairs that differ at level alpha, the most different first; see `FeatureTable.differing`."""
        return self.pvalues.differing(pvalue, alpha)

    def table(self, top: int | None = None) -> Table:
        """See `TwoSampleResult.pair_tests`; the first `top` rows."""
        rows = self.order[:top]
        names = np.array(self.pairs, dtype=object).reshape(-1, 2)
        return Table(
            {
                "feature": names[rows, 0],
                "other": names[rows, 1],
                "first": self.first[rows],
                "second": self.second[rows],
                "difference": self.difference[rows],
                "low": self.low[rows],
                "high": self.high[rows],
                "statistic": self.pvalues.statistic[rows],
                "pvalue": self.pvalues.pvalue[rows],
                "adjusted_pvalue": self.pvalues.adjusted[rows],
            }
        )
