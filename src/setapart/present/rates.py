"""How often features that take two values only are at the larger one, in words: of a level, how often it is seen."""

from setapart.present.names import told_apart
from setapart.present.wording import number
from setapart.results import Projection
from setapart.results.explanation import Explanation

__all__ = ["how_often", "rate_percent", "rate_words", "rates_of"]

_NAME = 32


def rates_of(told: Explanation) -> dict[str, str]:
    """For each feature with two values its `rate_words`."""
    table = told.rate_table
    rates = zip(table["feature"], table["first"], table["second"], strict=True)
    return {feature: rate_words(told.projection, feature, first, second) for feature, first, second in rates}


def rate_words(projection: Projection, feature: str, first: float, second: float) -> str:
    """What stands beside the name of a feature: ``"seen in 32 % and 65 % of the rows"``."""
    return f"{_seen(projection, feature)} in {rate_percent(first)} and {rate_percent(second)} of the rows"


def how_often(told: Explanation, feature: str, shown: str) -> tuple[str, str]:
    """In what the samples differ where they differ in one feature with two values, and the rates.

    ``("in how often city=Rome is seen", "32 % of the rows of A and 65 % of those of B")``
    """
    table = told.rate_table
    row = table["feature"].tolist().index(feature)
    one, other = (rate_percent(table[sample][row]) for sample in ("first", "second"))
    first, second = told_apart(told.labels, _NAME)
    what = f"in how often {shown} is {_seen(told.projection, feature)}"
    return what, f"{one} of the rows of {first} and {other} of those of {second}"


def _seen(projection: Projection, feature: str) -> str:
    columns = projection.columns
    is_level = columns is not None and columns[projection.feature_names.index(feature)] != feature
    return "seen" if is_level else "at the larger of its two values"


def rate_percent(rate: float) -> str:
    """With two digits: rare levels are not told apart by whole percents."""
    return f"{number(100.0 * rate, 2)} %"
