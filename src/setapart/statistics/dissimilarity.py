"""Statistics of the form -wᵀDw, where D holds a dissimilarity of every two pooled rows and w is 1/n or -1/m.

The energy distance is of this form with D a power of the distance, the squared maximum mean discrepancy with D one less
the kernel; more is in Sejdinovic et al., "Equivalence of distance-based and RKHS-based statistics in hypothesis
testing", Annals of Statistics 41, 2013. As w sums to zero, D may be chosen to vanish on the diagonal: then nothing
cancels that need not.

D is symmetric and kept as panels, as squared distances are. Panels that would take too much memory are made anew
whenever they are needed. A labelling is summed by itself, in one order, whatever else is in the batch.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from setapart._checks import counted
from setapart._errors import message
from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray
from setapart.statistics.base import WithoutDirections
from setapart.statistics.distances import WIDTH, Distances, squared_panels, symmetric_matrix
from setapart.statistics.kernels import NEGATIVE
from setapart.statistics.null_laws import gamma_tail, spectral_tail
from setapart.statistics.witness import BETWEEN_ROWS, WitnessFunction, learning_samples, left_out_means
from setapart.transport._jit import kernel
from setapart.transport.supplies import label_supplies

__all__ = ["Dissimilarity", "PreparedDissimilarity", "prepare_dissimilarity", "prepare_gram"]

KEPT_ROWS = 8192  # up to as many rows all panels of a statistic are kept: 256 MiB
SPECTRAL_ROWS = 4096  # the largest matrix of which all eigenvalues are taken: some ten seconds
GROUP = 16  # labellings that share a pass: their sums for a panel stay in the nearest cache, beside eight rows of it
ROUNDING = 16.0 * float(np.finfo(float).eps)  # in terms of the mean of D, what rounding makes of a value of zero


class Dissimilarity(Protocol):
    """A function of the squared distance that vanishes at zero."""

    def __call__(self, squares: FloatArray) -> FloatArray:
        """The dissimilarities, a new array, for squared distances of any shape."""
        ...


@dataclass(frozen=True, eq=False)
class PreparedDissimilarity(WithoutDirections):
    """The pooled rows, their dissimilarities where memory allows, and the factor that restores the unit."""

    columns: FloatArray  # (d, N), the pooled rows, a feature a row
    dissimilarity: Dissimilarity | None  # None where the panels hold what no squared distance tells
    panels: tuple[FloatArray, ...] | None  # D, in panels as `Distances.panels` has them
    mean: float  # of D; of a caller's kernel, that of the terms that cancel in it
    factor: float  # what a value is multiplied by in the end
    elsewhere: Callable[[FloatArray], FloatArray] | None = None  # wᵀDw (b,) of w (b, N) on a device, see `devices`

    @property
    def scale(self) -> float:
        """The mean of all N² dissimilarities, the size of the terms that cancel in a value."""
        return self.mean * self.factor

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core; panels that are not kept serve several labellings."""
        d, size = self.columns.shape
        remade = 0.0 if self.panels is not None else (1e-9 + 2.5e-10 * d) / 32  # some 32 labellings to a batch
        return float(0.5 * size * size * (1e-10 + remade))

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`."""
        supply, total = label_supplies(labels)
        weights = supply.astype(float)  # whole numbers: with whole dissimilarities the sums are exact
        sums = self._forms(weights) if self.elsewhere is None else self.elsewhere(weights)
        values = 0.0 - sums / total.astype(float) ** 2
        if values.min(initial=0.0) < -NEGATIVE * self.mean:
            raise ValueError(
                f"kernel must be positive definite; a squared distance came out as {values.min() * self.factor:.3g}"
            )
        values[values < ROUNDING * self.mean] = 0.0  # D is of negative type: what lies below zero is rounding
        restored: FloatArray = values * self.factor
        return restored

    def _forms(self, weights: FloatArray) -> FloatArray:
        sums = np.zeros(len(weights))
        for panel in self.each_panel():
            checkpoint()
            add_panel(weights, panel, sums)
        return sums

    def each_panel(self) -> Iterator[FloatArray]:
        """The panels of D, those that are kept or made anew."""
        if self.panels is not None or self.dissimilarity is None:
            return iter(self.panels or ())
        return map(self.dissimilarity, squared_panels(self.columns))

    def witness(self, labels: BoolArray, among: BoolArray | None = None) -> WitnessFunction:
        """See `WithWitness`: the mean dissimilarity to the second sample less that to the first."""
        samples = learning_samples(labels, among)
        weights = samples.astype(float)
        sums = np.zeros_like(weights)
        for panel in self.each_panel():
            checkpoint()
            stop, width = panel.shape
            start = stop - width
            sums[:, start:stop] += weights[:, :stop] @ panel
            sums[:, :start] += weights[:, start:stop] @ panel[:start].T
        return WitnessFunction(left_out_means(-self.factor * sums, 0.0, samples), BETWEEN_ROWS)

    def sums(self) -> tuple[FloatArray, float]:
        """The sums of the rows of D (N,), and the sum of all its squares."""
        rows = np.zeros(self.columns.shape[1])
        squares = 0.0
        for panel in self.each_panel():
            stop, width = panel.shape
            start = stop - width
            rows[start:stop] += panel.sum(axis=0)
            rows[:start] += panel[:start].sum(axis=1)
            squares += float(np.square(panel).sum() + np.square(panel[:start]).sum())
        return rows, squares

    def moments(self) -> tuple[float, float]:
        """The mean and the standard deviation of values over relabellings, over (1/n + 1/m) `factor`.

        The mean is that of D over pairs of rows, exactly. For large samples the variance is twice the sum over pairs of
        the squares of D, with rows and columns centred, divided by N².
        """
        rows, squares = self.sums()
        size, total = len(rows), rows.sum()
        itself = total / size**2 - 2.0 * rows / size  # the diagonal of the centred D
        pairs = squares - 2.0 * float(rows @ rows) / size + (total / size) ** 2 - float(itself @ itself)
        return float(total / (size * (size - 1))), float(np.sqrt(2.0 * max(pairs, 0.0)) / size)

    def asymptotic_pvalue(self, labels: BoolArray, *, null: str = "gamma") -> float:
        """The p-value of one labelling (N,) by a law for many rows; see `null_laws`."""
        return self.null_tail(float(self.evaluate(labels[None])[0]), labels, null)

    def null_tail(self, value: float, labels: BoolArray, null: str, *, unbiased: bool = False) -> float:
        """The probability of a value as large without a difference; one that is `unbiased` has the mean zero."""
        unit = (1.0 / labels.sum() + 1.0 / (~labels).sum()) * self.factor
        mean, spread = self.moments()
        standard = value / unit + (mean if unbiased else 0.0)
        return gamma_tail(standard, mean, spread) if null == "gamma" else spectral_tail(standard, self._eigenvalues())

    def _eigenvalues(self) -> FloatArray:
        """Of the centred kernel of at most 4,096 rows, over N - 1 (N,): they add up to the mean over relabellings."""
        size = self.columns.shape[1]
        if size > SPECTRAL_ROWS:
            raise ValueError(
                message(
                    "{null='spectral'} takes all eigenvalues of the kernel, of at most {most}; got {size:,} (use "
                    "{null='gamma'})",
                    most=counted(SPECTRAL_ROWS, "row"),
                    size=size,
                )
            )
        whole = symmetric_matrix(self.each_panel(), size)
        rows = whole.mean(axis=0)
        eigenvalues: FloatArray = np.linalg.eigvalsh(rows + rows[:, None] - rows.mean() - whole) / (size - 1)
        return np.maximum(eigenvalues, 0.0)


def prepare_dissimilarity(
    distances: Distances, dissimilarity: Dissimilarity, *, factor: float = 1.0, copies: int = 1
) -> PreparedDissimilarity:
    """Compare every two rows, and keep what came out if it is not too much for so many copies."""
    kept: list[FloatArray] = []
    total = 0.0
    for panel in map(dissimilarity, distances.panels()):
        start = len(panel) - panel.shape[1]
        total += 2.0 * float(panel[:start].sum()) + float(panel[start:].sum())
        if distances.size**2 * copies <= KEPT_ROWS**2:
            kept.append(panel)
    mean = total / distances.size**2
    return PreparedDissimilarity(distances.columns, dissimilarity, tuple(kept) or None, mean, factor)


def prepare_gram(gram: FloatArray, columns: FloatArray) -> PreparedDissimilarity:
    """The same from a kernel K (N, N) of the pooled rows, `columns` (d, N): D_ij = ½(K_ii + K_jj) - K_ij."""
    half = 0.5 * np.diagonal(gram)
    panels = []
    for start in range(0, len(gram), WIDTH):
        stop = min(start + WIDTH, len(gram))
        panels.append(half[:stop, None] + half[start:stop] - gram[:stop, start:stop])
    return PreparedDissimilarity(columns, None, tuple(panels), float(np.abs(np.diagonal(gram)).mean()), 1.0)


@kernel()
def add_panel(weights, panel, sums):  # type: ignore[no-untyped-def]
    """Add to `sums` (b,) the part of wᵀDw, for each w of `weights` (b, N), that belongs to a panel and its mirror."""
    height, width = panel.shape
    start = height - width
    columns = np.empty((GROUP, width))
    for first in range(0, weights.shape[0], GROUP):
        group = weights[first : first + GROUP]
        add_rows(group, panel, 0, start, columns)
        for g in range(group.shape[0]):
            sums[first + g] += 2.0 * inner(columns[g], group[g, start : start + width])
        add_rows(group, panel, start, height, columns)
        for g in range(group.shape[0]):
            sums[first + g] += inner(columns[g], group[g, start : start + width])


@kernel()
def add_rows(weights, panel, first, last, columns):  # type: ignore[no-untyped-def]
    """Rows `first` … `last` - 1 of a panel, weighted and summed, into `columns` (g, width)."""
    columns[:] = 0.0
    whole = first + (last - first) // 8 * 8
    for i in range(first, whole, 8):
        p0, p1, p2, p3 = panel[i], panel[i + 1], panel[i + 2], panel[i + 3]
        p4, p5, p6, p7 = panel[i + 4], panel[i + 5], panel[i + 6], panel[i + 7]
        for g in range(weights.shape[0]):
            out, w = columns[g], weights[g]
            w0, w1, w2, w3 = w[i], w[i + 1], w[i + 2], w[i + 3]
            w4, w5, w6, w7 = w[i + 4], w[i + 5], w[i + 6], w[i + 7]
            for j in range(panel.shape[1]):
                left = (w0 * p0[j] + w1 * p1[j]) + (w2 * p2[j] + w3 * p3[j])
                right = (w4 * p4[j] + w5 * p5[j]) + (w6 * p6[j] + w7 * p7[j])
                out[j] += left + right
    for i in range(whole, last):
        p0 = panel[i]
        for g in range(weights.shape[0]):
            out, w0 = columns[g], weights[g, i]
            for j in range(panel.shape[1]):
                out[j] += w0 * p0[j]


@kernel()
def inner(a, b):  # type: ignore[no-untyped-def]
    """The inner product, in order."""
    total = 0.0
    for j in range(a.size):
        total += a[j] * b[j]
    return total
