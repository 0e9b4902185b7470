"""What statistics, units and relabellings are called, in text and figures alike."""

from setapart._checks import counted
from setapart.results import Projection, TwoSampleResult

__all__ = ["direction_name", "number", "percent", "search_words", "statistic_words", "unit"]

_UNITS = {
    None: "the units of the data",
    "std": "pooled standard deviations",
    "robust": "pooled robust standard deviations",
    "rank": "pooled ranks (0 to 1)",
}

_STATISTICS = {"pw": "projected Wasserstein distance", "max_sliced": "max-sliced Wasserstein distance"}

_SEARCHES = {
    "stationary": (
        "The search ended at a local maximum as far as can be told; a better one may exist, so the distance is a lower "
        "bound."
    ),
    "unfinished": (
        "The search stopped before it reached a local maximum; more steps or starts may find more, so the distance is "
        "a lower bound."
    ),
    "exact": "The distance is exact: its directions are all that the data span, so that there was nothing to search.",
}


def unit(result: TwoSampleResult) -> str:
    """The unit of the compared features, and so of the distance."""
    scale = result.settings.get("scale")
    return _UNITS.get(scale, f"units of scale={scale!r}")


def statistic_words(result: TwoSampleResult) -> str:
    """The statistic in words, with its number of directions."""
    words = _STATISTICS.get(result.statistic_name, f"statistic {result.statistic_name!r}")
    if result.projection is None:
        return words
    return f"{words} along {counted(result.projection.k, 'direction')}"


def search_words(projection: Projection) -> str:
    """How the search for the directions ended; a status from elsewhere speaks for itself."""
    return _SEARCHES.get(projection.status, projection.message)


def direction_name(projection: Projection, j: int) -> str:
    """Direction j, counted from 0, with the part of the transport that it carries."""
    return f"direction {j + 1} ({percent(projection.weights[j])})"


def percent(part: float) -> str:
    """``0.87`` as ``"87 %"``."""
    return f"{100.0 * part:.0f} %"


def number(value: float, digits: int = 3) -> str:
    """A number to so many significant digits, without needless zeros."""
    return f"{value:.{digits}g}"
