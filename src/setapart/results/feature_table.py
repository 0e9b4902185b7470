"""What differs in each feature, in the caller's units: a table that a test brings along."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart._words import ALPHA
from setapart.data.table import Table

if TYPE_CHECKING:
    from setapart.inference.feature_tests import FeaturePValues

__all__ = ["INTERQUARTILE", "PROBABILITIES", "FeatureTable", "quantile_name"]

PROBABILITIES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)  # of the quantiles of a feature
INTERQUARTILE = "interquartile range"  # among changes


@dataclass(frozen=True, eq=False, kw_only=True)
class FeatureTable:
    """What differs in each of d features, and its test on the relabellings of the whole test.

    Attributes
    ----------
    feature_names : tuple of str
    kinds : tuple of str
        "number", "count", "two values", "category" (a level of one), "mostly zero" or "constant".
    units : tuple of str
        What one unit of a feature is called, such as "$"; empty where nobody said.
    quantiles : (2, d, 9) float array
        Of each sample, at the probabilities .01, .05, .1, .25, .5, .75, .9, .95 and .99.
    quantile_intervals : (2, d, 9) float array
        Low and high ends of 95 % intervals of the differences of these, second less first: one for the median, and
        joint ones for the others, which all hold with 95 % confidence together. NaN where a sample is too small: below
        six rows for the median, 16 for the quartiles, and with fewer than ten rows beyond a quantile in the tails.
    means, shares : (2, d) float arrays
        Shares are those of the rows at the larger of two values, or with a level; of a feature that is mostly zero,
        those of rows that are not zero; and NaN otherwise.
    changes : tuple of str
        What `first` to `ratio` are of: "median", "mean", "share", "interquartile range", "95th percentile", ….
    first, second, difference, low, high : (d,) float arrays
        That of each sample, the second less the first, and a 95 % interval of it. It allows for the choice of what
        changed most, but not for the number of features. NaN for quantiles of samples too small, as above, and for a
        mean where fewer than six rows of a sample are all equal.
    in_sd : (d,) float array
        The difference in pooled standard deviations within the samples.
    ratio : (3, d) float array
        The second divided by the first, and a 95 % interval: for positive features that span more than a factor of
        five, and for means of features that are mostly zero and never negative, such as the counts of a gene; NaN
        otherwise.
    pvalues : FeaturePValues or None
        None where features were not tested.
    backend : str or None
        The caller's data-frame library.
    columns : int or None
        The columns of the data that the features stand for, each level of a category being a feature; None where
        nobody knows.
    filled : tuple of str
        Features whose missing values were filled.
    independent : bool
        Whether rows were drawn by themselves, not in pairs, strata or clusters.

    References
    ----------
    Newcombe, "Interval estimation for the difference between independent proportions", Statistics in Medicine 17, 1998.
    Zou and Donner, "Construction of confidence limits about effect measures: a general approach", Statistics in
    Medicine 27, 2008.
    """

    feature_names: tuple[str, ...]
    kinds: tuple[str, ...]
    units: tuple[str, ...]
    quantiles: FloatArray
    quantile_intervals: FloatArray
    means: FloatArray
    shares: FloatArray
    changes: tuple[str, ...]
    first: FloatArray
    second: FloatArray
    difference: FloatArray
    low: FloatArray
    high: FloatArray
    in_sd: FloatArray
    ratio: FloatArray
    pvalues: "FeaturePValues | None"
    backend: str | None = None
    columns: int | None = None
    filled: tuple[str, ...] = ()
    independent: bool = True

    @property
    def adjusted(self) -> FloatArray:
        """The adjusted p-values (d,); NaN where features were not tested."""
        return np.full(len(self.feature_names), np.nan) if self.pvalues is None else self.pvalues.adjusted

    @property
    def order(self) -> IntArray:
        """The features, the most different first."""
        if self.pvalues is not None:
            return self.pvalues.order
        return np.argsort(-np.nan_to_num(np.abs(self.in_sd), nan=-1.0), kind="stable")

    def differing(self, pvalue: float, alpha: float = ALPHA) -> IntArray:
        """The features that differ at level alpha, the most different first: none where the whole test sees nothing.

        `pvalue` is that of the whole test.
        """
        return np.empty(0, np.int64) if self.pvalues is None else self.pvalues.differing(pvalue, alpha)

    def table(self, top: int | None = None) -> Table:
        """See `TwoSampleResult.feature_tests`; the first `top` rows."""
        rows, tests, nothing = self.order[:top], self.pvalues, np.full(len(self.feature_names), np.nan)
        columns: dict[str, Any] = {
            "feature": self.feature_names,
            "statistic": nothing if tests is None else tests.statistic,
            "pvalue": nothing if tests is None else tests.pvalue,
            "adjusted_pvalue": self.adjusted,
            "kind": self.kinds,
            "unit": self.units,
            "change": self.changes,
            "first": self.first,
            "second": self.second,
            "difference": self.difference,
            "low": self.low,
            "high": self.high,
            "in_sd": self.in_sd,
            "ratio": self.ratio[0],
            "median_first": self.quantiles[0, :, PROBABILITIES.index(0.5)],
            "median_second": self.quantiles[1, :, PROBABILITIES.index(0.5)],
        }
        return Table({name: _column(values)[rows] for name, values in columns.items()})


def _column(values: Any) -> Any:
    return np.array(values, dtype=object) if isinstance(values, tuple) else values


def quantile_name(probability: float) -> str:
    """What a statistician calls a quantile: ``"median"``, ``"95th percentile"``."""
    if probability == 0.5:
        return "median"
    return f"{100 * probability:g}{'st' if probability == 0.01 else 'th'} percentile"
