"""Pooled scaling: a change of units that never sees which sample a row came from."""

from dataclasses import dataclass, replace

import numpy as np

from setapart._checks import check_choice
from setapart._types import BoolArray, FloatArray

SCALING_METHODS = (None, "std", "robust", "rank")

# The interquartile range of a normal law in units of its standard deviation.
_NORMAL_IQR = 1.349


@dataclass(frozen=True)
class Scaling:
    """
    One change of units per feature, fitted on the pooled rows: z becomes (z − centre) / spread.

    A direction found in scaled units is ``direction / spread`` in the original ones. ``constant`` (d,) are the features
    without a spread that a double can divide by: their spread is 1, and `apply` makes them exactly 0. Of ranks,
    ``knots`` are the sorted distinct pooled values of each feature, and ``heights`` their mid-ranks over N.
    """

    method: str | None
    centre: FloatArray
    spread: FloatArray
    constant: BoolArray | None = None
    knots: tuple[FloatArray, ...] | None = None
    heights: tuple[FloatArray, ...] | None = None

    def apply(self, rows: FloatArray) -> FloatArray:
        """Rows (n, d) in the new units; of ranks, values between two pooled ones are interpolated."""
        if self.method is None:
            return rows
        if self.knots is None or self.heights is None:
            scaled = (rows - self.centre) / self.spread
            return scaled if self.constant is None else np.where(self.constant, 0.0, scaled)
        columns = zip(rows.T, self.knots, self.heights, strict=True)
        return np.column_stack([np.interp(column, knots, heights) for column, knots, heights in columns])

    @property
    def is_rank(self) -> bool:
        """Whether the new unit is the pooled rank, which `undo` does not know the values of."""
        return self.method == "rank"

    @property
    def brief(self) -> "Scaling":
        """The same without the values of ranks, which are as many as the rows."""
        return replace(self, knots=None, heights=None)

    def undo(self, rows: FloatArray) -> FloatArray:
        """Rows (n, d) that `apply` has brought to the new units, other than ranks, in those of the caller."""
        return rows if self.method is None else self.centre + rows * self.spread


def pooled_scaling(pooled: FloatArray, method: str | None) -> Scaling:
    """
    Fit a scaling on the pooled rows (N, d).

    "std": mean and standard deviation (divisor N). "robust": median and interquartile range over 1.349, or the standard
    deviation where that range is 0, or nothing beside the largest value (1e-300). "rank": mid-ranks over N. A constant
    feature becomes exactly 0, or exactly constant for ranks; a spread below 2.2e-308, the smallest normal double, is 0.
    """
    check_choice("scale", method, SCALING_METHODS)
    d = pooled.shape[1]
    if method is None:
        return Scaling(None, np.zeros(d), np.ones(d))
    if method == "rank":
        steps = [_mid_ranks(column) for column in pooled.T]
        knots, heights = tuple(step[0] for step in steps), tuple(step[1] for step in steps)
        return Scaling(method, np.zeros(d), np.ones(d), knots=knots, heights=heights)
    centre, spread, constant = _centre_and_spread(pooled, robust=method == "robust")
    return Scaling(method, centre, spread, constant)


def _mid_ranks(column: FloatArray) -> tuple[FloatArray, FloatArray]:
    knots, counts = np.unique(column, return_counts=True)
    last = np.cumsum(counts)
    return knots, (last - (counts - 1) / 2) / column.size


def _centre_and_spread(pooled: FloatArray, *, robust: bool) -> tuple[FloatArray, FloatArray, BoolArray]:
    # Squares of values near 1e±150 leave the range of a double, so each feature is first brought near 1 by a
    # power of two, which rounds nothing.
    exponent = np.frexp(np.abs(pooled).max(axis=0))[1]
    near_one = np.ldexp(pooled, -exponent)
    # Below this, in these units, a spread is subnormal in the caller's: it has lost digits, and may divide into
    # infinity.
    tiny = np.ldexp(np.finfo(float).tiny, -exponent)
    # Far from zero a mean is rounded by as much as the rows may differ; what they are above the lowest is not.
    lowest = near_one.min(axis=0)
    above = near_one - lowest
    mean = above.mean(axis=0)
    centre, spread = lowest + mean, np.sqrt(np.mean((above - mean) ** 2, axis=0))
    if robust:
        lower, centre, upper = np.quantile(near_one, (0.25, 0.5, 0.75), axis=0)
        iqr = (upper - lower) / _NORMAL_IQR
        # Below 2e-300 of a column that is near 1, the ends of the column would come out beyond 1e300.
        spread = np.where(iqr >= np.maximum(tiny, 2e-300), iqr, spread)
    equal = np.all(pooled == pooled[0], axis=0)
    constant = equal | (spread < tiny)
    # The mean of equal numbers may differ from them in the last place; the value itself gives exactly 0.
    return (
        np.where(equal, pooled[0], np.ldexp(centre, exponent)),
        np.where(constant, 1.0, np.ldexp(spread, exponent)),
        constant,
    )
