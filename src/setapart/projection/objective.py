"""What the ascent climbs: f(A) = W₁ of the projected samples, with its gradient, for a batch of labellings.

For k = 1 the plan is the sorted order; for k ≥ 2 it comes from a network simplex whose bases stay warm from one step to
the next. Either way the derivative W with respect to the projected points is pulled back to the frame: G = Zᵀ W.
With an optimal plan π, G = Σ π_ij z_ij z_ijᵀ A / ‖Aᵀz_ij‖, hence ⟨G, A⟩ = f(A). The paper smooths the norm and then
divides by the smoothed norm instead of by its derivative's denominator (docs/errata.md, E1); here nothing is smoothed,
and pairs at distance zero drop out.
"""

from typing import Protocol

import numpy as np

from setapart._types import BoolArray, FloatArray, IntArray
from setapart.projection.centring import centre_groups
from setapart.projection.cloud import Cloud
from setapart.transport import line
from setapart.transport.supplies import label_supplies
from setapart.transport.trees import Trees

__all__ = ["LineObjective", "Objective", "SpaceObjective", "objective"]


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


def objective(cloud: Cloud, labels: BoolArray, k: int, *, centred: bool = False) -> LineObjective | SpaceObjective:
    """The objective for frames of k columns, of the samples as they are or each moved to its own mean."""
    kind = LineObjective if k == 1 else SpaceObjective
    return kind(cloud, labels, centred=centred)
