"""Names, numbers and p-values as they are shown: a column may be called anything, and 0.6 of all is 60 %."""

import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, takewhile
from os.path import commonprefix

__all__ = [
    "ALPHA",
    "LEAST_PVALUE",
    "distinct_names",
    "duration",
    "enumerated",
    "escaped",
    "inert",
    "is_significant",
    "memory_words",
    "number",
    "numbers",
    "p_number",
    "p_words",
    "percent",
    "percents",
    "plain",
    "rate_percent",
    "rate_percents",
    "shortened",
    "signed",
    "width",
]

ALPHA = 0.05  # the level by which words are chosen, unless another one is asked for
LEAST_PVALUE = 1e-300  # the smallest p-value in closed form; a smaller one is shown as below it, for none is zero
_PLAIN = 1e6  # numbers below need no power of ten
_TELLING = 7  # digits that may tell two numbers apart
_MINUTE, _HOUR = 60.0, 3600.0  # seconds
_TENS = 10  # seconds, to which shorter durations are rounded
_DIGITS = 12  # of a rate: far beyond what one row in millions changes

# What Python calls printable although nothing is seen of it.
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_JOINER, _EMOJI_STYLE = "\u200d", "\ufe0f"
_UNSEEN_BLANK = re.compile("^ |(?<= ) | $")  # or, in HTML, one of several that are shown as one


def plain(name: str) -> str:
    r"""Write out what a terminal would obey and what nobody sees: all that is no printable letter and no plain blank.

    That is control characters, line breaks, marks that reorder text, lone surrogates, letters without a shape and
    blanks of unusual width; with them a name could pose as another. The joiners within emoji stay.

    Examples
    --------
    >>> print(plain("red \x1b[31m"))
    red \x1b[31m
    """
    if name.isascii() and name.isprintable():
        return name
    before = ["", *name]
    after = [*name[1:], ""]
    return "".join(
        escaped(letter) if _is_active(letter, *beside) else letter
        for letter, *beside in zip(name, before, after, strict=False)
    )


def shortened(name: str, limit: int) -> str:
    """The name in at most `limit` columns, its middle left out: both ends often carry the meaning.

    Examples
    --------
    >>> shortened("a_very_long_name_indeed", 11)
    'a_ver…ndeed'
    """
    if width(name) <= limit:
        return name
    head, tail = _fitting(name, limit // 2), _fitting(reversed(name), limit - 1 - limit // 2)
    return f"{name[:head]}…{name[len(name) - tail :]}"


def _fitting(letters: Iterable[str], room: int) -> int:
    """How many of the first letters take at most so many columns."""
    taken = accumulate(map(_columns, letters))
    return sum(1 for _ in takewhile(lambda columns: columns <= room, taken))


def inert(name: str, limit: int) -> str:
    r"""The name as it is safe to show, in at most `limit` columns: of blanks and of no name at all something is seen.

    Examples
    --------
    >>> print(inert("dose ", 12), inert("", 12))
    dose\x20 ''
    """
    return shortened(_seen(name), limit)


def _seen(name: str) -> str:
    return _UNSEEN_BLANK.sub(r"\\x20", plain(name)) or "''"


def distinct_names(names: Iterable[str], limit: int) -> list[str]:
    """Names that stand beside one another, each `inert`, and shortened so that no two different ones look alike.

    Names that would look alike lose what they begin with in common, too; and if that is not enough, they are numbered.

    Examples
    --------
    >>> distinct_names(["blood of patient 12 before treatment", "blood of patient 13 before treatment"], 20)
    ['…ent 12 be…treatment', '…ent 13 be…treatment']
    """
    names = list(names)
    shown = {name: inert(name, limit) for name in names}
    for alike in _alike(shown):
        start = len(commonprefix([_seen(name) for name in alike])) - limit // 4  # noqa: RUF071  # letter by letter
        shown |= {name: shortened(f"…{_seen(name)[start:]}", limit) for name in alike if start > 0}
    for number, name in enumerate(chain.from_iterable(_alike(shown)), start=1):
        mark = f" #{number}"
        shown[name] = shortened(shown[name], limit - len(mark)) + mark
    return [shown[name] for name in names]


def _alike(shown: dict[str, str]) -> list[list[str]]:
    """The names that look like others, together with these."""
    names = defaultdict(list)
    for name, look in shown.items():
        names[look].append(name)
    return [alike for alike in names.values() if len(alike) > 1]


def width(text: str) -> int:
    """How many columns of a terminal a text takes: East Asian characters take two, combining marks none."""
    return sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _is_active(letter: str, before: str, after: str) -> bool:
    if letter == _JOINER:
        return not (_is_emoji(before) and _is_emoji(after))
    if letter == _EMOJI_STYLE:
        return not _is_emoji(before)
    return not letter.isprintable() or letter in _FILLERS


def _is_emoji(letter: str) -> bool:
    """Whether it is a symbol, the colour of a skin, or the mark after either."""
    return letter != "" and (letter == _EMOJI_STYLE or unicodedata.category(letter) in ("So", "Sk"))


def escaped(letter: str) -> str:
    """A letter written out, as in Python."""
    code = ord(letter)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def number(value: float, digits: int = 3) -> str:
    """A number to so many significant digits, without needless zeros; below a million without a power of ten.

    Its minus is the sign that figures have, too.

    Examples
    --------
    >>> number(0.05), number(12345.6), number(1234567.0), number(-0.5)
    ('0.05', '12300', '1.23e+06', '−0.5')
    """
    text = f"{value:.{digits}g}"
    return _minus(f"{float(text):.0f}" if "e+0" in text and abs(float(text)) < _PLAIN else text)


def signed(value: float, decimals: int = 2) -> str:
    """A number with its sign and so many decimals: ``"+0.57"``, ``"−0.57"``; zero has none: ``"0.00"``."""
    text = f"{value:+.{decimals}f}"
    return _minus(text) if float(text) else text[1:]


def fixed(value: float, decimals: int) -> str:
    """A number with so many decimals: ``"−0.57"``; zero has no sign: ``"0.00"``."""
    text = f"{value:.{decimals}f}"
    return _minus(text) if float(text) else text.lstrip("-")


def _minus(text: str) -> str:
    return f"−{text[1:]}" if text.startswith("-") else text


def percent(part: float) -> str:
    """``0.87`` as ``"87 %"``, and a dash where there is none."""
    return "–" if math.isnan(part) else f"{100.0 * part:.0f} %"


def percents(parts: Iterable[float]) -> list[str]:
    """The parts of a whole as `percent`, rounded so that they add up: largest remainders first.

    Examples
    --------
    >>> percents([0.006, 0.955, 0.039]), percents([1 / 3, 1 / 3, 1 / 3])
    (['1 %', '95 %', '4 %'], ['34 %', '33 %', '33 %'])
    """
    hundredths = [100.0 * part for part in parts]
    if any(map(math.isnan, hundredths)):
        return ["–"] * len(hundredths)
    whole = list(map(math.floor, hundredths))
    remainders = [part - floor for part, floor in zip(hundredths, whole, strict=True)]
    for i in sorted(range(len(whole)), key=lambda i: -remainders[i])[: round(sum(remainders))]:
        whole[i] += 1
    return [f"{part} %" for part in whole]


def numbers(first: float, second: float) -> tuple[str, str]:
    """Two numbers side by side, with three digits or as many as tell them apart, and equally many decimals below 1000.

    Examples
    --------
    >>> numbers(19.4, 215.0), numbers(3.33, 4.9), numbers(1.2341, 1.2344)
    (('19.4', '215'), ('3.33', '4.90'), ('1.2341', '1.2344'))
    """
    pairs = [(number(first, digits), number(second, digits)) for digits in range(3, _TELLING + 1)]
    a, b = next((pair for pair in pairs if pair[0] != pair[1] or first == second), pairs[-1])
    # Zeros are left out of both or of neither: 3.33 stands beside 4.90.
    if (
        "e" not in a + b
        and first
        and second
        and math.floor(math.log10(abs(first))) == math.floor(math.log10(abs(second)))
    ):
        decimals = max(len(text.partition(".")[2]) for text in (a, b))
        a, b = (_minus(f"{float(text.replace('−', '-')):.{decimals}f}") for text in (a, b))
    return a, b


def rate_percents(first: float, second: float) -> tuple[str, str]:
    """Two rates side by side, with as many digits as tell them apart; see `rate_percent`.

    Examples
    --------
    >>> rate_percents(0.32, 0.65), rate_percents(0.003, 0.9955), rate_percents(0.501, 0.502)
    (('32 %', '65 %'), ('0.3 %', '99.55 %'), ('50.1 %', '50.2 %'))
    """
    pairs = [(rate_percent(first, digits), rate_percent(second, digits)) for digits in range(2, _DIGITS + 1)]
    return next((pair for pair in pairs if pair[0] != pair[1] or first == second), pairs[-1])


def rate_percent(rate: float, digits: int = 2) -> str:
    """So many digits of a share of rows, or of what it leaves, where that is less: only what all have is 100 %."""
    least = 100.0 * min(rate, 1.0 - rate)
    decimals = max(digits - 1 - math.floor(math.log10(least)), 0) if least > 0.0 else 0
    return f"{round(100.0 * rate, decimals):.15g} %"


def enumerated(parts: Sequence[str]) -> str:
    """``"44 %, 47 % and 50 %"``."""
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def is_significant(pvalue: float, alpha: float = ALPHA) -> bool:
    """Whether a p-value is called evidence of a difference, in words and pictures."""
    return pvalue <= alpha


def p_number(pvalue: float) -> str:
    """A p-value to three digits: ``"0.005"``, ``"below 1e-300"``; ``"0"`` by the paper's rule alone."""
    return f"below {LEAST_PVALUE:g}" if _is_least(pvalue) else number(pvalue)


def p_words(pvalue: float) -> str:
    """What p is: ``"p = 0.005"``, ``"p below 1e-300"``."""
    return f"p {p_number(pvalue)}" if _is_least(pvalue) else f"p = {p_number(pvalue)}"


def _is_least(pvalue: float) -> bool:
    return 0.0 < pvalue <= LEAST_PVALUE


def duration(seconds: float) -> str:
    """A forecast of time in words.

    Examples
    --------
    >>> duration(100.0), duration(60.0), duration(7200.0)
    ('about 2 minutes', 'about 1 minute', 'about 2.0 hours')
    >>> duration(37.0), duration(2.0)
    ('about 40 seconds', 'a few seconds')
    """
    if seconds >= _HOUR:
        return f"about {seconds / _HOUR:.1f} hours"
    if seconds < _MINUTE:
        return "a few seconds" if seconds < _TENS else f"about {_TENS * round(seconds / _TENS)} seconds"
    minutes = round(seconds / _MINUTE)
    return f"about {minutes} minute{'' if minutes == 1 else 's'}"


def memory_words(size: float) -> str:
    """A number of bytes in words, to two figures.

    Examples
    --------
    >>> memory_words(0), memory_words(3500), memory_words(254e6), memory_words(1.23e9)
    ('0 bytes', '3.5 kB', '250 MB', '1.2 GB')
    """
    for unit, least in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= 0.9995 * least:
            return f"{float(f'{size / least:.2g}'):g} {unit}"
    return f"{size:.0f} bytes"
