"""The theory behind the test, as code."""

from setapart.theory.accuracy import MeanSquaredError, mean_squared_error
from setapart.theory.complexity import RademacherBound, rademacher_bound
from setapart.theory.estimates import Moments, moments
from setapart.theory.metrics.energy_distance import EnergyDistance
from setapart.theory.metrics.kolmogorov_smirnov import KolmogorovSmirnov
from setapart.theory.metrics.maximum_mean_discrepancy import MaximumMeanDiscrepancy
from setapart.theory.metrics.metric import IntegralProbabilityMetric
from setapart.theory.metrics.projected_wasserstein import ProjectedWasserstein
from setapart.theory.metrics.rademacher import RademacherEstimate, rademacher_complexity
from setapart.theory.metrics.total_variation import TotalVariation
from setapart.theory.metrics.wasserstein import Wasserstein
from setapart.theory.metrics.witness import Witness
from setapart.theory.planning import RequiredSize, required_n
from setapart.theory.propositions import Convergence, ipm_threshold, proposition_1, proposition_2
from setapart.theory.relabelling_threshold import RelabellingThreshold, relabelling_threshold
from setapart.theory.thresholds import Threshold, Thresholds, threshold
from setapart.theory.truncation import truncation_radius
from setapart.theory.type_two import type_two_bound, type_two_mse_bound

__all__ = [
    "Convergence",
    "EnergyDistance",
    "IntegralProbabilityMetric",
    "KolmogorovSmirnov",
    "MaximumMeanDiscrepancy",
    "MeanSquaredError",
    "Moments",
    "ProjectedWasserstein",
    "RademacherBound",
    "RademacherEstimate",
    "RelabellingThreshold",
    "RequiredSize",
    "Threshold",
    "Thresholds",
    "TotalVariation",
    "Wasserstein",
    "Witness",
    "ipm_threshold",
    "mean_squared_error",
    "moments",
    "proposition_1",
    "proposition_2",
    "rademacher_bound",
    "rademacher_complexity",
    "relabelling_threshold",
    "required_n",
    "threshold",
    "truncation_radius",
    "type_two_bound",
    "type_two_mse_bound",
]
