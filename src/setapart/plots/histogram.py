"""The null distribution as a histogram, with the observed value."""

import textwrap
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._checks import counted
from setapart._types import FloatArray
from setapart._words import number, p_words
from setapart.plots.measured import letters
from setapart.plots.style import INK, MUTED, SAMPLES, add_legend, despine, figure_text, headroom, limits, without_tens
from setapart.results import TwoSampleResult
from setapart.results.words import Observed, observed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["null_distribution"]

_MARKED = 60  # values that are drawn one by one as well
_WORDS = 90  # letters of the name of a statistic
_LINE = 52  # letters of it in a line


def null_distribution(ax: "Axes", result: TwoSampleResult) -> "Axes":
    """The statistic of the relabellings, and where the observed value stands among them.

    Of several statistics the leading component is drawn, with its own, unadjusted p-value, as the title says.
    Of a censored result only the part below the observed value is exact; the rest is one hatched bar.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    result : TwoSampleResult

    Returns
    -------
    matplotlib.axes.Axes
        The same.
    """
    shown = observed(result)
    (values, [value]), tens = without_tens(np.sort(shown.null_distribution), np.array([shown.value]))
    exact = values[: _n_below(shown, result.n_resamples + 1)] if result.censored else values
    edges = _edges(exact, value)
    counts = np.histogram(exact, edges)[0] if exact.size else np.zeros(len(edges) - 1)
    ax.bar(edges[:-1], counts, np.diff(edges), align="edge", color=MUTED, edgecolor="white", linewidth=0.4)
    if exact.size <= _MARKED:
        ax.plot(exact, np.zeros(exact.size), "|", color=INK, markersize=9, markeredgewidth=0.8, clip_on=False)
    top = max(1.0, float(counts.max()))

    handles: list[Any] = []
    labels: list[str] = []
    rest = values.size - exact.size
    if rest:
        bar = ax.bar(
            value,
            rest,
            edges[1] - edges[0],
            align="edge",
            facecolor="none",
            edgecolor=INK,
            hatch="////",
            linewidth=0.8,
        )
        handles, labels, top = [bar], ["at least the observed value"], max(top, float(rest))
    handles += ax.plot([value] * 2, [0.0, 1.04 * top], color=SAMPLES[1], linewidth=2.2)
    labels.append(f"observed {number(shown.value)}, {'' if shown.adjusted else 'unadjusted '}{p_words(shown.pvalue)}")

    add_legend(ax, handles[::-1], labels[::-1])
    ax.set_ylim(0.0, (1.06 + headroom(labels)) * top)
    lines = [_filled(figure_text(text, _WORDS)) for text in (shown.words, shown.unit) if text]
    ax.set_xlabel("\n".join(lines) + tens)
    if not shown.adjusted:
        several = counted(len(result.components), "statistic")
        ax.set_title(f"the leading one of {several}, unadjusted", loc="left", fontsize="small", color=INK)
    if values.size:
        ax.set_ylabel("splits" if result.exact else "relabellings")
        ax.locator_params(axis="y", integer=True)
    else:
        ax.set_yticks([])  # nothing was relabelled, and so nothing is counted
    despine(ax)
    return ax


def _filled(text: str) -> str:
    """In as few lines as it takes, of about one length: no word stands alone in the last."""
    most = letters(_LINE)
    count = len(textwrap.wrap(text, most))
    widths = range(1 + len(text) // max(count, 1), most + 1)
    return textwrap.fill(text, next((width for width in widths if len(textwrap.wrap(text, width)) <= count), most))


def _n_below(shown: Observed, total: int) -> int:
    """How many values of the null distribution lie below the observed one, by the same count as the p-value."""
    below = total - round(shown.pvalue * total)
    return max(0, min(below, shown.null_distribution.size))


def _edges(values: FloatArray, value: float) -> FloatArray:
    """Bins by the square root of the number of values: between 8 and 40, equal and never empty in width."""
    if not values.size:
        low, high = limits(np.array([value]))
        return np.linspace(low, high, 9)
    low, high = limits(values)
    return np.linspace(low, high, int(np.clip(np.sqrt(values.size), 8, 40)) + 1)
