"""The story of one labelling told by a direction that was found otherwise than by transport."""

import numpy as np

from setapart._types import BoolArray, FloatArray
from setapart.projection.solution import Solution
from setapart.transport.conditioning import condition
from setapart.transport.exact import transport

__all__ = ["single_direction"]


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
