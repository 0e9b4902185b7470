"""The story of one labelling told by a single feature."""

import numpy as np

from setapart._types import BoolArray, FloatArray
from setapart.projection.solution import Solution
from setapart.transport.conditioning import condition
from setapart.transport.exact import transport

__all__ = ["single_feature"]


def single_feature(
    pooled: FloatArray, labels: BoolArray, column: int, message: str, *, centred: bool = False
) -> Solution:
    """W₁ in one feature of `pooled` (N, d), in its unit, with the axis as the direction; `labels` (N,)."""
    points, exponent = condition(pooled[:, column, None])
    x, y = points[labels], points[~labels]
    if centred:
        x, y = x - x.mean(), y - y.mean()
    solved = transport(x, y)
    direction = np.zeros((pooled.shape[1], 1))
    direction[column] = 1.0
    value = float(np.ldexp(solved.value, exponent))
    return Solution(value, direction, solved.plan, "exact", message, 0.0, "all", 1)
