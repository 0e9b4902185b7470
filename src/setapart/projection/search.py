"""The search for the directions of a labelling: every start, one ascent each, the best of them."""

from dataclasses import dataclass

import numpy as np

from setapart._types import BoolArray, FloatArray
from setapart.projection.ascent import ascend
from setapart.projection.coordinates import Coordinates, span_coordinates
from setapart.projection.objective import objective
from setapart.projection.pushforward import Cloud
from setapart.projection.rules import Geometric, StepRule
from setapart.projection.solution import STATIONARY, Solution, gauge, stationarity
from setapart.projection.starts import StartingFrames, Starts
from setapart.transport.exact import transport

__all__ = ["Search", "prepare_search"]

_KEPT = 20  # gradients that the certificate of stationarity combines


@dataclass(frozen=True, eq=False)
class Search:
    """Everything the ascents of all labellings share; nothing in it depends on a label."""

    coordinates: Coordinates
    cloud: Cloud
    k: int
    rule: StepRule
    starting_frames: StartingFrames | None  # None: the data span no more than k directions, and every frame is optimal

    def values(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """The largest W₁ found for each labelling (b, N), in the units of the points."""
        batch = len(labels)
        if self.cloud.shape[1] == 0:
            return np.zeros(batch)
        goal = objective(self.cloud, labels, min(self.k, self.cloud.shape[1]))
        if self.starting_frames is None:
            return goal(self._whole_space(batch), np.arange(batch))[0]
        best = np.zeros(batch)
        active = np.arange(batch)
        for _, frames in self.starting_frames(labels):
            if stop_at is not None:
                active = np.flatnonzero(best < stop_at)
            found = ascend(goal, frames[active], self.rule, labellings=active, stop_at=stop_at)
            best[active] = np.maximum(best[active], found.value)
        return best

    def solution(self, labels: BoolArray) -> Solution:
        """The directions found for one labelling (N,), by the very ascents that `values` runs."""
        if self.starting_frames is None:
            r = self.cloud.shape[1]
            message = f"Exact: the data span {r} direction{'s' * (r != 1)}, and all of them are used."
            value = float(self.values(labels[None])[0])
            return self._described(labels, np.eye(r), value, "exact", message, 0.0, "all", 0)
        goal = objective(self.cloud, labels[None], self.k)
        found = [
            (kind, ascend(goal, frames, self.rule, keep_gradients=_KEPT))
            for kind, frames in self.starting_frames(labels[None])
        ]
        kind, best = max(found, key=lambda pair: pair[1].value[0])
        value = float(best.value[0])
        slack = stationarity(best.frames[0], [g[0] for g in best.last_gradients], value)
        status = "stationary" if slack <= STATIONARY else "unfinished"
        message = (
            f"The best of {len(found)} ascents ({kind} start, {best.n_steps[0]} steps) ended "
            + ("at a critical point" if status == "stationary" else "before a critical point was reached")
            + f": the shortest combination of its last gradients is {slack:.2g} of the value. "
            "The value is a lower bound of the maximum."
        )
        return self._described(labels, best.frames[0], value, status, message, slack, kind, int(best.n_steps[0]))

    def _described(
        self,
        labels: BoolArray,
        frame: FloatArray,
        value: float,
        status: str,
        message: str,
        slack: float,
        kind: str,
        n_steps: int,
    ) -> Solution:
        points = self.cloud.rows @ frame if frame.size else np.zeros((len(labels), 1))
        plan = transport(points[labels], points[~labels]).plan
        directions = self.coordinates.lift(frame)
        if frame.size:
            displacement = points[labels][plan.rows] - points[~labels][plan.columns]
            directions = gauge(directions, displacement, plan.mass)
        directions = self.coordinates.complete(directions, self.k)
        return Solution(value, directions, plan, status, message, slack, kind, n_steps)

    def _whole_space(self, batch: int) -> FloatArray:
        return np.repeat(np.eye(self.cloud.shape[1])[None], batch, axis=0)


def prepare_search(
    points: FloatArray, k: int, *, rule: StepRule | None = None, starts: Starts | None = None, rng: np.random.Generator
) -> Search:
    """Do the label-blind work for points (N, d) that are centred and of moderate size."""
    coordinates = span_coordinates(points)
    cloud = Cloud(coordinates.rows)
    blind = None if cloud.shape[1] <= k else StartingFrames(cloud, k, starts or Starts(), rng)
    return Search(coordinates, cloud, k, rule or Geometric(), blind)
