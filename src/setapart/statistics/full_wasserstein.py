"""The Wasserstein distance of the samples as they are, in all their features."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from setapart._checks import check_integer
from setapart._types import BoolArray, FloatArray
from setapart.projection.starts import Starts
from setapart.statistics.projected import PreparedProjection, ProjectedWasserstein
from setapart.statistics.projection_robust import ProjectionRobustWasserstein
from setapart.statistics.traits import Traits
from setapart.transport.conditioning import ENORMOUS

__all__ = ["FullWasserstein", "PreparedTransport"]


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
        object.__setattr__(self, "order", check_integer("order", self.order, minimum=1, maximum=2))

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> "PreparedTransport":
        """See `Statistic.prepare`; N rows span at most N - 1 directions, along all of which there is no search."""
        kind = ProjectedWasserstein if self.order == 1 else ProjectionRobustWasserstein
        size, d = pooled.shape
        return PreparedTransport(kind(min(d, size - 1), starts=Starts(False, 0, 1)).prepare(pooled, rng=rng))


@dataclass(frozen=True, eq=False)
class PreparedTransport:
    """A projection along all directions that the rows span."""

    whole: PreparedProjection

    @property
    def scale(self) -> float:
        """Mean distance of the pooled rows to their centre, in the units of the data."""
        return self.whole.scale

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core: a cold network simplex."""
        size, d = self.whole.search.cloud.shape
        return 3e-8 * size if d == 1 else 4e-8 * size**1.8 * (1.0 + 0.1 * d)

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; one labelling at a time, as a frame of all directions may be large."""
        return np.concatenate([self.whole.evaluate(labels[b : b + 1]) for b in range(len(labels))])

    def describe(self, labels: BoolArray) -> None:
        """Return nothing: no direction is set apart."""
