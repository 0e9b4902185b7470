"""What is told of one labelling along a line: a direction that was found otherwise than by transport, or a feature."""

import numpy as np

from setapart._types import BoolArray, FloatArray
from setapart.projection.solution import Solution
from setapart.transport.conditioning import condition
from setapart.transport.exact import transport

__all__ = ["single_direction", "single_feature"]


def single_direction(pooled: FloatArray, labels: BoolArray, direction: FloatArray, message: str) -> Solution:
    """W₁ of `pooled` (N, d) along a direction (d,) of any length and sign, in its unit; `labels` (N,).

    The direction is shown at length one, its largest loading positive; where it is zero, the first feature is shown.
    """
    largest = np.abs(direction).max()
    if largest > 0.0:
        shown = direction / largest
        shown = shown / np.linalg.norm(shown)
        shown = shown * np.sign(shown[np.argmax(np.abs(shown))]) + 0.0  # no zero with a sign
    else:
        shown = np.zeros_like(direction)
        shown[0] = 1.0
    points, exponent = condition(pooled)
    along = points @ shown[:, None]
    solved = transport(along[labels], along[~labels])
    value = float(np.ldexp(solved.value, exponent))
    return Solution(value, shown[:, None], solved.plan, "exact", message, 0.0, "all", 1)


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
