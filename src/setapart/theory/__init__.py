"""The theory behind the test, as code."""

from setapart.theory.accuracy import MeanSquaredError, mean_squared_error
from setapart.theory.bounds import (
    Convergence,
    ipm_threshold,
    proposition_1,
    proposition_2,
    truncation_radius,
    type_two_bound,
    type_two_mse_bound,
)
from setapart.theory.complexity import RademacherBound, rademacher_bound
from setapart.theory.metrics.events import KolmogorovSmirnovMetric, TotalVariationMetric
from setapart.theory.metrics.kernels import EnergyMetric, MMDMetric
from setapart.theory.metrics.metric import IntegralProbabilityMetric, Witness
from setapart.theory.metrics.rademacher import RademacherEstimate, rademacher_complexity
from setapart.theory.metrics.wasserstein import ProjectedWassersteinMetric, WassersteinMetric
from setapart.theory.planning import RequiredSize, required_n
from setapart.theory.relabelling_threshold import RelabellingThreshold, relabelling_threshold
from setapart.theory.support import Moments, moments
from setapart.theory.thresholds import Threshold, Thresholds, threshold

__all__ = [
    "Convergence",
    "EnergyMetric",
    "IntegralProbabilityMetric",
    "KolmogorovSmirnovMetric",
    "MMDMetric",
    "MeanSquaredError",
    "Moments",
    "ProjectedWassersteinMetric",
    "RademacherBound",
    "RademacherEstimate",
    "RelabellingThreshold",
    "RequiredSize",
    "Threshold",
    "Thresholds",
    "TotalVariationMetric",
    "WassersteinMetric",
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
