"""Whose directions are explained: those of the test, of one of its statistics, or of another that stands in."""

from dataclasses import dataclass

from setapart.statistics.covariance import CovarianceDifference
from setapart.statistics.kolmogorov_smirnov import KolmogorovSmirnov
from setapart.statistics.marginal import Marginal
from setapart.statistics.max_sliced import MaxSliced
from setapart.statistics.projected import ProjectedWasserstein
from setapart.statistics.registry import Named
from setapart.statistics.total_variation import TotalVariation

__all__ = ["Teller", "explains_alone", "sees_means", "sees_single_features"]


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


def sees_single_features(statistic: Named) -> bool:
    """Whether the direction of a statistic is the single feature that differs most."""
    if isinstance(statistic, Marginal):
        return statistic.aggregate == "max"
    return isinstance(statistic, KolmogorovSmirnov | TotalVariation)


def sees_means(statistic: Named) -> bool:
    """Whether a difference of the means has a part in a statistic."""
    return not (getattr(statistic, "centred", False) or isinstance(statistic, CovarianceDifference))


def explains_alone(statistic: Named) -> bool:
    """Whether a statistic has directions that say more than where distances of whole rows come from."""
    return sees_single_features(statistic) or isinstance(
        statistic, ProjectedWasserstein | MaxSliced | CovarianceDifference
    )
