"""Missing values as data: cells that are filled, and features that say which were.

The rows of both samples have the same part in what fills a cell, whatever their labels. So relabelled rows are still
exchangeable where the observed ones are, and a test of them is as exact as one of complete rows.
"""

from dataclasses import dataclass, replace

import numpy as np

from setapart._checks import quoted
from setapart._types import FloatArray
from setapart.data.categories import HEIGHT
from setapart.data.frames import repeated
from setapart.data.missing import Part, check_columns, check_infinite, check_range


@dataclass(frozen=True)
class Indicator:
    """A feature that says whether a column is missing, and what fills the column; of labels, a level fills it."""

    name: str
    column: str
    value: float | None


@dataclass(frozen=True)
class FilledParts:
    """Two samples without gaps, their features, the columns of these as in `Block`, and the indicators among them."""

    parts: tuple[Part, Part]
    names: tuple[str, ...]
    columns: tuple[str, ...] | None
    indicators: tuple[Indicator, ...]


def filled(parts: tuple[Part, Part], names: tuple[str, ...], columns: tuple[str, ...] | None) -> FilledParts:
    """
    Fill the gaps of two samples by the pooled median, and say in a feature of 0 and 1 after each column where they are.

    Of two middle values the median is the lower one, so that counts stay counts. A row without a label has the level
    "missing", whose height is that of other levels.
    """
    origins = columns or names
    check_columns(parts, origins, filled=True)
    check_infinite(parts, names)
    check_range(parts, names)
    pooled = np.concatenate([part.values for part in parts])
    gaps = np.isnan(pooled)
    lacking = [int(j) for j in np.flatnonzero(gaps.any(axis=0))]
    indicators = []
    for j in lacking:
        is_level = origins[j] != names[j]
        median = 0.0 if is_level else _lower_median(pooled[~gaps[:, j], j])
        pooled[gaps[:, j], j] = median
        name = f"{origins[j]}=missing" if is_level else f"{names[j]} is missing"
        indicators.append(Indicator(name, origins[j], None if is_level else median))
    if taken := repeated([*names, *(indicator.name for indicator in indicators)]):
        raise ValueError(
            f"columns and indicators of missing values are both called {quoted(taken)}; rename the columns"
        )
    # The levels of a category stand together, and an indicator after what it is of.
    last = {origin: j for j, origin in enumerate(origins)}
    places = [last[origins[j]] + 1 for j in lacking]
    heights = [HEIGHT if indicator.value is None else 1.0 for indicator in indicators]
    pooled = np.insert(pooled, places, gaps[:, lacking] * heights, axis=1)
    n = len(parts[0].rows)
    first, second = (replace(part, values=values) for part, values in zip(parts, (pooled[:n], pooled[n:]), strict=True))
    added = [indicator.column if indicator.value is None else indicator.name for indicator in indicators]
    return FilledParts(
        (first, second),
        _inserted(names, places, [indicator.name for indicator in indicators]),
        None if columns is None else _inserted(columns, places, added),
        tuple(indicators),
    )


def _lower_median(values: FloatArray) -> float:
    return float(np.partition(values, (values.size - 1) // 2)[(values.size - 1) // 2])


def _inserted(names: tuple[str, ...], places: list[int], added: list[str]) -> tuple[str, ...]:
    widened = np.insert(np.array(names, dtype=object), places, np.array(added, dtype=object)) if added else names
    return tuple(widened)
