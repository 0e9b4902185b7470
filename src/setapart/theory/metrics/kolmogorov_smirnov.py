"""The Kolmogorov–Smirnov distance as an integral probability metric."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.theory.metrics.metric import CheckedMetric

__all__ = ["KolmogorovSmirnov"]


@dataclass(frozen=True)
class KolmogorovSmirnov(CheckedMetric):
    """The largest difference of two distribution functions, for one feature. Exact, between 0 and 1.

    The class holds the indicators of the half-lines (-∞, t] and their negatives, so that the distance is symmetric;
    without the negatives it would be that of a one-sided test. It has no Lipschitz constant.

    Raises
    ------
    ValueError
        When samples or points have more than one feature.

    References
    ----------
    Müller, "Integral probability metrics and their generating classes of functions", Advances in Applied Probability
    29, 1997. Wang, Gao and Xie (2021), Definition 1.

    Examples
    --------
    >>> from setapart import theory
    >>> f = theory.KolmogorovSmirnov().witness([1.0, 2.0, 3.0], [2.5, 4.0])
    >>> round(f.value, 4), f([0.0, 2.0, 2.1]).tolist()
    (0.6667, [1.0, 1.0, 0.0])
    """

    name: ClassVar[str] = "kolmogorov_smirnov"
    lipschitz: ClassVar[None] = None

    def _best(self, x: FloatArray, y: FloatArray) -> tuple[float, Callable[[FloatArray], FloatArray]]:
        n, m = len(x), len(y)
        order, ends = _steps(np.concatenate([x, y]))
        supply = np.where(order < n, m, -n)  # whole numbers: equal steps cancel exactly
        running = np.cumsum(supply)[ends]
        most = int(np.argmax(np.abs(running)))
        edge = np.concatenate([x, y])[order[ends[most]], 0]
        return abs(int(running[most])) / (n * m), HalfLine(float(edge), 1.0 if running[most] >= 0 else -1.0)

    def _suprema(self, points: FloatArray, signs: FloatArray) -> FloatArray:
        order, ends = _steps(points)
        running = np.cumsum(signs[:, order], axis=1)[:, ends]
        return np.asarray(np.abs(running).max(axis=1) / len(points))


@dataclass(frozen=True)
class HalfLine:
    """A height on (-∞, edge], zero beyond."""

    edge: float
    height: float

    def __call__(self, points: FloatArray) -> FloatArray:
        """Values (q,) at points (q, 1)."""
        return np.where(points[:, 0] <= self.edge, self.height, 0.0)


def _steps(points: FloatArray) -> tuple[IntArray, IntArray]:
    """The order of points (N, 1), and where in it the last of each run of equal ones stands."""
    if points.shape[1] != 1:
        raise ValueError(f"the Kolmogorov–Smirnov distance is for one feature, got {points.shape[1]}")
    order = np.argsort(points[:, 0], kind="stable")
    line = points[order, 0]
    return order, np.flatnonzero(np.append(line[1:] > line[:-1], True))
