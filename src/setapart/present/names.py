"""Names from data, made safe to show: a column or a file may be called anything."""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from os.path import commonprefix

__all__ = ["inert", "plain", "shortened", "told_apart", "width"]

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


def inert(name: str, limit: int) -> str:
    """The name as it is safe to show, in at most `limit` columns."""
    return shortened(plain(name), limit)


def told_apart(names: Iterable[str], limit: int) -> list[str]:
    """Names that stand beside one another, each `inert`, and shortened so that no two different ones look alike.

    Names that would look alike lose what they begin with in common, too; and if that is not enough, they are numbered.

    Examples
    --------
    >>> told_apart(["blood of patient 12 before treatment", "blood of patient 13 before treatment"], 20)
    ['…ent 12 be…treatment', '…ent 13 be…treatment']
    """
    names = list(names)
    shown = {name: inert(name, limit) for name in names}
    for alike in _alike(shown):
        start = len(commonprefix([plain(name) for name in alike])) - limit // 4  # noqa: RUF071  # letter by letter
        shown |= {name: shortened(f"…{plain(name)[start:]}", limit) for name in alike if start > 0}
    for number, name in enumerate(chain.from_iterable(_alike(shown)), start=1):
        mark = f" #{number}"
        shown[name] = shortened(shown[name], limit - len(mark)) + mark
    return [shown[name] for name in names]


def _alike(shown: dict[str, str]) -> list[list[str]]:
    """The names that look like others, together with these."""
    times = Counter(shown.values())
    return [[name for name in shown if shown[name] == look] for look in times if times[look] > 1]


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
