"""What a computation hands back: frozen data.

Results hold everything needed to read, plot or repeat a run. How they look is the business of `setapart.report`, which
is imported only when asked for.
"""

from setapart.results.calibration import Calibration
from setapart.results.change_points import Change, ChangePoints
from setapart.results.comparison import ComparedTest, Comparison
from setapart.results.component import Component
from setapart.results.explanation import Explanation
from setapart.results.feature_tests import FeatureTests
from setapart.results.goodness_of_fit import GoodnessOfFit
from setapart.results.group_comparison import GroupComparison
from setapart.results.monitoring import Window
from setapart.results.power import PowerCurve, SampleSize
from setapart.results.problem import Problem
from setapart.results.projection import Projection
from setapart.results.two_sample import TwoSampleResult
from setapart.results.wasserstein import WassersteinResult

__all__ = [
    "Calibration",
    "Change",
    "ChangePoints",
    "ComparedTest",
    "Comparison",
    "Component",
    "Explanation",
    "FeatureTests",
    "GoodnessOfFit",
    "GroupComparison",
    "PowerCurve",
    "Problem",
    "Projection",
    "SampleSize",
    "TwoSampleResult",
    "WassersteinResult",
    "Window",
]
