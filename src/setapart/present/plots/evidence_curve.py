"""The evidence of a stream that is watched as a figure."""

from typing import TYPE_CHECKING

from setapart._checks import counted
from setapart.present.monitoring import alarm_words
from setapart.present.plots.parts.sheet import sheet
from setapart.present.plots.parts.style import INK, SAMPLES, despine
from setapart.results.monitoring import StreamRecord

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["monitor_figure"]


def monitor_figure(record: StreamRecord) -> "Figure":
    """The evidence after each window, its limit, and the alarms.

    Raises
    ------
    ImportError
        If Matplotlib is not installed.
    """
    from matplotlib.ticker import MaxNLocator

    table = record.table()
    figure, ax = sheet(f"{alarm_words(record)} in {counted(table.n_rows, 'window')}")
    ax.set_yscale("log")
    ax.plot(table["window"], table["evidence"], color=SAMPLES[0], marker="o", markersize=3.0, linewidth=1.2)
    alarms = table.take(table["alarm"])
    ax.plot(alarms["window"], alarms["evidence"], "^", color=SAMPLES[1], markersize=8.0)
    ax.axhline(record.limit, color=INK, linestyle="--", linewidth=0.9)
    ax.set_xlabel("window")
    ax.set_ylabel("evidence (dashed: limit; triangles: alarms)")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    despine(ax)
    return figure
