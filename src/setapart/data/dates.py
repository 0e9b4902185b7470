"""Dates and times of day as they are written: ISO, with the name of the month, and in figures."""

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

ORDERS = ("dmy", "mdy")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FULL = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november")
_NAMES = {
    **dict(zip(_MONTHS, range(1, 13), strict=True)),
    **dict(zip((*_FULL, "december"), range(1, 13), strict=True)),
    "sept": 9,
}
_ZONE = r"(?P<zone>Z|[+-]\d{2}:?\d{2})?"
_CLOCK = r"(?P<h>\d{1,2}):(?P<min>\d{2})(?::(?P<s>\d{2}(?:\.\d+)?))?\s*(?P<half>[AaPp][Mm])?"
_TIME = rf"(?:(?:[T\s]|,\s)\s*{_CLOCK}\s*{_ZONE})?"
_NAMED = r"(?P<month>[A-Za-z]{3,9})\.?"
_PATTERNS = [
    re.compile(pattern + _TIME)
    for pattern in (
        r"(?P<y>\d{4})(?P<mark>[-/.])(?P<m>\d{1,2})(?P=mark)(?P<d>\d{1,2})",
        r"(?P<y>(?:1[89]|20|21)\d{2})(?P<m>\d{2})(?P<d>\d{2})",
        r"(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<y>\d{4})",  # points stand in dates whose day comes first
        rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?[-\s]?\s*{_NAMED}[-\s,]\s*(?P<y>\d{{4}})",
        rf"{_NAMED}[-\s]\s*(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?[-\s]\s*(?P<y>\d{{4}})",
        r"(?P<first>\d{1,2})(?P<mark>[/-])(?P<second>\d{1,2})(?P=mark)(?P<y>\d{4})",
    )
]
_DAY = 86_400.0


@dataclass(frozen=True)
class Moment:
    """A date in days from 1 January of year 1, the time of day as a fraction, and whether its zone is known."""

    days: float
    zoned: bool = False


def moment(cell: object, order: str | None = None) -> Moment | None:
    """
    The date that a cell holds, be it text or an object; None where it holds none.

    A zone is taken off: the moment is that in UTC. ``order`` says what 3/4/2024 means; without one it is no date.
    """
    if isinstance(cell, np.datetime64):
        cell = cell.astype("datetime64[us]").item()
    if isinstance(cell, dt.datetime):
        offset = cell.utcoffset()
        seconds = cell.hour * 3600 + cell.minute * 60 + cell.second + cell.microsecond / 1e6
        seconds -= 0.0 if offset is None else offset.total_seconds()
        return Moment(cell.toordinal() + seconds / _DAY, offset is not None)
    if isinstance(cell, dt.date):
        return Moment(float(cell.toordinal()))
    if isinstance(cell, int | float) and not isinstance(cell, bool) and float(cell).is_integer():
        cell = str(int(cell))  # 20240131
    match = _match(cell)
    return None if match is None else _of_match(match, order)


def written_order(cells: Iterable[object]) -> str | None:
    """
    Whether dates in figures have their day or their month first: "dmy" or "mdy".

    One date that can only be one of them, such as 31/1/2024, shows it for all; "either" where none does or some show
    each, and None where no date is written so.
    """
    orders, written = set(), False
    for match in map(_match, cells):
        if match is not None and "first" in match.re.groupindex:
            written = True
            first, second = int(match["first"]), int(match["second"])
            orders |= {"dmy"} if first > 12 else {"mdy"} if second > 12 else set()
    if not written:
        return None
    return orders.pop() if len(orders) == 1 else "either"


def is_date(cell: object) -> bool:
    """Whether a cell is a date in some order of day and month; whole numbers are not, though 20240131 may be one."""
    if isinstance(cell, int | float) or (isinstance(cell, str) and cell.strip().isdecimal()):
        return False
    return any(moment(cell, order) is not None for order in ORDERS)


def date_words(days: float) -> str:
    """The date of a moment: ``2024-01-31``."""
    return dt.date.fromordinal(int(days)).isoformat()


def _match(cell: object) -> re.Match[str] | None:
    if not isinstance(cell, str):
        return None
    text = cell.strip()
    return next((match for pattern in _PATTERNS if (match := pattern.fullmatch(text))), None)


def _of_match(match: re.Match[str], order: str | None) -> Moment | None:
    parts = match.groupdict()
    if "first" in parts:
        if order is None:
            return None
        day, month = (parts["first"], parts["second"]) if order == "dmy" else (parts["second"], parts["first"])
    else:
        day, month = parts["d"], parts.get("m") or _NAMES.get((parts.get("month") or "").casefold(), 0)
    seconds = _seconds(parts)
    try:
        days = dt.date(int(parts["y"]), int(month), int(day)).toordinal()
    except ValueError:
        return None
    return None if seconds is None else Moment(days + seconds / _DAY, parts["zone"] is not None)


def _seconds(parts: dict[str, str | None]) -> float | None:
    """Seconds from midnight in UTC, or in whatever zone the dates are; None for a time that no clock shows."""
    if parts["h"] is None:
        return 0.0
    hour, minute, second = int(parts["h"]), int(parts["min"] or 0), float(parts["s"] or 0)
    if parts["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if parts["half"].casefold() == "pm" else 0)
    if hour > 23 or minute > 59 or second >= 60:
        return None
    zone, offset = parts["zone"], 0
    if zone is not None and zone != "Z":
        offset = (60 * int(zone[1:3]) + int(zone[-2:])) * (-60 if zone[0] == "-" else 60)
    return hour * 3600 + minute * 60 + second - offset
