"""What a computation hands back: frozen data.

Results hold everything needed to read, plot or repeat a run. How they look is the business of `setapart.report`, which
is imported only when asked for.
"""

from setapart.results.all_rows import AllRows as AllRows
from setapart.results.calibration import Calibration as Calibration
from setapart.results.change_points import Change as Change
from setapart.results.change_points import ChangePoints as ChangePoints
from setapart.results.comparison import ComparedTest as ComparedTest
from setapart.results.comparison import Comparison as Comparison
from setapart.results.component import Component as Component
from setapart.results.explanation import Explanation as Explanation
from setapart.results.feature_table import FeatureTable as FeatureTable
from setapart.results.goodness_of_fit import GoodnessOfFit as GoodnessOfFit
from setapart.results.group_comparison import GroupComparison as GroupComparison
from setapart.results.inspection import Inspection as Inspection
from setapart.results.monitoring import Window as Window
from setapart.results.pair_table import PairTable as PairTable
from setapart.results.power import PowerCurve as PowerCurve
from setapart.results.power import SampleSize as SampleSize
from setapart.results.problem import Problem as Problem
from setapart.results.projection import Projection as Projection
from setapart.results.projection import WassersteinResult as WassersteinResult
from setapart.results.regions import Regions as Regions
from setapart.results.two_sample import TwoSampleResult as TwoSampleResult
from setapart.results.witness import Witness as Witness
