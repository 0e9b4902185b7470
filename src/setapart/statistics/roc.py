"""The area under the ROC curve."""

import numpy as np

from setapart._types import BoolArray, FloatArray

__all__ = ["area"]

_EQUAL = 1e-12  # of the largest score: scores no further apart differ by rounding


def area(scores: FloatArray, labels: BoolArray) -> float:
    """How often a row of the first sample scores above one of the second, ties counting half; arrays (N,)."""
    order = np.argsort(scores, kind="stable")
    apart = np.diff(scores[order]) > _EQUAL * np.abs(scores).max()
    level = np.concatenate([[0], np.cumsum(apart)])
    first = np.bincount(level, weights=labels[order])
    second = np.bincount(level) - first
    above = first @ (np.cumsum(second) - 0.5 * second)
    return float(above) / (float(first.sum()) * float(second.sum()))
