"""Distances of every two pooled rows, made once and shared by all statistics that look at nothing else.

Squared distances come as panels, a few columns of the symmetric matrix down to the diagonal, so that only half of it is
made, and no more than a panel is held where the whole would take too much memory.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from setapart._checks import counted
from setapart._interrupt import checkpoint
from setapart._types import FloatArray
from setapart.statistics.base import Prepared
from setapart.transport._jit import kernel
from setapart.transport.conditioning import condition

__all__ = ["Distances", "FromDistances", "squared_panels", "symmetric_matrix"]

WIDTH = 128  # columns of a panel
SHARED_ROWS = 4096  # up to as many rows squares are kept for the next statistic: 64 MiB
SQUARE_ROWS = 10_000  # the largest whole matrix: 800 MB
MEDIAN_ROWS = 4096  # the median is taken over as many rows at most: 8 million pairs


@dataclass(frozen=True, eq=False)
class Distances:
    """The pooled rows, for their distances in units of two to the power of `exponent`."""

    columns: FloatArray  # (d, N), conditioned, a feature a row: nothing overflows or vanishes when squared
    exponent: int  # distances times two to this power are in the unit of the data

    @classmethod
    def of(cls, pooled: FloatArray) -> "Distances":
        """The distances of pooled rows (N, d) of any magnitude."""
        points, exponent = condition(pooled)
        return cls(np.ascontiguousarray(points.T), exponent)

    @property
    def size(self) -> int:
        """The number of rows, N."""
        return int(self.columns.shape[1])

    def panels(self) -> Iterator[FloatArray]:
        """The squared distances by panels, not to be written to; those of few rows are kept for the next who asks.

        Panel p holds the columns from `WIDTH` p on of the rows from 0 to the end of its block of the diagonal.
        """
        return iter(self._kept) if self.size <= SHARED_ROWS else squared_panels(self.columns)

    @cached_property
    def _kept(self) -> tuple[FloatArray, ...]:
        return tuple(squared_panels(self.columns))

    def square(self) -> FloatArray:
        """A new (N, N) matrix of all squared distances of at most 10,000 rows, symmetric to the last bit."""
        if self.size > SQUARE_ROWS:
            raise ValueError(
                f"this statistic keeps the distances of all rows, at most {counted(SQUARE_ROWS, 'row')};"
                f" got {self.size:,} (use 'sliced' or 'energy')"
            )
        return symmetric_matrix(self.panels(), self.size)

    def median(self, rng: np.random.Generator) -> float:
        """The median distance between two rows, positive: a length by which to measure.

        Of all pairs of rows, or those of 4,096 rows drawn at random where there are more. Where over half of the pairs
        are equal, equal pairs are left out; where all rows are, it is 1.
        """
        if self.size > MEDIAN_ROWS:
            # Not the first ones: they all come from one sample, and rows must be treated alike.
            chosen = rng.choice(self.size, MEDIAN_ROWS, replace=False, shuffle=False)
            return Distances(np.ascontiguousarray(self.columns[:, chosen]), self.exponent).median(rng)
        parts: list[FloatArray] = [np.empty(0)]
        for panel in self.panels():
            start = len(panel) - panel.shape[1]
            parts += [panel[:start].ravel(), panel[start:][np.triu_indices(panel.shape[1], 1)]]
        distances = np.sqrt(np.concatenate(parts))
        median = float(np.median(distances)) if distances.size else 0.0
        if median > 0.0:
            return median
        distances = distances[distances > 0.0]
        return float(np.median(distances)) if distances.size else 1.0


class FromDistances(ABC):
    """A statistic that needs no more of the pooled rows than their distances."""

    @property
    def needs_rows(self) -> bool:
        """Whether with these settings it needs the rows themselves after all."""
        return False

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> Prepared:
        """Compare every two rows; see `Statistic.prepare`."""
        return self.prepare_distances(Distances.of(pooled), rng=rng)

    @abstractmethod
    def prepare_distances(self, distances: Distances, *, rng: np.random.Generator) -> Prepared:
        """The same from distances that others may share."""


def symmetric_matrix(panels: Iterator[FloatArray], size: int) -> FloatArray:
    """The whole matrix (N, N) of panels that reach down to the diagonal."""
    whole = np.empty((size, size))
    for panel in panels:
        stop, width = panel.shape
        whole[:stop, stop - width : stop] = panel
        whole[stop - width : stop, :stop] = panel.T
    return whole


def squared_panels(columns: FloatArray) -> Iterator[FloatArray]:
    """Make the panels of squared distances of `columns` (d, N), one after the other."""
    size = columns.shape[1]
    for start in range(0, size, WIDTH):
        checkpoint()
        stop = min(start + WIDTH, size)
        panel = np.empty((stop, stop - start))
        squared_distances(columns, start, panel)
        yield panel


@kernel()
def squared_distances(columns, start, panel):  # type: ignore[no-untyped-def]
    """Squared distances of points 0, 1, … from the points `start`, `start` + 1, …; `columns` is (d, N)."""
    d = columns.shape[0]
    height, width = panel.shape
    panel[:] = 0.0
    for c in range(0, d - d % 4, 4):
        z0, z1 = columns[c, start : start + width], columns[c + 1, start : start + width]
        z2, z3 = columns[c + 2, start : start + width], columns[c + 3, start : start + width]
        for i in range(height):
            out = panel[i]
            a0, a1, a2, a3 = columns[c, i], columns[c + 1, i], columns[c + 2, i], columns[c + 3, i]
            for j in range(width):
                x0, x1, x2, x3 = z0[j] - a0, z1[j] - a1, z2[j] - a2, z3[j] - a3
                out[j] += (x0 * x0 + x1 * x1) + (x2 * x2 + x3 * x3)
    for c in range(d - d % 4, d):
        z0 = columns[c, start : start + width]
        for i in range(height):
            out = panel[i]
            a0 = columns[c, i]
            for j in range(width):
                x0 = z0[j] - a0
                out[j] += x0 * x0
