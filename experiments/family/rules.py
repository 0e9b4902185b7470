"""The rules: one p-value from the values of one statistic, or of several, on the same relabellings.

Every rule but "alone" turns values into p-values, ranks or those with an exponential tail beyond the top tenth, gives
every labelling a score, and returns the rank of the observed score. Labellings are treated alike, so that each rule is
exactly valid.
"""

from collections.abc import Sequence

import numpy as np

from setapart.inference.combination import combine_columns, log_tails
from setapart.inference.pvalues import tie_tolerance
from setapart.statistics.automatic import Group

ALONE, CHOSEN_RULE = "alone", "groups, with tails"
_ROUNDING = 1e-9  # relative: scores of equal ranks differ by less


def ranks(values: np.ndarray) -> np.ndarray:
    """How many of the values (B + 1,) are at least as large as each."""
    lowered = values - tie_tolerance(np.abs(values).max(), 0.0)
    return values.size - np.searchsorted(np.sort(values), lowered, side="left")


def _table(values: np.ndarray) -> np.ndarray:
    return np.column_stack([ranks(column) for column in values.T])


def alone(values: np.ndarray) -> float:
    """The p-value of a single statistic, (B + 1, 1)."""
    (column,) = values.T
    return ranks(column)[0] / len(values)


def second_rank(values: np.ndarray) -> float:
    """By the smallest rank; of equals by the second smallest, and so on."""
    _, place = np.unique(np.sort(_table(values), axis=1), axis=0, return_inverse=True)
    place = place.reshape(-1)
    return float(np.mean(place <= place[0]))


def distinction(values: np.ndarray) -> float:
    """By the smallest rank; of equals by how many standard deviations above its mean the value is."""
    table = _table(values)
    spread = values.std(axis=0)
    above = np.divide(values - values.mean(axis=0), spread, out=np.zeros_like(values), where=spread > 0.0)
    smallest = table.min(axis=1)
    distinct = np.where(table == smallest[:, None], above, -np.inf).max(axis=1)
    ahead = (smallest < smallest[0]) | ((smallest == smallest[0]) & (distinct >= distinct[0] - _ROUNDING))
    return float(np.mean(ahead))


def smallest_tail(values: np.ndarray) -> float:
    """By the smallest p-value with a tail."""
    logs = np.column_stack([log_tails(column, column, 0.0) for column in values.T]).min(axis=1)
    return float(np.mean(logs <= logs[0] + _ROUNDING))


def harmonic_tails(values: np.ndarray, groups: Sequence[Group] | None = None) -> float:
    """By the harmonic mean of p-values with tails, of groups or of each statistic: the rule of the package."""
    return combine_columns(values, [0.0] * values.shape[1], groups).pvalue


def harmonic(values: np.ndarray) -> float:
    """By the harmonic mean of the ranks."""
    score = (1.0 / _table(values)).sum(axis=1)
    return float(np.mean(score >= score[0] * (1.0 - _ROUNDING)))


def fisher(values: np.ndarray) -> float:
    """By the product of the ranks."""
    score = np.log(_table(values)).sum(axis=1)
    return float(np.mean(score <= score[0] + _ROUNDING))


RULES = {
    "harmonic mean, with tails": harmonic_tails,
    "min-p, with tails": smallest_tail,
    "min-p, ties by distinction": distinction,
    "min-p, ties by second rank": second_rank,
    "harmonic mean of ranks": harmonic,
    "Fisher": fisher,
}
