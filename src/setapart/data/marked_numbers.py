"""Numbers with marks, as people write them: a currency, a percent sign, a unit, thousands, a limit of detection."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from setapart._types import FloatArray
from setapart.data.cells import as_number

_SYMBOLS = {*"$€£¥₹₩₽₺₪₫฿₴₦₱", *("US$", "A$", "C$", "R$", "NZ$", "HK$", "S$", "NT$", "kr", "kr.", "Kč", "zł", "Ft")}
_CODES = {
    *("USD", "EUR", "GBP", "CHF", "JPY", "CNY", "SEK", "NOK", "DKK", "ISK", "PLN"),
    *("CZK", "HUF", "RON", "BGN", "RUB", "UAH", "TRY", "INR", "KRW", "AUD", "NZD"),
    *("CAD", "BRL", "MXN", "ARS", "CLP", "COP", "ZAR", "ILS", "AED", "SAR", "EGP"),
    *("NGN", "KES", "SGD", "HKD", "TWD", "THB", "MYR", "IDR", "PHP", "VND"),
}
_PERCENT = {"%", "percent", "per cent", "pct"}
_ORDINALS = {"st", "nd", "rd", "th"}
_HEXADECIMAL = re.compile(r"[xX][0-9a-fA-F]+")  # 0x10 is no quantity
_BLANK = "[ \u00a0\u2009\u202f]"
_GROUP = "['’_ \u00a0\u2009\u202f"  # beside the mark that does not mark decimals
_EXPONENT = r"(?:[eE][+-]?\d+)?"
_SIDES = {"<": -1, "≤": -1, "<=": -1, ">": 1, "≥": 1, ">=": 1}
_ANY_DIGIT = str.maketrans("123456789", "000000000")
_LIMIT = re.compile(rf"(<=|>=|[<>≤≥]){_BLANK}*(.+)")
_NUMBER = re.compile(
    rf"(?P<open>\(?){_BLANK}*(?P<sign>[+\-−]?){_BLANK}*"
    r"(?P<before>[^\W\d_]{0,3}[$€£¥₹₩₽₺₪₫฿₴₦₱]|[A-Za-z]{2,3}\.?|)"
    rf"{_BLANK}*(?P<inner>[+\-−]?){_BLANK}*"
    rf"(?P<body>(?:\d(?:[\d.,]|{_GROUP}](?=\d))*|[.,]\d+){_EXPONENT})"
    rf"{_BLANK}*(?P<after>per cent|[^\W\d_][^\s()]{{0,15}}|[%‰°µΩ$€£¥₹₩₽₺₪₫฿₴₦₱][^\s()]{{0,8}}|){_BLANK}*(?P<close>\)?)"
)
_NUMERALS = {
    mark: re.compile(
        rf"(?:[1-9]\d{{0,2}}(?P<group>{_GROUP}{other}])\d{{3}}(?:(?P=group)\d{{3}})*|\d+)(?:{re.escape(mark)}\d*)?{_EXPONENT}"
        rf"|{re.escape(mark)}\d+{_EXPONENT}"
    )
    for mark, other in ((".", ","), (",", "."))
}


class MarkedNumber(NamedTuple):
    """The number that a text spells, its unit, and the side of a limit of detection on which it lies: -1 is below."""

    value: float
    unit: str = ""
    side: int = 0

    @property
    def kind(self) -> str:
        """What a column of such numbers may be read as."""
        if self.side:
            return "censored"
        if not self.unit:
            return "number"
        return "percent" if self.unit == "%" else "money" if is_currency(self.unit) else "quantity"


def is_currency(unit: str) -> bool:
    """Whether a unit is one of money."""
    return unit in _SYMBOLS or unit in _CODES


def marked_number(text: str, decimal: str = ".") -> MarkedNumber | None:
    """
    The number that a text spells, with marks or without; None where it spells none.

    ``decimal`` marks decimals, and the other of point and comma thousands, as apostrophes and blanks do. Brackets and
    a minus before or after the currency say that it is negative.
    """
    text = text.strip()
    limit = _LIMIT.fullmatch(text)
    if limit is not None:
        number = marked_number(limit[2], decimal)
        return None if number is None or number.side else MarkedNumber(number.value, number.unit, _SIDES[limit[1]])
    match = _NUMBER.fullmatch(text)
    if match is None or bool(match["open"]) != bool(match["close"]):
        return None
    value = _numeral(match["body"], decimal)
    unit = _unit(match["before"], match["after"])
    signs = [sign for sign in (match["sign"], match["inner"], match["open"]) if sign]
    if value is None or unit is None or len(signs) > 1:
        return None
    return MarkedNumber(-value if signs and signs[0] in "-−(" else value, unit)


def marked_texts(texts: Sequence[str], decimal: str = ".") -> list[MarkedNumber | None]:
    """
    The numbers that stripped texts spell, plain ones too; None where one spells none.

    Texts that differ in their digits alone are read together: only their values are not the same.
    """
    numbers: list[MarkedNumber | None] = [None] * len(texts)
    for places in alike(texts):
        example = texts[places[0]]
        body = _body(example)
        if body is None or any(map(str.isdecimal, example[: body.start] + example[body.stop :])):
            for place in places:
                numbers[place] = _plain_or_marked(texts[place], decimal)
            continue
        number = _plain_or_marked(example, decimal)
        if number is not None:
            values = np.copysign(_values([texts[place] for place in places], body, decimal), number.value)
            for place, value in zip(places, values.tolist(), strict=True):
                numbers[place] = MarkedNumber(value, number.unit, number.side)
    return numbers


def _plain_or_marked(text: str, decimal: str) -> MarkedNumber | None:
    number = as_number(text, decimal)
    return marked_number(text, decimal) if number is None else MarkedNumber(number)


def alike(texts: Sequence[str]) -> list[list[int]]:
    """The places of texts that differ in their digits alone, a first digit of zero apart."""
    shapes = "\0".join(texts).translate(_ANY_DIGIT).split("\0")  # at once, which is far quicker
    if len(shapes) != len(texts):
        shapes = [text.translate(_ANY_DIGIT) for text in texts]
    of_shape: defaultdict[str, list[int]] = defaultdict(list)
    for place, shape in enumerate(shapes):
        of_shape[shape].append(place)
    groups = []
    for shape, places in of_shape.items():
        first = shape.find("0")
        zeros = [place for place in places if first >= 0 and texts[place][first] == "0"]
        others = places if not zeros else [place for place in places if texts[place][first] != "0"]
        groups += [group for group in (zeros, others) if group]
    return groups


def _body(text: str) -> slice | None:
    """Where the digits of a number stand with the marks among them, all of ASCII but those of thousands."""
    limit = _LIMIT.fullmatch(text)
    inner = text if limit is None else limit[2].lstrip()
    match = _NUMBER.fullmatch(inner)
    if match is None or any(character.isdecimal() and not character.isascii() for character in match["body"]):
        return None
    before = len(text) - len(inner)
    return slice(before + match.start("body"), before + match.end("body"))


def _values(texts: list[str], body: slice, decimal: str) -> FloatArray:
    """The numbers without sign that texts of one shape spell there, each rounded as Python rounds it."""
    letters = np.array([text[body] for text in texts])
    width = body.stop - body.start
    codes = letters.view(np.uint32).reshape(len(texts), width)
    kept = [place for place, letter in enumerate(str(letters[0])) if letter in f"0123456789eE+-{decimal}"]
    plain = codes[:, kept].astype(np.uint8)
    plain[plain == ord(decimal)] = ord(".")
    with np.errstate(over="ignore"):  # 1e400 is infinite, as when it is read alone
        values: FloatArray = np.ascontiguousarray(plain).view(f"S{len(kept)}").ravel().astype(np.float64)
    return values


def _numeral(body: str, decimal: str) -> float | None:
    """The number that digits and marks spell: 1,234.50 or, with decimal commas, 1.234,50."""
    match = _NUMERALS[decimal].fullmatch(body)
    if match is None:
        return None
    return as_number(body.replace(match["group"] or " ", ""), decimal)


def _unit(before: str, after: str) -> str | None:
    """The unit of a number; None where what stands around it is none."""
    if before:
        return before if is_currency(before) and not after else None
    if after.casefold() in _PERCENT:
        return "%"
    return (
        None
        if after.casefold() in _ORDINALS or _HEXADECIMAL.fullmatch(after)
        else after.replace("\N{GREEK SMALL LETTER MU}", "\N{MICRO SIGN}")
    )


def decimal_mark(texts: Iterable[str], stated: str) -> str:
    """
    What marks the decimals of a column: what its numbers show, or else what is stated.

    Of two marks the last one does; one mark that comes once does so unless three digits follow, which may be
    thousands. Where numbers contradict each other, the stated mark is taken, and some will be refused.
    """
    shown = set()
    distinct = list(texts)
    for text in (distinct[places[0]] for places in alike(distinct)):
        limit = _LIMIT.fullmatch(text.strip())
        match = _NUMBER.fullmatch(text.strip() if limit is None else limit[2])
        if match is not None:
            shown |= _shown_mark(match["body"])
    return shown.pop() if len(shown) == 1 else stated


def _shown_mark(body: str) -> set[str]:
    body = re.sub(r"[eE].*", "", body)
    marks = [character for character in body if character in ".,"]
    if not marks:
        return set()
    if len(set(marks)) == 2:
        return {marks[-1]}
    before, _, after = body.partition(marks[0])
    if len(marks) > 1:
        return {"," if marks[0] == "." else "."}
    return set() if len(after) == 3 and 0 < len(before) <= 3 and before[0] != "0" else {marks[0]}
