"""Numbers that each row has by its place among all rows, whatever the labels; a shift of one is a change of shape."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy.linalg import eigh
from scipy.spatial import KDTree
from scipy.spatial.distance import cdist

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray
from setapart.statistics.distances import SHARED_ROWS, Distances
from setapart.statistics.finite_class import PreparedTable, rank_table
from setapart.statistics.standardised import standardised
from setapart.statistics.traits import Traits
from setapart.statistics.witness import WitnessFunction
from setapart.transport.conditioning import ENORMOUS

__all__ = ["Geometry", "PreparedGeometry", "row_features"]

DEGREES = range(1, 3)  # of the polynomials of ranks
NEIGHBOURS = (1, 5, 30)
RIDGES = (0.1, 0.5, 2.0)  # in units of the mean eigenvalue of the correlations
STRONG = 0.3  # a correlation of which only the sign counts
TREE_FEATURES = 10  # up to which a k-d tree finds neighbours quickly
LANDMARKS = 1_000  # rows to which distances are taken where those of all rows are too many
MOST_FEATURES = 2_000  # of which correlations are taken
BLOCK = 4_000_000  # distances at a time


@dataclass(frozen=True)
class Geometry:
    """The largest change of a number that rows have by their place among all rows, in standard deviations.

    Features are taken in their standard deviations, so that the value does not depend on their units. Each row gets
    numbers that do not depend on the labels: its distance from the median row; its distances from the
    nearest, fifth and thirtieth row; its Mahalanobis norm by the correlations of all rows with a ridge of 0.1, 0.5 and
    2 times their mean eigenvalue; and how well it agrees with these correlations, zᵀWz with W the correlations, their
    cubes, or the signs of those above 0.3. Of each number the pooled ranks are compared, and how far these are from the
    middle. The value is the largest difference of two means, in standard deviations over all rows.

    What no direction shows is a plain shift of one of these: shells and cubes (norms), clumps and density (neighbours),
    spectra and equicorrelation (ridge norms), bands and blocks of correlations (zᵀWz). It hardly sees a shift of a
    mean.

    Above 4,096 rows neighbours come from a k-d tree in at most 10 features, and in more among 1,000 rows drawn at
    random. Correlations are those of at most 2,000 features, drawn at random. Sparse rows are compared by principal
    components, which have no correlations: there only distances count.

    References
    ----------
    Maa, Pearl and Bartoszyński, "Reducing multidimensional two-sample data to one-dimensional interpoint comparisons",
    Annals of Statistics 24, 1996, for distances; the ridge norms follow Hagrass, Sriperumbudur and Li, "Spectral
    regularized kernel two-sample tests", Annals of Statistics 52, 2024.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(80, 20)), rng.normal(size=(80, 20))
    >>> y /= np.linalg.norm(y, axis=1, keepdims=True) / 20**0.5  # all rows on a sphere
    >>> sa.two_sample_test(x, y, statistic="geometry", n_resamples=99, rng=0).pvalue
    0.01
    """

    name: ClassVar[str] = "geometry"
    traits: ClassVar[Traits] = Traits(
        "largest change of a number that rows have by their place among all rows",
        looks_at="where rows lie among all others",
        unit="standard deviations",
        degree=0.0,
        unit_free=True,
        directions=None,
        figures_end=ENORMOUS,
        by_order=True,
        squares=True,
    )

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> "PreparedGeometry":
        """Give each row its numbers; see `Statistic.prepare`."""
        numbers = row_features(pooled, rng)
        return PreparedGeometry(len(pooled), rank_table(numbers.values(), len(pooled), DEGREES), numbers)


@dataclass(frozen=True, eq=False)
class PreparedGeometry(PreparedTable):
    """Two functions of each number: its rank, and how far that is from the middle."""

    numbers: dict[str, FloatArray]  # q / 2 of them by their names, (N,)

    def witness(self, labels: BoolArray, among: BoolArray | None = None) -> WitnessFunction:
        """See `WithWitness`."""
        j, sign, values = self.leading(labels, among)
        name, numbers = list(self.numbers.items())[j // 2]
        spread = j % 2 == 1
        shown = f"{name}, how far from its middle" if spread else name
        return WitnessFunction(values, shown, sign=sign, numbers=numbers, spread=spread)


def row_features(pooled: FloatArray, rng: np.random.Generator) -> dict[str, FloatArray]:
    """The numbers (N,) of the rows of `pooled` (N, d), by their names; none where no row differs from another."""
    varying = np.any(pooled != pooled[0], axis=0)
    if not varying.any():
        return {}
    points = standardised(pooled[:, varying])
    numbers = {"distance from the median": np.linalg.norm(points - np.median(points, axis=0), axis=1)}
    distances = neighbour_distances(points, rng)
    numbers |= zip((f"distance from neighbour {k}" for k in NEIGHBOURS), distances, strict=True)
    numbers |= correlation_numbers(points, rng)
    return numbers


def neighbour_distances(points: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Distances (3, N) of each of `points` (N, d) from its nearest, fifth and thirtieth other."""
    size, d = points.shape
    if size <= SHARED_ROWS:
        distances = Distances.of(points)
        return np.ldexp(np.sqrt(_nearest(distances.square(), np.arange(size))), distances.exponent)
    if d <= TREE_FEATURES:
        return np.asarray(KDTree(points).query(points, [k + 1 for k in NEIGHBOURS])[0]).T
    landmarks = rng.choice(size, LANDMARKS, replace=False)
    nearest = np.empty((len(NEIGHBOURS), size))
    itself = np.full(size, -1)
    itself[landmarks] = np.arange(LANDMARKS)
    for start in range(0, size, BLOCK // LANDMARKS):
        checkpoint()
        part = slice(start, start + BLOCK // LANDMARKS)
        nearest[:, part] = _nearest(cdist(points[part], points[landmarks]), itself[part])
    return nearest


def _nearest(distances: FloatArray, itself: np.ndarray) -> FloatArray:
    """The smallest of the rows of distances (r, c), without that from a row to itself, whose column is -1 if none."""
    rows = np.flatnonzero(itself >= 0)
    distances[rows, itself[rows]] = np.inf
    places = [min(k, distances.shape[1] - 1) - 1 for k in NEIGHBOURS]
    return np.partition(distances, sorted(set(places)), axis=1)[:, places].T


def correlation_numbers(z: FloatArray, rng: np.random.Generator) -> dict[str, FloatArray]:
    """Ridge Mahalanobis norms and zᵀWz of standardised rows (N, d)."""
    if z.shape[1] > MOST_FEATURES:
        z = z[:, np.sort(rng.choice(z.shape[1], MOST_FEATURES, replace=False))]
    size, d = z.shape
    correlations = z.T @ z / size
    if d <= size:
        values, vectors = eigh(correlations)
        squares = (z @ vectors) ** 2
    else:
        values, vectors = eigh(z @ z.T / size)
        squares = vectors**2 * np.maximum(values, 0.0) * size
    kept = values > 1e-12 * values[-1]
    values, squares = values[kept], squares[:, kept]
    mean = values.sum() / d
    numbers = {f"Mahalanobis norm, ridge {ridge}": squares @ (1.0 / (values + ridge * mean)) for ridge in RIDGES}
    np.fill_diagonal(correlations, 0.0)
    correlations = correlations.round(9)  # what is rounding alone would depend on the order of the rows
    if d > 1:
        for name, w in (
            ("correlations", correlations),
            ("cubes of correlations", correlations**3),
            ("signs of strong correlations", np.where(np.abs(correlations) > STRONG, np.sign(correlations), 0.0)),
        ):
            numbers[f"agreement with the {name}"] = np.einsum("ij,ij->i", z @ w, z)
    return numbers
