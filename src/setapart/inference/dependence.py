"""Dependence between consecutive rows: whether it is plain, and how long a block must be to hold it."""

import math
from collections.abc import Sequence

import numpy as np

from setapart._types import FloatArray, IntArray

__all__ = ["block_length", "lag_correlations", "plain_correlation", "single_shift"]

_DOUBT = 0.001  # the probability that independent rows seem plainly correlated in any feature
_FEWEST_BLOCKS = 8


def lag_correlations(rows: FloatArray, cuts: Sequence[int] = ()) -> FloatArray:
    """The correlation (d,) of each feature with itself one row before, each stretch between cuts at its own mean.

    A change of level looks like dependence as long as it is not cut out. A feature that does not vary gets 0.

    Parameters
    ----------
    rows : (T, d) float array
        In the order of time.
    cuts : sequence of int
        The first row of each stretch but the first, increasing.
    """
    largest = np.abs(rows).max(axis=0)
    scaled = np.divide(rows, largest, out=np.zeros_like(rows), where=largest > 0.0)  # squares stay in range
    parts = np.split(scaled, list(cuts))
    centred = [part - part.mean(axis=0) for part in parts]
    together = np.sum([np.sum(part[1:] * part[:-1], axis=0) for part in centred], axis=0)
    squares = np.sum([np.sum(part * part, axis=0) for part in centred], axis=0)
    varying = squares > len(rows) * (100.0 * np.finfo(float).eps) ** 2
    correlations: FloatArray = np.divide(together, squares, out=np.zeros_like(squares), where=varying)
    return correlations


def plain_correlation(size: int, d: int) -> float:
    """The lag-1 correlation that hardly any of d features of independent rows exceeds, by its normal limit."""
    from scipy.special import ndtri

    return float(-ndtri(_DOUBT / d) / math.sqrt(size))


def single_shift(column: FloatArray) -> int:
    """The first row after the largest shift of level of a column (T,): where the cumulative sums are furthest out."""
    size = column.size
    before: IntArray = np.arange(1, size)
    largest = float(np.abs(column).max()) or 1.0
    sums = np.cumsum(column / largest - np.mean(column / largest))[:-1]
    return int(before[np.argmax(np.abs(sums) / np.sqrt(before * (size - before)))])


def block_length(rows: FloatArray) -> int:
    """A block length for rows (T, d) in the order of time: 1 unless they are plainly correlated.

    The rule of Carlstein (1986) for a series of first order with the lag-1 correlation r of the most correlated
    feature, (6 r² T)^(1/3) / (1 - r²)^(2/3), but at least eight blocks. The largest shift of level of each feature is
    taken out first, lest a change that is to be found counts as dependence.

    References
    ----------
    Carlstein, "The use of subseries values for estimating the variance of a general statistic from a stationary
    sequence", Annals of Statistics 14, 1986.
    """
    size, d = len(rows), len(rows.T)
    found = [lag_correlations(column[:, None], [single_shift(column)])[0] for column in rows.T]
    r = min(float(max(found)), 0.999)
    if r <= plain_correlation(size, d):
        return 1
    length: float = (6.0 * r * r * size) ** (1.0 / 3.0) / (1.0 - r * r) ** (2.0 / 3.0)
    return max(1, min(math.ceil(length), size // _FEWEST_BLOCKS))
