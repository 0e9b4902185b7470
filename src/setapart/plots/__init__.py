"""Figures of results: what takes an Axes draws into it and returns it, what takes a Figure fills it; no global state.

Results and explanations choose among them in ``plot()``; here they are one by one, for figures of one's own. What they
are made of is in `parts`.
"""

from setapart.plots.by_feature import feature_figure
from setapart.plots.comparison import pvalue_dots
from setapart.plots.curves import power_curve, pvalue_curve, share_curve
from setapart.plots.dependence import dependence
from setapart.plots.features import feature_panels, feature_plane, loadings
from setapart.plots.heat_map import heat_map
from setapart.plots.histogram import null_distribution
from setapart.plots.image import loading_image
from setapart.plots.pages import explanation_figure, overview, result_figure
from setapart.plots.pairs import pairs
from setapart.plots.quantiles import quantile_difference
from setapart.plots.regions import region_figure, region_map
from setapart.plots.samples import displacements, projected, samples_with_margins
from setapart.plots.space import interactive_3d
from setapart.plots.witness import witness_panels

__all__ = [
    "dependence",
    "displacements",
    "explanation_figure",
    "feature_figure",
    "feature_panels",
    "feature_plane",
    "heat_map",
    "interactive_3d",
    "loading_image",
    "loadings",
    "null_distribution",
    "overview",
    "pairs",
    "power_curve",
    "projected",
    "pvalue_curve",
    "pvalue_dots",
    "quantile_difference",
    "region_figure",
    "region_map",
    "result_figure",
    "samples_with_margins",
    "share_curve",
    "witness_panels",
]
