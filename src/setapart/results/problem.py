"""What was compared: two samples in one unit, with what the caller calls their features and rows."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._designs import Design
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.data.scaling import Scaling
from setapart.projection.subspaces import upright
from setapart.results.projection import Projection

if TYPE_CHECKING:
    from setapart.projection.solution import Solution
    from setapart.statistics.base import Statistic
    from setapart.statistics.split_projected import SplitProjectedWasserstein
    from setapart.transport.plan import Plan

__all__ = ["Problem", "needed"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Problem:
    """Two samples, in the unit they are compared in. A result keeps it, for questions that go on from there.

    Attributes
    ----------
    pooled : (N, d) float array
        The rows of the first sample, then those of the second.
    n : int
        Rows of the first sample.
    scaling : Scaling
        From the units of the caller to those of the comparison.
    feature_names : tuple of str
    backend : str or None
        The caller's data-frame library.
    design : Design or None
        Which relabellings are as likely as the observed one; None for all.
    rows : pair of int arrays or None
        Where the rows of each sample stood in what the caller passed: in that sample, or in the one table.
    row_labels : pair of lists
        What the caller's frame calls these rows; where they stood, if it has no index of its own.
    row_numbers : str
        A sentence on how rows without an index are counted; empty where all have one.
    columns : tuple of str or None
        For each feature, the column whose level it stands for, or the feature itself; None if there are no levels.
    basis : (d, r) float array or None
        Orthonormal; for sparse data, whose rows are compared by their principal components: `pooled` is (N, r) then,
        and ``basis @ directions`` are the directions (r, k) of components in the features.
    statistics : tuple
        The statistics that were combined, or the only one; empty where several tests were compared.
    statistic : Statistic or SplitProjectedWasserstein or None
        The one of them that the directions of the result belong to, if it has any.
    """

    pooled: FloatArray
    n: int
    scaling: Scaling
    feature_names: tuple[str, ...]
    backend: str | None = None
    design: Design | None = None
    rows: tuple[IntArray, IntArray] | None = None
    row_labels: tuple[list[Any], list[Any]] = ([], [])
    row_numbers: str = ""
    columns: tuple[str, ...] | None = None
    basis: FloatArray | None = None
    statistics: "tuple[Statistic | SplitProjectedWasserstein, ...]" = ()
    statistic: "Statistic | SplitProjectedWasserstein | None" = None

    @property
    def sizes(self) -> tuple[int, int]:
        """Rows of each sample."""
        return self.n, len(self.pooled) - self.n

    @property
    def observed(self) -> BoolArray:
        """The observed labelling (N,)."""
        return np.arange(len(self.pooled)) < self.n

    @property
    def samples(self) -> tuple[FloatArray, FloatArray] | None:
        """The rows (n, d) and (m, d) in the units of the caller; None where ranks, or components, are all there is."""
        if self.basis is not None or self.scaling.is_rank:
            return None
        original = self.scaling.undo(self.pooled)
        return original[: self.n], original[self.n :]

    def features(self, chosen: IntArray) -> FloatArray:
        """The pooled rows (N, c) in some of the features; of sparse rows, what their components hold of these."""
        return self.pooled[:, chosen] if self.basis is None else self.pooled @ self.basis[chosen].T

    def frame(self, projection: Projection) -> FloatArray:
        """The directions (d, k) or (r, k) along which `pooled` is projected."""
        return projection.directions if self.basis is None else self.basis.T @ projection.directions

    def in_features(self, frame: FloatArray) -> FloatArray:
        """Directions of `pooled` as directions (d, k) of the features."""
        return frame if self.basis is None else self.basis @ frame

    def project(self, solution: "Solution", *, centred: bool, bound: float | None = None) -> Projection:
        """Directions of `pooled` as the caller sees them: in features, with names and units."""
        turned = solution.directions if self.basis is None else upright(solution.directions, self.basis)
        x_projected, y_projected = self.pooled[: self.n] @ turned, self.pooled[self.n :] @ turned
        directions = self.in_features(turned)
        return Projection(
            value=solution.value,
            directions=directions,
            coefficients=directions if self.basis is not None else directions / self.scaling.spread[:, None],
            weights=_weights(solution.plan, x_projected, y_projected, centred=centred),
            feature_names=self.feature_names,
            plan=solution.plan,
            x_projected=x_projected,
            y_projected=y_projected,
            upper_bound=bound,
            status=solution.status,
            message=solution.message,
            stationarity=solution.stationarity,
            start=solution.start,
            n_steps=solution.n_steps,
            backend=self.backend,
            centred=centred,
            columns=self.columns,
            rows=self.rows,
        )


def _weights(plan: "Plan", x_projected: FloatArray, y_projected: FloatArray, *, centred: bool) -> FloatArray:
    """The part of the transport that each direction carries; see `Projection.weights`."""
    difference = x_projected.mean(axis=0) - y_projected.mean(axis=0) if centred else 0.0
    moves = np.abs(x_projected[plan.rows] - y_projected[plan.columns] - difference)
    farthest = moves.max()
    if farthest == 0.0:
        return np.full(moves.shape[1], 1.0 / moves.shape[1])
    # The squares of very long and of very short moves leave the range of a double.
    moments = plan.mass @ (moves / farthest) ** 2
    parts: FloatArray = moments / moments.sum()
    return parts


def needed(problem: Problem | None, purpose: str) -> Problem:
    """The problem, where a result has it; refused otherwise, with what it would be needed for."""
    if problem is None:
        raise ValueError(f"this result does not have its data; run the test again to {purpose}")
    return problem
