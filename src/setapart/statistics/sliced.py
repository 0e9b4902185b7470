"""The max-sliced Wasserstein distance: one direction, from many starts."""

from dataclasses import dataclass, field

import numpy as np

from setapart._types import FloatArray
from setapart.projection.starts import Starts
from setapart.statistics.projected import PreparedProjection, ProjectedWasserstein

__all__ = ["MaxSliced"]


@dataclass(frozen=True)
class MaxSliced:
    """Max-sliced Wasserstein distance (Deshpande et al., 2019): `ProjectedWasserstein` with k = 1 and more starts.

    In one dimension a transport problem is a sort, so that starts are cheap.

    Parameters
    ----------
    n_steps : int
        Evaluations of the distance in each ascent.
    starts : Starts
        Where ascents begin.
    """

    n_steps: int = 40
    starts: Starts = field(default_factory=lambda: Starts(mean=True, spectral=3, random=4))
    k: int = 1

    def __post_init__(self) -> None:
        if self.k != 1:
            raise ValueError(f"max_sliced uses one direction, k=1; got k={self.k!r} (use 'pw' for more)")

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "max_sliced"

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> PreparedProjection:
        """See `Statistic.prepare`."""
        return ProjectedWasserstein(1, n_steps=self.n_steps, starts=self.starts).prepare(pooled, rng=rng)
