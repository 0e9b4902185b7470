"""A power of ten in place of numbers too large or too small to be drawn."""

import math

import numpy as np

from setapart._types import FloatArray

__all__ = ["without_tens"]

_DRAWN = 100  # powers of ten either way: squares of numbers within are floats, and products of two axes


def without_tens(*arrays: FloatArray) -> tuple[list[FloatArray], str]:
    """Arrays without the power of ten of their largest number, and what an axis label says of it.

    Between 1e-100 and 1e100, which Matplotlib and densities have no trouble with, arrays stay as they are.

    Examples
    --------
    >>> without_tens(np.array([3e200]), np.array([-1e199]))
    ([array([3.]), array([-0.1])], ' (×$10^{200}$)')
    >>> without_tens(np.array([3.0]))
    ([array([3.])], '')
    """
    largest = max(float(np.abs(values).max(initial=0.0)) for values in arrays)
    exponent = math.floor(math.log10(largest)) if largest else 0
    if abs(exponent) <= _DRAWN:
        return list(arrays), ""
    half = exponent // 2  # in two steps: of the smallest floats the power itself is none
    return [values / 10.0**half / 10.0 ** (exponent - half) for values in arrays], f" (×$10^{{{exponent}}}$)"
