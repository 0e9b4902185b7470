"""Independent components: the directions along which the pooled rows are least normal, whatever the labels."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy.linalg import eigh

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray
from setapart.projection.coordinates import Whitening, standardise
from setapart.projection.solution import Solution
from setapart.statistics.arrangement import in_order
from setapart.statistics.base import single_direction
from setapart.statistics.finite_class import PreparedTable, rank_table
from setapart.statistics.traits import Traits

__all__ = ["IndependentComponents", "PreparedComponents", "independent_components"]

DEGREES = range(2, 5)  # of the polynomials of ranks
MOST = 60  # components
ROWS_EACH = 10  # rows for each component, at least
LEARNED = 2_000  # rows that the directions are learned from, at most
CELLS = 50_000_000  # rows × functions, at most
STARTS = 20  # with few components, which are found quickly
FEW = 20
STEPS = 100
CHANGE = 1e-4  # of a direction in a step, below which it stays
SAME = 0.98  # correlation from which two components are one
LEAST = 1e-9  # of the largest variance: below it a direction is rounding
NORMAL = 0.374567  # the mean of log cosh of a standard normal number


@dataclass(frozen=True)
class IndependentComponents:
    """The largest change of shape along an independent component of the pooled rows, in standard deviations.

    Independent component analysis looks for directions along which the rows, brought to the same variance in all
    directions, are as far from normal as can be: clumps, tails, skewness. It is made of all rows, whatever their
    labels, so that one sample in clumps shows in it as half of a mixture. Along each component the pooled ranks are
    compared by Legendre's polynomials of degree 2 to 4; the value is the largest difference of two means, in standard
    deviations over all rows. It has no unit and does not depend on the units of the features. Where the pooled rows are
    normal in every direction it sees nothing: a spread of 1 and of 1.2 is nearly so.

    The rows are taken to their leading principal components in standard deviations of the features: at most 60, and one
    for ten rows. FastICA with log cosh finds the directions, from 20 random starts with at most 20 components;
    they are learned from 2,000 rows, drawn at random, where there are more.

    References
    ----------
    Hyvärinen, "Fast and robust fixed-point algorithms for independent component analysis", IEEE Transactions on Neural
    Networks 10, 1999.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(150, 6)), rng.normal(size=(150, 6))
    >>> y[:, 0] = rng.choice([-0.95, 0.95], 150) + 0.31 * y[:, 0]  # two clumps, of mean 0 and variance 1
    >>> turn = np.linalg.qr(rng.normal(size=(6, 6)))[0]
    >>> sa.two_sample_test(x @ turn, y @ turn, statistic="ica", n_resamples=99, rng=0).pvalue
    0.01
    """

    name: ClassVar[str] = "ica"
    traits: ClassVar[Traits] = Traits(
        "largest change of shape along an independent component",
        looks_at="clumps, tails and skewness along directions",
        unit="standard deviations",
        degree=0.0,
        unit_free=True,
        directions="direction",
    )

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> "PreparedComponents":
        """Find the components; see `Statistic.prepare`."""
        directions, along = independent_components(pooled, rng)
        return PreparedComponents(len(pooled), rank_table(along.T, len(pooled), DEGREES), pooled, directions)


@dataclass(frozen=True, eq=False)
class PreparedComponents(PreparedTable):
    """Polynomials of the ranks along each component, one component after the other."""

    pooled: FloatArray  # (N, d)
    directions: FloatArray  # (d, c), in the units of the data

    def describe(self, labels: BoolArray) -> Solution:
        """The component that differs most, with W₁ along it in the units of the data."""
        found = self.directions.shape[1]
        direction = (
            self.directions[:, self.leading(labels)[0] // len(DEGREES)] if found else np.zeros(self.pooled.shape[1])
        )
        return single_direction(self.pooled, labels, direction, "The direction was learned from all rows.")


def independent_components(pooled: FloatArray, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
    """Directions (d, c) in the features and the pooled rows along them (N, c), the least normal first.

    Directions are of length one, or zero where units are too far apart; the rows along them have a variance near one.
    """
    size = len(pooled)
    # The ascents magnify rounding, which depends on the order of the rows; and the first sample comes first.
    order = in_order(pooled)
    points, spread, exponents = standardise(pooled[order])
    learned = points[np.sort(rng.choice(size, LEARNED, replace=False))] if size > LEARNED else points
    axes = principal_axes(learned, min(MOST, max(1, size // ROWS_EACH)))
    white = learned @ axes
    turns = [fast_ica(white, rng) for _ in range(STARTS if white.shape[1] <= FEW else 1)]
    turn = least_normal(white, np.concatenate(turns, axis=1))[:, : max(1, CELLS // (len(DEGREES) * size))]
    along = np.empty((size, turn.shape[1]))
    along[order] = points @ (axes @ turn)
    return Whitening(along, axes / spread[:, None], exponents).lift(turn), along


def principal_axes(points: FloatArray, most: int) -> FloatArray:
    """Axes (d, c) along which centred rows (n, d) have a variance of one: the leading ones, of rank at most `most`."""
    size, d = points.shape
    wide = d > size
    least = max(0, min(size, d) - most)
    moments = (points @ points.T if wide else points.T @ points) / size
    values, vectors = eigh(moments, subset_by_index=(least, min(size, d) - 1))
    kept = values > max(LEAST * values[-1], np.finfo(float).tiny)
    values, vectors = values[kept][::-1], vectors[:, kept][:, ::-1]
    axes = points.T @ vectors / (values * size**0.5) if wide else vectors / np.sqrt(values)
    skewed = np.sum((points @ axes) ** 3, axis=0)  # the sign of an axis, on which random starts depend
    turned: FloatArray = axes * np.where(skewed < 0.0, -1.0, 1.0)
    return turned


def fast_ica(white: FloatArray, rng: np.random.Generator) -> FloatArray:
    """An orthogonal matrix (c, c) that makes the coordinates of white rows (n, c) as far from normal as can be."""
    size, c = white.shape
    turn = np.linalg.qr(rng.standard_normal((c, c)))[0]
    for _ in range(STEPS if c > 1 else 0):
        checkpoint()
        slopes = np.tanh(white @ turn)
        toward = white.T @ slopes / size - turn * (1.0 - np.mean(slopes**2, axis=0))
        toward /= np.maximum(np.linalg.norm(toward, axis=0), np.finfo(float).tiny)
        # Half way, or directions that are nearly normal never come to rest.
        left, _, right = np.linalg.svd(turn + toward * np.sign(np.sum(toward * turn, axis=0)))
        before, turn = turn, left @ right
        if np.all(np.abs(np.sum(before * turn, axis=0)) > 1.0 - CHANGE):
            break
    return turn


def least_normal(white: FloatArray, turn: FloatArray) -> FloatArray:
    """Directions (c, r) without those that are nearly the same as another, the least normal first."""
    kept: list[int] = []
    for j in range(turn.shape[1]):  # by their starts: of two that are nearly equal, rounding must not choose
        if not np.any(np.abs(turn[:, j] @ turn[:, kept]) > SAME):
            kept.append(j)
    turn = turn[:, kept]
    distance = np.abs(np.mean(np.log(np.cosh(white @ turn)), axis=0) - NORMAL)
    return turn[:, np.argsort(-distance, kind="stable")]
