"""Checks of single arguments, shared by everything public."""

import difflib
import math
import numbers
from collections.abc import Iterable, Sequence

import numpy as np


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
    """
    Check that an argument is a whole number within its bounds.

    Parameters
    ----------
    name : str
        The argument, as the caller knows it.
    value : object
        What was passed. NumPy integers count; booleans and floats do not.
    minimum, maximum : int, optional
        The bounds, both included.

    Returns
    -------
    int
        The value as a plain ``int``.

    Raises
    ------
    TypeError
        If the value is not a whole number.
    ValueError
        If it lies outside the bounds.
    """
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} must be an integer, got {value!r}")
    whole = int(value)
    if (minimum is not None and whole < minimum) or (maximum is not None and whole > maximum):
        raise ValueError(f"{name} must be {_bounds(minimum, maximum)}, got {whole}")
    return whole


def _bounds(minimum: int | None, maximum: int | None) -> str:
    if maximum is None:
        return f"at least {minimum}"
    if minimum is None:
        return f"at most {maximum}"
    return f"between {minimum} and {maximum}"


def check_choice(name: str, value: object, choices: Iterable[str | None]) -> str | None:
    """
    Check that an argument is one of the accepted choices.

    Parameters
    ----------
    name : str
        The argument, as the caller knows it.
    value : object
        What was passed.
    choices : iterable of str or None
        What is accepted.

    Returns
    -------
    str or None
        The value itself.

    Raises
    ------
    ValueError
        If it is none of the choices; the message lists them and suggests the nearest.
    """
    accepted = tuple(choices)
    for choice in accepted:
        if value is choice or (isinstance(value, str) and value == choice):
            return choice
    listed = ", ".join(repr(choice) for choice in accepted)
    hint = nearest(value, (choice for choice in accepted if choice is not None))
    raise ValueError(f"{name} must be one of {listed}, got {value!r}{hint}")


def check_boolean(name: str, value: object) -> bool:
    """
    Check that an argument is a truth value.

    Parameters
    ----------
    name : str
        The argument's name, for the message.
    value : object
        What was passed; NumPy's truth values are welcome.

    Returns
    -------
    bool
        The value.

    Raises
    ------
    TypeError
        If it is anything else.
    """
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} must be True or False, got {value!r}")
    return bool(value)


def check_probability(name: str, value: object) -> float:
    """
    Check that an argument lies strictly between 0 and 1.

    Parameters
    ----------
    name : str
        The argument, as the caller knows it.
    value : object
        What was passed.

    Returns
    -------
    float
        The value as a plain ``float``.

    Raises
    ------
    TypeError
        If the value is not a real number.
    ValueError
        If it is not strictly between 0 and 1.
    """
    probability = _real(name, value, "a number between 0 and 1")
    if math.isnan(probability) or not 0 < probability < 1:
        raise ValueError(f"{name} must lie strictly between 0 and 1, got {probability!r}")
    return probability


def check_positive(name: str, value: object) -> float:
    """
    Check that an argument is a positive, finite number.

    Parameters
    ----------
    name : str
        The argument, as the caller knows it.
    value : object
        What was passed.

    Returns
    -------
    float
        The value as a plain ``float``.

    Raises
    ------
    TypeError
        If the value is not a real number.
    ValueError
        If it is not positive and finite.
    """
    size = _real(name, value, "a positive number")
    if not (math.isfinite(size) and size > 0):
        raise ValueError(f"{name} must be positive and finite, got {size!r}")
    return size


def _real(name: str, value: object, accepted: str) -> float:
    """A real number as a plain ``float``; a truth value is none."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be {accepted}, got {value!r}")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} must be {accepted}, got one beyond the range of a 64-bit float") from None
