"""The ascent for k = 1 in lockstep over labellings, compiled: the geometric step rule where a solve is only a sort.

A step on the line takes microseconds, less than the interpreter needs to say so. Hence the loop of `ascent`, with the
objective of `objective` and the rule `rules.Geometric`, is written here once more as a kernel, for one direction a row.
"""

import numpy as np

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray
from setapart.projection.ascent import Ascent
from setapart.projection.cloud import Cloud, project, pull_back
from setapart.projection.objective import centre_groups
from setapart.projection.rules import NOISE, Geometric
from setapart.transport._jit import kernel
from setapart.transport.line import evaluate_batch
from setapart.transport.supplies import label_supplies

__all__ = ["ascend_line"]

_SLICE = 50_000_000  # rows × features × labellings between two checkpoints: well under a second


def ascend_line(
    cloud: Cloud,
    labels: BoolArray,
    start: FloatArray,
    rule: Geometric,
    *,
    centred: bool = False,
    stop_at: float | None = None,
) -> Ascent:
    """Climb from each start (b, d, 1) for the labelling (b, N) of the same row; see `ascent.ascend`."""
    batch, d, _ = start.shape
    best, best_maps = np.full(batch, -np.inf), start[:, :, 0].copy()
    n_steps = np.zeros(batch, np.int64)
    supply, total = label_supplies(labels)
    maps, memory = best_maps.copy(), np.zeros((batch, d))
    active = np.arange(batch)
    steps = max(1, _SLICE // max(1, cloud.rows.size * batch))
    angles = rule.angles
    for first in range(0, rule.n_steps, steps):
        checkpoint()
        values, frames = best[active], best_maps[active]
        part = angles[first : first + steps]
        final = first + len(part) == rule.n_steps
        _climb(cloud.columns, cloud.rows, supply, total, active, centred, maps, memory, part, final, values, frames)
        best[active], best_maps[active] = values, frames
        n_steps[active] += len(part)
        if stop_at is not None:
            going = values < stop_at
            active, maps, memory = active[going], maps[going], memory[going]
        if active.size == 0:
            break
    return Ascent(best, best_maps[:, :, None], n_steps, np.zeros(batch, bool))


@kernel()
def _climb(columns, rows, supply, total, active, centred, maps, memory, angles, final, best, best_maps):  # type: ignore[no-untyped-def]
    batch, d = maps.shape
    points = np.empty((batch, columns.shape[1]))
    weights, gradient, value = np.empty_like(points), np.empty((batch, d)), np.empty(batch)
    for t in range(angles.size):
        project(maps, columns, points)
        if centred:
            centre_groups(active, points.reshape((batch, 1, points.shape[1])), supply)
        evaluate_batch(active, points, supply, total, value, weights)
        if centred:
            centre_groups(active, weights.reshape((batch, 1, points.shape[1])), supply)
        for a in range(batch):
            if value[a] > best[a]:
                best[a] = value[a]
                best_maps[a] = maps[a]
        if final and t + 1 == angles.size:
            return
        pull_back(weights, rows, gradient)
        for a in range(batch):
            _turn(maps[a], gradient[a], memory[a], angles[t])


@kernel()
def _turn(direction, gradient, memory, angle):  # type: ignore[no-untyped-def]
    """One step of `rules.Geometric` for one direction; overwrites `direction`, `gradient` and `memory`."""
    d = direction.size
    along = whole = 0.0
    for c in range(d):
        along += direction[c] * gradient[c]
        whole += gradient[c] * gradient[c]
    across = 0.0
    for c in range(d):
        gradient[c] -= along * direction[c]
        across += gradient[c] * gradient[c]
    share = 0.5 / np.sqrt(across) if across > NOISE * NOISE * whole else 0.0
    along = 0.0
    for c in range(d):
        memory[c] = 0.5 * memory[c] + share * gradient[c]
        along += direction[c] * memory[c]
    length = 0.0
    for c in range(d):
        memory[c] -= along * direction[c]
        length += memory[c] * memory[c]
    if length == 0.0:
        return
    step = angle / np.sqrt(length)
    length = 0.0
    for c in range(d):
        direction[c] += step * memory[c]
        length += direction[c] * direction[c]
    length = np.sqrt(length)
    for c in range(d):
        direction[c] /= length
