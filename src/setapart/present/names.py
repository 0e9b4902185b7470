"""Names from data, made safe to show: a column or a file may be called anything."""

import unicodedata

__all__ = ["plain", "shortened", "width"]

# Marks that reorder the text after them, so that a name could pose as another.
_REORDERING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def plain(name: str) -> str:
    r"""Write out what a terminal would obey: control characters, line breaks, reordering marks, lone surrogates.

    Examples
    --------
    >>> print(plain("red \x1b[31m"))
    red \x1b[31m
    """
    return "".join(_escaped(letter) if _is_active(letter) else letter for letter in name)


def shortened(name: str, limit: int) -> str:
    """The name in at most `limit` columns, its middle left out: both ends often carry the meaning.

    Examples
    --------
    >>> shortened("a_very_long_name_indeed", 11)
    'a_ver…ndeed'
    """
    if width(name) <= limit:
        return name
    head, tail = name, name
    while width(head) > limit // 2:
        head = head[:-1]
    while width(tail) > limit - 1 - limit // 2:
        tail = tail[1:]
    return f"{head}…{tail}"


def width(text: str) -> int:
    """How many columns of a terminal a text takes: East Asian characters take two, combining marks none."""
    return sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _is_active(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") or letter in _REORDERING


def _escaped(letter: str) -> str:
    code = ord(letter)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
