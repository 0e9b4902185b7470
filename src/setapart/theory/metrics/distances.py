"""Euclidean distances of every two points of two sets."""

import numpy as np

from setapart._types import FloatArray

__all__ = ["distances"]


def distances(a: FloatArray, b: FloatArray) -> FloatArray:
    """Distances (p, q) of points (p, d) from points (q, d), of any size."""
    from scipy.spatial.distance import cdist

    # Coordinates of at most one: squares do not overflow.
    exponent = int(np.frexp(max(np.abs(a).max(initial=0.0), np.abs(b).max(initial=0.0)))[1])
    apart: FloatArray = np.ldexp(cdist(np.ldexp(a, -exponent), np.ldexp(b, -exponent)), exponent)
    return apart
