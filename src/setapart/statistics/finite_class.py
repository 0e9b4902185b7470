"""The largest change of a mean over a finite class of functions of the rows: an integral probability metric.

The functions are made of the pooled rows, whatever their labels, and held in whole numbers: sums of them are exact in
any order, so that a product of matrices gives the same bits for any batch and any number of threads.

Müller, "Integral probability metrics and their generating classes of functions", Advances in Applied Probability 29,
1997.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from setapart._interrupt import checkpoint
from setapart._threads import one_blas_thread
from setapart._types import BoolArray, FloatArray
from setapart.statistics.base import WithoutDirections
from setapart.statistics.ranks import mid_ranks
from setapart.statistics.witness import learning_samples
from setapart.transport._jit import kernel

__all__ = ["LEVELS", "ROWS", "PreparedClass", "Whole", "legendre", "rank_table", "rounded", "spread_ranks"]

# Whole numbers to ±4,096, of at most 4,096 rows: their sums are below 2²⁴, and exact as 32-bit floats.
LEVELS = 4096
ROWS = 4096
FIGURES = 1e-9  # relative: numbers of rows that differ by less are equal, but for rounding
FUNCTIONS = 512  # in a product of matrices: at most 8 MiB
_FLOPS = 2e10  # a second, of such a product on one core, the functions made anew

Whole = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class PreparedClass(WithoutDirections, ABC):
    """A class of functions of N pooled rows; each class says how its functions are made."""

    size: int  # N
    # Sums (b, q) of some functions over first samples on a device, see `devices`
    elsewhere: Callable[[BoolArray, slice], FloatArray] | None = field(default=None, kw_only=True)

    scale = 1.0  # values are in standard deviations

    @property
    @abstractmethod
    def count(self) -> int:
        """The number of functions, q."""

    @abstractmethod
    def functions(self, chosen: slice, rows: slice) -> Whole:
        """Functions as whole numbers to ±`LEVELS`, (q, r): those chosen, at some rows."""

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        return 1e-6 + 2.0 * self.size * self.count / _FLOPS

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`."""
        largest = np.zeros(len(labels))
        n = labels.sum(axis=1).astype(float)
        with one_blas_thread():
            for inside, sums, deviations in self._products(labels):
                keep_largest(inside, n, float(self.size), sums, deviations, largest)
        return largest

    def changes(self, labels: BoolArray) -> FloatArray:
        """Mean in the first sample less mean in the second of each function (q,), in standard deviations."""
        n = int(labels.sum())
        changes = [
            (inside[0] / n - (sums - inside[0]) / (self.size - n)) / deviations
            for inside, sums, deviations in self._products(labels[None])
        ]
        return np.concatenate([np.empty(0), *changes])

    def leading(self, labels: BoolArray, among: BoolArray | None = None) -> tuple[int, int, FloatArray]:
        """The function whose means differ most among some rows, by default all: which, sign of the change, and values.

        These (N,) are in standard deviations about the mean, with the sign that makes them larger in the first sample.
        """
        samples = learning_samples(labels, among)
        sums, deviations = self._moments
        first, second = self.sums(samples) / samples.sum(axis=1, keepdims=True)
        changes = (first - second) / deviations
        j = int(np.argmax(np.abs(changes)))
        values = np.concatenate(
            [
                self.functions(slice(j, j + 1), slice(start, start + ROWS))[0].astype(float)
                for start in range(0, self.size, ROWS)
            ]
        )
        sign = -1 if changes[j] < 0.0 else 1
        return j, sign, sign * (values - sums[j] / self.size) / deviations[j]

    def sums(self, labels: BoolArray) -> FloatArray:
        """The sum of each function over the first sample (b, q) of labellings (b, N), in levels."""
        with one_blas_thread():
            parts = [inside for inside, _, _ in self._products(labels)]
        return np.concatenate([np.empty((len(labels), 0)), *parts], axis=1)

    @property
    def totals(self) -> FloatArray:
        """The sum of each function over all rows (q,), in levels."""
        return self._moments[0]

    def _products(self, labels: BoolArray) -> Iterator[tuple[FloatArray, FloatArray, FloatArray]]:
        """Sums (b, q) of some functions over the first samples of labellings (b, N), and their `_moments`."""
        member = labels.astype(np.float32)
        sums, deviations = self._moments
        for start in range(0, self.count, FUNCTIONS):
            checkpoint()
            chosen = slice(start, min(start + FUNCTIONS, self.count))
            inside = self._inside(member, chosen) if self.elsewhere is None else self.elsewhere(labels, chosen)
            yield inside, sums[chosen], deviations[chosen]

    def _inside(self, member: Whole, chosen: slice) -> FloatArray:
        inside = np.zeros((len(member), chosen.stop - chosen.start))
        for first in range(0, self.size, ROWS):
            rows = slice(first, min(first + ROWS, self.size))
            inside += member[:, rows] @ self.functions(chosen, rows).T
        return inside

    @cached_property
    def _moments(self) -> tuple[FloatArray, FloatArray]:
        """Sums over all rows (q,), and standard deviations (q,); of what hardly varies, infinity."""
        sums, squares = np.zeros((2, self.count))
        for start in range(0, self.count, FUNCTIONS):
            checkpoint()
            chosen = slice(start, min(start + FUNCTIONS, self.count))
            for first in range(0, self.size, ROWS):
                values = self.functions(chosen, slice(first, first + ROWS)).astype(float)
                sums[chosen] += values.sum(axis=1)
                squares[chosen] += np.square(values).sum(axis=1)
        variances = squares / self.size - np.square(sums / self.size)
        return sums, np.sqrt(np.where(variances > 1.0, variances, np.inf))  # at most one level: rounding


@dataclass(frozen=True, eq=False)
class PreparedTable(PreparedClass):
    """A class whose functions are held in a table, of whole numbers (q, N)."""

    table: NDArray[np.int16]

    @property
    def count(self) -> int:
        """See `PreparedClass.count`."""
        return len(self.table)

    def functions(self, chosen: slice, rows: slice) -> Whole:
        """See `PreparedClass.functions`."""
        return self.table[chosen, rows].astype(np.float32)


def rounded(values: FloatArray) -> Whole:
    """Values from -1 to 1 as whole numbers to ±`LEVELS`."""
    return np.rint(values * LEVELS).astype(np.float32)


def spread_ranks(values: FloatArray) -> FloatArray:
    """Pooled ranks of values (N,), ties by their mean, spread evenly over -1 to 1."""
    return (2.0 * mid_ranks(values) - 1.0) / values.size - 1.0


def rank_table(numbers: Iterable[FloatArray], size: int, degrees: range) -> NDArray[np.int16]:
    """Polynomials of the ranks of numbers (N,) that rows have, (q, N): all degrees of one number, then of the next."""
    chosen = slice(degrees.start - 1, degrees.stop - 1)
    parts = [rounded(legendre(spread_ranks(_to_figures(values)), degrees.stop - 1)[chosen]) for values in numbers]
    return np.concatenate([np.empty((0, size)), *parts]).astype(np.int16)


def _to_figures(values: FloatArray) -> FloatArray:
    """In steps so fine that only rounding is below them: a row's numbers do not depend on the order of the rows."""
    largest = float(np.abs(values).max())
    return np.rint(values / (largest * FIGURES)) if largest > 0.0 else values


def legendre(ranks: FloatArray, degree: int) -> FloatArray:
    """Legendre's polynomials of degrees 1 to `degree`, (degree, …), of numbers from -1 to 1."""
    values = [np.ones_like(ranks), ranks]
    for a in range(1, degree):
        values.append(((2 * a + 1) * ranks * values[a] - a * values[a - 1]) / (a + 1))
    return np.stack(values[1 : degree + 1])


@kernel()
def keep_largest(inside, n, size, sums, deviations, largest):  # type: ignore[no-untyped-def]
    """Raise `largest` (b,) to the changes of means that sums (b, q) over first samples of n (b,) rows tell."""
    for b in range(inside.shape[0]):
        for q in range(inside.shape[1]):
            total = inside[b, q]
            change = abs(total / n[b] - (sums[q] - total) / (size - n[b])) / deviations[q]
            if change > largest[b]:
                largest[b] = change
