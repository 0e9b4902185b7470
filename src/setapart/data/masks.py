"""The mask of a masked array, which NumPy drops without a word when it makes a plain array of it."""

from typing import Any

import numpy as np

_PLAIN = (np.ndarray, np.generic, float, int, complex, str, bytes, type(None))


def refuse_mask(obj: object, name: str, remedy: str) -> None:
    """Refuse a masked array, whether or not it hides anything, and a sequence that holds one or masked values."""
    if isinstance(obj, np.ma.MaskedArray):
        raise ValueError(f"{name} is a masked array; {remedy}")
    if isinstance(obj, list | tuple) and _holds_mask(obj):
        raise ValueError(f"{name} holds a masked array or a masked value; {remedy}")


def _holds_mask(cells: list[Any] | tuple[Any, ...]) -> bool:
    # By type first: a list of a million floats is one set, not a million questions.
    kinds = set(map(type, cells))
    if any(issubclass(kind, np.ma.MaskedArray) for kind in kinds):
        return True
    unsure = tuple(kind for kind in kinds if not issubclass(kind, _PLAIN))
    return bool(unsure) and any(_is_masked(cell) for cell in cells if isinstance(cell, unsure))


def _is_masked(cell: Any) -> bool:
    if isinstance(cell, list | tuple):
        return _holds_mask(cell)
    if not hasattr(cell, "__array__"):
        return False
    try:
        return isinstance(np.asanyarray(cell), np.ma.MaskedArray)
    except Exception:
        # What cannot become an array is refused, with its reason, where the arrays are made.
        return False
