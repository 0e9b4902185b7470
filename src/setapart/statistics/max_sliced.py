"""The max-sliced Wasserstein distance: one direction, from many starts."""

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from setapart._checks import check_integer
from setapart._types import FloatArray
from setapart.projection.sparsity import check_sparsity
from setapart.projection.starts import Starts
from setapart.statistics.projected import PreparedProjection, ProjectedWasserstein
from setapart.statistics.traits import Traits
from setapart.transport.conditioning import ENORMOUS

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
    sparsity : int, optional
        The number of features that the direction may use; see `ProjectedWasserstein`.

    Raises
    ------
    TypeError, ValueError
        If a setting cannot be used; the message names it.

    References
    ----------
    Deshpande and others, "Max-sliced Wasserstein distance and its use for GANs", CVPR 2019.

    Examples
    --------
    >>> import setapart as sa
    >>> statistic = sa.MaxSliced(starts=sa.Starts(mean=True, spectral=1, random=8))
    >>> sa.two_sample_test([[0, 0], [1, 0], [0, 1]], [[5, 5], [6, 5], [5, 6]], statistic=statistic).pvalue
    0.1
    """

    name: ClassVar[str] = "max_sliced"

    n_steps: int = 40
    starts: Starts = field(default_factory=lambda: Starts(mean=True, spectral=3, random=4))
    sparsity: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "n_steps", check_integer("n_steps", self.n_steps, minimum=1))
        if not isinstance(self.starts, Starts):
            raise TypeError(f"starts must be a Starts object, got {self.starts!r}")
        object.__setattr__(self, "sparsity", check_sparsity(self.sparsity, 1))

    @property
    def traits(self) -> Traits:
        """See `Traits`."""
        return Traits(
            "max-sliced Wasserstein distance",
            degree=1.0,
            rotation=self.sparsity is None,
            features="all" if self.sparsity is None else "few",
            directions="subspace",
            maximises="W1",
            figures_end=ENORMOUS,
        )

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> PreparedProjection:
        """See `Statistic.prepare`."""
        whole = ProjectedWasserstein(1, sparsity=self.sparsity, n_steps=self.n_steps, starts=self.starts)
        return whole.prepare(pooled, rng=rng)
