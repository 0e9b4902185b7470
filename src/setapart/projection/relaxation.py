"""The ascent of the subspace-robust distance: max over Ω of min over couplings π of ⟨Ω, V_π⟩, V_π = Σ π zzᵀ.

Ω runs over the Fantope {0 ≤ Ω ≤ I, tr Ω = k}, the hull of the projectors on k directions. The minimum is a concave
function g of Ω, for which V of an optimal π is a supergradient; so there are no local maxima, and bounds meet from both
sides: g(Ω) is a bound from below, and the sum of the k largest eigenvalues of any mean of matrices V one from above. A
step goes along V as far as would reach a goal if g were linear (Polyak's rule), and back to the Fantope. The goal is
the bound from above at first and comes down to the best value, lest steps go in a circle. The last matrix is the
projector on the leading eigenvectors of the mean of all V.

References
----------
Paty and Cuturi, "Subspace robust Wasserstein distances", ICML 2019, algorithm 1. Polyak, *Introduction to Optimization*
(1987), section 5.3. Overton and Womersley, "On the sum of the largest eigenvalues of a symmetric matrix", SIAM Journal
on Matrix Analysis and Applications 13 (1992).
"""

from dataclasses import dataclass

import numpy as np

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray
from setapart.projection.cloud import Cloud
from setapart.transport.displacement import displacement
from setapart.transport.supplies import label_supplies
from setapart.transport.trees import Trees

__all__ = ["Relaxation", "ascend_relaxation"]

_EMPTY = 1e-12  # an eigenvalue of Ω, at most one, that is zero but for rounding
_PATIENCE = 10.0  # steps after which the goal is half-way between the bounds


@dataclass(frozen=True, eq=False)
class Relaxation:
    """Where an ascent got to."""

    value: float  # the root of the largest g(Ω) that was met
    upper: float  # what no Ω, and so no k directions, exceed
    axes: FloatArray  # (r, r), the eigenvectors of that Ω, a column each, by rising eigenvalue
    shares: FloatArray  # (r,), its eigenvalues, from 0 to 1
    n_steps: int  # evaluations used


def ascend_relaxation(
    cloud: Cloud, labels: BoolArray, k: int, n_steps: int, *, stop_at: float | None = None
) -> Relaxation:
    """Climb from Ω = (k/r) I for one labelling (N,), until the value reaches `stop_at`; r is at least one."""
    r, active = cloud.shape[1], np.arange(1)
    trees = Trees(*label_supplies(labels[None]))
    axes, shares = np.eye(r), np.full(r, min(1.0, k / r))
    best, highest, n_used = Relaxation(-1.0, np.inf, axes, shares, 0), np.inf, 0
    mean = np.zeros((r, r))
    for t in range(n_steps):
        checkpoint()
        used = shares > _EMPTY
        points = cloud.project((axes[:, used] * np.sqrt(shares[used]))[None])
        trees.solve(points, active, squared=True)
        moment = cloud.pull_back(displacement(trees, cloud.columns[None], active))[0]
        n_used += 1
        square = float(trees.value[0])
        if square > best.value:
            best = Relaxation(square, highest, axes, shares, n_used)
        mean += (0.5 * (moment + moment.T) - mean) * 2.0 / (t + 2.0)  # the later, the more
        eigenvalues, vectors = np.linalg.eigh(mean)
        highest = min(highest, float(eigenvalues[-k:].sum()))
        slope = moment - np.eye(r) * (np.trace(moment) / r)
        steepness = float(np.sum(slope * slope))
        reached = stop_at is not None and best.value >= stop_at * stop_at
        if reached or r <= k or highest <= best.value or steepness == 0.0 or t + 1 == n_steps:
            break
        if t + 2 == n_steps:
            axes, shares = vectors, (np.arange(r) >= r - k).astype(float)
            continue
        goal = best.value + (highest - best.value) * _PATIENCE / (_PATIENCE + t)
        turned = (axes * shares) @ axes.T + slope * ((goal - square) / steepness)
        eigenvalues, axes = np.linalg.eigh(0.5 * (turned + turned.T))
        shares = _capped(eigenvalues, k)
    value, upper = np.sqrt(best.value), np.sqrt(max(best.value, highest))
    return Relaxation(float(value), float(upper), best.axes, best.shares, n_used)


def _capped(values: FloatArray, k: int) -> FloatArray:
    """The nearest numbers from 0 to 1 whose sum is k: all of `values` less a number, cut off."""
    bends = np.sort(np.concatenate([values, values - 1.0]))  # between them, the sum is linear in that number
    sums = np.clip(values - bends[:, None], 0.0, 1.0).sum(axis=1)
    nearest: FloatArray = np.clip(values - np.interp(k, sums[::-1], bends[::-1]), 0.0, 1.0)
    return nearest
