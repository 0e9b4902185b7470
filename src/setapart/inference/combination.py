"""Several statistics on the same relabellings, combined into one p-value.

Every relabelling b gets, for every statistic s, the rank p-value r_{s,b} that it would have if it were the observed
one, and its score is the smallest of them. Relabellings are exchangeable, and so are their scores: the combined p-value
is the rank of the observed score, exactly valid and without a second set of relabellings. Scores are coarse, the more
so the fewer the relabellings; so ties in the smallest are broken by the second smallest, and so on, which keeps the
validity and only adds power.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from setapart._types import FloatArray
from setapart.inference.pvalues import check_finite, tie_tolerance

__all__ = ["Combined", "combine"]


@dataclass(frozen=True, eq=False)
class Combined:
    """What several statistics say together.

    Attributes
    ----------
    unadjusted : (s,) float array
        The p-value of each statistic by itself. The smallest of them is no p-value.
    scores : (B + 1,) float array
        -log₁₀ of the smallest unadjusted p-value of each relabelling, ties broken; the observed one first.
    pvalue : float
        The share of scores at least as large as the observed one.
    leading : int
        The statistic that spoke: the one of smallest unadjusted p-value; where several tie, the one whose observed
        value is the most standard deviations above its mean.
    """

    unadjusted: FloatArray
    scores: FloatArray
    pvalue: float
    leading: int


def combine(values: FloatArray, scales: Sequence[float]) -> Combined:
    """Combine by the smallest unadjusted p-value.

    Parameters
    ----------
    values : (B + 1, s) float array
        The observed values, then those of the relabellings, a column a statistic.
    scales : sequence of float
        The natural scale of each statistic, by which ties are judged.

    Returns
    -------
    Combined
    """
    check_finite(values)
    ranks = np.column_stack([_ranks(column, scale) for column, scale in zip(values.T, scales, strict=True)])
    places = _places(np.sort(ranks, axis=1))
    count = len(values)
    unadjusted = ranks[0] / count
    pvalue = int(np.sum(places <= places[0])) / count
    leading = int(np.lexsort([-_distinction(values), unadjusted])[0])
    return Combined(unadjusted, -np.log10(places / count), pvalue, leading)


def _distinction(values: FloatArray) -> FloatArray:
    """Standard deviations of each observed value above the mean of all."""
    spread = values.std(axis=0)
    above: FloatArray = np.divide(
        values[0] - values.mean(axis=0), spread, out=np.zeros_like(spread), where=spread > 0.0
    )
    return above


def _ranks(values: FloatArray, scale: float) -> FloatArray:
    """How many values are at least as large as each, within a tolerance that is the same for all of them."""
    ordered = np.sort(values)
    tolerance = tie_tolerance(float(np.abs(values).max()), scale)
    ranks: FloatArray = (values.size - np.searchsorted(ordered, values - tolerance, side="left")).astype(float)
    return ranks


def _places(ranks: FloatArray) -> FloatArray:
    """The first of sorted ranks (B + 1, s), lowered by less than one according to the ranks that follow it."""
    vectors, which = np.unique(ranks, axis=0, return_inverse=True)
    first = vectors[:, 0]
    start = np.searchsorted(first, first, side="left")
    stop = np.searchsorted(first, first, side="right")
    refined = first - 1.0 + (np.arange(len(vectors)) - start + 1.0) / (stop - start)
    return refined[which.reshape(-1)]
