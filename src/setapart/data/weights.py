"""Row weights: how much each row of a sample counts."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from setapart._types import FloatArray, IntArray
from setapart.data.arrays import array_of
from setapart.data.frames import index_values, sole_column
from setapart.data.labels import in_row_order
from setapart.data.masks import refuse_mask
from setapart.data.rows import rows_of


def check_weights(
    weights: ArrayLike | None, n: int, name: str, *, sample: object = None, called: str = "the sample"
) -> FloatArray | IntArray | None:
    """
    Check the weights of the n rows of one sample: non-negative, finite, not all zero; a new array.

    Integers stay integers, so that counts stay exact; the rest is float64. Those of a series with an index, or of a
    frame of one column, go with the rows of ``sample`` by name.
    """
    if weights is None:
        return None
    remedy = "fill its gaps first, for example with .filled(0)"
    refuse_mask(weights, name, remedy)
    column = sole_column(weights)
    weights = weights if column is None else column.to_native()
    try:
        raw = array_of(weights, name)
    except ValueError:
        if not isinstance(weights, list | tuple):
            raise
        raise ValueError(
            f"{name} must hold one weight for each of the {n} rows, got rows of different lengths"
        ) from None
    refuse_mask(raw, name, remedy)
    raw = np.asarray(raw)
    if raw.shape != (n,):
        raise ValueError(f"{name} must hold one weight for each of the {n} rows, got shape {raw.shape}")
    if raw.dtype.kind not in "biuf":
        raise ValueError(f"{name} must be numbers, got {raw.dtype} values")
    if raw.dtype.kind == "f":
        # A long double may exceed every float64, and is then infinite.
        with np.errstate(over="ignore"):
            raw = np.array(raw, dtype=np.float64)
    index = None if column is None else index_values(column)
    raw = np.asarray(in_row_order(index, raw, rows_of(sample).index, name=name, called=called))
    _check_values(raw, name)
    if raw.dtype.kind == "f":
        return raw
    if sum(raw.tolist()) > np.iinfo(np.int64).max:
        raise ValueError(f"{name} sum to more than a 64-bit integer holds; pass them as floats")
    return np.array(raw, dtype=np.int64)


def _check_values(weights: NDArray[Any], name: str) -> None:
    wrong = ~np.isfinite(weights) | (weights < 0)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise ValueError(f"{name} must be finite and not negative: row index {row} is {weights[row]}")
    if not weights.any():
        raise ValueError(f"{name} must not all be zero")
