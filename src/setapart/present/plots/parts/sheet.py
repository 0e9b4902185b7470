"""A figure with a heading, outside pyplot."""

from typing import TYPE_CHECKING

from setapart.present.plots.parts.style import INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["blank_figure", "sheet"]


def blank_figure(heading: str = "", *, size: tuple[float, float] = (6.4, 4.2)) -> "Figure":
    """A figure without panels, its size in inches; the heading must be safe for Matplotlib already.

    Raises
    ------
    ImportError
        If Matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError("plots need matplotlib: pip install 'setapart[plot]'") from None
    figure = Figure(figsize=size, layout="constrained")
    if heading:
        figure.suptitle(heading, x=0.012, ha="left", fontsize="large", color=INK)
    return figure


def sheet(heading: str) -> tuple["Figure", "Axes"]:
    """A figure and its one panel; see `blank_figure`."""
    figure = blank_figure(heading)
    return figure, figure.subplots()
