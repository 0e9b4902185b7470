"""The metrics of the probabilities of events: half-lines for Kolmogorov and Smirnov, all events for total variation."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from setapart._checks import check_integer
from setapart._types import FloatArray, IntArray
from setapart.data.arrays import to_matrix
from setapart.theory.metrics.metric import CheckedMetric

__all__ = ["KolmogorovSmirnovMetric", "TotalVariationMetric"]


@dataclass(frozen=True)
class KolmogorovSmirnovMetric(CheckedMetric):
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
    >>> f = theory.KolmogorovSmirnovMetric().witness([1.0, 2.0, 3.0], [2.5, 4.0])
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
        return abs(int(running[most])) / (n * m), _HalfLine(float(edge), 1.0 if running[most] >= 0 else -1.0)

    def _suprema(self, points: FloatArray, signs: FloatArray) -> FloatArray:
        order, ends = _steps(points)
        running = np.cumsum(signs[:, order], axis=1)[:, ends]
        return np.asarray(np.abs(running).max(axis=1) / len(points))


@dataclass(frozen=True)
class _HalfLine:
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


@dataclass(frozen=True)
class TotalVariationMetric(CheckedMetric):
    """½ Σ |p - q| over the cells of a partition, for discrete or binned data. Exact, between 0 and 1.

    The class holds the functions with |f| ≤ ½ that are constant on each cell: half of the convention |f| ≤ 1, so that
    the distance is the largest difference of two probabilities of one event. It has no Lipschitz constant.

    Parameters
    ----------
    bins : int or sequence of d sequences, optional
        By default every distinct row is a cell: for discrete data, as the distance of samples of a continuous
        distribution would always be 1. An integer is the number of intervals of equal width into which each feature is
        cut, between the smallest and the largest value. A sequence gives the edges for each feature, increasing,
        as [[0, 0.5, 1]] or, for one feature, [0, 0.5, 1]; the first and the last interval go on to infinity.

    Raises
    ------
    TypeError, ValueError
        If the bins cannot be used; when samples are compared, also if there are not as many as features.

    References
    ----------
    Müller, "Integral probability metrics and their generating classes of functions", Advances in Applied Probability
    29, 1997. Wang, Gao and Xie (2021), Definition 1.

    Examples
    --------
    >>> from setapart import theory
    >>> metric = theory.TotalVariationMetric()
    >>> f = metric.witness([1, 1, 1, 2], [1, 2, 2, 3])
    >>> f.value, f([1, 2, 3, 4]).tolist()
    (0.5, [0.5, -0.5, -0.5, 0.0])
    >>> theory.TotalVariationMetric(bins=[[0.0, 1.0, 2.0]]).distance([0.2, 0.3, 1.5], [0.9, 1.1, 7.0])
    0.3333333333333333
    """

    bins: int | tuple[tuple[float, ...], ...] | None = None

    name: ClassVar[str] = "total_variation"
    lipschitz: ClassVar[None] = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "bins", _check_bins(self.bins))

    def _best(self, x: FloatArray, y: FloatArray) -> tuple[float, Callable[[FloatArray], FloatArray]]:
        n, m = len(x), len(y)
        pooled = np.concatenate([x, y])
        cells = _Cells(self._cuts(pooled))
        distinct, index = _distinct(cells(pooled))
        excess = np.zeros(len(distinct), np.int64)  # whole numbers: equal shares cancel exactly
        np.add.at(excess, index, np.repeat([m, -n], [n, m]))
        heights = dict(zip(distinct, (0.5 * np.sign(excess)).tolist(), strict=True))
        return int(np.abs(excess).sum()) / (2 * n * m), _CellFunction(cells, heights)

    def _suprema(self, points: FloatArray, signs: FloatArray) -> FloatArray:
        distinct, index = _distinct(_Cells(self._cuts(points))(points))
        sums = (np.bincount(index, row, minlength=len(distinct)) for row in signs)
        return np.array([np.abs(total).sum() / (2 * len(points)) for total in sums])

    def _cuts(self, points: FloatArray) -> list[FloatArray] | None:
        """Where each feature is cut, without the ends; None where every row is a cell."""
        if self.bins is None:
            return None
        d = points.shape[1]
        if isinstance(self.bins, int):
            edges = np.linspace(points.min(axis=0), points.max(axis=0), self.bins + 1).T
            return [column[1:-1] for column in edges]
        if len(self.bins) != d:
            raise ValueError(f"bins must give the edges of each of the {d} features, got {len(self.bins)}")
        return [np.array(edges[1:-1]) for edges in self.bins]


@dataclass(frozen=True, eq=False)
class _Cells:
    """Which cell of a partition a point lies in."""

    cuts: list[FloatArray] | None

    def __call__(self, points: FloatArray) -> list[bytes]:
        """A key for the cell of each point (q, d)."""
        if self.cuts is None:
            places = points + 0.0  # so that -0.0 is 0.0
        else:
            columns = [np.searchsorted(cut, points[:, j], side="right") for j, cut in enumerate(self.cuts)]
            places = np.column_stack(columns).astype(float)
        return [row.tobytes() for row in places]


@dataclass(frozen=True, eq=False)
class _CellFunction:
    """A height for each cell, zero for cells that were empty."""

    cells: _Cells
    heights: dict[bytes, float]

    def __call__(self, points: FloatArray) -> FloatArray:
        """Values (q,) at points (q, d)."""
        return np.array([self.heights.get(key, 0.0) for key in self.cells(points)])


def _distinct(keys: list[bytes]) -> tuple[list[bytes], IntArray]:
    """The distinct keys, and which of them each one is."""
    number: dict[bytes, int] = {}
    index = np.array([number.setdefault(key, len(number)) for key in keys])
    return list(number), index


def _check_bins(bins: Any) -> int | tuple[tuple[float, ...], ...] | None:
    if bins is None:
        return None
    if isinstance(bins, str) or not isinstance(bins, Iterable):
        return check_integer("bins", bins, minimum=1)
    columns = list(bins)
    if columns and all(np.ndim(column) == 0 for column in columns):
        columns = [columns]  # the edges of one feature
    return tuple(_check_edges(column) for column in columns)


def _check_edges(column: Any) -> tuple[float, ...]:
    edges = to_matrix(column, "bins")[:, 0].tolist() if np.ndim(column) == 1 else []
    if len(edges) < 2 or not all(low < high for low, high in pairwise(edges)):
        raise ValueError(f"bins must be an integer, or two or more increasing edges for each feature; got {column!r}")
    return tuple(edges)
