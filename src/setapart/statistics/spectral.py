"""Kernels by their leading eigenfunctions over the pooled rows, and sums of squares of how the means of these differ.

A kernel K, centred, is Σ sⱼ φⱼφⱼᵀ over the pooled rows, with φⱼ orthonormal. The squared maximum mean discrepancy is
Σ sⱼ Dⱼ², with Dⱼ the mean of φⱼ in the first sample less that in the second; other weights make other statistics. Of
many rows the eigenfunctions are those of some rows drawn at random, the landmarks, whatever the labels (Nyström).

Williams and Seeger, "Using the Nyström method to speed up kernel machines", NeurIPS 2000.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh

from setapart._interrupt import checkpoint
from setapart._threads import one_blas_thread
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.statistics.finite_class import LEVELS, ROWS, PreparedTable
from setapart.statistics.witness import BETWEEN_ROWS, WitnessFunction, learning_samples, left_out_means
from setapart.transport._jit import kernel

__all__ = ["FUNCTIONS", "LANDMARKS", "Form", "PreparedForms", "PreparedSquares", "Spectrum", "n_functions", "spectra"]

FUNCTIONS, LANDMARKS = 200, 400  # of each kernel, at most
LEAST = 20  # functions of each kernel, where rows are many
CELLS = 100_000_000  # rows × functions of all kernels that are held, 2 bytes each
BLOCK = 4_000_000  # values of a kernel at a time
INDEPENDENT = 1e-8  # eigenvalues among landmarks, over the largest, below which there is rounding
VANISHING = 1e-10  # the same over all rows
CONSTANT = 1e-12  # the share of a form that varies, below which there is rounding

# Values (b, L) of a kernel between rows and landmarks, both given by their places.
Gram = Callable[[slice | IntArray, IntArray], FloatArray]


@dataclass(frozen=True, eq=False)
class Spectrum:
    """The leading eigenfunctions (N, r) of a kernel over the pooled rows, of length one, and eigenvalues (r,)."""

    functions: FloatArray
    values: FloatArray  # falling, positive


def n_functions(size: int, kernels: int) -> int:
    """How many eigenfunctions of each of several kernels are used with `size` pooled rows."""
    return min(FUNCTIONS, max(LEAST, CELLS // (kernels * size)))


def spectra(grams: Sequence[Gram], size: int, most: int, rng: np.random.Generator) -> Iterator[Spectrum]:
    """The leading eigenfunctions of kernels over `size` pooled rows, at most so many of each."""
    n_landmarks = min(size, 2 * most)
    landmarks = np.arange(size) if size == n_landmarks else np.sort(rng.choice(size, n_landmarks, replace=False))
    for gram in grams:
        with one_blas_thread():
            yield _spectrum(gram, landmarks, size, most)


def _spectrum(gram: Gram, landmarks: IntArray, size: int, most: int) -> Spectrum:
    among = gram(landmarks, landmarks)
    means = among.mean(axis=0)
    offset = means - means.mean()
    values, vectors = _leading(among - means[:, None] - offset, INDEPENDENT)
    if landmarks.size == size:
        return Spectrum(np.ascontiguousarray(vectors[:, :most]), values[:most])
    coordinates = vectors / np.sqrt(values)
    step = max(1, BLOCK // landmarks.size)
    blocks = [slice(start, min(start + step, size)) for start in range(0, size, step)]

    def features(rows: slice) -> FloatArray:
        checkpoint()
        block = gram(rows, landmarks)
        along: FloatArray = (block - block.mean(axis=1, keepdims=True) - offset) @ coordinates
        return along

    held = [features(rows) for rows in blocks] if len(blocks) == 1 else None  # small enough to be made once
    sums, squares = np.zeros(values.size), np.zeros((values.size, values.size))
    for block in held or map(features, blocks):
        sums += block.sum(axis=0)
        squares += block.T @ block
    means = sums / size
    values, vectors = _leading(squares - size * np.outer(means, means), VANISHING)
    turned = vectors[:, :most] / np.sqrt(values[:most])
    functions = np.empty((size, turned.shape[1]))
    for rows, block in zip(blocks, held or map(features, blocks), strict=True):
        functions[rows] = (block - means) @ turned
    return Spectrum(functions, values[:most])


def _leading(matrix: FloatArray, least: float) -> tuple[FloatArray, FloatArray]:
    """Positive eigenvalues, falling, of at least so much of the largest, and their vectors as columns."""
    values, vectors = eigh(matrix)
    kept = np.flatnonzero(values > least * values.max(initial=0.0))[::-1]
    return values[kept], vectors[:, kept]


@dataclass(frozen=True, eq=False)
class Form:
    """A sum of squares Σ cⱼ Dⱼ² over the eigenfunctions of one kernel, the share of each row with itself left out.

    Over all relabellings its mean is known, and its standard deviation and skewness nearly, by those of Σ cⱼ (Zⱼ² - 1)
    with Zⱼ independent and normal.
    """

    weights: FloatArray  # (r,), c
    spectrum: int  # of which kernel
    name: str = BETWEEN_ROWS  # of its witness

    def itself(self, functions: FloatArray) -> FloatArray:
        """The share (N,) of each row with itself."""
        return functions**2 @ self.weights


@dataclass(frozen=True, eq=False)
class PreparedSquares(PreparedTable):
    """Functions of N pooled rows, and a weighted sum of the squares of how their means differ."""

    units: FloatArray  # (q,), what one level of each is
    weights: FloatArray  # (q,)

    @classmethod
    def of(cls, spectrum: Spectrum, factor: float = 1.0) -> "PreparedSquares":
        """The squared maximum mean discrepancy of a kernel, times a factor."""
        table, units = whole_numbers([spectrum.functions.T], len(spectrum.functions))
        return cls(len(spectrum.functions), table, units, spectrum.values * factor)

    def witness(self, labels: BoolArray, among: BoolArray | None = None) -> WitnessFunction:
        """See `WithWitness`."""
        samples = learning_samples(labels, among)
        sums = self.units * self.sums(samples)
        values = kernel_witness(self.table, self.units, self.weights, sums, samples)
        return WitnessFunction(values, BETWEEN_ROWS)

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`."""
        values = np.empty(len(labels))
        n = labels.sum(axis=1).astype(float)
        sum_squares(self.sums(labels), n, float(self.size), self.units, self.totals, self.weights, values)
        return values


@dataclass(frozen=True, eq=False)
class PreparedForms(PreparedTable):
    """Several forms of the eigenfunctions of some kernels over N pooled rows; the value is the largest, or zero.

    Each is put on one scale by its distribution over all relabellings, by Wilson and Hilferty's cube root: a form of
    few functions is skewed, one of many is not, and the largest of both would be always one of the few.
    """

    # The table has the eigenfunctions of all kernels, then the shares of rows with themselves.
    units: FloatArray  # (q,), what one level of each is
    starts: IntArray  # (f + 1,), where the weights of each form begin
    weights: FloatArray  # of all forms, one after the other
    columns: IntArray  # the function that each weight is of
    moments: FloatArray  # (f, 3): trace, standard deviation and shape of each form, times what n and m make of them
    names: tuple[str, ...] = ()  # of the witness of each form

    @classmethod
    def of(cls, spectra: Sequence[Spectrum], forms: Sequence[Form], size: int) -> "PreparedForms":
        """From the eigenfunctions of some kernels, and forms of them, of which those that cannot vary are left out."""
        first = np.cumsum([0, *(spectrum.values.size for spectrum in spectra)])
        columns = [spectrum.functions.T for spectrum in spectra]
        weights, places, moments, shares, names = [], [], [], [], []
        for form in forms:
            itself = form.itself(spectra[form.spectrum].functions)
            squares = float(np.sum(form.weights**2))
            variance = squares - float(np.sum(itself**2))
            alike = float(itself.sum()) ** 2 / (size * (size - 1))  # its part, if all pairs are alike
            if variance - alike <= CONSTANT * squares:
                continue
            skewness = np.sqrt(8.0) * float(np.sum(form.weights**3)) / squares**1.5
            weights.append(form.weights)
            places.append(first[form.spectrum] + np.arange(form.weights.size))
            moments.append((float(itself.sum()) / (size - 1), np.sqrt(2.0 * variance), 4.0 / skewness**2))
            shares.append(itself)
            names.append(form.name)
        table, units = whole_numbers([*columns, np.array(shares).reshape(-1, size)], size)
        starts = np.cumsum([0, *(part.size for part in weights)])
        return cls(
            size,
            table,
            units,
            starts,
            np.concatenate([np.empty(0), *weights]),
            np.concatenate([np.empty(0, np.int64), *places]),
            np.array(moments).reshape(-1, 3),
            tuple(names),
        )

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`."""
        values: FloatArray = self.forms(labels).max(axis=1, initial=0.0)
        return values

    def forms(self, labels: BoolArray) -> FloatArray:
        """Each form (b, f) under labellings (b, N), standard normal, nearly, over all relabellings."""
        values = np.empty((len(labels), len(self.moments)))
        n = labels.sum(axis=1).astype(float)
        arrays = self.units, self.totals, self.starts, self.weights, self.columns, self.moments
        standard_forms(self.sums(labels), n, float(self.size), *arrays, values)
        return values

    def witness(self, labels: BoolArray, among: BoolArray | None = None) -> WitnessFunction:
        """See `WithWitness`: that of the largest form."""
        samples = learning_samples(labels, among)
        sums = self.units * self.sums(samples)
        f = int(np.argmax(self._forms_of_some(sums, samples.sum(axis=1))))
        part = slice(self.starts[f], self.starts[f + 1])
        used = self.columns[part]
        values = kernel_witness(self.table[used], self.units[used], self.weights[part], sums[:, used], samples)
        return WitnessFunction(values, self.names[f])

    def _forms_of_some(self, sums: FloatArray, sizes: IntArray) -> FloatArray:
        """Each form (f,) from sums (2, q) of functions over as many rows of either sample, not all there are."""
        one_over = 1.0 / sizes
        both = one_over.sum() / self.size
        squares = (one_over[0] * sums[0] - one_over[1] * sums[1]) ** 2
        with_itself = one_over**2 @ sums[:, self.count - len(self.moments) :]
        totals = np.add.reduceat(self.weights * squares[self.columns], self.starts[:-1]) - with_itself
        mean, deviation, shape = self.moments.T
        root = np.cbrt(np.maximum(1.0 + (totals / both - mean) / deviation / np.sqrt(shape), 0.0))
        forms: FloatArray = (root - 1.0 + 1.0 / (9.0 * shape)) * 3.0 * np.sqrt(shape)
        return forms


def whole_numbers(tables: Sequence[FloatArray], size: int) -> tuple[NDArray[np.int16], FloatArray]:
    """Functions (q, N), in parts, as whole numbers to ±`LEVELS`, and what one level of each is."""
    table = np.empty((sum(map(len, tables)), size), np.int16)
    units = np.empty(len(table))
    place = 0
    for part in tables:
        for values in part:
            largest = float(np.abs(values).max())
            units[place] = largest / LEVELS or 1.0
            table[place] = np.rint(values / units[place])
            place += 1
    return table, units


def kernel_witness(
    table: NDArray[np.int16], units: FloatArray, weights: FloatArray, sums: FloatArray, samples: BoolArray
) -> FloatArray:
    """The witness (N,) of the kernel Σ cⱼ φⱼφⱼᵀ, of functions (r, N) and weights (r,).

    `sums` (2, r) are those of the functions over either of the `samples` (2, N).
    """
    size = table.shape[1]
    kernels, itself = np.empty((2, size)), np.empty(size)
    for start in range(0, size, ROWS):
        rows = slice(start, start + ROWS)
        functions = units[:, None] * table[:, rows]
        kernels[:, rows] = (sums * weights) @ functions
        itself[rows] = weights @ functions**2
    return left_out_means(kernels, itself, samples)


@kernel()
def sum_squares(inside, n, size, units, sums, weights, out):  # type: ignore[no-untyped-def]
    """Weighted squared changes (b,) of functions, from their sums (b, q) over first samples of n (b,) rows."""
    for b in range(inside.shape[0]):
        first, second = 1.0 / n[b], 1.0 / (size - n[b])
        total = 0.0
        for j in range(weights.size):
            change = units[j] * (inside[b, j] * first - (sums[j] - inside[b, j]) * second)
            total += weights[j] * change * change
        out[b] = total


@kernel()
def standard_forms(inside, n, size, units, sums, starts, weights, columns, moments, out):  # type: ignore[no-untyped-def]
    """Forms (b, f) from sums (b, q) of functions over first samples of n (b,) rows; see `PreparedForms`."""
    q = sums.size
    count = moments.shape[0]
    for b in range(inside.shape[0]):
        first, second = 1.0 / n[b], 1.0 / (size - n[b])
        for f in range(count):
            total = 0.0
            for place in range(starts[f], starts[f + 1]):
                j = columns[place]
                change = units[j] * (inside[b, j] * first - (sums[j] - inside[b, j]) * second)
                total += weights[place] * change * change
            j = q - count + f
            total -= units[j] * (inside[b, j] * first * first + (sums[j] - inside[b, j]) * second * second)
            both = (first + second) / size
            z = (total - moments[f, 0] * both) / (moments[f, 1] * both)
            shape = moments[f, 2]
            root = max(1.0 + z / np.sqrt(shape), 0.0) ** (1.0 / 3.0)
            out[b, f] = (root - 1.0 + 1.0 / (9.0 * shape)) * 3.0 * np.sqrt(shape)
