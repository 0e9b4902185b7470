"""Whose directions are explained: those of the test, of one of its statistics, or of another that stands in."""

from dataclasses import dataclass

__all__ = ["Teller"]


@dataclass(frozen=True)
class Teller:
    """The statistic that the explained directions belong to.

    Attributes
    ----------
    name : str
        As it is asked for: "pw:1", "pw:2 centred".
    stands_in : bool
        Whether the test has no directions, so that its p-value and these directions are two questions.
    single_features : bool
        Whether its direction is a single feature.
    means : bool
        Whether it sees a difference of the means.
    unadjusted_pvalue : float or None
        Where several statistics were combined, the p-value that this one would have alone.
    """

    name: str
    stands_in: bool = False
    single_features: bool = False
    means: bool = True
    unadjusted_pvalue: float | None = None
