"""The search for the directions of a labelling: every start, one ascent each, the best of them."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from setapart._checks import counted
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.projection.ascent import Ascent, ascend
from setapart.projection.cloud import Cloud
from setapart.projection.coordinates import Coordinates, FeatureCoordinates, span_coordinates
from setapart.projection.line_ascent import ascend_line
from setapart.projection.objective import Objective, objective
from setapart.projection.rules import CYCLE, LONG, Geometric, PaperAlgorithm, StepRule
from setapart.projection.solution import STATIONARY, Solution, stationarity
from setapart.projection.sparsity import Sparse, support
from setapart.projection.starts import ANGLES, StartingFrames, Starts
from setapart.projection.subspaces import gauge
from setapart.transport.exact import transport
from setapart.transport.plan import Plan

__all__ = ["Search", "oriented", "prepare_search"]

# Steps and radians of the walk whose gradients tell whether a point is critical: at a kink many pieces of f meet, and a
# dozen gradients do not show them all.
_WALK, _AROUND = 40, 0.01

Climber = Callable[[str, FloatArray, IntArray, float | None], Ascent]


@dataclass(frozen=True, eq=False)
class Search:
    """Everything the ascents of all labellings share; nothing in it depends on a label."""

    coordinates: Coordinates | FeatureCoordinates
    cloud: Cloud
    k: int
    rule: StepRule
    starting_frames: StartingFrames | None  # None: the data span no more than k directions, and every frame is optimal
    centred: bool = False  # each group of a labelling at its own mean
    squared: bool = False  # W₂ in place of W₁; not together with `centred`
    elsewhere: Callable[[BoolArray], FloatArray] | None = None  # what finds the values on a device, see `devices`

    def values(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """The largest W₁, or W₂, found for each labelling (b, N), in the units of the points."""
        if self.elsewhere is not None:
            return self.elsewhere(labels)
        batch, labels = len(labels), oriented(labels)
        if self.cloud.shape[1] == 0:
            return np.zeros(batch)
        if self.starting_frames is None:
            whole = np.repeat(np.eye(self.cloud.shape[1])[None], batch, axis=0)
            return self._objective(labels)(whole, np.arange(batch))[0]
        best = np.zeros(batch)
        active = np.arange(batch)
        climb = self._climber(labels)
        for kind, frames in self.starting_frames(labels):
            if stop_at is not None:
                active = np.flatnonzero(best < stop_at)
            ascent = climb(kind, frames[active], active, stop_at)
            best[active] = np.maximum(best[active], ascent.value)
        return best

    def solution(self, labels: BoolArray) -> Solution:
        """The directions found for one labelling (N,), by the very ascents that `values` runs."""
        if self.starting_frames is None:
            return self._whole_space(labels)
        searched = oriented(labels[None])
        climb, active = self._climber(searched), np.arange(1)
        ascents = [(kind, climb(kind, frames, active, None)) for kind, frames in self.starting_frames(searched)]
        kind, best = max(ascents, key=lambda pair: pair[1].value[0])
        value, n_steps = float(best.value[0]), int(best.n_steps[0])
        place = "a critical point" + self._among(best.frames)
        slack = stationarity(best.frames[0], self._gradients_near(searched, best.frames), value)
        status = "stationary" if slack <= STATIONARY else "unfinished"
        message = (
            f"The best of {len(ascents)} ascents ({kind} start, {n_steps} steps) ended "
            + (f"at {place}" if status == "stationary" else f"before {place} was reached")
            + f": the shortest combination of the gradients around it is {slack:.2g} of the value. "
            + (self._advice(n_steps) if status == "unfinished" else "")
            + "The value is a lower bound of the maximum."
        )
        directions, plan = self.displayed(labels, best.frames[0])
        return Solution(value, directions, plan, status, message, slack, kind, n_steps)

    def _advice(self, n_steps: int) -> str:
        """Where the next cycle of steps ends; the paper's steps shrink too fast for more of them to help."""
        if isinstance(self.rule, PaperAlgorithm):
            return ""
        return f"More steps, n_steps={max(LONG, sum(Geometric(n_steps + 1).cycles))}, usually reach one. "

    def _among(self, frames: FloatArray) -> str:
        """What the certificate compares with: a sparse search says nothing about the choice of the features."""
        if not isinstance(self.rule, Sparse):
            return ""
        return f" among the directions of its {counted(int(support(frames).sum()), 'feature')}"

    def _whole_space(self, labels: BoolArray) -> Solution:
        r = self.cloud.shape[1]
        used = "which is used" if r == 1 else "all of which are used"
        message = f"Exact: the data span {counted(r, 'direction')}, {used}." if r else "Exact: all rows are the same."
        directions, plan = self.displayed(labels, np.eye(r))
        return Solution(float(self.values(labels[None])[0]), directions, plan, "exact", message, 0.0, "all", 1)

    def displayed(self, labels: BoolArray, frame: FloatArray) -> tuple[FloatArray, Plan]:
        """The frame (r, j) as directions (d, k) of the original features, and an optimal plan along it."""
        points = self.cloud.rows @ frame if frame.size else np.zeros((len(labels), 1))
        if self.centred:
            points = np.where(
                labels[:, None], points - points[labels].mean(axis=0), points - points[~labels].mean(axis=0)
            )
        squared = self.squared and points.shape[1] > 1  # on the line, the plan is the same for either cost
        plan = transport(points[labels], points[~labels], squared=squared).plan
        directions = self.coordinates.lift(frame)
        if frame.size:
            displacement = points[labels][plan.rows] - points[~labels][plan.columns]
            directions = gauge(directions, displacement, plan.mass)
        return self.coordinates.complete(directions, self.k), plan

    def _objective(self, labels: BoolArray) -> Objective:
        k = min(self.k, self.cloud.shape[1])
        return objective(self.cloud, labels, k, centred=self.centred, squared=self.squared)

    def _climber(self, labels: BoolArray) -> Climber:
        """An ascent for some of these labellings; its state, if any, stays warm from one start to the next."""
        if self.k == 1 and isinstance(self.rule, Geometric) and not self.squared:
            rule = self.rule
            return lambda kind, frames, active, stop_at: ascend_line(
                self.cloud,
                labels[active],
                frames,
                rule.from_start(ANGLES[kind]),
                centred=self.centred,
                stop_at=stop_at,
            )
        goal = self._objective(labels)
        cycles = self.rule.n_steps > CYCLE and isinstance(self.rule, Geometric | Sparse)
        return lambda kind, frames, active, stop_at: ascend(
            _handed_over(goal, self._objective(labels)) if cycles else goal,
            frames,
            self.rule.from_start(ANGLES[kind]),
            labellings=active,
            stop_at=stop_at,
        )

    def _gradients_near(self, labels: BoolArray, frames: FloatArray) -> list[FloatArray]:
        """Gradients met on a short walk from the frames (1, d, k), of a sparse search within its features."""
        goal, active, memory = self._objective(labels), np.arange(1), np.zeros_like(frames)
        walk = Geometric(n_steps=_WALK, first_angle=_AROUND, last_angle=_AROUND / 10.0)
        within = support(frames) if isinstance(self.rule, Sparse) else np.ones_like(frames)
        met = []
        for t in range(_WALK):
            gradients = goal(frames, active)[1] * within
            met.append(gradients[0])
            frames, memory, _ = walk.step(t, frames, gradients, memory)
        return met


def _handed_over(first: Objective, later: Objective) -> Objective:
    """The first cycle of an ascent on one objective, all after it on another.

    Where rows tie, which of several optimal plans a warm basis ends at depends on what was solved before. The basis
    that starts share must not know how long the ascents before went on, or a longer search takes other ways.
    """
    evaluations = itertools.count()
    return lambda frames, active: (first if next(evaluations) < CYCLE else later)(frames, active)


def oriented(labels: BoolArray) -> BoolArray:
    """Labellings (b, N), each or its mirror image, whichever has the first row in the first sample.

    A distance does not care which sample is called the first, but rounding does, and an ascent can turn a last bit into
    another local maximum. So that both have the very same value, only one of them is searched.
    """
    return np.where(labels[:, :1], labels, ~labels)


def prepare_search(
    points: FloatArray,
    k: int,
    *,
    rule: StepRule | None = None,
    starts: Starts | None = None,
    centred: bool = False,
    sparsity: int | None = None,
    rng: np.random.Generator,
) -> Search:
    """Do the label-blind work for points (N, d) that are centred and of moderate size."""
    rule = rule or Geometric()
    coordinates: Coordinates | FeatureCoordinates
    if sparsity is not None and sparsity < np.count_nonzero(np.any(points != points[0], axis=0)):
        assert isinstance(rule, Geometric)  # sparsity goes with no other
        coordinates, rule = FeatureCoordinates.of(points), Sparse(rule, sparsity)
    else:
        coordinates = span_coordinates(points)
    cloud = Cloud(coordinates.rows)
    blind = None if cloud.shape[1] <= k else StartingFrames(cloud, k, starts or Starts(), rng)
    return Search(coordinates, cloud, k, rule, blind, centred)
