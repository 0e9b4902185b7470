"""What a two-sample test compared, for questions that go on from its result."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from setapart._designs import Design
from setapart._types import FloatArray, IntArray
from setapart.results.projection import Projection

if TYPE_CHECKING:
    from setapart.statistics.base import Statistic
    from setapart.statistics.split_projected import SplitProjectedWasserstein

__all__ = ["Problem", "needed"]


@dataclass(frozen=True, eq=False)
class Problem:
    """What was compared, in the unit it was compared in.

    Attributes
    ----------
    pooled : (N, d) float array
        The rows of the first sample, then those of the second.
    n : int
        Rows of the first sample.
    n_resamples : int
        Relabellings asked for.
    design : Design or None
        Which relabellings are as likely as the observed one; None for all.
    rows : pair of int arrays
        Where the rows of each sample stood in what the caller passed: in that sample, or in the one table.
    row_labels : pair of lists
        What the caller's frame calls these rows; where they stood, if it has no index of its own.
    basis : (d, r) float array or None
        Orthonormal; for sparse data, whose rows are compared by their principal components: `pooled` is (N, r) then,
        and ``basis @ directions`` are the directions (r, k) of components in the features.
    statistics : tuple
        The statistics that were combined, or the only one; empty where several tests were compared.
    statistic : Statistic or SplitProjectedWasserstein or None
        The one of them that the directions of the result belong to, if it has any.
    project : callable (solution, centred=…) → Projection, optional
        Other directions of these rows as the caller sees them: in features, with names and units.
    """

    pooled: FloatArray
    n: int
    n_resamples: int
    design: Design | None
    rows: tuple[IntArray, IntArray]
    row_labels: tuple[list[Any], list[Any]]
    basis: FloatArray | None = None
    statistics: "tuple[Statistic | SplitProjectedWasserstein, ...]" = ()
    statistic: "Statistic | SplitProjectedWasserstein | None" = None
    project: Callable[..., Projection] | None = None

    def features(self, chosen: IntArray) -> FloatArray:
        """The pooled rows (N, c) in some of the features; of sparse rows, what their components hold of these."""
        return self.pooled[:, chosen] if self.basis is None else self.pooled @ self.basis[chosen].T

    def frame(self, projection: Projection) -> FloatArray:
        """The directions (d, k) or (r, k) along which `pooled` is projected."""
        return projection.directions if self.basis is None else self.basis.T @ projection.directions

    def in_features(self, frame: FloatArray) -> FloatArray:
        """Directions of `pooled` as directions (d, k) of the features."""
        return frame if self.basis is None else self.basis @ frame


def needed(problem: Problem | None, purpose: str) -> Problem:
    """The problem, where a result has it; refused otherwise, with what it would be needed for."""
    if problem is None:
        raise ValueError(f"this result does not have its data; run the test again to {purpose}")
    return problem
