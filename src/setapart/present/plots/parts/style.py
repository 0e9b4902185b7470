"""The look of all figures: colours that survive colour blindness and grey paper, names that show as written."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

from setapart._types import FloatArray
from setapart.present.names import inert, told_apart
from setapart.present.plots.parts.fonts import drawable

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "DASHES",
    "DIRECTIONS",
    "HATCHES",
    "INK",
    "MARKERS",
    "MUTED",
    "SAMPLES",
    "add_legend",
    "despine",
    "figure_text",
    "figure_texts",
    "headroom",
    "legend_inches",
    "limits",
]

# Okabe and Ito's palette. The samples differ in dash and marker as well, the directions in hatching.
SAMPLES = ("#0072B2", "#D55E00")
DASHES: tuple[Any, Any] = ("-", (0, (4, 1.5)))
MARKERS = ("o", "^")
DIRECTIONS = ("#009E73", "#CC79A7", "#56B4E9", "#E69F00")
HATCHES = ("", "////", "....", "xxxx")
INK, MUTED = "#333333", "#B8B8B8"

_NAME = 26
_ONE_ROW = 34  # letters of a legend that fit side by side
_ALIGNED = 38  # the same where the columns of more than one row are as wide as the longest


def figure_text(name: str, limit: int = _NAME) -> str:
    r"""A name for Matplotlib: inert, `drawable`, short, its dollars escaped, so that nothing opens a formula."""
    return inert(drawable(name), limit).replace("$", r"\$")


def figure_texts(names: Iterable[str]) -> list[str]:
    """Several names for Matplotlib, as `figure_text`; no two different ones look alike."""
    return [name.replace("$", r"\$") for name in told_apart(map(drawable, names), _NAME)]


def despine(ax: "Axes") -> None:
    """Leave only the axes that carry a scale."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(labelsize="small", color=INK)


def add_legend(
    ax: "Axes",
    handles: list[Any],
    labels: list[str],
    *,
    loc: Literal["upper left", "upper right"] = "upper left",
    ncols: int | None = None,
    fontsize: float | str = "small",
) -> None:
    """A legend along the top, where `headroom` has made space."""
    # The texts are set afterwards, since older Matplotlib drops labels that begin with an underscore.
    legend = ax.legend(
        handles,
        ["sample"] * len(labels),
        loc=loc,
        ncols=ncols or _columns(labels),
        frameon=False,
        fontsize=fontsize,
        borderaxespad=0.1,
    )
    for text, label in zip(legend.get_texts(), labels, strict=True):
        text.set_text(label)


def headroom(labels: list[str]) -> float:
    """The share of the height of the data to add above them for the legend."""
    rows = -(-len(labels) // _columns(labels))
    return 0.16 if rows == 1 else 0.08 + 0.1 * rows


def legend_inches(labels: list[str]) -> float:
    """The height of the legend, for panels that are flat or full."""
    return 0.1 + 0.17 * -(-len(labels) // _columns(labels))


def _columns(labels: list[str]) -> int:
    if sum(map(len, labels)) <= _ONE_ROW:
        return len(labels)
    return max(1, min(len(labels), _ALIGNED // max(map(len, labels))))


def limits(values: FloatArray, margin: float = 0.0) -> tuple[float, float]:
    """An interval around finite values, never empty."""
    low, high = float(values.min()), float(values.max())
    if high - low <= 1e-12 * max(abs(low), abs(high)):
        half = 0.05 * abs(low) if low else 0.5
        return low - half, high + half
    return low - margin * (high - low), high + margin * (high - low)
