"""McDiarmid's inequality for a metric between samples: how far it strays from its mean."""

import math

from setapart._words import LEAST_PVALUE

__all__ = ["deviation", "spread", "tail"]


def spread(n: int, m: int, diameters: tuple[float, float]) -> float:
    """The root of the sum of squares of what one row can change: B_μ/n, n times, and B_ν/m, m times."""
    return math.hypot(diameters[0] / math.sqrt(n), diameters[1] / math.sqrt(m))


def tail(excess: float, spread: float) -> float:
    """A bound of the probability to be so far (or farther) above the mean; the same below. 1 if not above at all.

    Never zero: where the bound is below 1e-300 it is 1e-300, which is larger.
    """
    u = max(0.0, excess) / spread
    return max(math.exp(-2.0 * u * u), LEAST_PVALUE)


def deviation(probability: float, spread: float, *, tails: float = 1.0) -> float:
    """The excess at which so many of the bounds add up to this: the inverse of `tails` times `tail`."""
    return spread * math.sqrt((math.log(tails) - math.log(probability)) / 2.0)
