"""Pooled ranks of one feature."""

import numpy as np

from setapart._types import FloatArray

__all__ = ["mid_ranks"]


def mid_ranks(values: FloatArray) -> FloatArray:
    """Ranks from 1 to N of values (N,), those of equal values replaced by their mean; without scipy.stats."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: FloatArray = (np.cumsum(counts) - 0.5 * (counts - 1))[place]
    return ranks
