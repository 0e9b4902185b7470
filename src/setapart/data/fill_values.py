"""Fill values: numbers that files write where a value is missing, and that are no measurements."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from setapart._types import BoolArray, FloatArray

# Written for a missing value by netCDF (9.96921e36 and the ends of its integers), CF and CMIP (1e20), weather stations
# and surveys (nines), and whoever stores an integer that is not there as the first or the last of its type.
_NINES = [sign * float("9" * n) for sign in (-1, 1) for n in (4, 5, 6, 7, 8)] + [-999.0, -999.9, -9999.9, 9999.9]
_INTEGERS = [2.0**31 - 1, -(2.0**31), 1 - 2.0**31, 2.0**32 - 1, 2.0**63, -(2.0**63)]
_UNMISTAKABLE = np.array([*_NINES, *_INTEGERS, 9.969209968386869e36, 1e20, -1e20, 1e30, -1e30, 1e35, 3.4028235e38])
# Sensors saturate at these, and pictures are full of them: beside a constant background they are signal.
_PLAIN = np.array([99.0, -99.0, 99.9, -99.9, 999.0, 999.9, 255.0, 32767.0, -32767.0, -32768.0, 65535.0])
_SAME = 1e-6  # relative: a marker as float32, or as written with seven figures, is the same marker
_FEWEST = 5  # other values: fewer do not show a spread
_ENORMOUS = 1e12  # spreads: beyond it float64 keeps four figures or fewer of the rest of the column beside the value
_SMALLEST = 99.0  # that anyone writes for a missing value: probabilities of 1 beside 1e-16 are none
_ALONE = 0.999  # share of the distance to the median without any value: a long tail is no marker
_PARTS = 16  # of the sorted values: one lies within the quartiles of the values that are not the marker, unless few
_GLANCE = 1000  # rows of each sample that show about how dense a column is
_NEARLY = 0.01  # of an enormous distance, for the quick look
_MOST = 6  # markers of one column


@dataclass(frozen=True)
class FillValue:
    """A likely fill value of a column, and how often each sample has it."""

    name: str
    value: float
    counts: tuple[int, ...]


def fill_values(parts: Sequence[FloatArray], names: Sequence[str]) -> tuple[FillValue, ...]:
    """
    Find values that are likely to stand for missing ones.

    A fill value is the largest or the smallest value of its column and far from the rest. It is either a known marker
    that is repeated and lies further off than the range of the rest, or any value of 99 or more that is 1e12 spreads
    away with nothing between. The spread is the interquartile range of the rest; if that is zero, its range; if the
    rest is constant, its absolute value, or 1.
    """
    likely = []
    for column in _doubtful(parts):
        for value in _markers(np.sort(np.concatenate([part[:, column] for part in parts]))):
            counts = tuple(int(np.sum(_is(part[:, column], value))) for part in parts)
            likely.append(FillValue(names[column], value, counts))
    return tuple(likely)


def _is(values: FloatArray | float, markers: FloatArray | float) -> BoolArray:
    """Which of these values are that marker, as they stand beside each other."""
    same: BoolArray = np.asarray(np.abs(np.subtract(values, markers)) <= _SAME * np.abs(markers))
    return same


def _doubtful(parts: Sequence[FloatArray]) -> list[int]:
    """The columns that may have a fill value: a quick look at all of them, of which most need no other."""
    low, high = (
        np.min([part.min(axis=0) for part in parts], axis=0),
        np.max([part.max(axis=0) for part in parts], axis=0),
    )
    markers = np.sort(np.concatenate([_UNMISTAKABLE, _PLAIN]))
    marked = _near(low, markers) | _near(high, markers)
    some = np.sort(np.concatenate([part[:: 1 + len(part) // _GLANCE] for part in parts]), axis=0)
    ranks = np.linspace(0, len(some) - 1, _PARTS + 1).astype(np.intp)
    widths = np.diff(some[ranks], axis=0)
    # Parts of ties have no width, and where there is nothing else, the spread of a constant counts.
    sizes = np.where(some[ranks] == 0.0, 1.0, np.abs(some[ranks])).min(axis=0)
    usual = np.where(widths > 0.0, widths, sizes).min(axis=0)
    enormous = np.maximum(np.abs(low), np.abs(high)) / (_NEARLY * _ENORMOUS) > usual  # a product may overflow
    return [int(column) for column in np.flatnonzero(marked | enormous)]


def _near(values: FloatArray, markers: FloatArray) -> BoolArray:
    """Which values are one of the sorted markers."""
    after = np.searchsorted(markers, values).clip(1, len(markers) - 1)
    return _is(values, markers[after - 1]) | _is(values, markers[after])


def _markers(column: FloatArray) -> list[float]:
    """The markers at both ends of a sorted column, the outermost first."""
    markers: list[float] = []
    while len(markers) < _MOST:
        above = _outermost(column)
        if above:
            markers.append(float(column[-1]))
            column = column[: len(column) - above]
            continue
        below = _outermost(-column[::-1], mirrored=True)
        if not below:
            break
        markers.append(float(column[0]))
        column = column[below:]
    return markers


def _outermost(column: FloatArray, *, mirrored: bool = False) -> int:
    """How many of the largest values of a sorted column are one marker; 0 where they are none."""
    value = float(column[-1])
    rest = column[: np.searchsorted(column, value - _SAME * abs(value))]
    count = len(column) - len(rest)
    if len(rest) < _FEWEST:
        return 0
    first, median, third = rest[[len(rest) // 4, len(rest) // 2, (3 * len(rest)) // 4]]
    quartiles, extent = float(third - first), float(rest[-1] - rest[0])
    gap, distance = float(column[-count] - rest[-1]), float(value - median)
    spread = quartiles or extent or abs(float(median)) or 1.0
    if abs(value) >= _SMALLEST and distance >= _ENORMOUS * spread and gap >= _ALONE * distance:
        return count
    sign = -1.0 if mirrored else 1.0
    unmistakable = bool(np.any(_is(sign * value, _UNMISTAKABLE)))
    plain = quartiles > 0.0 and bool(np.any(_is(sign * value, _PLAIN)))
    # The other end may have a marker too: then twice the way from the median to this end is the extent.
    far = gap > min(extent, 2.0 * float(rest[-1] - median))
    return count if (unmistakable or plain) and count > 1 and far else 0
