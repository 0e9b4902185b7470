"""A row for each feature, or pair of features, that differs: what changed, in both samples, and by how much."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from setapart._words import distinct_names, fixed, inert, number, numbers, p_number
from setapart.report.document import Grid
from setapart.results.feature_table import PROBABILITIES, FeatureTable
from setapart.results.feature_words import change_levels, change_name, change_values
from setapart.results.pair_table import PairTable

__all__ = ["Row", "feature_rows", "grid_of", "pair_rows"]

_FEATURE, _NAME, _UNIT = 32, 12, 10  # columns that a feature, the heading of a sample and a unit may take
_LEAST = 8  # columns that a feature of a pair may take at least
_DECIMALS = 6
_MEDIAN = PROBABILITIES.index(0.5)


class Row(NamedTuple):
    """The cells of a row, and a word beside it."""

    what: str
    first: str
    second: str
    change: str
    adjusted: str
    mark: str = ""


def grid_of(
    rows: Sequence[Row],
    labels: tuple[str, str],
    *,
    more: str = "",
    hint: str = "",
    caption: str = "How the samples differ",
    heading: str = "what differs",
) -> Grid:
    """The table of these rows, `heading` above their names; `more` is what it leaves out, and `hint` where that is."""
    first, second = distinct_names(labels, _NAME)
    headings = Row(heading, first, second, "change (95 % interval)", "adjusted p")
    *columns, marks = (list(cells) for cells in zip(headings, *rows, strict=True))
    if not any(row.adjusted for row in rows):
        columns.pop()
    return Grid(
        caption,
        tuple(columns),
        marks=tuple(marks[1:]) if any(marks) else (),
        more=more,
        hint=hint,
    )


def feature_rows(table: FeatureTable, places: Iterable[int], *, differing: bool = False) -> list[Row]:
    """Some features of the table, a row each; of those that differ, it is said what to mind."""
    places = list(places)
    names = distinct_names((table.feature_names[j] for j in places), _FEATURE)
    return [
        Row(
            f"{name}, {change_name(table, j)}",
            *_values(table, j),
            _change_words(table, j),
            "" if table.pvalues is None else p_number(table.adjusted[j]),
            _mark(table, j) if differing else "",
        )
        for name, j in zip(names, places, strict=True)
    ]


def pair_rows(table: PairTable, places: Iterable[int]) -> list[Row]:
    """Some pairs of the table, a row each."""
    rows = []
    for p in places:
        taken = sum(map(len, table.terms(p, ("", ""))))
        names = distinct_names(table.pairs[p], max(_LEAST, (_FEATURE - taken) // 2))
        change = _alike(*(float(end[p]) for end in (table.difference, table.low, table.high)))
        first, second = (fixed(float(value), 2) for value in (table.first[p], table.second[p]))
        adjusted = p_number(table.pvalues.adjusted[p])
        rows.append(
            Row(
                f"{', '.join(table.terms(p, names))}: correlation", first, second, _with_interval("", *change), adjusted
            )
        )
    return rows


def _unit(table: FeatureTable, j: int) -> str:
    """What stands after a value."""
    return f" {inert(table.units[j], _UNIT)}" if table.units[j] else ""


def _values(table: FeatureTable, j: int) -> tuple[str, str]:
    """The values of both samples."""
    first, second = change_values(table, j)
    unit = "" if table.changes[j] == "share" else _unit(table, j)
    return f"{first}{unit}", f"{second}{unit}"


def _change_words(table: FeatureTable, j: int) -> str:
    """``"+103 $ (71 to 140)"``, ``"× 2.4 (1.9 to 3.3)"``, ``"+5.2 points (2.1 to 8.0)"``."""
    if np.all(np.isfinite(table.ratio[:, j])):
        size, low, high = _alike(*table.ratio[:, j])
        return f"× {size} ({low} to {high})"
    share = table.changes[j] == "share"
    factor, unit = (100.0, " points") if share else (1.0, _unit(table, j))
    words = _with_interval(
        unit, *_alike(*(factor * float(end[j]) for end in (table.difference, table.low, table.high)))
    )
    return f"{words} (too few rows for an interval)" if _has_too_few(table, j) else words


def _has_too_few(table: FeatureTable, j: int) -> bool:
    return bool(math.isnan(table.low[j]) and table.independent and table.kinds[j] != "constant")


def _with_interval(unit: str, size: str, low: str, high: str) -> str:
    sign = "" if size.startswith("−") or not float(size) else "+"
    return f"{sign}{size}{unit}{f' ({low} to {high})' if low else ''}"


def _alike(size: float, low: float, high: float) -> tuple[str, str, str]:
    """A size and its interval with as many decimals as give the width of the interval two figures."""
    if math.isnan(low) or math.isnan(high) or not high > low:
        return number(size), "", ""
    decimals = 1 - math.floor(math.log10(high - low))
    if not 0 <= decimals <= _DECIMALS:
        return tuple(number(value) for value in (size, low, high))  # type: ignore[return-value]
    return tuple(fixed(value, decimals) for value in (size, low, high))  # type: ignore[return-value]


def _mark(table: FeatureTable, j: int) -> str:
    """What to mind of a feature that differs: where its median is, if something else is told; and what can mislead."""
    if table.feature_names[j] in table.filled:
        return "gaps were filled, which alone can do this"
    if change_levels(table, j) in ((), (0.5,)):
        unsure = table.changes[j] != "share" and table.low[j] <= 0.0 <= table.high[j]
        return "no single quantile shows how" if unsure else ""
    low, high = table.quantile_intervals[:, j, _MEDIAN]
    if low <= 0.0 <= high:
        return "median: no change shown"
    return "" if math.isnan(low) else f"median: {' → '.join(numbers(*map(float, table.quantiles[:, j, _MEDIAN])))}"
