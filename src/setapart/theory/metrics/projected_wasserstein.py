"""The projected Wasserstein distance as an integral probability metric."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from setapart._checks import check_integer
from setapart._streams import STATISTIC
from setapart._types import BoolArray, FloatArray
from setapart.statistics import projected
from setapart.theory.metrics.centre import balanced, centre_of, check_centre
from setapart.theory.metrics.metric import CheckedMetric
from setapart.theory.metrics.wasserstein import LipschitzFunction
from setapart.transport.exact import transport

__all__ = ["ProjectedWasserstein"]


@dataclass(frozen=True)
class ProjectedWasserstein(CheckedMetric):
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
        For `suprema`, g vanishes at its projection; by default the mean of the points. See `Wasserstein`.

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
    >>> metric = theory.ProjectedWasserstein(k=1)
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
        found = prepared.describe(labels)
        a = found.directions
        ys = y @ a
        return found.value, ProjectedFunction(a, LipschitzFunction(ys, -transport(x @ a, ys).y_potential))

    def _suprema(self, points: FloatArray, signs: FloatArray) -> FloatArray:
        centre = centre_of(points, self.centre)
        values = np.empty(len(signs))
        for b, row in enumerate(signs):
            sources, sinks, mass = balanced(points, row, centre)
            prepared, labels = _prepare(projected.ProjectedWasserstein(self.k), sources, sinks)
            values[b] = mass * prepared.evaluate(labels[None])[0]
        return values


def _prepare(
    statistic: projected.ProjectedWasserstein, x: FloatArray, y: FloatArray
) -> tuple[projected.PreparedProjection, BoolArray]:
    """The search on two samples, and their labelling, with the random starts of the public functions at seed 0."""
    pooled = np.concatenate([x, y])
    rng = np.random.default_rng(np.random.SeedSequence(0, spawn_key=(STATISTIC,)))
    return statistic.prepare(pooled, rng=rng), np.arange(len(pooled)) < len(x)


@dataclass(frozen=True, eq=False)
class ProjectedFunction:
    """A function of the coordinates along directions (d, k)."""

    directions: FloatArray
    function: Callable[[FloatArray], FloatArray]

    def __call__(self, points: FloatArray) -> FloatArray:
        """Values (q,) at points (q, d)."""
        return self.function(points @ self.directions)
