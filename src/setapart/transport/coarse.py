"""From coarse to fine: four near rows as one, and what a solution for those says of the rows themselves.

Sources, and sinks, stand in k-d order, so that four in a run are near. A coarse problem has one row for each run, at
the mean of its rows, with their supplies together. The flow of each of its arcs is then shared out among the rows of
its two runs, along the coordinate in which the arcs of a run spread most. What the rows of a run send or get is a
sequence of intervals: the intervals of two arcs of a run share one row at most, and the arcs of the coarse solution are
a forest; so the shares are a forest, too.
"""

import numpy as np

from setapart._types import FloatArray, IntArray

__all__ = ["RUN", "gather", "share_out"]

RUN = 4


def gather(points: FloatArray, supply: IntArray, n: int) -> tuple[FloatArray, IntArray, IntArray]:
    """Points (k, r) and signed supplies (r,) of the runs of `points` (k, N) and `supply` (N,), and the run of each row.

    The first n rows are sources, the others sinks.
    """
    n_runs = -(-n // RUN)
    run = np.concatenate([np.arange(n) // RUN, n_runs + np.arange(supply.size - n) // RUN])
    first = np.flatnonzero(np.diff(run, prepend=-1))
    sizes = np.diff(first, append=supply.size)
    return np.add.reduceat(points, first, axis=1) / sizes, np.add.reduceat(supply, first), run


def share_out(
    arcs: IntArray, centres: FloatArray, run: IntArray, points: FloatArray, supply: IntArray, n: int
) -> IntArray:
    """Matches (t, 3) of rows, a source, a sink and what goes, from `arcs` (s, 3) of runs with `centres` (k, r)."""
    source, sink, goes = arcs.T
    axis = np.maximum(_spread(source, centres[:, sink], centres.shape[1]), 0)
    axis_of_sink = _spread(sink, centres[:, source], centres.shape[1])
    axis = np.where(axis_of_sink >= 0, axis_of_sink, axis)
    place = points[axis[run], np.arange(run.size)]
    rows = np.lexsort((place, run))  # the rows of each run along its axis, sources first
    senders, getters = rows[:n], rows[n:]
    by_source = np.lexsort((centres[axis[source], sink], source))
    by_sink = np.lexsort((centres[axis[sink], source], sink))

    sent, got = np.cumsum(supply[senders]), np.cumsum(-supply[getters])
    source_end, sink_end = np.empty_like(goes), np.empty_like(goes)
    source_end[by_source], sink_end[by_sink] = np.cumsum(goes[by_source]), np.cumsum(goes[by_sink])
    moved = source_end - sink_end  # from the line of what is got to that of what is sent, for each arc
    ends = np.concatenate([sent, source_end, got + moved[by_sink[np.searchsorted(sink_end[by_sink], got)]]])
    cuts = np.unique(ends)
    arc = by_source[np.searchsorted(source_end[by_source], cuts)]
    mass = np.diff(cuts, prepend=0)
    return np.stack(
        [senders[np.searchsorted(sent, cuts)], getters[np.searchsorted(got, cuts - moved[arc])], mass], axis=1
    )


def _spread(near: IntArray, far: FloatArray, n_runs: int) -> IntArray:
    """The coordinate (r,) in which the far ends (k, s) of the arcs of each run are farthest apart; -1 without arcs."""
    low, high = np.full((len(far), n_runs), np.inf), np.full((len(far), n_runs), -np.inf)
    for c in range(len(far)):
        np.minimum.at(low[c], near, far[c])
        np.maximum.at(high[c], near, far[c])
    return np.where(np.isfinite(low[0]), np.argmax(high - low, axis=0), -1)
