"""McDiarmid's inequality for a metric between samples: how far it strays from its mean."""

import math

from setapart._checks import check_positive

__all__ = ["deviation", "positive_pair", "squared_differences", "tail"]


def squared_differences(n: int, m: int, diameters: tuple[float, float]) -> float:
    """The sum of squares of what one row can change: B_μ/n, n times, and B_ν/m, m times."""
    return diameters[0] ** 2 / n + diameters[1] ** 2 / m


def tail(excess: float, squared: float) -> float:
    """A bound of the probability to be so far (or farther) above the mean; the same below. 1 if not above at all."""
    return math.exp(-2.0 * max(0.0, excess) ** 2 / squared)


def deviation(probability: float, squared: float) -> float:
    """The excess with this bound: the inverse of `tail`."""
    return math.sqrt(squared * math.log(1.0 / probability) / 2.0)


def positive_pair(name: str, values: tuple[float, float]) -> tuple[float, float]:
    """One number for each sample."""
    if not isinstance(values, tuple | list) or len(values) != 2:
        raise TypeError(f"{name} must be a pair of numbers, one for each sample; got {values!r}")
    return check_positive(name, values[0]), check_positive(name, values[1])
