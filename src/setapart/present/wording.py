"""What statistics, units and relabellings are called, in text and figures alike."""

from setapart.results import TwoSampleResult

__all__ = ["counted", "number", "statistic_words", "unit"]

_UNITS = {
    None: "the units of the data",
    "std": "pooled standard deviations",
    "robust": "pooled robust standard deviations",
    "rank": "pooled ranks (0 to 1)",
}

_STATISTICS = {"pw": "projected Wasserstein distance", "max_sliced": "max-sliced Wasserstein distance"}


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


def number(value: float, digits: int = 3) -> str:
    """A number to so many significant digits, without needless zeros."""
    return f"{value:.{digits}g}"


def counted(n: int, noun: str) -> str:
    """``"1 row"``, ``"2,000 rows"``."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"
