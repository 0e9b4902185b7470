"""The statistic that a text or a figure tells of: the only one, or of several the one that spoke."""

from dataclasses import dataclass

from setapart._types import FloatArray
from setapart.present.wording import in_unit, statistic_words
from setapart.results import TwoSampleResult
from setapart.statistics.registry import recorded_label

__all__ = ["Measure", "measure", "owner_words"]


@dataclass(frozen=True, eq=False)
class Measure:
    """A statistic as it is shown.

    Attributes
    ----------
    words : str
    unit : str
        ``"in the units of the data"``; empty for a pure number.
    value : float
        The observed one.
    pvalue : float
    null_distribution : (B,) float array
    adjusted : bool
        Whether `pvalue` is that of the test, not of one of several statistics.
    """

    words: str
    unit: str
    value: float
    pvalue: float
    null_distribution: FloatArray
    adjusted: bool


def measure(result: TwoSampleResult) -> Measure:
    """What to show of a result: the component that spoke, or the statistic where there are no components."""
    spoke = result.spoke
    if spoke is None:
        return Measure(
            words=statistic_words(result),
            unit=in_unit(result, recorded_label(result.statistic_name, result.settings["statistic"])),
            value=result.statistic,
            pvalue=result.pvalue,
            null_distribution=result.null_distribution,
            adjusted=True,
        )
    return Measure(
        words=spoke.words,
        unit=in_unit(result, spoke.name),
        value=spoke.statistic,
        pvalue=spoke.unadjusted_pvalue,
        null_distribution=spoke.null_distribution,
        adjusted=False,
    )


def owner_words(result: TwoSampleResult) -> str | None:
    """The component that the directions belong to, in words, where that is not the one that spoke."""
    others = (part.words for part in result.components if part.name == result.projection_of and not part.spoke)
    return next(others, None)
