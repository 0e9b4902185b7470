"""How much of the whole distance a few directions carry."""

from typing import TYPE_CHECKING

from setapart.present.plots.parts.style import DIRECTIONS, INK, despine
from setapart.present.wording import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from setapart.results.explanation import Explanation

__all__ = ["share_curve"]


def share_curve(ax: "Axes", explanation: "Explanation") -> "Axes":
    """The share of the Wasserstein distance in all features that the first 1, 2, … directions carry.

    The filled mark is at the number of directions that are explained.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    explanation : Explanation

    Returns
    -------
    matplotlib.axes.Axes
        The same.
    """
    table = explanation.share_table
    numbers, shares = table["k"].tolist(), table["share"].tolist()
    ax.plot(numbers, shares, color=DIRECTIONS[0], linewidth=1.8)
    for k, share in zip(numbers, shares, strict=True):
        filled = k == explanation.projection.k
        ax.plot(k, share, "o", color=DIRECTIONS[0], markersize=8, markerfacecolor=None if filled else "white")
        ax.annotate(percent(share), (k, share), (5, -14), textcoords="offset points", fontsize="small", color=INK)
    ax.set_xlim(0.5, max(numbers) + 0.5)
    ax.set_ylim(0.0, 1.05)
    ax.set_xticks(numbers)
    ax.set_yticks([0.0, 0.5, 1.0], list(map(percent, (0.0, 0.5, 1.0))))
    ax.set_xlabel("directions")
    ax.set_ylabel("share of the whole\nWasserstein distance")
    despine(ax)
    return ax
