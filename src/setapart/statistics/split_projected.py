"""The settings of the split test: directions learned on some of the rows, and tested on the others."""

from dataclasses import dataclass
from typing import ClassVar

from setapart._checks import check_boolean, check_integer, check_probability
from setapart.projection.starts import Starts
from setapart.statistics.base import settle
from setapart.statistics.projected import ProjectedWasserstein
from setapart.statistics.traits import Traits

__all__ = ["SplitProjectedWasserstein"]


@dataclass(frozen=True)
class SplitProjectedWasserstein:
    """Projected Wasserstein distance along directions learned on other rows.

    The rows of each sample are divided at random. The directions come from the rows to learn from, by the search of
    `ProjectedWasserstein`; on the others the labels are permuted and the directions stay as they are. That is quick,
    and the distance on these rows is not inflated by the search; but it costs power, as neither step sees all rows.

    The rows to learn from are drawn one by one. Hence it takes no `design`, no early stopping and no other `method`,
    and it cannot be combined with other statistics, which relabel all rows.

    Parameters
    ----------
    k : int
        The number of directions.
    share : float
        The share of the rows of each sample to learn from, strictly between 0 and 1.
    n_splits : int
        Divisions of the rows: 1, or an odd number, whose p-values p_i are combined as min(1, 2 median p_i). That is
        valid however they depend on one another (Rüger, 1978; Meinshausen, Meier and Bühlmann, 2009). The answer then
        depends less on chance, but the factor of two is paid in power.
    n_steps : int, optional
        Evaluations of the distance in each ascent; 40 by default.
    starts : Starts, optional
        Where ascents begin; one from the means, one spectral and one random by default.
    centred : bool
        Move each group to its own mean first, in learning as in testing, so that only spread and shape count.

    Raises
    ------
    TypeError, ValueError
        If a setting cannot be used; the message names it.

    References
    ----------
    Rüger, "Das maximale Signifikanzniveau des Tests: Lehne H₀ ab, wenn k unter n gegebenen Tests zur Ablehnung
    führen", Metrika 25, 1978.
    Meinshausen, Meier and Bühlmann, "p-values for high-dimensional regression", Journal of the American Statistical
    Association 104, 2009.

    Examples
    --------
    >>> from setapart.statistics.split_projected import SplitProjectedWasserstein
    >>> SplitProjectedWasserstein(k=1, share=0.3, n_splits=5).learner.k
    1
    """

    name: ClassVar[str] = "pw_split"

    k: int
    share: float = 0.5
    n_splits: int = 1
    n_steps: int | None = None
    starts: Starts | None = None
    centred: bool = False

    def __post_init__(self) -> None:
        share = check_probability("share", self.share)
        n_splits = check_integer("n_splits", self.n_splits, minimum=1)
        if n_splits % 2 == 0:
            raise ValueError(f"n_splits must be odd, so that the median p-value is one of them; got {n_splits}")
        settle(self, share=share, n_splits=n_splits, centred=check_boolean("centred", self.centred))
        learner = self.learner
        settle(self, k=learner.k, n_steps=learner.n_steps, starts=learner.starts)

    @property
    def traits(self) -> Traits:
        """See `Traits`."""
        return Traits(
            "held-out projected Wasserstein distance", degree=1.0, sees_means=not self.centred, directions="subspace"
        )

    @property
    def learner(self) -> ProjectedWasserstein:
        """What finds the directions; prepared for k features, it is the distance along k directions as they are."""
        return ProjectedWasserstein(self.k, centred=self.centred, n_steps=self.n_steps, starts=self.starts)
