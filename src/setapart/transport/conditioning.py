"""Points brought to a size at which squares neither overflow nor vanish, without changing what they mean."""

from typing import NamedTuple

import numpy as np

from setapart._types import FloatArray

__all__ = ["Conditioned", "condition"]


class Conditioned(NamedTuple):
    """Points near the origin with coordinates in [-1, 1], and the exponent that restores their scale."""

    points: FloatArray
    exponent: int


def condition(points: FloatArray) -> Conditioned:
    """Centre points and scale them by a power of two.

    Lengths only change by that power of two, exactly. A column that is constant becomes exactly zero.

    Parameters
    ----------
    points : (N, d) array
        Finite values of any magnitude.
    """
    points, before = _unit(points)
    middle = np.median(points, axis=0)
    constant = points.min(axis=0) == points.max(axis=0)
    middle[constant] = points[0, constant]
    points, after = _unit(points - middle)
    return Conditioned(points, before + after)


def _unit(points: FloatArray) -> tuple[FloatArray, int]:
    exponent = int(np.frexp(np.max(np.abs(points), initial=0.0))[1])
    return np.ldexp(points, -exponent), exponent
