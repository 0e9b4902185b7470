"""What differs along a direction, in words: location, spread and shape, or the rates of a feature with two values."""

import math

import numpy as np

from setapart._words import ALPHA, enumerated, is_significant, number, percents, rate_percents
from setapart.data.table import Table
from setapart.results.projection import Projection
from setapart.results.words import direction_name

__all__ = ["difference_lines", "heading_of_differences", "rate_words", "seen_words"]

_NONE = "0 %"


def difference_lines(projection: Projection, shown: int, *, brief: bool = False) -> list[str]:
    """A line for each of the first directions; parts that round to 0 % are left out, and a rate is told as such.

    ``direction 1 (64 %): 82 % location (1.9 higher, 1.3 SD), 11 % spread (1.4 times as wide), 7 % shape``

    `brief` leaves out what stands in the names of directions, and the units of the data where standard deviations do.
    """
    table = projection.difference_table()
    names = [f"direction {j + 1}" if brief else direction_name(projection, j) for j in range(min(shown, projection.k))]
    return [f"{name}: {_parts(projection, table, j, brief)}" for j, name in enumerate(names)]


def heading_of_differences(pvalue: float, alpha: float = ALPHA) -> str:
    """What stands above directions and features, promising no more than there is."""
    return "What differs" if is_significant(pvalue, alpha) else "Where the rows happen to differ most"


def _parts(projection: Projection, table: Table, j: int, brief: bool) -> str:
    rates = _rates(projection, j)
    if rates is not None:  # any change of a rate has parts of all three
        return rate_words(projection, *rates)
    details = {"location": _location(table, j, brief), "spread": _spread(table, j, brief), "shape": ""}
    shares = percents(float(table[f"{part}_share"][j]) for part in details)
    parts = [
        f"{share} {part}{detail}"
        for share, (part, detail) in zip(shares, details.items(), strict=True)
        if share != _NONE
    ]
    return ", ".join(parts) or "no difference"


def _rates(projection: Projection, j: int) -> tuple[str, float, float] | None:
    """A feature that takes just two values, if a direction is one, and how much of each sample is at the larger."""
    features = np.flatnonzero(projection.directions[:, j])
    if len(features) > 1:
        return None
    x, y = projection.x_projected[:, j], projection.y_projected[:, j]
    values = np.unique(np.concatenate([x, y]))
    if len(values) != 2:
        return None
    first, second = float(np.mean(x == values[1])), float(np.mean(y == values[1]))
    # Of equal rates there is nothing to tell; and where each sample has a value of its own, how far these are apart is
    # more than that all rows of one are at the larger.
    if first == second or {first, second} == {0.0, 1.0}:
        return None
    return projection.feature_names[features[0]], first, second


def _location(table: Table, j: int, brief: bool) -> str:
    location, in_sd = float(table["location"][j]), float(table["location_in_sd"][j])
    side = "higher" if location > 0.0 else "lower"
    if math.isnan(in_sd):
        return f" ({number(abs(location))} {side})"
    if brief:
        return f" ({number(abs(in_sd), 2)} SD {side})"
    return f" ({number(abs(location))} {side}, {number(abs(in_sd), 2)} SD)"


def _spread(table: Table, j: int, brief: bool) -> str:
    ratio = float(table["spread_ratio"][j])
    if math.isnan(ratio):
        return " (from none)"
    return f" ({number(ratio, 2 if brief else 3)} times as wide)" if ratio > 0.0 else " (to none)"


def rate_words(projection: Projection, feature: str, first: float, second: float) -> str:
    """What stands beside the name of a feature: ``"seen in 32 % and 65 % of the rows"``."""
    rates = enumerated(rate_percents(first, second))
    return f"{seen_words(projection, feature)} in {rates} of the rows"


def seen_words(projection: Projection, feature: str) -> str:
    """What a row does that counts for a rate: it holds the level, or the larger value."""
    columns = projection.columns
    is_level = columns is not None and columns[projection.feature_names.index(feature)] != feature
    return "seen" if is_level else "at the larger of its two values"
