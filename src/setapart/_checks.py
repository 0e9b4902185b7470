"""Checks of single arguments, shared by everything public."""

import difflib
import math
import numbers
from collections.abc import Iterable, Sequence

import numpy as np

from setapart._errors import ArgumentError, ArgumentTypeError


def nearest(name: object, known: Iterable[object]) -> str:
    """Return ``"; did you mean 'pw'?"`` for the closest known name, or an empty string."""
    spelled = {str(candidate).casefold(): str(candidate) for candidate in known}
    close = difflib.get_close_matches(str(name).casefold(), spelled, n=1, cutoff=0.5)
    return f"; did you mean {spelled[close[0]]!r}?" if close else ""


def quoted(names: Iterable[object]) -> str:
    """Return the names as one comma-separated string, each in quotes."""
    return ", ".join(repr(str(name)) for name in names)


def first_few(words: Sequence[str], most: int = 10) -> str:
    """Return the first words as one comma-separated string, and how many more there are."""
    more = f" and {len(words) - most:,} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more


def counted(n: int, noun: str) -> str:
    """Return ``"1 row"`` or ``"2,000 rows"``."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def check_integer(name: str, value: object, minimum: int | None = None, maximum: int | None = None) -> int:
    """A whole number within its bounds, both included; NumPy integers count, booleans and floats do not."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise ArgumentTypeError(name, "must be an integer", value)
    whole = int(value)
    if (minimum is not None and whole < minimum) or (maximum is not None and whole > maximum):
        raise ArgumentError(name, f"must be {_bounds(minimum, maximum)}", whole)
    return whole


def _bounds(minimum: int | None, maximum: int | None) -> str:
    if maximum is None:
        return f"at least {minimum}"
    if minimum is None:
        return f"at most {maximum}"
    return f"between {minimum} and {maximum}"


def check_choice(name: str, value: object, choices: Iterable[str | None]) -> str | None:
    """One of the accepted choices; the error lists them and suggests the nearest."""
    accepted = tuple(choices)
    for choice in accepted:
        if value is choice or (isinstance(value, str) and value == choice):
            return choice
    listed = ", ".join(repr(choice) for choice in accepted)
    hint = nearest(value, (choice for choice in accepted if choice is not None))
    raise ArgumentError(name, f"must be one of {listed}", value, hint=hint)


def check_boolean(name: str, value: object) -> bool:
    """A truth value, be it one of NumPy."""
    if not isinstance(value, bool | np.bool_):
        raise ArgumentTypeError(name, "must be True or False", value)
    return bool(value)


def check_probability(name: str, value: object) -> float:
    """A number strictly between 0 and 1."""
    probability = _real(name, value, "a number between 0 and 1")
    if math.isnan(probability) or not 0 < probability < 1:
        raise ArgumentError(name, "must lie strictly between 0 and 1", probability)
    return probability


def check_positive(name: str, value: object) -> float:
    """A positive, finite number."""
    size = _real(name, value, "a positive number")
    if not (math.isfinite(size) and size > 0):
        raise ArgumentError(name, "must be positive and finite", size)
    return size


def _real(name: str, value: object, accepted: str) -> float:
    """A real number as a plain ``float``; a truth value is none."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise ArgumentTypeError(name, f"must be {accepted}", value)
    try:
        return float(value)
    except OverflowError:
        raise ArgumentError(name, f"must be {accepted}", value, got="one beyond the range of a 64-bit float") from None
