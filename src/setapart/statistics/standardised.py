"""Features in standard deviations from their means, whatever their units."""

import numpy as np

from setapart._types import FloatArray
from setapart.transport.conditioning import condition

__all__ = ["standardised"]


def standardised(values: FloatArray) -> FloatArray:
    """Each feature in its own standard deviations from its mean, whatever its unit."""
    columns = np.empty_like(values)
    for j, column in enumerate(values.T):
        points = condition(np.ascontiguousarray(column[:, None]))[0][:, 0]
        points = points - points.mean()
        columns[:, j] = points / points.std()
    return columns
