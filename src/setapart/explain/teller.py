"""What a statistic sees: the means or not, single features or directions."""

from setapart.statistics.covariance import CovarianceDifference
from setapart.statistics.kolmogorov_smirnov import KolmogorovSmirnov
from setapart.statistics.marginal import Marginal
from setapart.statistics.max_sliced import MaxSliced
from setapart.statistics.projected import ProjectedWasserstein
from setapart.statistics.registry import Named
from setapart.statistics.total_variation import TotalVariation

__all__ = ["explains_alone", "sees_means", "sees_single_features"]


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
