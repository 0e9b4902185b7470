"""Kinds of features: what a column of numbers is, and so how a change of it is told and drawn."""

import numpy as np

from setapart._types import FloatArray

_COUNTED = 20.0  # whole numbers from zero of no more than that are counts


def kind_of(values: FloatArray) -> str:
    """Tell whether values (n,) are a "number", a "count", "two values", "mostly zero" or "constant"."""
    least, largest = values.min(), values.max()
    if least == largest:
        return "constant"
    if np.all((values == least) | (values == largest)):
        return "two values"
    if 2 * np.count_nonzero(values == 0.0) > values.size:
        return "mostly zero"
    is_count = least >= 0.0 and largest <= _COUNTED and bool(np.all(values == np.floor(values)))
    return "count" if is_count else "number"
