"""How many rows of the first sample lie near each row, for many labellings at once.

Near is by rank: the r-th nearest row counts r^-3/4, up to the 20th and up to the 80th, the row itself being the first;
and two rows count for each other as the mean of what either counts for the other, so that a row that is near to few has
a say where it is. Neighbours see no labels. Rows that are equal share a place; among equal distances the place with the
smaller values comes first, so that the order of the rows has no say.

The weights were chosen on other digits than those that experiments/regions reports. Where densities differ, by kernels
and by neighbours: Duong, "Local significant differences from nonparametric two-sample tests", Journal of Nonparametric
Statistics 25, 2013; Cazals and Lhéritier, "Beyond two-sample-tests: localizing data discrepancies in high-dimensional
spaces", DSAA 2015.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.transport.conditioning import condition

__all__ = ["LocalShares", "Neighbourhood"]

NEIGHBOURS = (20, 80)
_DECAY = 0.75  # the r-th nearest row counts r to minus this power
_CELLS = 4_000_000  # distances held at a time
_TOUCHING = 5  # places that are next to a place
_GAP = 10  # rows that may lie together and far from all others
_PER_PRODUCT = 1.2e-9  # seconds


@dataclass(frozen=True, eq=False)
class Neighbourhood:
    """The u distinct places of N pooled rows, and which are near each."""

    group: IntArray  # (N,), the place of each row
    counts: IntArray  # (u,), rows at each place
    nearest: IntArray  # (u, q), places by their distance, itself first: so many that they hold enough rows
    distances: FloatArray  # (u, q), in some unit
    from_centre: FloatArray  # (u,), the distance from the median row, in the same

    @classmethod
    def of(cls, pooled: FloatArray) -> "Neighbourhood":
        """The places near each row of `pooled` (N, d), by the distances of all, a part at a time."""
        from scipy.spatial.distance import cdist

        points, _ = condition(pooled)
        places, group, counts = np.unique(points, axis=0, return_inverse=True, return_counts=True)
        u = len(places)
        q = min(u, NEIGHBOURS[-1] + 1)
        nearest, distances = np.empty((u, q), np.int64), np.empty((u, q))
        for start in range(0, u, max(1, _CELLS // u)):
            checkpoint()
            block = slice(start, start + max(1, _CELLS // u))
            apart = cdist(places[block], places)
            apart[np.arange(len(apart)), np.arange(u)[block]] = -1.0  # before any other, however near
            nearest[block] = _smallest(apart, q)
            distances[block] = np.take_along_axis(apart, nearest[block], axis=1)
        from_centre = np.linalg.norm(places - np.median(points, axis=0), axis=1)
        return cls(group.reshape(-1), counts, nearest, np.maximum(distances, 0.0), from_centre)

    def weights(self, neighbours: int) -> Any:
        """How much each place counts each row (u, N), as a sparse matrix: by so many neighbours of a row."""
        from scipy.sparse import csr_array

        u, q = self.nearest.shape
        reached = np.minimum(np.cumsum(self.counts[self.nearest], axis=1), neighbours + 1)
        whole = np.concatenate([[0.0], np.cumsum(np.arange(1.0, neighbours + 2) ** -_DECAY)])[reached]
        # What a place counts in all is divided among its rows.
        each = np.diff(whole, axis=1, prepend=0.0) / self.counts[self.nearest] / whole[:, -1:]
        places = csr_array((each.ravel(), self.nearest.ravel(), np.arange(0, u * q + 1, q)), shape=(u, u))
        rows = csr_array((np.ones(self.group.size), (self.group, np.arange(self.group.size))))
        weights = csr_array((places + places.T) @ rows)
        weights.eliminate_zeros()
        return weights

    def touching(self, chosen: IntArray) -> IntArray:
        """The number (c,), from 0, of the part that each chosen place is in: places in one part are joined by steps.

        A step leads from a place to one of the five nearest, or back.
        """
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import connected_components

        near = self.nearest[chosen, 1 : _TOUCHING + 1]
        index = np.full(self.counts.size, -1)
        index[chosen] = np.arange(chosen.size)
        start, end = np.repeat(np.arange(chosen.size), near.shape[1]), index[near].ravel()
        start, end = start[end >= 0], end[end >= 0]
        graph = csr_array((np.ones(start.size), (start, end)), shape=(chosen.size, chosen.size))
        return np.asarray(connected_components(graph, directed=False)[1], np.int64)

    @property
    def gaps(self) -> FloatArray:
        """The distance (u,) of each place from its tenth nearest row, or the farthest where there are fewer."""
        rows = np.cumsum(self.counts[self.nearest], axis=1) - 1
        place = np.minimum(np.argmax(rows >= np.minimum(_GAP, rows[:, -1:]), axis=1), self.nearest.shape[1] - 1)
        gaps: FloatArray = self.distances[np.arange(len(place)), place]
        return gaps


def _smallest(apart: FloatArray, q: int) -> IntArray:
    """The columns of the q smallest distances of each row (r, u), in their order; the first of equal ones."""
    if q == apart.shape[1]:
        return np.argsort(apart, axis=1, kind="stable")
    # The q-th smallest distance may be that of several: the first of these are taken, which a partition does not heed.
    limit = np.partition(apart, q - 1, axis=1)[:, q - 1 : q]
    below = apart < limit
    missing = q - below.sum(axis=1, keepdims=True)
    ties = apart == limit
    chosen = below | (ties & (np.cumsum(ties, axis=1) <= missing))
    columns = np.nonzero(chosen)[1].reshape(-1, q)
    order = np.argsort(np.take_along_axis(apart, columns, axis=1), axis=1, kind="stable")
    return np.take_along_axis(columns, order, axis=1)


@dataclass(frozen=True, eq=False)
class LocalShares:
    """The weight of the first sample near each of u places, less what relabelling gives on average; see `Parts`."""

    weights: tuple[Any, ...]  # sparse, (u, r): by 20 and by 80 neighbours
    chance_of_all: FloatArray  # (N,), that a pooled row is in the first sample
    chosen: IntArray  # (r,), the pooled rows that are looked at

    names = tuple(map(str, NEIGHBOURS))

    @classmethod
    def of(cls, places: Neighbourhood, chance: FloatArray, chosen: IntArray) -> "LocalShares":
        """By 20 and by 80 neighbours, or half of the rows where these are fewer."""
        most = max(1, chosen.size // 2)
        return cls(tuple(places.weights(min(k, most)) for k in NEIGHBOURS), chance, chosen)

    @property
    def size(self) -> int:
        """N."""
        return self.chance_of_all.size

    @property
    def chance(self) -> FloatArray:
        """That a row (r,) is in the first sample."""
        return self.chance_of_all[self.chosen]

    @property
    def features(self) -> IntArray:
        """The places."""
        return np.arange(self.weights[0].shape[0])

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        return float(_PER_PRODUCT * sum(weights.nnz for weights in self.weights))

    def excess(self, labels: BoolArray, first: int = 0, stop: int | None = None) -> FloatArray:
        """The weight (2, f, b) of the first sample near the places from `first` to `stop`, less its mean."""
        apart = labels.T[self.chosen] - self.chance[:, None]
        return np.stack([weights[first:stop] @ apart for weights in self.weights])

    def values(self, labels: BoolArray, first: int = 0, stop: int | None = None) -> FloatArray:
        """How far the weights (2, f, b) of labellings (b, N) are from their mean, up or down; see `Parts`."""
        distances: FloatArray = np.abs(self.excess(labels, first, stop))
        return distances

    def shares(self, membership: FloatArray) -> FloatArray:
        """The share (2, u) of the first sample in all weight near each place, by the membership (N,) of pooled rows."""
        inside = membership[self.chosen]
        return np.stack([(weights @ inside) / weights.sum(axis=1) for weights in self.weights])
