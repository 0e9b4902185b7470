"""The distinct rows among the pooled ones, in the order of their values, and the distances between them.

Graphs are built on distinct rows, since rows that are equal have no order of their own. Where distances tie, the first
in the order of values comes first: a rule that knows neither labels nor the order in which the rows came.
"""

from dataclasses import dataclass

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.statistics.distances import SQUARE_ROWS, Distances
from setapart.transport._jit import kernel

__all__ = ["DistinctRows", "distance_row"]

CELLS = 50_000_000  # distances × features of a kernel's call, about: it cannot be interrupted within


@dataclass(frozen=True, eq=False)
class DistinctRows:
    """Which rows are equal, and what `distance_row` takes."""

    group: IntArray  # (N,), the place of each pooled row among the u distinct ones
    counts: IntArray  # (u,), how many pooled rows each stands for
    places: IntArray  # (u,), where each stands in `square`
    square: FloatArray  # (N, N), squared distances of pooled rows; (0, 0) where there are too many to keep
    columns: FloatArray  # (d, u), the distinct rows, a feature a row

    @classmethod
    def of(cls, distances: Distances) -> "DistinctRows":
        """The distinct rows of `distances`."""
        rows, places, group, counts = np.unique(
            distances.columns.T, axis=0, return_index=True, return_inverse=True, return_counts=True
        )
        square = distances.square() if distances.size <= SQUARE_ROWS else np.empty((0, 0))
        return cls(group, counts, places, square, np.ascontiguousarray(rows.T))

    @property
    def geometry(self) -> tuple[FloatArray, IntArray, FloatArray]:
        """The first arguments of `distance_row`."""
        return self.square, self.places, self.columns

    @property
    def step(self) -> int:
        """How many rows of distances to ask of a kernel at once."""
        return max(1, CELLS // max(1, self.columns.size))


@kernel()
def distance_row(square, places, columns, i, row):  # type: ignore[no-untyped-def]
    """Squared distances of the distinct row i from all, into `row` (u,): read from `square`, or made if it is empty."""
    if square.size > 0:
        distances = square[places[i]]
        for j in range(row.size):
            row[j] = distances[places[j]]
    else:
        row[:] = 0.0
        for c in range(columns.shape[0]):
            z, a = columns[c], columns[c, i]
            for j in range(row.size):
                x = z[j] - a
                row[j] += x * x
