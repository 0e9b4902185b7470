"""A figure with one panel and a heading, outside pyplot."""

from typing import TYPE_CHECKING

from setapart.present.style import INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["sheet"]


def sheet(heading: str) -> tuple["Figure", "Axes"]:
    """The figure and its panel; the heading must be safe for Matplotlib already.

    Raises
    ------
    ImportError
        If Matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError("plots need matplotlib: pip install 'setapart[plot]'") from None
    figure = Figure(figsize=(6.4, 4.2), layout="constrained")
    figure.suptitle(heading, x=0.012, ha="left", fontsize="large", color=INK)
    return figure, figure.subplots()
