"""Two samples in space, to be turned with the mouse."""

from html import escape
from typing import TYPE_CHECKING

from setapart._words import distinct_names
from setapart.plots.densities import subsample
from setapart.plots.samples import along
from setapart.plots.style import SAMPLES
from setapart.results import Projection
from setapart.results.words import direction_name

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

__all__ = ["interactive_3d"]

_DRAWN = 20_000  # rows of a sample
_NAME = 40
_SYMBOLS = ("circle", "diamond-open")


def interactive_3d(projection: Projection, labels: tuple[str, str]) -> "Figure":
    """The samples along their first three directions, as a figure of Plotly.

    Of more than 20,000 rows of a sample, as many are drawn at random; always the same ones.

    Parameters
    ----------
    projection : Projection
        Of three directions at least.
    labels : pair of str
        What the samples are called.

    Returns
    -------
    plotly.graph_objects.Figure
        Show it in a notebook, or save it with ``figure.write_html``.

    Raises
    ------
    ImportError
        If Plotly is not installed.
    ValueError
        If there are fewer directions.
    """
    if projection.k < 3:
        raise ValueError(f"interactive_3d needs three directions: test with k=3, got k={projection.k}")
    try:
        from plotly.graph_objects import Figure, Scatter3d
    except ImportError:
        raise ImportError("interactive plots need plotly: pip install 'setapart[interactive]'") from None
    samples, tens = along(projection, 3)
    figure = Figure(layout={"template": "plotly_white", "legend": {"itemsizing": "constant"}})
    for name, rows, color, symbol in zip(distinct_names(labels, _NAME), samples, SAMPLES, _SYMBOLS, strict=True):
        x, y, z = subsample(rows, _DRAWN).T
        marker = {"size": 3, "color": color, "symbol": symbol, "opacity": 0.7}
        figure.add_trace(Scatter3d(x=x, y=y, z=z, mode="markers", name=_inert(name), marker=marker))
    power = tens.translate(dict.fromkeys(map(ord, "${}")))
    titles = [_inert(direction_name(projection, j)) + power for j in range(3)]
    return figure.update_scenes(
        xaxis_title_text=titles[0], yaxis_title_text=titles[1], zaxis_title_text=titles[2], aspectmode="data"
    )


def _inert(name: str) -> str:
    """A name that neither Plotly's tags nor MathJax take for theirs."""
    return escape(name).replace("$", "&#36;")
