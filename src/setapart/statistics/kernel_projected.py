"""The kernel projected Wasserstein distance: rows are projected by functions of a reproducing kernel Hilbert space.

By the kernel trick this is the projected distance of other rows: those in coordinates whose inner products are the
kernel. They are the kernel principal components of the pooled rows, which know no labels.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from scipy.linalg import eigh
from scipy.spatial.distance import cdist

from setapart._checks import check_integer
from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray
from setapart.projection.cloud import Cloud
from setapart.statistics.base import WithoutDirections, settle
from setapart.statistics.distances import Distances, FromDistances
from setapart.statistics.kernels import KernelDissimilarity, check_apart, check_bandwidth, in_bandwidths
from setapart.statistics.projected import OnProjection, ProjectedWasserstein
from setapart.statistics.traits import Traits

__all__ = ["KernelProjectedWasserstein", "PreparedKernelProjection", "kernel_components"]

LANDMARKS = 1_000  # rows that span the space where there are more
BLOCK = 4_000_000  # kernel values at a time
BANDWIDTHS = {"quarter": 0.25, "median": 1.0}  # in units of the median distance
FIGURES = 1e-12  # relative: components of less variance than this are rounding


@dataclass(frozen=True)
class KernelProjectedWasserstein(FromDistances):
    """Kernel projected Wasserstein distance (Wang, Gao and Xie, 2022): the largest that a smooth function shows.

    max over f of W(f(X), f(Y)), where the k components of f are orthonormal in the reproducing kernel Hilbert space of
    the Gaussian kernel exp(-‖x - y‖² / 2h²). With one component this is the unit ball of the space, as in the paper,
    which for more bounds the sum of their squared norms. The value has no unit. What the search finds is a lower bound
    of the maximum; every labelling gets the same search.

    A narrow kernel sees mixtures, shells, spread and tails in a few directions, and shifts of means less well. A very
    wide one is linear, and leaves the projected distance of the rows themselves. The statistic has no directions.

    The functions are made of the leading kernel principal components of the pooled rows, whatever their labels; above
    1,000 rows, of 1,000 drawn at random (Nyström's approximation). With as many components as rows nothing is left out,
    but in many features rows are all about as far apart, and functions that single out a row hide what others show.

    Parameters
    ----------
    k : int
        The number of functions.
    bandwidth : float, "quarter" or "median"
        h, in the unit of the data; "quarter" is a quarter of the median distance of the pooled rows. At the median
        itself the kernel is nearly linear where there are many features.
    n_components : int
        The most kernel principal components.
    order : {1, 2}
        W₁, the mean distance that mass moves along f, or W₂, the root of the mean squared distance, as in the paper.
    n_steps : int, optional
        Evaluations of the distance in each ascent; 40 by default. See `ProjectedWasserstein`.

    Raises
    ------
    TypeError, ValueError
        If a setting cannot be used; the message names it.

    References
    ----------
    Wang, Gao and Xie, "Two-sample test with kernel projected Wasserstein distance", AISTATS 2022; they learn
    f on one part of the rows and test on the others. Wang, Boedihardjo and Xie, "Statistical and computational
    guarantees of kernel max-sliced Wasserstein distances", arXiv 2405.15441, for k = 1, where finding the maximum is
    NP-hard. Schölkopf, Smola and Müller, "Nonlinear component analysis as a kernel eigenvalue problem", Neural
    Computation 10, 1998.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(60, 2)), rng.normal(size=(60, 2))
    >>> y *= 1.2 / np.linalg.norm(y, axis=1, keepdims=True)  # a ring
    >>> sa.two_sample_test(x, y, statistic="kpw", n_resamples=99, rng=0).pvalue
    0.01
    """

    name: ClassVar[str] = "kpw"

    k: int = 1
    bandwidth: float | str = "quarter"
    n_components: int = 100
    order: int = 1
    n_steps: int | None = None

    def __post_init__(self) -> None:
        settle(
            self,
            k=check_integer("k", self.k, minimum=1),
            bandwidth=check_bandwidth(self.bandwidth, "gaussian", tuple(BANDWIDTHS)),
            n_components=check_integer("n_components", self.n_components, minimum=1),
            order=check_integer("order", self.order, minimum=1, maximum=2),
            n_steps=ProjectedWasserstein(self.k, n_steps=self.n_steps).n_steps,
        )

    @property
    def traits(self) -> Traits:
        """See `Traits`."""
        return Traits(
            "kernel projected Wasserstein distance",
            unit="",
            degree=0.0 if isinstance(self.bandwidth, str) else None,
            rotation=True,
            directions=None,
            squares=True,
        )

    def prepare_distances(self, distances: Distances, *, rng: np.random.Generator) -> "PreparedKernelProjection":
        """See `FromDistances`."""
        distances, unit = in_bandwidths(self.bandwidth, distances, rng)
        if isinstance(self.bandwidth, str):
            unit *= BANDWIDTHS[self.bandwidth]
        components = kernel_components(distances, KernelDissimilarity("gaussian", unit), self.n_components, rng)
        check_apart(float(np.sum(components**2)) / distances.size, distances, self.bandwidth)
        # Where rows span fewer than k components, all of them are used: more of zeros change nothing.
        points = np.pad(components, ((0, 0), (0, max(0, self.k - components.shape[1]))))
        rows = ProjectedWasserstein(self.k, n_steps=self.n_steps).prepare(points, rng=rng)
        return PreparedKernelProjection(replace(rows, search=replace(rows.search, squared=self.order == 2)))


@dataclass(frozen=True, eq=False)
class PreparedKernelProjection(OnProjection, WithoutDirections):
    """A search on kernel principal components, whose directions say nothing about the features."""

    @property
    def seconds(self) -> float:
        """See `PreparedProjection.seconds`."""
        return self.rows.seconds

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`."""
        return self.rows.evaluate(labels, stop_at=stop_at)


def kernel_components(
    distances: Distances, dissimilarity: KernelDissimilarity, n_components: int, rng: np.random.Generator
) -> FloatArray:
    """The leading kernel principal components (N, r) of the rows, without those that are rounding.

    Up to a shift their inner products are the kernel; `dissimilarity` is one less the kernel. By that, rows so near
    that the kernel is all but one keep their figures.
    """
    size, rows = distances.size, distances.columns.T
    if size <= LANDMARKS:
        landmarks, between = rows, dissimilarity(distances.square())
    else:
        landmarks = rows[rng.choice(size, LANDMARKS, replace=False)]
        between = dissimilarity(cdist(landmarks, landmarks, "sqeuclidean"))
    means = between.mean(axis=0)
    values, vectors = eigh(means + means[:, None] - between - means.mean())
    kept = np.flatnonzero(values > FIGURES * values[-1])[::-1][:n_components]
    # Which of a vector and its opposite is found depends on the order of the rows.
    signs = np.where(np.sum(vectors[:, kept] ** 3, axis=0) < 0.0, -1.0, 1.0)
    maps = np.ascontiguousarray((vectors[:, kept] * (signs / np.sqrt(values[kept]))).T)
    components = np.empty((size, len(kept)))
    for start in range(0, size, BLOCK // len(between)):
        checkpoint()
        part = slice(start, start + BLOCK // len(between))
        across = between if size <= LANDMARKS else dissimilarity(cdist(rows[part], landmarks, "sqeuclidean"))
        centred = across.mean(axis=1, keepdims=True) + means - across
        # Each row by itself, so that equal rows have equal components to the last bit.
        components[part] = Cloud(centred).project(maps.T[None])[0].T
    return components
