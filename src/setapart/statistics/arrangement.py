"""The pooled rows in an order of their own, so that a labelling means the same however its rows came.

What is learned from rows depends a little on their order, and which rows are held out depends on it altogether. Rows go
by their distance to the pooled mean in standard deviations of the features, which neither labels nor units change;
equal rows stand side by side. Two labellings that say the same, because they exchange equal rows or because they call
the samples the other way round, are brought to one form: then their values tie to the last bit, whatever is learned.
"""

from dataclasses import dataclass

import numpy as np

from setapart._types import BoolArray, FloatArray, IntArray
from setapart.projection.coordinates import standardise

__all__ = ["Arrangement", "arrange", "in_order"]


@dataclass(frozen=True, eq=False)
class Arrangement:
    """An order of the pooled rows."""

    order: IntArray  # (N,), the row at each place
    runs: IntArray  # (N,), counts, from place to place, the different rows so far; equal rows have the same number

    def place(self, labels: BoolArray) -> tuple[BoolArray, bool]:
        """The one form of a labelling (N,), place by place, and whether its samples had to change places."""
        forms = tuple(self._first_come_true(side[self.order]) for side in (labels, ~labels))
        turned = forms[0].tobytes() < forms[1].tobytes()
        return forms[turned], turned

    def _first_come_true(self, placed: BoolArray) -> BoolArray:
        """The same labels in each run, the true ones first."""
        return placed[np.lexsort((~placed, self.runs))]

    def settle(self, values: FloatArray) -> FloatArray:
        """Values (N, r) place by place, made the same bits within a run, where they differ by rounding alone."""
        _, first = np.unique(self.runs, return_index=True)
        return values[first[self.runs]]


def arrange(pooled: FloatArray, rng: np.random.Generator) -> Arrangement:
    """Order rows (N, d) by their distance to the mean, and where it ties along a random direction."""
    points, _, _ = standardise(pooled)
    distance = np.round(np.sum(points**2, axis=1), 9)  # a tie is a tie, whatever the rounding
    along = np.sum(points * rng.standard_normal(pooled.shape[1]), axis=1)
    order = np.lexsort((along, distance))
    differs = np.any(pooled[order[1:]] != pooled[order[:-1]], axis=1)
    return Arrangement(order, np.concatenate([[0], np.cumsum(differs)]))


def in_order(rows: FloatArray) -> IntArray:
    """Places (N,) of rows (N, d) in an order of their own: by the first feature, and where that ties by the others."""
    first = rows[:, 0]
    order = np.argsort(first, kind="stable")
    tied = np.any(first[order[1:]] == first[order[:-1]])
    return np.lexsort(rows.T[::-1]) if tied else order
