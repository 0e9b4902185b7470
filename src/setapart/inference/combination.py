"""Several statistics on the same relabellings, combined into one p-value.

Every relabelling b gets, for every statistic s, the rank p-value r_{s,b} that it would have if it were the observed
one, and its score is the smallest of them. Relabellings are exchangeable, and so are their scores: the combined p-value
is the rank of the observed score, exactly valid and without a second set of relabellings.

Ranks say nothing about how far out a value is: of B + 1 relabellings, as many as there are statistics come first in one
of them, and the observed one would tie with these however large its value. So ties in the smallest rank are broken by
the distinction of the value that has it, its standard deviations above the mean of all B + 1. That treats relabellings
alike, too, and only lowers the p-value.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from setapart._types import FloatArray
from setapart.inference.pvalues import check_finite, tie_tolerance

__all__ = ["Combined", "combine"]

_ROUNDING = 1e-9  # relative: standard deviations of equal values differ by less


@dataclass(frozen=True, eq=False)
class Combined:
    """What several statistics say together.

    Attributes
    ----------
    unadjusted : (s,) float array
        The p-value of each statistic by itself. The smallest of them is no p-value.
    scores : (B + 1,) float array
        -log₁₀ of the smallest unadjusted p-value of each relabelling, ties broken; the observed one first.
    n_reaching : int
        Labellings whose score is at least the observed one, itself included.
    pvalue : float
        The share of scores at least as large as the observed one.
    leading : int
        The statistic that spoke: the one of smallest unadjusted p-value, and of several such the one whose observed
        value is the most standard deviations above its mean.
    """

    unadjusted: FloatArray
    scores: FloatArray
    n_reaching: int
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
    distinction = _distinctions(values)
    places = _places(ranks, distinction)
    count = len(values)
    leading = int(np.lexsort([-distinction[0], ranks[0]])[0])
    n_reaching = int(np.sum(places <= places[0]))
    return Combined(ranks[0] / count, -np.log10(places / count), n_reaching, n_reaching / count, leading)


def _ranks(values: FloatArray, scale: float) -> FloatArray:
    """How many values are at least as large as each, within a tolerance that is the same for all of them."""
    ordered = np.sort(values)
    tolerance = tie_tolerance(float(np.abs(values).max()), scale)
    ranks: FloatArray = (values.size - np.searchsorted(ordered, values - tolerance, side="left")).astype(float)
    return ranks


def _distinctions(values: FloatArray) -> FloatArray:
    """Standard deviations (B + 1, s) of each value above the mean of its statistic; zero where nothing varies."""
    above, spread = values - values.mean(axis=0), values.std(axis=0)
    varies = spread > _ROUNDING * np.abs(values).max(axis=0)
    distinctions: FloatArray = np.divide(above, spread, out=np.zeros_like(above), where=varies)
    return distinctions


def _places(ranks: FloatArray, distinction: FloatArray) -> FloatArray:
    """The smallest rank of each relabelling, lowered by less than one, the more so the more distinct its value is."""
    smallest = ranks.min(axis=1)
    distinct = np.where(ranks == smallest[:, None], distinction, -np.inf).max(axis=1)
    order = np.lexsort([-distinct, smallest])
    rank, distinct = smallest[order], distinct[order]
    differs = np.abs(np.diff(distinct)) > _ROUNDING * np.maximum(1.0, np.abs(distinct[1:]))
    tie = np.concatenate([[0], np.cumsum(differs | (np.diff(rank) != 0.0))])  # equal numbers for equals
    behind = np.searchsorted(tie, tie, side="right")
    start, stop = np.searchsorted(rank, rank, side="left"), np.searchsorted(rank, rank, side="right")
    places = np.empty(len(order))
    places[order] = rank - 1.0 + (behind - start) / (stop - start)
    return places
