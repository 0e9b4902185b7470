"""The subspace-robust Wasserstein distance: the projection-robust one with the order of max and min changed."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from setapart._checks import check_integer
from setapart._types import BoolArray, FloatArray
from setapart.projection.relaxation import Relaxation, ascend_relaxation
from setapart.projection.search import oriented
from setapart.projection.solution import Solution
from setapart.projection.starts import Starts
from setapart.projection.subspaces import gauge
from setapart.statistics.projected import PreparedProjection, ProjectedWasserstein
from setapart.statistics.traits import Traits
from setapart.transport.conditioning import ENORMOUS
from setapart.transport.exact import transport

__all__ = ["PreparedSubspace", "SubspaceRobustWasserstein"]


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
    traits: ClassVar[Traits] = Traits(
        "subspace-robust Wasserstein distance",
        degree=1.0,
        rotation=True,
        directions="subspace",
        maximises="W2",
        figures_end=ENORMOUS,
    )

    k: int
    n_steps: int = 40

    def __post_init__(self) -> None:
        for name in ("k", "n_steps"):
            object.__setattr__(self, name, check_integer(name, getattr(self, name), minimum=1))

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> "PreparedSubspace":
        """Centre, scale, and drop what does not vary; see `Statistic.prepare`."""
        rows = ProjectedWasserstein(self.k, starts=Starts(False, 0, 1)).prepare(pooled, rng=rng)
        return PreparedSubspace(rows, self.n_steps)


@dataclass(frozen=True, eq=False)
class PreparedSubspace:
    """The rows as a projection prepares them, and the number of steps."""

    rows: PreparedProjection
    n_steps: int

    @property
    def scale(self) -> float:
        """Mean distance of the pooled rows to their centre, in the units of the data."""
        return self.rows.scale

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
        found = self._ascent(oriented(labels[None])[0])
        search = self.rows.search
        points = (
            search.cloud.rows @ (found.axes * np.sqrt(found.shares)) if found.axes.size else np.zeros((len(labels), 1))
        )
        plan = transport(points[labels], points[~labels], squared=True).plan
        frame = found.axes[:, ::-1][:, : search.k]
        directions = search.coordinates.lift(frame)
        if frame.size:
            along = search.cloud.rows @ frame
            directions = gauge(directions, along[labels][plan.rows] - along[~labels][plan.columns], plan.mass)
        gap = 0.0 if found.value == 0.0 else found.upper / found.value - 1.0
        message = f"The maximum is at least the value and at most {100.0 * gap:.2g} % more; {found.n_steps} steps."
        value = float(np.ldexp(found.value * self.rows.unit, self.rows.exponent))
        directions = search.coordinates.complete(directions, search.k)
        return Solution(value, directions, plan, "bounded", message, gap, "all", found.n_steps)

    def _ascent(self, labels: BoolArray, stop_at: float | None = None) -> Relaxation:
        search = self.rows.search
        if search.cloud.shape[1] == 0:
            return Relaxation(0.0, 0.0, np.zeros((0, 0)), np.zeros(0), 0)
        return ascend_relaxation(search.cloud, labels, search.k, self.n_steps, stop_at=stop_at)
