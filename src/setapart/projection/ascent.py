"""The one loop that climbs f over the Stiefel manifold, for a batch of labellings in lockstep.

What an ascent reaches is a lower bound of the maximum, which is hard to find already for k = 1. The best frame visited
is returned, not the last, as the printed algorithm would (docs/errata.md, E3).
"""

from dataclasses import dataclass

import numpy as np

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.projection.objective import Objective
from setapart.projection.rules import StepRule

__all__ = ["Ascent", "ascend"]


@dataclass(frozen=True, eq=False)
class Ascent:
    """Where a batch of ascents got to."""

    value: FloatArray  # (b,), the largest value of f that was met
    frames: FloatArray  # (b, d, k), where it was met
    n_steps: IntArray  # (b,), evaluations used
    at_rest: BoolArray  # (b,), whether the step rule ended the ascent, rather than the number of steps


def ascend(
    objective: Objective,
    start: FloatArray,
    rule: StepRule,
    *,
    labellings: IntArray | None = None,
    stop_at: float | None = None,
) -> Ascent:
    """Climb from each start (b, d, k) until the rule or the number of steps ends it.

    `labellings` (b,) says which labellings of the objective the starts belong to; by default the first, the second, and
    so on. An ascent stops once its best value reaches `stop_at`; what it leaves is then only a bound from below.
    """
    batch = len(start)
    members = np.arange(batch) if labellings is None else labellings
    best, best_frames = np.full(batch, -np.inf), start.copy()
    frames, memory, gradients = start.copy(), np.zeros_like(start), np.zeros_like(start)
    n_steps, at_rest = np.zeros(batch, np.int64), np.zeros(batch, bool)
    active = np.arange(batch)
    for t in range(rule.n_steps):
        checkpoint()
        candidates = rule.candidates(t, frames[active], gradients[active])
        values, gradients[active] = objective(candidates, members[active])
        n_steps[active] += 1
        better = values > best[active]
        best[active[better]] = values[better]
        best_frames[active[better]] = candidates[better]
        if t + 1 == rule.n_steps:
            break
        moved, memory[active], rests = rule.step(t, frames[active], gradients[active], memory[active])
        frames[active] = moved
        at_rest[active[rests]] = True
        going = ~rests
        if stop_at is not None:
            going &= best[active] < stop_at
        active = active[going]
        if active.size == 0:
            break
    return Ascent(best, best_frames, n_steps, at_rest)
