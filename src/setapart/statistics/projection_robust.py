"""The projection-robust Wasserstein distance: max over k-frames A of W₂(Aᵀ#μ̂, Aᵀ#ν̂)."""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from setapart._types import FloatArray
from setapart.projection.starts import Starts
from setapart.statistics.projected import PreparedProjection, ProjectedWasserstein
from setapart.statistics.traits import Traits
from setapart.transport.conditioning import ENORMOUS

__all__ = ["ProjectionRobustWasserstein"]


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
    traits: ClassVar[Traits] = Traits(
        "projection-robust Wasserstein distance",
        degree=1.0,
        rotation=True,
        directions="subspace",
        maximises="W2",
        figures_end=ENORMOUS,
    )

    k: int
    n_steps: int | None = None
    starts: Starts | None = None

    def __post_init__(self) -> None:
        for name in ("k", "n_steps", "starts"):
            object.__setattr__(self, name, getattr(self._search, name))

    @property
    def _search(self) -> ProjectedWasserstein:
        return ProjectedWasserstein(self.k, n_steps=self.n_steps, starts=self.starts)

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> PreparedProjection:
        """See `Statistic.prepare`."""
        prepared = self._search.prepare(pooled, rng=rng)
        return replace(prepared, search=replace(prepared.search, squared=True))
