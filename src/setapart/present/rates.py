"""How often features that take two values only are at the larger one, in words: of a level, how often it is seen."""

import math

from setapart.present.names import told_apart
from setapart.results import Projection
from setapart.results.explanation import Explanation

__all__ = ["how_often", "rate_percents", "rate_words", "rates_of"]

_NAME = 32
_DIGITS = 12  # far beyond what one row in millions changes


def rates_of(told: Explanation) -> dict[str, str]:
    """For each feature with two values its `rate_words`."""
    table = told.rate_table
    rates = zip(table["feature"], table["first"], table["second"], strict=True)
    return {feature: rate_words(told.projection, feature, first, second) for feature, first, second in rates}


def rate_words(projection: Projection, feature: str, first: float, second: float) -> str:
    """What stands beside the name of a feature: ``"seen in 32 % and 65 % of the rows"``."""
    one, other = rate_percents(first, second)
    return f"{_seen(projection, feature)} in {one} and {other} of the rows"


def how_often(told: Explanation, feature: str, shown: str) -> tuple[str, str]:
    """In what the samples differ where they differ in one feature with two values, and the rates.

    ``("in how often city=Rome is seen", "32 % of the rows of A and 65 % of those of B")``
    """
    table = told.rate_table
    row = table["feature"].tolist().index(feature)
    one, other = rate_percents(table["first"][row], table["second"][row])
    first, second = told_apart(told.labels, _NAME)
    what = f"in how often {shown} is {_seen(told.projection, feature)}"
    return what, f"{one} of the rows of {first} and {other} of those of {second}"


def _seen(projection: Projection, feature: str) -> str:
    columns = projection.columns
    is_level = columns is not None and columns[projection.feature_names.index(feature)] != feature
    return "seen" if is_level else "at the larger of its two values"


def rate_percents(first: float, second: float) -> tuple[str, str]:
    """Two rates side by side, with as many digits as tell them apart; see `_rate_percent`.

    Examples
    --------
    >>> rate_percents(0.32, 0.65), rate_percents(0.003, 0.9955), rate_percents(0.501, 0.502)
    (('32 %', '65 %'), ('0.3 %', '99.55 %'), ('50.1 %', '50.2 %'))
    """
    told = [(_rate_percent(first, digits), _rate_percent(second, digits)) for digits in range(2, _DIGITS + 1)]
    return next((pair for pair in told if pair[0] != pair[1] or first == second), told[-1])


def _rate_percent(rate: float, digits: int) -> str:
    """So many digits of the rate, or of what it leaves, where that is less: only what all rows have is 100 %."""
    least = 100.0 * min(rate, 1.0 - rate)
    decimals = max(digits - 1 - math.floor(math.log10(least)), 0) if least > 0.0 else 0
    return f"{round(100.0 * rate, decimals):.15g} %"
