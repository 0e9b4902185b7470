"""What the ascent climbs: f(A) = W₁ of the projected samples, or W₂, with its gradient, for a batch of labellings.

For k = 1 the plan is the sorted order; for k ≥ 2 it comes from a network simplex whose bases stay warm from one step to
the next. Either way the derivative W with respect to the projected points is pulled back to the frame: G = Zᵀ W.
With an optimal plan π, G = Σ π_ij z_ij z_ijᵀ A / ‖Aᵀz_ij‖, hence ⟨G, A⟩ = f(A). The paper smooths the norm and then
divides by the smoothed norm instead of by its derivative's denominator (docs/errata.md, E1); here nothing is smoothed,
and pairs at distance zero drop out. For W₂ it is G = Σ π_ij z_ij z_ijᵀ A / f(A).

Centring moves each relabelled group to its own mean, so that location no longer masks spread and shape. Projecting
commutes with it; so a few projected coordinates are centred, never the rows, and the derivative with respect to the
rows is centred in turn.
"""

from typing import Protocol

import numpy as np

from setapart._types import BoolArray, FloatArray, IntArray
from setapart.projection.cloud import Cloud
from setapart.transport import line
from setapart.transport._jit import kernel
from setapart.transport.displacement import displacement, line_displacement
from setapart.transport.supplies import label_supplies
from setapart.transport.trees import Trees

__all__ = ["LineObjective", "Objective", "SpaceObjective", "SquaredObjective", "centre_groups", "objective"]


class Objective(Protocol):
    """A batch of functions on frames, one a labelling."""

    def __call__(self, frames: FloatArray, active: IntArray) -> tuple[FloatArray, FloatArray]:
        """Values (a,) and Euclidean gradients (a, d, k) at frames (a, d, k) of the labellings in `active`."""
        ...


class LineObjective:
    """k = 1: all labellings in lockstep, one a row."""

    def __init__(self, cloud: Cloud, labels: BoolArray, *, centred: bool = False) -> None:
        self.cloud, self.centred = cloud, centred
        self.supply, self.total = label_supplies(labels)

    def __call__(self, frames: FloatArray, active: IntArray) -> tuple[FloatArray, FloatArray]:
        """Values and gradients; see `Objective`."""
        points = self.cloud.project(frames)
        if self.centred:
            centre_groups(active, points, self.supply)
        value, weights = np.empty(len(active)), np.empty_like(points)
        line.evaluate_batch(active, points[:, 0], self.supply, self.total, value, weights[:, 0])
        if self.centred:
            centre_groups(active, weights, self.supply)
        return value, self.cloud.pull_back(weights)


class SpaceObjective:
    """k ≥ 2: one warm basis for each labelling."""

    def __init__(self, cloud: Cloud, labels: BoolArray, *, centred: bool = False) -> None:
        self.cloud, self.centred = cloud, centred
        self.supply, total = label_supplies(labels)
        self.trees = Trees(self.supply, total)

    def __call__(self, frames: FloatArray, active: IntArray) -> tuple[FloatArray, FloatArray]:
        """Values and gradients; see `Objective`."""
        points = self.cloud.project(frames)
        if self.centred:
            centre_groups(active, points, self.supply)
        weights = np.empty_like(points)
        self.trees.solve(points, active)
        self.trees.gradient(points, active, weights)
        if self.centred:
            centre_groups(active, weights, self.supply)
        return self.trees.value[active], self.cloud.pull_back(weights)


class SquaredObjective:
    """Any k, for squared cost: f(A) = W₂, the root of Σ π ‖Aᵀz‖²."""

    def __init__(self, cloud: Cloud, labels: BoolArray, k: int) -> None:
        self.cloud = cloud
        self.supply, self.total = label_supplies(labels)
        self.trees = Trees(self.supply, self.total) if k > 1 else None

    def __call__(self, frames: FloatArray, active: IntArray) -> tuple[FloatArray, FloatArray]:
        """Values and gradients; see `Objective`."""
        points = self.cloud.project(frames)
        if self.trees is None:
            square, moves = np.empty(len(active)), np.empty_like(points)
            order = np.argsort(points[:, 0], axis=1, kind="stable")
            line_displacement(active, points[:, 0], order, self.supply, self.total, square, moves[:, 0])
        else:
            self.trees.solve(points, active, squared=True)
            square, moves = self.trees.value[active], displacement(self.trees, points, active)
        value = np.sqrt(square)
        return value, self.cloud.pull_back(moves) / np.where(value > 0.0, value, 1.0)[:, None, None]


def objective(
    cloud: Cloud, labels: BoolArray, k: int, *, centred: bool = False, squared: bool = False
) -> LineObjective | SpaceObjective | SquaredObjective:
    """The objective for frames of k columns, of the samples as they are or, not `squared`, each at its own mean."""
    if squared:
        return SquaredObjective(cloud, labels, k)
    kind = LineObjective if k == 1 else SpaceObjective
    return kind(cloud, labels, centred=centred)


@kernel()
def centre_groups(active, points, supply):  # type: ignore[no-untyped-def]
    """Subtract from `points` (a, k, N), in place, the mean of each group of the labellings listed in `active`.

    The first sample of a labelling are the rows of positive `supply` (b, N).
    """
    for a in range(points.shape[0]):
        signs = supply[active[a]]
        for j in range(points.shape[1]):
            p = points[a, j]
            first = second = 0.0
            n = 0
            for i in range(p.size):
                if signs[i] > 0:
                    first += p[i]
                    n += 1
                else:
                    second += p[i]
            first /= n
            second /= p.size - n
            for i in range(p.size):
                p[i] -= first if signs[i] > 0 else second
