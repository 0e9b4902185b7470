"""The Wasserstein distance as an integral probability metric."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from setapart._types import FloatArray
from setapart.theory.metrics.centre import balanced, centre_of, check_centre
from setapart.theory.metrics.distances import distances
from setapart.theory.metrics.metric import CheckedMetric
from setapart.transport.exact import transport

__all__ = ["LipschitzFunction", "Wasserstein"]


@dataclass(frozen=True)
class Wasserstein(CheckedMetric):
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
    >>> metric = theory.Wasserstein()
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
        return solved.value, LipschitzFunction(y, -solved.y_potential)

    def _suprema(self, points: FloatArray, signs: FloatArray) -> FloatArray:
        centre = centre_of(points, self.centre)
        problems = (balanced(points, row, centre) for row in signs)
        return np.array([mass * transport(sources, sinks).value for sources, sinks, mass in problems])


@dataclass(frozen=True, eq=False)
class LipschitzFunction:
    """The largest 1-Lipschitz function with given levels at given points, z ↦ min_j ‖z - y_j‖ + l_j.

    With l = -v for an optimal potential v of the second sample, it equals the potential u of the first sample at its
    rows: u_i ≤ ‖x_i - y_j‖ - v_j for all j, with equality where mass moves, and mass moves from every row.
    """

    points: FloatArray
    levels: FloatArray

    def __call__(self, points: FloatArray) -> FloatArray:
        """Values (q,) at points (q, d)."""
        return np.asarray(np.min(distances(points, self.points) + self.levels, axis=1))
