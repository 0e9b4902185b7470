"""Checks of single arguments of the theory: numbers of a size at which every formula stays within a double."""

import math
import numbers

from setapart._checks import check_integer, check_positive
from setapart._errors import ArgumentError, ArgumentTypeError, arg

__all__ = ["MOST_ROWS", "check_directions", "check_magnitude", "check_nonnegative", "check_pair", "check_size"]

MOST_ROWS = 10**15
_MOST_DIRECTIONS = 10**4  # beyond, covering numbers overflow at every scale, even in logarithms
_MOST = 1e100  # and its reciprocal: squares and products of two are finite, also divided by `MOST_ROWS`


def check_magnitude(name: str, value: object, *, power: int = 1) -> float:
    """A length, from 1e-100 to 1e100; a square (`power` 2) from 1e-200 to 1e200."""
    size = check_positive(name, value)
    if not _MOST**-power <= size <= _MOST**power:
        limits = f"must be between {_MOST**-power:g} and {_MOST**power:g}"
        raise ArgumentError(name, limits, size, hint="; choose another unit")
    return size


def check_nonnegative(name: str, value: object) -> float:
    """A finite number, zero or more."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise ArgumentTypeError(name, "must be a number", value)
    size = float(value)
    if not (math.isfinite(size) and size >= 0.0):
        raise ArgumentError(name, "must be finite and not negative", size)
    return size


def check_pair(name: str, values: object) -> tuple[object, object]:
    """One value for each sample, neither of them checked."""
    if not isinstance(values, tuple | list) or len(values) != 2:
        raise TypeError(arg(name) + f" must be a pair, one for each sample; got {values!r}")
    return values[0], values[1]


def check_size(name: str, value: object) -> int:
    """A number of rows, from 1 to 10¹⁵."""
    size = check_integer(name, value, minimum=1)
    if size > MOST_ROWS:
        raise ValueError(arg(name) + " must be at most 10^15")  # a number that is too large may fill pages
    return size


def check_directions(k: object, d: object = None) -> int:
    """A number of directions, up to 10⁴ and to the number of features, where that is known."""
    directions = check_integer("k", k, minimum=1)
    if directions > _MOST_DIRECTIONS:
        raise ValueError(arg("k") + f" must be at most {_MOST_DIRECTIONS}")
    if d is not None and directions > check_integer("d", d, minimum=1):
        raise ValueError(arg("k") + f" must be at most the number of features, {d}; got {directions}")
    return directions
