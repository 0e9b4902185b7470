"""The Wasserstein metric, in all features or along the directions that make it largest."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from setapart._checks import check_integer
from setapart._streams import STATISTIC, stream
from setapart._types import BoolArray, FloatArray
from setapart.statistics import projected
from setapart.theory.metrics.metric import CheckedMetric, centre_of, check_centre, distances
from setapart.transport.exact import transport

__all__ = ["ProjectedWassersteinMetric", "WassersteinMetric"]


@dataclass(frozen=True)
class WassersteinMetric(CheckedMetric):
    """W₁ with Euclidean cost, the metric of all 1-Lipschitz functions (Kantorovich and Rubinstein). Exact.

    The witness is a Kantorovich potential, known at the rows and carried on to all points without becoming steeper
    (McShane). For `suprema` the functions vanish at the centre, and are thereby bounded by the distance to it: a
    transport problem in which the centre gives and takes what the signs leave unbalanced.

    Parameters
    ----------
    centre : array_like of shape (d,), optional
        Where the functions vanish; by default at the mean of the points. The distance does not depend on it. A bound
        for samples yet to be drawn needs a centre that does not depend on the points.

    Raises
    ------
    ValueError
        If the centre is not a point; when it is used, also if it has not the number of features.

    References
    ----------
    Villani, *Optimal Transport: Old and New*, 2009, theorem 5.10 and remark 6.5. Wang, Gao and Xie (2021), section II
    and Example 1.

    Examples
    --------
    >>> from setapart import theory
    >>> metric = theory.WassersteinMetric()
    >>> x, y = [[0.0, 0.0], [1.0, 0.0]], [[0.0, 3.0], [1.0, 3.0]]
    >>> metric.distance(x, y)
    3.0
    >>> f = metric.witness(x, y)
    >>> float(f(x).mean() - f(y).mean())
    3.0
    >>> metric.suprema([[-1.0], [1.0]], [[1, 1], [1, -1]]).tolist()  # |z|, and -z
    [1.0, 1.0]
    """

    centre: tuple[float, ...] | None = None

    name: ClassVar[str] = "wasserstein"
    lipschitz: ClassVar[float] = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "centre", check_centre(self.centre))

    def _best(self, x: FloatArray, y: FloatArray) -> tuple[float, Callable[[FloatArray], FloatArray]]:
        solved = transport(x, y)
        return solved.value, _LipschitzFunction(y, -solved.y_potential)

    def _suprema(self, points: FloatArray, signs: FloatArray) -> FloatArray:
        centre = centre_of(points, self.centre)
        problems = (_balanced(points, row, centre) for row in signs)
        return np.array([mass * transport(sources, sinks).value for sources, sinks, mass in problems])


@dataclass(frozen=True, eq=False)
class _LipschitzFunction:
    """The largest 1-Lipschitz function with given levels at given points, z ↦ min_j ‖z - y_j‖ + l_j.

    With l = -v for an optimal potential v of the second sample, it equals the potential u of the first sample at its
    rows: u_i ≤ ‖x_i - y_j‖ - v_j for all j, with equality where mass moves, and mass moves from every row.
    """

    points: FloatArray
    levels: FloatArray

    def __call__(self, points: FloatArray) -> FloatArray:
        """Values (q,) at points (q, d)."""
        return np.asarray(np.min(distances(points, self.points) + self.levels, axis=1))


@dataclass(frozen=True)
class ProjectedWassersteinMetric(CheckedMetric):
    """PW, the metric of the functions z ↦ g(Aᵀz) with g 1-Lipschitz on R^k and AᵀA = I.

    Distance and suprema are *lower bounds*, as A comes from a search: the maximum is NP-hard to find already for k = 1.
    They are exact if the rows span no more than k dimensions. The search for the distance is that of
    `setapart.projected_wasserstein`; suprema, needed by the hundred, take the shorter one of the test and are about 1 %
    lower for it. Given A, the best g is found exactly: the witness is a Kantorovich potential of the projected rows,
    and its `function.directions` is A (d, k).

    Parameters
    ----------
    k : int
        The number of directions, at most d.
    centre : array_like of shape (d,), optional
        For `suprema`, g vanishes at its projection; by default the mean of the points. See `WassersteinMetric`.

    Raises
    ------
    TypeError, ValueError
        If a setting cannot be used. When samples are compared, also if k exceeds their number of features.

    References
    ----------
    Wang, Gao and Xie (2021), Definition 2 and equation (1), in which constants have to be excluded (docs/errata.md,
    E5).

    Examples
    --------
    >>> from setapart import theory
    >>> metric = theory.ProjectedWassersteinMetric(k=1)
    >>> x, y = [[0.0, 1.0], [1.0, 0.0], [0.0, 0.0]], [[3.0, 5.0], [4.0, 4.0], [3.0, 4.0]]
    >>> f = metric.witness(x, y)
    >>> round(f.value, 9), f.function.directions.round(3).tolist()
    (5.0, [[0.6], [0.8]])
    >>> round(float(f(x).mean() - f(y).mean()), 9)
    5.0
    """

    k: int
    centre: tuple[float, ...] | None = None

    name: ClassVar[str] = "projected_wasserstein"
    lipschitz: ClassVar[float] = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", check_integer("k", self.k, minimum=1))
        object.__setattr__(self, "centre", check_centre(self.centre))

    def _best(self, x: FloatArray, y: FloatArray) -> tuple[float, Callable[[FloatArray], FloatArray]]:
        prepared, labels = _prepare(projected.thorough(self.k), x, y)
        solution = prepared.describe(labels)
        a = solution.directions
        ys = y @ a
        return solution.value, _ProjectedFunction(a, _LipschitzFunction(ys, -transport(x @ a, ys).y_potential))

    def _suprema(self, points: FloatArray, signs: FloatArray) -> FloatArray:
        centre = centre_of(points, self.centre)
        values = np.empty(len(signs))
        for b, row in enumerate(signs):
            sources, sinks, mass = _balanced(points, row, centre)
            prepared, labels = _prepare(projected.ProjectedWasserstein(self.k), sources, sinks)
            values[b] = mass * prepared.evaluate(labels[None])[0]
        return values


def _prepare(
    statistic: projected.ProjectedWasserstein, x: FloatArray, y: FloatArray
) -> tuple[projected.PreparedProjection, BoolArray]:
    """The search on two samples, and their labelling, with the random starts of the public functions at seed 0."""
    pooled = np.concatenate([x, y])
    rng = stream(0, STATISTIC)
    return statistic.prepare(pooled, rng=rng), np.arange(len(pooled)) < len(x)


@dataclass(frozen=True, eq=False)
class _ProjectedFunction:
    """A function of the coordinates along directions (d, k)."""

    directions: FloatArray
    function: Callable[[FloatArray], FloatArray]

    def __call__(self, points: FloatArray) -> FloatArray:
        """Values (q,) at points (q, d)."""
        return self.function(points @ self.directions)


def _balanced(points: FloatArray, signs: FloatArray, centre: FloatArray) -> tuple[FloatArray, FloatArray, float]:
    """The transport problem whose cost is n times the supremum of (1/n) Σ σ_i g(z_i) over 1-Lipschitz g, g(c) = 0.

    Mass leaves where the sign is positive and arrives where it is negative; what one side lacks, the centre c makes up.
    Proof: as g(c) = 0, Σ σ_i g(z_i) = ∫ g dτ with τ = Σ σ_i δ(z_i) - (Σ σ_i) δ(c). As τ has no mass in total, g may be
    moved by any constant, and the supremum over all 1-Lipschitz g is the cost of moving τ⁺ to τ⁻ (Kantorovich and
    Rubinstein). Returned are sources and sinks (p, d), with copies of the centre so that they are as many, and the mass
    p / n: W₁ of sources and sinks is the supremum divided by it.
    """
    lacking = int(signs.sum())
    copies = np.tile(centre, (abs(lacking), 1))
    sources, sinks = points[signs > 0.0], points[signs < 0.0]
    if lacking > 0:
        sinks = np.concatenate([sinks, copies])
    else:
        sources = np.concatenate([sources, copies])
    return sources, sinks, len(sources) / len(points)
