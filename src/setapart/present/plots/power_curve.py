"""The power over the sample size as a figure."""

from typing import TYPE_CHECKING

from setapart._checks import counted
from setapart.present.plots.parts.sheet import sheet
from setapart.present.plots.parts.style import INK, MUTED, SAMPLES, despine, figure_text
from setapart.present.wording import number
from setapart.results import PowerCurve

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["power_curve", "power_figure"]

_NAME = 60


def power_figure(curve: PowerCurve) -> "Figure":
    """`power_curve` in a figure of its own, outside pyplot.

    Raises
    ------
    ImportError
        If Matplotlib is not installed.
    """
    figure, ax = sheet(f"Power against {figure_text(curve.alternative, _NAME)}")
    power_curve(ax, curve)
    return figure


def power_curve(ax: "Axes", curve: PowerCurve) -> "Axes":
    """The power with its intervals, the monotone fit, the level, and the size that the target takes.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    curve : PowerCurve

    Returns
    -------
    matplotlib.axes.Axes
        The same.
    """
    ax.set_xscale("log")
    reach = (curve.n[0] / 1.15, curve.n[-1] * 1.15)
    ax.plot(reach, [curve.alpha] * 2, ":", color=INK, linewidth=0.9)
    ax.plot(reach, [curve.target] * 2, color=MUTED, linewidth=0.9)
    ax.plot(curve.n, curve.fitted, color=SAMPLES[0], linewidth=1.4)
    errors = [curve.power - curve.low, curve.high - curve.power]
    ax.errorbar(curve.n, curve.power, errors, fmt="o", color=SAMPLES[0], capsize=3.0, markersize=5.0, linewidth=1.2)
    for height, words in ((curve.alpha, "level"), (curve.target, "target")):
        ax.annotate(
            f"{words} {number(height)}", (reach[1], height), (4.0, 0.0), "data", "offset points",
            va="center", fontsize="small", color=INK, annotation_clip=False,
        )  # fmt: skip
    size = curve.n_for()
    if size.n is not None:
        ax.plot([size.n] * 2, [0.0, size.power], "--", color=SAMPLES[1], linewidth=1.2)
        place = (size.n, 0.5 * size.power)
        ax.annotate(f"n = {size.n:,}", place, (4.0, 0.0), "data", "offset points", fontsize="small", color=SAMPLES[1])
    ax.set_xticks(curve.n, [f"{n:,}" for n in curve.n])
    ax.set_xticks([], minor=True)
    ax.set_xlim(*reach)
    ax.set_ylim(0.0, 1.03)
    if curve.ratio == 1.0:
        ax.set_xlabel("rows of each sample, n")
    else:
        ax.set_xlabel(f"rows of the first sample, n (second sample: {number(curve.ratio)} times as many)")
    ax.set_ylabel(f"power\nof {counted(curve.n_trials, 'trial')} each, {curve.confidence:.0%} intervals")
    despine(ax)
    return ax
