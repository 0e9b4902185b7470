"""What changed of a feature, in words: its name, where its quantiles lie, and its values in both samples."""

import numpy as np

from setapart._words import numbers, rate_percents
from setapart.results.feature_table import INTERQUARTILE, PROBABILITIES, FeatureTable, quantile_name

__all__ = ["change_levels", "change_name", "change_values"]


def change_name(table: FeatureTable, j: int) -> str:
    """What feature j is told by: ``"median"``, ``"share of 1"``, ``"share not zero"``."""
    if table.changes[j] != "share":
        return table.changes[j]
    match table.kinds[j]:
        case "category":
            return "share"
        case "two values":
            zero_and_one = np.array_equal(table.means[:, j], table.shares[:, j])
            return "share of 1" if zero_and_one else "share at the larger value"
        case _:
            return "share not zero"


def change_levels(table: FeatureTable, j: int) -> tuple[float, ...]:
    """The probabilities of the quantiles that feature j is told by, if it is by any."""
    if table.changes[j] == INTERQUARTILE:
        return 0.25, 0.75
    return tuple(level for level in PROBABILITIES if quantile_name(level) == table.changes[j])


def change_values(table: FeatureTable, j: int) -> tuple[str, str]:
    """The values of both samples, without a unit, with so many digits that they differ if the numbers do."""
    first, second = float(table.first[j]), float(table.second[j])
    return rate_percents(first, second) if table.changes[j] == "share" else numbers(first, second)
