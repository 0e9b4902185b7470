"""The projection-robust Wasserstein distance, max over k-frames A of W₂(Aᵀ#μ̂, Aᵀ#ν̂), and the subspace-robust one.

In the latter max and min change their order: one coupling serves all directions.
"""

from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from setapart._checks import check_integer
from setapart._threads import one_blas_thread
from setapart._types import BoolArray, FloatArray
from setapart.projection.relaxation import Relaxation, ascend_relaxation
from setapart.projection.search import oriented
from setapart.projection.solution import Solution
from setapart.projection.starts import Starts
from setapart.projection.subspaces import gauge
from setapart.statistics.base import settle
from setapart.statistics.projected import OnProjection, PreparedProjection, ProjectedWasserstein
from setapart.statistics.traits import Traits
from setapart.transport.conditioning import ENORMOUS
from setapart.transport.exact import transport

__all__ = ["PreparedSubspace", "ProjectionRobustWasserstein", "SubspaceRobustWasserstein"]

_SMALL = 128  # dimensions up to which eigenvectors come sooner from one thread than from several


def _traits(words: str) -> Traits:
    return Traits(words, degree=1.0, rotation=True, directions="subspace", maximises="W2", figures_end=ENORMOUS)


@dataclass(frozen=True)
class ProjectionRobustWasserstein:
    """Projection-robust Wasserstein distance (Paty and Cuturi, 2019): `ProjectedWasserstein` with squared cost.

    The value is W₂, the root of the mean squared distance that mass moves along the directions, in the units of the
    data. Far rows count for more than they do in W₁. What the search finds is a lower bound of the maximum.

    Parameters
    ----------
    k : int
        The number of directions.
    n_steps : int, optional
        Evaluations of the distance in each ascent; 40 by default.
    starts : Starts, optional
        Where ascents begin; one from the means, one spectral and one random by default.

    Raises
    ------
    TypeError, ValueError
        If a setting cannot be used; the message names it.

    References
    ----------
    Paty and Cuturi, "Subspace robust Wasserstein distances", ICML 2019, Definition 1.
    Lin, Fan, Ho, Cuturi and Jordan, "Projection robust Wasserstein distance and Riemannian optimization", NeurIPS 2020.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(40, 5)), rng.normal(size=(40, 5)) * [3, 1, 1, 1, 1]
    >>> res = sa.two_sample_test(x, y, statistic=sa.ProjectionRobustWasserstein(k=1), n_resamples=99, rng=0)
    >>> res.pvalue, int(np.argmax(np.abs(res.directions)))
    (0.01, 0)
    """

    name: ClassVar[str] = "prw"
    traits: ClassVar[Traits] = _traits("projection-robust Wasserstein distance")

    k: int
    n_steps: int | None = None
    starts: Starts | None = None

    def __post_init__(self) -> None:
        search = self._search
        settle(self, k=search.k, n_steps=search.n_steps, starts=search.starts)

    @property
    def _search(self) -> ProjectedWasserstein:
        return ProjectedWasserstein(self.k, n_steps=self.n_steps, starts=self.starts)

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> PreparedProjection:
        """See `Statistic.prepare`."""
        prepared = self._search.prepare(pooled, rng=rng)
        return replace(prepared, search=replace(prepared.search, squared=True))


@dataclass(frozen=True)
class SubspaceRobustWasserstein:
    """Subspace-robust Wasserstein distance (Paty and Cuturi, 2019): one coupling for the worst k directions.

    Its square is the least, over couplings π, of the sum of the k largest eigenvalues of Σ π zzᵀ, z being
    the difference of the rows that π couples; the unit is that of the data. It lies between the projection-robust
    distance and W₂, and unlike the former it can be found: it is the maximum of a concave function, which the value
    approaches from below. The value may thus be short of the projection-robust one; the result says by how much at
    most, and more steps bring it closer. The directions are those of largest weight in the maximising matrix; along
    them alone the distance may be a little less.

    Parameters
    ----------
    k : int
        The number of directions.
    n_steps : int
        The most transport problems solved on the way.

    Raises
    ------
    TypeError, ValueError
        If a setting cannot be used; the message names it.

    References
    ----------
    Paty and Cuturi, "Subspace robust Wasserstein distances", ICML 2019, Definition 2 and Theorem 1.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(30, 4)), rng.normal(size=(30, 4)) * [4, 1, 1, 1]
    >>> statistic = sa.SubspaceRobustWasserstein(k=1, n_steps=10)
    >>> res = sa.two_sample_test(x, y, statistic=statistic, n_resamples=39, rng=0)
    >>> res.pvalue, int(np.argmax(np.abs(res.directions)))
    (0.025, 0)
    """

    name: ClassVar[str] = "srw"
    traits: ClassVar[Traits] = _traits("subspace-robust Wasserstein distance")

    k: int
    n_steps: int = 40

    def __post_init__(self) -> None:
        settle(
            self,
            k=check_integer("k", self.k, minimum=1),
            n_steps=check_integer("n_steps", self.n_steps, minimum=1),
        )

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> "PreparedSubspace":
        """Centre, scale, and drop what does not vary; see `Statistic.prepare`."""
        rows = ProjectedWasserstein(self.k, starts=Starts(False, 0, 1)).prepare(pooled, rng=rng)
        return PreparedSubspace(rows, self.n_steps)


@dataclass(frozen=True, eq=False)
class PreparedSubspace(OnProjection):
    """The rows as a projection prepares them, and the number of steps."""

    n_steps: int

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core: a warm network simplex and two eigendecompositions."""
        size, r = self.rows.search.cloud.shape
        return float(self.n_steps * (3e-4 + 3e-8 * size**1.8 * (1.0 + 0.05 * r) + 5e-10 * r**3))

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`."""
        unit, exponent = self.rows.unit, self.rows.exponent
        limit = None if stop_at is None else float(np.ldexp(stop_at, -exponent)) / unit
        values = np.array([self._ascent(row, limit).value for row in oriented(labels)])
        return np.ldexp(values * unit, exponent)

    def describe(self, labels: BoolArray) -> Solution:
        """See `Prepared.describe`; the plan is the one for the maximising matrix."""
        relaxed = self._ascent(oriented(labels[None])[0])
        search = self.rows.search
        points = np.zeros((len(labels), 1))
        if relaxed.axes.size:
            points = search.cloud.rows @ (relaxed.axes * np.sqrt(relaxed.shares))
        plan = transport(points[labels], points[~labels], squared=True).plan
        frame = relaxed.axes[:, ::-1][:, : search.k]
        directions = search.coordinates.lift(frame)
        if frame.size:
            along = search.cloud.rows @ frame
            directions = gauge(directions, along[labels][plan.rows] - along[~labels][plan.columns], plan.mass)
        gap = 0.0 if relaxed.value == 0.0 else relaxed.upper / relaxed.value - 1.0
        message = f"The maximum is at least the value and at most {100.0 * gap:.2g} % more; {relaxed.n_steps} steps."
        value = float(np.ldexp(relaxed.value * self.rows.unit, self.rows.exponent))
        directions = search.coordinates.complete(directions, search.k)
        return Solution(value, directions, plan, "bounded", message, gap, "all", relaxed.n_steps)

    def _ascent(self, labels: BoolArray, stop_at: float | None = None) -> Relaxation:
        search = self.rows.search
        if search.cloud.shape[1] == 0:
            return Relaxation(0.0, 0.0, np.zeros((0, 0)), np.zeros(0), 0)
        small = search.cloud.shape[1] <= _SMALL
        with one_blas_thread() if small else nullcontext():
            return ascend_relaxation(search.cloud, labels, search.k, self.n_steps, stop_at=stop_at)
