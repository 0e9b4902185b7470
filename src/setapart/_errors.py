"""Messages that know which of their words are arguments, and errors about one argument.

In Python a message speaks of ``n_resamples=99``, on the command line of ``--resamples 99``. A `Message` is a string in
Python's words that keeps its parts: plain text, in which a name from the data may look like anything, and references to
arguments, which whoever prints the message may word in another way.
"""

import sys
from ast import literal_eval
from collections.abc import Callable
from dataclasses import dataclass
from string import Formatter
from typing import Any, Self, TypeVar

__all__ = [
    "ArgumentError",
    "ArgumentTypeError",
    "Message",
    "Reference",
    "arg",
    "caller_stacklevel",
    "message",
    "message_of",
    "phrase",
    "restated",
]


@dataclass(frozen=True)
class Reference:
    """An argument, or a phrase that has other words elsewhere: its name, the values it mentions, and Python's words."""

    name: str
    values: tuple[Any, ...]
    text: str


class Message(str):
    """Words with references among them.

    Examples
    --------
    >>> message = "one row; " + arg("nan_policy", "omit") + " leaves it out"
    >>> message
    "one row; nan_policy='omit' leaves it out"
    >>> message.worded(lambda reference: f"--{reference.name} {reference.values[0]}")
    'one row; --nan_policy omit leaves it out'
    """

    __slots__ = ("parts",)
    parts: tuple[str | Reference, ...]

    def __new__(cls, *parts: str | Reference) -> Self:
        flat: list[str | Reference] = []
        for part in parts:
            flat += part.parts if isinstance(part, Message) else (part,) if part else ()
        message = super().__new__(cls, "".join(part.text if isinstance(part, Reference) else part for part in flat))
        message.parts = tuple(flat)
        return message

    def __getnewargs__(self) -> tuple[str | Reference, ...]:  # type: ignore[override]  # of `str` it is one string
        return self.parts

    def __add__(self, other: str) -> "Message":
        return Message(self, other)

    def __radd__(self, other: str) -> "Message":
        return Message(other, self)

    def worded(self, words: Callable[[Reference], str]) -> str:
        """The message with other words for its references."""
        return "".join(words(part) if isinstance(part, Reference) else part for part in self.parts)


def arg(name: str, *value: Any) -> Message:
    """An argument by its name, or ``name=value``; floats to six figures. A message is taken as it is."""
    if isinstance(name, Message):
        return name
    shown = "".join(f"={item:g}" if isinstance(item, float) else f"={item!r}" for item in value)
    return Message(Reference(name, value, f"{name}{shown}"))


def phrase(text: str, *values: Any, name: str = "") -> Message:
    """Words for Python, in whose place the command has others; by default these words are its name."""
    return Message(Reference(name or text, values, text))


def message(template: str, **values: Any) -> Message:
    """Fill a template as an f-string would be filled, but with references among its fields.

    They are ``{k}``, where there is no such value, ``{k=}`` with the value of this name (``{k=!r}`` is in quotes on the
    command line too), ``{k='auto'}``, and for a `phrase` ``{'leave method out'}``.

    Examples
    --------
    >>> message("{ratio=} leaves {rows:,} rows, got {level!r}; {k='auto'} or {k}", ratio=0.5, rows=1200, level="a")
    "ratio=0.5 leaves 1,200 rows, got 'a'; k='auto' or k"
    """
    parts: list[str | Reference] = []
    used = set()
    for text, field, form, conversion in Formatter().parse(template):
        parts.append(text)
        if field is None:
            continue
        name, equals, literal = field.partition("=")
        used.add(name)
        if field.startswith("'"):
            parts.append(phrase(literal_eval(field)))
        elif literal:
            parts.append(arg(name, literal_eval(literal)))
        elif equals:
            value = values[name]
            parts.append(Reference(name, (Message(repr(value)) if conversion else value,), str(arg(name, value))))
        elif name not in values:
            parts.append(arg(name))
        else:
            value = repr(values[name]) if conversion == "r" else values[name]
            parts.append(value if isinstance(value, Message) else format(value, form or ""))
    if not used >= values.keys():
        raise TypeError(f"unused values: {values.keys() - used}")
    return Message(*parts)


def message_of(error: BaseException) -> str:
    """What an error or a warning says, as a `Message` if it is one."""
    first = error.args[0] if error.args else ""
    return first if isinstance(first, Message) else str(error)


E = TypeVar("E", bound=Exception)


def restated(error: E, message: str) -> E:
    """The same error in other words."""
    return _made(type(error), message, vars(error))


def _made(kind: type[E], message: str, facts: dict[str, Any]) -> E:
    error = kind.__new__(kind, message)
    vars(error).update(facts)
    return error


class _RequirementError(Exception):
    def __init__(self, argument: str, requirement: str, value: Any, *, got: str | None = None, hint: str = "") -> None:
        shown = repr(value) if got is None else got
        super().__init__(Message(arg(argument), " ", requirement, ", got ", shown, hint))
        self.argument, self.requirement, self.value = argument, requirement, value

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (type(self), self.args[0], vars(self))


class ArgumentError(_RequirementError, ValueError):
    """An argument whose value does not meet a requirement: ``argument requirement, got value``.

    Examples
    --------
    >>> raise ArgumentError("k", "must be at least 1", 0)
    Traceback (most recent call last):
    setapart._errors.ArgumentError: k must be at least 1, got 0
    """


class ArgumentTypeError(_RequirementError, TypeError):
    """The same, where the value is not of the right kind."""


def caller_stacklevel() -> int:
    """The ``stacklevel`` at which a warning stands where the user called the package, however deep it arises."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "setapart":
        level, frame = level + 1, frame.f_back
    return level
