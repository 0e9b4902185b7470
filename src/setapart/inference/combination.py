"""Several statistics on the same relabellings, combined into one p-value.

Every relabelling gets, for every statistic, the p-value that it would have if it were the observed one, beyond the
largest values by their distance; see `log_tails`. Statistics that look for the same are one group: their harmonic mean
is one more statistic, with p-values of its own. The score is the weighted harmonic mean over groups. Relabellings are
exchangeable, and so are their scores: the combined p-value is the rank of the observed score, exactly valid whether or
not the tails fit, and without a second set of relabellings.

The harmonic mean is close to the smallest p-value where one statistic stands out, and smaller than that of chance where
several agree; experiments/family compares it with other rules.

These p-values are known only at the end. A sequential test takes those among the first few relabellings instead, which
serve as a reference for the others. Given the reference, the observed labelling and the later relabellings are still
exchangeable, and so are their scores.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.inference.pvalues import check_finite, count_reaching, tie_tolerance
from setapart.statistics.automatic import Group
from setapart.statistics.family import PreparedFamily

__all__ = [
    "REFERENCE",
    "Combined",
    "combine",
    "combine_columns",
    "grouped_score",
    "harmonic_score",
    "log_pvalues",
    "log_tails",
    "reference_scores",
]

_SHARE = 10  # the tail is one in so many of the values,
_LEAST = 10  # but this many, if they are no more than half


def log_tails(values: FloatArray, among: FloatArray, scale: float, *, others: bool = False) -> FloatArray:
    """The logarithm of the p-value of each of `values` (v,) among the values `among` (c,), also beyond the largest.

    A rank says nothing about how far out a value is: the largest has the same p-value whether it is the largest by a
    hair or by far. So beyond the largest tenth the p-value falls as an exponential law fitted to that tenth does, the
    tail of shape zero in the approximation by Knijnenburg et al., "Fewer permutations, more accurate P-values",
    Bioinformatics 25 (2009), i161-i168. It serves to compare statistics with one another; no test rests on the fit.

    Ties are judged by the size of each value and, near zero, the natural `scale` of the statistic: one value may be far
    beyond the others. With `others`, each value is one more besides `among`, instead of one of them.
    """
    rising = np.sort(among)
    more = int(others)
    count = rising.size + more
    relative = tie_tolerance(1.0, 0.0)
    least = values - relative * np.maximum(np.abs(values), scale)
    reaching = rising.size - np.searchsorted(rising, least, side="left") + more
    logs: FloatArray = np.log(reaching / count)

    tail = min(rising.size // 2, max(_LEAST, rising.size // _SHARE))
    if tail == 0:
        return logs
    threshold = float(rising[-1 - tail])
    above = threshold + relative * max(abs(threshold), scale)
    beyond = rising[rising > above]
    if beyond.size:
        excess = float(np.mean(beyond - threshold))
        out = values > above
        logs[out] = np.log((beyond.size + more) / count) - (values[out] - threshold) / excess
    return logs


def grouped_score(logs: FloatArray, groups: Sequence[Group], among: FloatArray | None = None) -> FloatArray:
    """-log₁₀ of the harmonic mean over groups of p-values (c, s), from their logarithms; see `harmonic_score`.

    The p-value of a group of several is that of their harmonic mean, among these rows; or among others (r, s), a
    reference that these rows are no part of.
    """
    columns, first = [], 0
    for group in groups:
        part = np.s_[:, first : first + group.size]
        first += group.size
        if group.size == 1:
            columns.append(logs[part][:, 0])
            continue
        equal = (1.0,) * group.size
        scores = harmonic_score(logs[part], equal)
        reference = scores if among is None else harmonic_score(among[part], equal)
        columns.append(log_tails(scores, reference, 0.0, others=among is not None))
    return harmonic_score(np.column_stack(columns), [group.weight for group in groups])


def harmonic_score(logs: FloatArray, weights: Sequence[float]) -> FloatArray:
    """-log₁₀ of the weighted harmonic mean over s statistics of p-values (c, s), from their logarithms.

    Wilson, "The harmonic mean p-value for combining dependent tests", PNAS 116 (2019), 1195-1200.
    """
    shares = np.array(weights) / np.sum(weights)
    inverse = np.sort(np.log(shares) - logs, axis=1)  # in order: the same bits in whichever column
    score: FloatArray = np.logaddexp.reduce(inverse, axis=1) / np.log(10.0)
    return score


_ROUNDING = 1e-9  # relative: standard deviations of equal values differ by less


@dataclass(frozen=True, eq=False)
class Combined:
    """What several statistics say together, or one alone."""

    unadjusted: FloatArray  # (s,), the p-value of each statistic by itself; the smallest of them is no p-value
    # (B + 1,), -log₁₀ of the weighted harmonic mean over groups of each relabelling's p-values, or the values of one
    # statistic alone; the observed one first
    scores: FloatArray
    scale: float  # the natural size of a score, by which ties are judged
    n_reaching: int  # labellings whose score is at least the observed one, itself included, up to rounding
    pvalue: float  # the share of scores at least as large as the observed one
    # (s,), the statistics by unadjusted p-value, the smallest first, and equal ones by how many standard deviations
    # the observed value is above its mean
    ranking: IntArray


def combine(values: FloatArray, family: PreparedFamily) -> Combined:
    """What the values (B + 1, s) of a family say, the observed ones first; those of one statistic are its scores."""
    if not family.is_single:
        return combine_columns(values, family.scales, family.groups)
    check_finite(values)
    scores, (scale,) = values[:, 0], family.scales
    n_reaching = count_reaching(scores, scale=scale)
    pvalue = n_reaching / len(scores)
    return Combined(np.array([pvalue]), scores, scale, n_reaching, pvalue, np.zeros(1, int))


def combine_columns(values: FloatArray, scales: Sequence[float], groups: Sequence[Group] | None = None) -> Combined:
    """Combine the columns of values (B + 1, s), of statistics with these natural scales, by the weighted harmonic mean.

    By default each is a group by itself, and they count the same.
    """
    logs = log_pvalues(values, scales)
    scores = grouped_score(logs, (Group(),) * len(scales) if groups is None else groups)
    n_reaching = int(np.sum(scores >= scores[0]))
    reaching = np.array([count_reaching(column, scale=scale) for column, scale in zip(values.T, scales, strict=True)])
    ranking = np.lexsort((-_distinction(values), reaching))
    return Combined(reaching / len(values), scores, 0.0, n_reaching, n_reaching / len(values), ranking)


def log_pvalues(values: FloatArray, scales: Sequence[float]) -> FloatArray:
    """The logarithm of the p-value (B + 1, s) that each relabelling has by each statistic; see `Combined`."""
    check_finite(values)
    logs = np.empty_like(values)
    for s, (column, scale) in enumerate(zip(values.T, scales, strict=True)):
        merged = merge_ties(column, scale)
        logs[:, s] = log_tails(merged, merged, 0.0)
    return logs


def merge_ties(values: FloatArray, scale: float) -> FloatArray:
    """Values in which those that differ by rounding are the same number, so that all that is made of them is, too."""
    order = np.argsort(values, kind="stable")
    rising = values[order]
    larger = np.maximum(np.abs(rising[1:]), np.abs(rising[:-1]))  # not the largest of all: one may be far beyond
    tolerance = tie_tolerance(1.0, 0.0) * np.maximum(larger, scale)
    group = np.concatenate([[0], np.cumsum(np.diff(rising) > tolerance)])
    first = np.searchsorted(group, group, side="left")
    merged = np.empty_like(values)
    merged[order] = rising[first]
    return merged


def _distinction(values: FloatArray) -> FloatArray:
    """Standard deviations (s,) of the observed value above the mean of its statistic; zero where nothing varies."""
    largest = np.abs(values).max(axis=0)
    values = np.divide(values, largest, out=np.zeros_like(values), where=largest > 0.0)  # squares stay in range
    above, spread = values[0] - values.mean(axis=0), values.std(axis=0)
    distinction: FloatArray = np.divide(above, spread, out=np.zeros_like(above), where=spread > _ROUNDING)
    return distinction


REFERENCE = 99  # relabellings in the reference


def reference_scores(
    values: FloatArray, n_reference: int, scales: Sequence[float], groups: Sequence[Group]
) -> FloatArray:
    """The score of the observed labelling and of those after the reference; see `grouped_score`.

    Of values (1 + B, s), the observed ones first, the next `n_reference` are the reference; (1 + B - n_reference,).
    """
    reference = values[1 : 1 + n_reference]
    tested = np.delete(values, np.s_[1 : 1 + n_reference], axis=0)
    logs, among = np.empty_like(tested), np.empty_like(reference)
    for s, (column, scale) in enumerate(zip(reference.T, scales, strict=True)):
        observed = tested[0, s]
        tied = np.abs(tested[:, s] - observed) <= tie_tolerance(observed, scale)  # to the bit, lest the tail magnify it
        logs[:, s] = log_tails(np.where(tied, observed, tested[:, s]), column, scale, others=True)
        among[:, s] = log_tails(column, column, scale)
    return grouped_score(logs, groups, among)
