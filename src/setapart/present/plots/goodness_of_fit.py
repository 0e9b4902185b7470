"""Data and the rows that a model generated as a figure."""

from typing import TYPE_CHECKING

from setapart.present.plots.parts.sheet import sheet
from setapart.present.plots.parts.style import figure_text
from setapart.present.plots.samples import projected
from setapart.present.pvalues import p_words
from setapart.present.wording import unit
from setapart.results import GoodnessOfFit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["fit_figure"]

_NAME = 40


def fit_figure(found: GoodnessOfFit) -> "Figure":
    """Data and generated rows along the directions, outside pyplot.

    Raises
    ------
    ImportError
        If Matplotlib is not installed.
    """
    label = figure_text(found.label)
    figure, ax = sheet(f"{label} against {figure_text(found.model, _NAME)}: {p_words(found.pvalue)}")
    projected(ax, found.projection, (found.label, "the model"), unit=unit(found))
    return figure
