"""Dependence between consecutive rows: whether it is plain, and how long a block must be to hold it."""

import math
from collections.abc import Sequence

import numpy as np

from setapart._types import FloatArray, IntArray

__all__ = ["block_length", "lag_correlations", "level_shifts", "plain_correlation", "single_shift"]

_DOUBT = 0.001  # the probability that independent rows seem plainly correlated in any feature
_FEWEST_BLOCKS = 8
_PLAIN = 5.0  # standard deviations of a sum beyond which a shift of level is no chance
_LARGEST = 0.1  # the share of differences that may be across shifts
_SHORTEST = 10  # rows in which a further shift is looked for


def lag_correlations(rows: FloatArray, cuts: Sequence[int] = ()) -> FloatArray:
    """The correlation (d,) of each feature with itself one row before, for rows (T, d) in the order of time.

    Each stretch between `cuts`, the first rows of all stretches but the first, is at its own mean: a change of level
    looks like dependence as long as it is not cut out. A feature that does not vary gets 0.
    """
    parts = np.split(_scaled(rows), list(cuts))
    centred = [part - part.mean(axis=0) for part in parts]
    together = np.sum([np.sum(part[1:] * part[:-1], axis=0) for part in centred], axis=0)
    squares = np.sum([np.sum(part * part, axis=0) for part in centred], axis=0)
    varying = squares > len(rows) * (100.0 * np.finfo(float).eps) ** 2
    correlations: FloatArray = np.divide(together, squares, out=np.zeros_like(squares), where=varying)
    return correlations


def _scaled(rows: FloatArray) -> FloatArray:
    """Rows (T, d) with the largest magnitude of each feature at one: their squares stay in range."""
    largest = np.abs(rows).max(axis=0)
    scaled: FloatArray = np.divide(rows, largest, out=np.zeros_like(rows), where=largest > 0.0)
    return scaled


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


def level_shifts(column: FloatArray) -> list[int]:
    """The first rows after shifts of level of a column (T,): the largest, and all that its memory cannot explain.

    They are found one in the other, by cumulative sums. How far these stray by themselves is known from the squares of
    differences, which shifts hardly change, without the largest tenth: for a series of first order with the lag-1
    correlation r, the differences of rows two apart have 1 + r times the mean square of those next to each other.
    """
    near, far = (_trimmed_mean(np.square(column[lag:] - column[:-lag])) for lag in (1, 2))
    r = min(max(far / near - 1.0, 0.0), 0.99) if near > 0.0 else 0.0
    memory = 0.5 * near / (1.0 - r) * (1.0 + r) / (1.0 - r)  # the variance of a sum of rows, for each row
    shifts = [single_shift(column)]
    stretches = [(0, shifts[0]), (shifts[0], column.size)]
    while stretches:
        start, stop = stretches.pop()
        if stop - start < _SHORTEST:
            continue
        part = column[start:stop]
        before = single_shift(part)
        height = float(part[:before].mean() - part[before:].mean())
        if height**2 * before * (part.size - before) > _PLAIN**2 * memory * part.size:
            shifts.append(start + before)
            stretches += [(start, start + before), (start + before, stop)]
    return sorted(shifts)


def _trimmed_mean(squares: FloatArray) -> float:
    return float(np.sort(squares)[: max(1, math.ceil((1.0 - _LARGEST) * squares.size))].mean())


def block_length(rows: FloatArray) -> int:
    """A block length for rows (T, d) in the order of time: 1 unless they are plainly correlated.

    The rule of Carlstein ("The use of subseries values for estimating the variance of a general statistic from a
    stationary sequence", Annals of Statistics 14, 1986) for a series of first order with the lag-1 correlation r of the
    most correlated feature, (6 r² T)^(1/3) / (1 - r²)^(2/3), but at least eight blocks. Shifts of level of each feature
    are taken out first (`level_shifts`), lest changes that are to be found count as dependence.
    """
    size, d = len(rows), len(rows.T)
    correlations = [lag_correlations(column[:, None], level_shifts(column))[0] for column in _scaled(rows).T]
    r = min(float(max(correlations)), 0.999)
    if r <= plain_correlation(size, d):
        return 1
    length: float = (6.0 * r * r * size) ** (1.0 / 3.0) / (1.0 - r * r) ** (2.0 / 3.0)
    return max(1, min(math.ceil(length), size // _FEWEST_BLOCKS))
