"""Kinds of columns that are not written as plain numbers: money, percent, quantities, detection limits, dates.

A kind is told by all cells of a column, those of both samples together, and makes of them numbers of one unit.
"""

import numbers
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.data.arrays import short_repr
from setapart.data.cells import MISSING, are_codes, as_number, label_of
from setapart.data.dates import date_words, is_date, moment, written_order
from setapart.data.frames import is_missing
from setapart.data.marked_numbers import MarkedNumber, decimal_mark, is_currency, marked_texts
from setapart.data.table import Reading, Table

# What a column may be read as, each with a word for an error: "holds 'x', which is no amount of money".
KINDS = {
    "money": "amount of money",
    "percent": "percentage",
    "quantity": "number with a unit",
    "number": "number",
    "censored": "number or limit of detection",
    "boolean": "truth value",
    "date": "date",
    "date:dmy": "date whose day comes first",
    "date:mdy": "date whose month comes first",
    "category": "category",
}
_GLANCE = 20  # distinct cells that tell most columns of text from numbers with marks
_TRUTHS = (("true", "false"), ("yes", "no"), ("y", "n"), ("t", "f"))
_TRUE = {pair[0] for pair in _TRUTHS} | {"1"}
_FALSE = {pair[1] for pair in _TRUTHS} | {"0"}


class MisfitError(ValueError):
    """A cell that is not of the kind: the part of the column and the row where it stands.

    ``ambiguous`` is one of a date whose day or month may come first.
    """

    def __init__(self, part: int, row: int, why: str, *, ambiguous: bool = False) -> None:
        super().__init__(why)
        self.part, self.row, self.ambiguous = part, row, ambiguous


def cells_of(table: Table, name: str) -> list[Any]:
    """The cells of a column, those of NumPy's dates as objects of Python."""
    values = table[name]
    return list((values.astype("datetime64[us]") if values.dtype.kind == "M" else values).tolist())


def recognised(parts: Sequence[Iterable[Any]], decimal: str = ".") -> str | None:
    """The kind that all cells of a column are of; None where there is none, or where they are plain numbers."""
    try:
        cells = list(dict.fromkeys(cell for part in parts for cell in part if not is_gap(cell)))
    except TypeError:  # lists and other objects that are no keys
        return None
    if not cells:
        return None
    if all(map(is_date, cells)):
        return "date"
    texts = [cell.strip() for cell in cells if isinstance(cell, str)]
    if not all(isinstance(cell, str) or _is_number(cell) for cell in cells):
        return None
    if len(texts) == len(cells) and _are_truths({text.casefold() for text in texts}):
        return "boolean"
    if all(as_number(text) is not None for text in texts):
        return "number" if texts and not are_codes(texts) else None
    with_points, with_commas = (_of_cells(cells[:_GLANCE], mark) for mark in ".,")
    if not all(with_points[cell] or with_commas[cell] for cell in with_points):
        return None
    mark = decimal_mark(texts, decimal)
    found = _of_cells(cells, mark).values()
    marked = [number for number in found if number is not None]
    kinds = {number.kind for number in marked}
    if all(number.side for number in marked):  # the levels "<5" and ">5" of a category
        return None
    kind = next((kind for kind in ("censored", "money", "percent", "quantity") if kind in kinds), "number")
    units = {number.unit for number in marked if not _takes_any_unit(number, kind)}
    return kind if len(marked) == len(cells) and len(units) < 2 else None


def _are_truths(texts: set[str]) -> bool:
    """Whether texts are one pair of truth values; of single letters, both must be there."""
    return any(texts <= {*pair} and (len(texts) == 2 or len(pair[0]) > 1) for pair in _TRUTHS)


def is_gap(cell: Any) -> bool:
    """Whether a cell holds nothing, or a text for that."""
    return cell.strip() in MISSING if isinstance(cell, str) else is_missing(cell)


def _takes_any_unit(number: MarkedNumber, kind: str) -> bool:
    """Whether a number without a unit takes that of its column: zero does, and amounts of money, as in (3.50)."""
    return not number.unit and not number.side and (kind == "money" or number.value == 0)


def _is_number(cell: Any) -> bool:
    return not isinstance(cell, bool) and isinstance(cell, numbers.Real)


def _of_cells(cells: Sequence[Any], decimal: str) -> dict[Any, MarkedNumber | None]:
    """The numbers of distinct cells, None of those that spell none."""
    texts = [cell for cell in cells if isinstance(cell, str)]
    numbers: dict[Any, MarkedNumber | None] = dict(
        zip(texts, marked_texts([text.strip() for text in texts], decimal), strict=True)
    )
    if len(texts) == len(cells):
        return numbers
    others = {cell: MarkedNumber(float(cell)) if _is_number(cell) else None for cell in cells if cell not in numbers}
    return {cell: numbers[cell] if cell in numbers else others[cell] for cell in cells}


def read_cells(
    kind: str, parts: Sequence[Sequence[Any]], decimal: str = ".", *, start: float | None = None
) -> list[tuple[FloatArray, Reading]]:
    """
    The numbers of a column, and how it was read, for each of its parts; what is missing becomes NaN.

    ``start`` is the day that dates are counted from, by default the first of them.

    Raises a `MisfitError` at the first cell that is not of the kind.
    """
    if kind.startswith("date"):
        return _dates(kind, parts, start)
    if kind == "boolean":
        return [(_each(part, place, kind, _truth), Reading(kind)) for place, part in enumerate(parts)]
    return _numbers(kind, parts, decimal)


def _each(cells: Sequence[Any], part: int, kind: str, value: Callable[[Any], float | None]) -> FloatArray:
    """The values of cells, each distinct text read once."""
    known: dict[Any, float] = {}
    values = np.empty(len(cells))
    for row, cell in enumerate(cells):
        key = str(cell) if isinstance(cell, bool) else cell  # True is no 1
        if key not in known:
            number = np.nan if is_gap(cell) else value(cell)
            if number is None:
                raise MisfitError(part, row, f"holds {_shown(cell)}, which is no {KINDS[kind]}")
            known[key] = number
        values[row] = known[key]
    return values


def _shown(cell: Any) -> str:
    return label_of(cell) if _is_number(cell) else short_repr(cell)


def _truth(cell: Any) -> float | None:
    text = cell.strip().casefold() if isinstance(cell, str) else f"{cell:g}" if isinstance(cell, numbers.Real) else ""
    return 1.0 if text in _TRUE else 0.0 if text in _FALSE else None


def _numbers(kind: str, parts: Sequence[Sequence[Any]], decimal: str) -> list[tuple[FloatArray, Reading]]:
    """Numbers with marks, of one unit."""
    distinct = dict.fromkeys(cell for part in parts for cell in part if not isinstance(cell, bool) and not is_gap(cell))
    mark = decimal_mark([cell for cell in distinct if isinstance(cell, str)], decimal)
    numbers = _of_cells(list(distinct), mark).items()
    marked = {cell: number for cell, number in numbers if number is not None and _is_allowed(number, kind)}

    def value(cell: Any) -> float | None:
        if isinstance(cell, bool) or cell not in marked:  # True is no 1
            return None
        number = marked[cell]
        return 0.5 * number.value if number.side < 0 else number.value

    read = [_each(part, place, kind, value) for place, part in enumerate(parts)]
    unit = _one_unit(kind, parts, marked)
    words = f"decimal {'commas' if mark == ',' else 'points'}" if mark != decimal else ""
    return [
        (values, Reading(kind, unit, words, *_sides(part, marked))) for values, part in zip(read, parts, strict=True)
    ]


def _one_unit(kind: str, parts: Sequence[Sequence[Any]], marked: dict[Any, MarkedNumber]) -> str:
    """The unit of a column; refused where a cell has another one than those before it."""
    units = {cell: number.unit for cell, number in marked.items() if not _takes_any_unit(number, kind)}
    first = next(iter(units), None)
    if len(set(units.values())) > 1:
        for place, part in enumerate(parts):
            for row, cell in enumerate(part):
                if units.get(cell, units[first]) != units[first]:
                    what = "another unit than" if units[cell] else "no unit, beside"
                    why = f"holds {short_repr(cell)}, with {what} {short_repr(first)}; a column has one unit"
                    raise MisfitError(place, row, why)
    return units.get(first, "")


def _is_allowed(number: MarkedNumber, kind: str) -> bool:
    """Whether a number may stand in a column of this kind; a limit must be positive, for half of it is taken."""
    if kind == "censored":
        return number.side >= 0 or number.value > 0
    if number.side:
        return False
    if kind == "money":
        return not number.unit or is_currency(number.unit)
    if kind == "percent":
        return number.unit in ("", "%")
    return kind == "quantity" or not number.unit


def _sides(cells: Sequence[Any], marked: dict[Any, MarkedNumber]) -> tuple[IntArray | None, FloatArray | None]:
    """Where each cell of a part lies beside its limit, and the limit; None where there are no limits."""
    beyond = {cell: number for cell, number in marked.items() if number.side}
    if not beyond or not any(cell in beyond for cell in cells):
        return None, None
    none = MarkedNumber(np.nan)
    found = [beyond.get(cell, none) for cell in cells]
    return np.array([number.side for number in found], dtype=np.intp), np.array([number.value for number in found])


def _dates(kind: str, parts: Sequence[Sequence[Any]], start: float | None) -> list[tuple[FloatArray, Reading]]:
    """Days since the first date of all parts; midnight starts a day."""
    order = kind.partition(":")[2] or written_order(dict.fromkeys(cell for part in parts for cell in part))
    if order == "either":
        _refuse_either_order(parts)
    zoned: dict[Any, bool] = {}

    def days(cell: Any) -> float | None:
        found = moment(cell, order)
        if found is None:
            return None
        zoned[cell] = found.zoned
        return found.days

    read = [_each(part, place, kind, days) for place, part in enumerate(parts)]
    _check_zones(parts, zoned)
    if start is None:
        dated = np.concatenate([values[~np.isnan(values)] for values in read])
        start = float(np.floor(dated.min())) if dated.size else 0.0
    words = f"since {date_words(start)}" if start else ""
    return [(values - start, Reading(kind, "days", words)) for values in read]


def _refuse_either_order(parts: Sequence[Sequence[Any]]) -> None:
    for place, part in enumerate(parts):
        for row, cell in enumerate(part):
            if written_order([cell]) is not None:
                why = f"holds {short_repr(cell)}, whose day or month may come first"
                raise MisfitError(place, row, why, ambiguous=True)


def _check_zones(parts: Sequence[Sequence[Any]], zoned: dict[Any, bool]) -> None:
    """Refuse dates with a time zone beside dates without one."""
    if len(set(zoned.values())) < 2:
        return
    (first, is_zoned), *_ = zoned.items()
    for place, part in enumerate(parts):
        for row, cell in enumerate(part):
            if zoned.get(cell, is_zoned) != is_zoned:
                why = f"holds {short_repr(cell)}, beside {short_repr(first)}: one has a time zone and one has none"
                raise MisfitError(place, row, why)
