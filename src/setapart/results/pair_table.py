"""Which pairs of features go together differently in two samples: a table that a test brings along."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from setapart._types import BoolArray, FloatArray, IntArray
from setapart._words import ALPHA
from setapart.data.table import Table

if TYPE_CHECKING:
    from setapart.inference.feature_tests import FeaturePValues

__all__ = ["PairTable"]


@dataclass(frozen=True, eq=False, kw_only=True)
class PairTable:
    """A rank correlation of each of p pairs of features in both samples, and its test on the same relabellings.

    What is correlated are the ranks within a sample, or how far they are from the middle rank, in one feature of the
    pair or in both: so that dependence is seen that is no correlation of the features, as of one on the size of the
    other. Each pair is told by what changes most.

    Attributes
    ----------
    pairs : tuple of pairs of str
    distances : (p, 2) bool array
        Whether of a feature the distance from the middle is correlated, in place of the feature: neither in the plain
        correlation. From the distance is taken what the rank itself says of it, which is nothing if no values tie.
    first, second, difference : (p,) float arrays
        The correlation within each sample, and the second less the first.
    low, high : (p,) float arrays
        Ends of 95 % intervals of the difference (Zou, "Toward using confidence intervals to compare correlations",
        Psychological Methods 12, 2007); NaN where there is a design.
    pvalues : FeaturePValues
        Of the largest difference of Fisher's z among the four correlations of a pair, each divided by its root mean
        square over the relabellings, those of distances counted four fifths; adjusted for the number of pairs by
        step-down max-T.
    backend : str or None
        The caller's data-frame library.

    Notes
    -----
    Ranks are those within a sample, so that a change of the features themselves changes no correlation. Features and
    pairs are adjusted separately: the chance of an error among both is at most the sum of the two levels.
    """

    pairs: tuple[tuple[str, str], ...]
    distances: BoolArray
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

    def terms(self, place: int, names: Sequence[str]) -> tuple[str, str]:
        """What is correlated in a pair, its features called so: ``("|x1 − median|", "x2")``."""
        first, second = (
            f"|{name} − median|" if distance else name
            for name, distance in zip(names, self.distances[place], strict=True)
        )
        return first, second

    def table(self, top: int | None = None) -> Table:
        """See `TwoSampleResult.pair_tests`; the first `top` rows."""
        rows = self.order[:top]
        names = np.array(self.pairs, dtype=object).reshape(-1, 2)
        return Table(
            {
                "feature": names[rows, 0],
                "other": names[rows, 1],
                "correlated": np.array([", ".join(self.terms(p, ("feature", "other"))) for p in rows], dtype=object),
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
