"""The Wasserstein distance of the samples in all their features: exact, and by the Sinkhorn divergence.

That is optimal transport with an entropic penalty, less what the penalty does by itself.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from setapart._checks import check_integer, check_positive
from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray
from setapart.projection.search import oriented
from setapart.projection.starts import Starts
from setapart.statistics.base import WithoutDirections, settle
from setapart.statistics.distances import Distances, FromDistances
from setapart.statistics.projected import OnProjection, ProjectedWasserstein
from setapart.statistics.robust import ProjectionRobustWasserstein
from setapart.statistics.traits import Traits
from setapart.transport.conditioning import ENORMOUS
from setapart.transport.entropic import entropic_cost

__all__ = ["FullWasserstein", "PreparedSinkhorn", "PreparedTransport", "Sinkhorn"]


@dataclass(frozen=True)
class FullWasserstein:
    """Wasserstein distance W_p of the samples in all their features, in the units of the data; exact.

    It sees every difference, but in many features the distance that chance alone makes is large and shrinks slowly with
    the number of rows, so that it takes many of them. It has no directions; `ProjectedWasserstein` has.

    Parameters
    ----------
    order : {1, 2}
        p: the mean distance that mass moves, or the root of the mean squared distance.

    Raises
    ------
    TypeError, ValueError
        If the order cannot be used.

    References
    ----------
    Ramdas, García Trillos and Cuturi, "On Wasserstein two-sample testing and related families of nonparametric tests",
    Entropy 19, 2017.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> x = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    >>> sa.two_sample_test(x, x + [3.0, 4.0], statistic=sa.FullWasserstein()).statistic
    5.0
    """

    name: ClassVar[str] = "wasserstein"
    traits: ClassVar[Traits] = Traits(
        "Wasserstein distance", degree=1.0, rotation=True, directions=None, figures_end=ENORMOUS
    )

    order: int = 1

    def __post_init__(self) -> None:
        settle(self, order=check_integer("order", self.order, minimum=1, maximum=2))

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> "PreparedTransport":
        """See `Statistic.prepare`; N rows span at most N - 1 directions, along all of which there is no search."""
        kind = ProjectedWasserstein if self.order == 1 else ProjectionRobustWasserstein
        size, d = pooled.shape
        return PreparedTransport(kind(min(d, size - 1), starts=Starts(False, 0, 1)).prepare(pooled, rng=rng))


@dataclass(frozen=True, eq=False)
class PreparedTransport(OnProjection, WithoutDirections):
    """A projection along all directions that the rows span."""

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core: a cold network simplex."""
        size, d = self.rows.search.cloud.shape
        return 3e-8 * size if d == 1 else 4e-8 * size**1.8 * (1.0 + 0.1 * d)

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; one labelling at a time, as a frame of all directions may be large."""
        return np.concatenate([self.rows.evaluate(labels[b : b + 1]) for b in range(len(labels))])


_MOST = 1e6  # ε, and its reciprocal
ROUNDING = 1e-13  # in terms of the largest dual values, what rounding makes of a value of zero


@dataclass(frozen=True)
class Sinkhorn(FromDistances):
    """Sinkhorn divergence S(X, Y) = T(X, Y) - ½ T(X, X) - ½ T(Y, Y) of entropic transport costs T.

    T(X, Y) = min over couplings π of Σ π ‖x - y‖ + ε KL(π | 1/n ⊗ 1/m). The divergence has the unit of the data, is
    never negative, and lies between two others: it tends to W₁ as ε falls to zero, and to half the energy distance as ε
    grows. The smaller ε, the more iterations it takes. Where they end before the tolerance is met the value is short of
    its limit: for ε of 1e-3 and below and the 200 of the default by some 1 % in the plane, and up to 10 % on a line.
    For W₁ itself take `setapart.FullWasserstein`. All distances of pooled rows are kept: 8 N² bytes, for N up to
    10,000.

    Parameters
    ----------
    epsilon : float
        ε, as a multiple of the median distance between pooled rows, whatever their labels; from 1e-6 to 1e6, as beyond
        them the value is a limit but for rounding.
    tolerance : float
        The iteration of a labelling ends once its marginals are right to this, in total variation times two. The error
        of the cost is about its square.
    n_steps : int
        The most iterations, of each of the three costs; the value may be short of its limit then. The rule is the same
        for every labelling, so that the test is valid in any case.

    Raises
    ------
    TypeError, ValueError
        If a setting cannot be used; the message names it. When rows are prepared, also if there are more than 10,000.

    References
    ----------
    Genevay, Peyré and Cuturi, "Learning generative models with Sinkhorn divergences", AISTATS 2018.
    Feydy, Séjourné, Vialard, Amari, Trouvé and Peyré, "Interpolating between optimal transport and MMD using Sinkhorn
    divergences", AISTATS 2019, equation 3.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> x = np.random.default_rng(0).normal(size=(30, 3))
    >>> sa.two_sample_test(x, x + 2.0, statistic=sa.Sinkhorn(), n_resamples=99, rng=0).pvalue
    0.01
    """

    name: ClassVar[str] = "sinkhorn"
    traits: ClassVar[Traits] = Traits(
        "Sinkhorn divergence", degree=1.0, rotation=True, directions=None, figures_end=ENORMOUS, squares=True
    )

    epsilon: float = 0.1
    tolerance: float = 1e-3
    n_steps: int = 200

    def __post_init__(self) -> None:
        epsilon = check_positive("epsilon", self.epsilon)
        if not 1.0 / _MOST <= epsilon <= _MOST:
            raise ValueError(f"epsilon must be between {1.0 / _MOST:g} and {_MOST:g}, got {epsilon!r}")
        tolerance = check_positive("tolerance", self.tolerance)
        settle(self, epsilon=epsilon, tolerance=tolerance, n_steps=check_integer("n_steps", self.n_steps, minimum=1))

    def prepare_distances(self, distances: Distances, *, rng: np.random.Generator) -> "PreparedSinkhorn":
        """See `FromDistances`."""
        costs = distances.square()
        np.sqrt(costs, out=costs)
        unit = self.epsilon * distances.median(rng)
        return PreparedSinkhorn(costs / unit, unit, distances.exponent, self.tolerance, self.n_steps)


@dataclass(frozen=True, eq=False)
class PreparedSinkhorn(WithoutDirections):
    """The distances of all pooled rows."""

    costs: FloatArray  # (N, N), in units of ε
    unit: float  # ε, as a multiple of two to the power of `exponent`
    exponent: int
    tolerance: float
    n_steps: int

    @property
    def scale(self) -> float:
        """The mean of all N² distances, in the units of the data."""
        restored: float = np.ldexp(self.costs.mean() * self.unit, self.exponent).item()
        return restored

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core: some 15 iterations of each cost."""
        return 15 * 3e-9 * self.costs.size

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`."""
        values = np.array([self._divergence(row) for row in oriented(labels)])
        return np.ldexp(values * self.unit, self.exponent)

    def _divergence(self, labels: BoolArray) -> float:
        checkpoint()
        x, y = np.flatnonzero(labels), np.flatnonzero(~labels)
        across, first, second = (
            entropic_cost(self.costs[np.ix_(a, b)], tolerance=self.tolerance, n_steps=self.n_steps)
            for a, b in ((x, y), (x, x), (y, y))
        )
        value = across - 0.5 * first - 0.5 * second
        return value if value > ROUNDING * (1.0 + across) else 0.0
