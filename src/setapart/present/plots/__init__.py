"""Figures of results: what takes an Axes draws into it and returns it, what takes a Figure fills it; no global state.

Results and explanations choose among them in ``plot()``; here they are one by one, for figures of one's own. What they
are made of is in `parts`.
"""

from setapart.present.plots.bars import loadings
from setapart.present.plots.displacement import displacements
from setapart.present.plots.features import feature_panels
from setapart.present.plots.heat_map import heat_map
from setapart.present.plots.histogram import null_distribution
from setapart.present.plots.image import loading_image
from setapart.present.plots.kinds import result_figure
from setapart.present.plots.page import explanation_figure, overview
from setapart.present.plots.pairs import pairs
from setapart.present.plots.plane import feature_plane
from setapart.present.plots.power_curve import power_curve
from setapart.present.plots.pvalue_curve import pvalue_curve
from setapart.present.plots.pvalue_dots import pvalue_dots
from setapart.present.plots.quantiles import quantile_difference
from setapart.present.plots.samples import projected, samples_with_margins
from setapart.present.plots.share import share_curve
from setapart.present.plots.space import interactive_3d

__all__ = [
    "displacements",
    "explanation_figure",
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
    "result_figure",
    "samples_with_margins",
    "share_curve",
]
