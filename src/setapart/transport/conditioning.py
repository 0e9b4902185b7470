"""Rows whose distances a double can hold: at a size where squares are in range, and without clusters that are too far.

Rows may lie in clusters so far apart that their distances leave no figures for what lies within a cluster. The usual
cause is a fill value such as 1e37 in a few rows: beside it a double keeps nothing of what is near. Where each cluster
sends as much as it receives, an optimal plan moves nothing between clusters: mass that goes from cluster A to B must
come back to A, perhaps by way of others, and staying within is shorter by about twice their distance. So the clusters
are separate transport problems, each with all its figures.
"""

from typing import NamedTuple

import numpy as np

from setapart._types import FloatArray, IntArray

__all__ = ["ENORMOUS", "Conditioned", "condition", "far_clusters"]

ENORMOUS = 1e12  # distances between clusters in terms of those within: of 16 figures four are left
_WITHIN, _BETWEEN = 1e-6, 1e-3  # in terms of a distance between clusters: theirs are all of one size, or they are none
_MOST = 64  # clusters: ordinary rows, each far from the others, are not looked at further


class Conditioned(NamedTuple):
    """Points near the origin with coordinates in [-1, 1], and the exponent that restores their scale."""

    points: FloatArray
    exponent: int


def condition(points: FloatArray) -> Conditioned:
    """Centre finite points (N, d) of any magnitude and scale them by a power of two.

    Lengths only change by that power of two, exactly. A column that is constant becomes exactly zero.
    """
    points, before = _unit(points)
    middle = np.median(points, axis=0)
    constant = points.min(axis=0) == points.max(axis=0)
    middle[constant] = points[0, constant]
    points, after = _unit(points - middle)
    return Conditioned(points, before + after)


def _unit(points: FloatArray) -> tuple[FloatArray, int]:
    exponent = int(np.frexp(np.max(np.abs(points), initial=0.0))[1])
    return np.ldexp(points, -exponent), exponent


def far_clusters(rows: FloatArray, enormous: float = ENORMOUS) -> IntArray | None:
    """The cluster of each row (N, d), numbered from 0, or None where there is but one at any such scale.

    Clusters are those at the largest scale; each may hold others. They are `enormous` times as far from one another as
    rows within them are, or farther.
    """
    if not _may_cluster(rows, enormous):
        return None
    from_first = np.sort(_distances(rows, 0))
    with np.errstate(over="ignore"):
        jumps = np.flatnonzero(from_first[1:] > enormous * from_first[:-1])
    for jump in jumps[::-1]:
        clusters = _clusters(rows, float(from_first[jump + 1]), enormous)
        if clusters is not None:
            return clusters
    return None


def _may_cluster(rows: FloatArray, enormous: float) -> bool:
    """A quick look at the widest column: few clusters, each so narrow, leave few gaps that are wider than a cluster."""
    if rows.shape[1] == 0:
        return False
    ranges = rows.max(axis=0) - rows.min(axis=0)
    widest = int(np.argmax(ranges))
    gaps = np.diff(np.sort(rows[:, widest]))
    return int(np.count_nonzero(gaps > 2.0 * (ranges[widest] / enormous))) < _MOST


def _distances(rows: FloatArray, seed: int) -> FloatArray:
    """The largest difference (N,) in any feature of each row from that of the seed: no squares, which may overflow."""
    distances: FloatArray = np.max(np.abs(rows - rows[seed]), axis=1, initial=0.0)
    return distances


def _clusters(rows: FloatArray, apart: float, enormous: float) -> IntArray | None:
    """Clusters about so far apart, if all rows are in such."""
    clusters = np.full(len(rows), -1)
    radius = 0.0
    for number in range(_MOST):
        left = np.flatnonzero(clusters < 0)
        if not left.size:
            # Where each cluster is a point, nothing within is lost.
            return clusters if radius > 0.0 and apart > enormous * radius else None
        distances = _distances(rows, int(left[0]))
        member = distances <= _WITHIN * apart
        if np.any(clusters[member] >= 0) or np.any(distances[~member] < _BETWEEN * apart):
            return None
        clusters[member] = number
        radius = max(radius, float(distances[member].max()))
    return None
