"""The distance W₁ of two samples on a line, from counts and sums in cells: in one pass over any number of rows.

Cells are half-open intervals between fixed edges. Of each cell and sample, the count gives the distribution functions
F and G at its ends, and the sum of the values gives their integrals over it, exactly. Where F and G do not cross inside
a cell, ∫|F − G| is the absolute difference of these integrals; where they may, it is at least that, and at most what
monotone functions with these ends and integrals allow. The distance therefore lies between two bounds that hold for
certain, and meet but for cells with a crossing. Counts and sums of parts of the rows add up, in any order.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from setapart._types import FloatArray, IntArray

__all__ = ["Binned", "Bounds", "edges_of"]

_CELLS = 4096  # at most, between quantiles
_TAILS = (0.05, 1e6, 1024)  # standard deviations from the median: the nearest and the farthest edge, and how many


class Bounds(NamedTuple):
    """Between what the distance lies for certain; what two samples of one distribution would have on average; spread.

    ``sd`` is the pooled standard deviation within the samples.
    """

    low: float
    high: float
    without_difference: float
    sd: float


def edges_of(values: FloatArray) -> FloatArray:
    """Edges (c − 1,) of the cells for rows of which these are a sample.

    They are the quantiles, which make cells of few rows, and about the median distances that grow by a fixed factor,
    which keep cells in the tails narrow beside their distance from it, also beyond all values of the sample.
    """
    levels = np.linspace(0.0, 1.0, min(_CELLS, len(values)))
    quantiles = np.quantile(values, levels, method="inverted_cdf")
    with np.errstate(over="ignore"):
        reach = np.std(values) * np.geomspace(*_TAILS)
    reach = reach[np.isfinite(reach)]
    middle = np.median(quantiles)
    edges: FloatArray = np.unique(np.concatenate([middle - reach, quantiles, middle + reach]))
    return edges


@dataclass(frozen=True, eq=False)
class Binned:
    """Counts and sums (g, c) of g samples in the c cells that edges (c − 1,) bound; means and squares (g,) about them.

    The sums are of how far values are below the upper end of their cell, and in the last cell above its lower end:
    no digits are lost where the line is far from zero.
    """

    edges: FloatArray
    counts: IntArray
    sums: FloatArray
    means: FloatArray
    squares: FloatArray

    @classmethod
    def empty(cls, edges: FloatArray, n_samples: int) -> "Binned":
        """Nothing counted yet."""
        cells = (n_samples, len(edges) + 1)
        return cls(edges, np.zeros(cells, np.int64), np.zeros(cells), np.zeros(n_samples), np.zeros(n_samples))

    def plus(self, values: FloatArray, codes: IntArray) -> "Binned":
        """With more values (n,), each of the sample that its code says."""
        places = np.searchsorted(self.edges, values)
        ends = self.edges[np.minimum(places, len(self.edges) - 1)]
        n_samples, n_cells = self.counts.shape
        flat, size = codes * n_cells + places, n_samples * n_cells
        counts = np.bincount(flat, minlength=size).reshape(n_samples, n_cells)
        means = _sums(codes, values, n_samples) / np.maximum(counts.sum(axis=1), 1)
        return self._merged(
            counts,
            _sums(flat, np.abs(ends - values), size).reshape(n_samples, n_cells),
            means,
            _sums(codes, (values - means[codes]) ** 2, n_samples),
        )

    def merged(self, other: "Binned") -> "Binned":
        """Both together; the edges are the same."""
        return self._merged(other.counts, other.sums, other.means, other.squares)

    def _merged(self, counts: IntArray, sums: FloatArray, means: FloatArray, squares: FloatArray) -> "Binned":
        # Chan, Golub and LeVeque, "Algorithms for computing the sample variance", 1983.
        here, there = self.counts.sum(axis=1), counts.sum(axis=1)
        size, apart = np.maximum(here + there, 1), means - self.means
        return Binned(
            self.edges,
            self.counts + counts,
            self.sums + sums,
            self.means + apart * there / size,
            self.squares + squares + apart**2 * here * there / size,
        )

    def pooled(self, groups: list[list[int]]) -> "Binned":
        """With some of the samples taken together, as many in each group."""
        pooled = Binned.empty(self.edges, len(groups))
        for place in range(max(map(len, groups))):
            chosen = [group[place] for group in groups]
            pooled = pooled._merged(self.counts[chosen], self.sums[chosen], self.means[chosen], self.squares[chosen])
        return pooled

    def bounds(self) -> Bounds | None:
        """What is known of the distance between the first sample and the second; None where either is empty."""
        n, m = self.counts.sum(axis=1)
        if not (n and m):
            return None
        widths = np.diff(self.edges)
        functions = np.cumsum(self.counts, axis=1) / [[n], [m]]  # (2, c): at the upper ends
        outer = self.sums[:, [0, -1]] / [[n], [m]]  # ∫F below the first edge, ∫(1 − F) above the last one
        left, right = functions[:, :-2], functions[:, 1:-1]
        areas = left * widths + self.sums[:, 1:-1] / [[n], [m]]
        low = np.abs(areas[0] - areas[1])
        apart = (left[0] >= right[1]) | (left[1] >= right[0])  # one function is above the other all the way
        above, below = areas - left * widths, right * widths - areas
        high = np.minimum.reduce(
            [
                above.sum(axis=0) + np.abs(left[0] - left[1]) * widths,
                below.sum(axis=0) + np.abs(right[0] - right[1]) * widths,
                np.maximum(right[0] - left[1], right[1] - left[0]) * widths,
            ]
        )
        high = np.where(apart, low, np.maximum(low, high))
        ends = np.abs(outer[0] - outer[1])
        even = self.counts.sum(axis=0)
        level = np.cumsum(even)[:-1] / even.sum()
        shape = np.sqrt(level * (1.0 - level))
        # Of a Brownian bridge B, E|B(t)| = √(2 t (1 − t) / π).
        noise = np.sqrt(2.0 / np.pi * (1 / n + 1 / m)) * np.sum(widths * (shape[:-1] + shape[1:]) / 2)
        sd = float(np.sqrt(self.squares.sum() / max(n + m - 2, 1)))
        return Bounds(float(low.sum() + ends.sum()), float(high.sum() + outer.sum()), float(noise), sd)


def _sums(codes: IntArray, values: FloatArray, size: int) -> FloatArray:
    """The sum of the values of each code."""
    sums: FloatArray = np.bincount(codes, values, minlength=size).astype(np.float64, copy=False)
    return sums
