"""Ball divergence as a statistic: how unlike the shares of the samples in balls around rows are."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray
from setapart.statistics.base import WithoutDirections, member_batches
from setapart.statistics.by_feature import CELLS
from setapart.statistics.distances import Distances, FromDistances
from setapart.statistics.traits import Traits
from setapart.transport._jit import kernel

__all__ = ["BallDivergence", "PreparedBalls"]

END = 1 << 15  # marks the last of the rows at the same distance, beside a place below 10,000
ROUNDING = 1e-12  # relative: squared distances that differ by less are equal
BLOCK = 256  # rows sorted between two checkpoints


@dataclass(frozen=True)
class BallDivergence(FromDistances):
    """Ball divergence of two samples (Pan, Tian, Wang and Zhang).

    For every two rows of the same sample, the ball around the one on whose border the other lies holds a share of each
    sample. The value is the mean of the squared difference of the shares over the pairs of the first sample, plus that
    over the pairs of the second. It is never negative, at most 2, has no unit, and is zero in the limit only if the
    distributions are the same. As only the order of the distances counts, far rows weigh no more than others.

    The order of all distances is kept: 2 N² bytes, for N up to 10,000, and 8 N² more while it is made.

    Raises
    ------
    ValueError
        When rows are prepared, if there are more than 10,000.

    References
    ----------
    Pan, Tian, Wang and Zhang, "Ball divergence: nonparametric two sample test", Annals of Statistics 46, 2018.

    Examples
    --------
    >>> import numpy as np
    >>> from setapart.statistics.ball import BallDivergence
    >>> pooled = np.array([[0.0], [1.0], [2.5], [4.5]])
    >>> prepared = BallDivergence().prepare(pooled, rng=np.random.default_rng(0))
    >>> prepared.evaluate(np.array([[True, True, False, False], [True, False, True, False]])).tolist()
    [1.0625, 0.375]
    """

    name: ClassVar[str] = "ball"
    traits: ClassVar[Traits] = Traits(
        "ball divergence",
        unit="",
        degree=0.0,
        rotation=True,
        directions=None,
        figures_end=1e8,  # squares of lengths, with ties up to rounding: half the figures
        by_order=True,
        squares=True,
    )

    def prepare_distances(self, distances: Distances, *, rng: np.random.Generator) -> "PreparedBalls":
        """See `FromDistances`."""
        square = distances.square()
        order = np.empty(square.shape, np.uint16)
        for start in range(0, len(square), BLOCK):
            checkpoint()
            block = square[start : start + BLOCK]
            places = np.argsort(block, axis=1)
            sorted_block = np.take_along_axis(block, places, axis=1)
            places[:, :-1][sorted_block[:, 1:] > sorted_block[:, :-1] * (1.0 + ROUNDING)] |= END
            places[:, -1] |= END
            order[start : start + BLOCK] = places
        return PreparedBalls(order)


@dataclass(frozen=True, eq=False)
class PreparedBalls(WithoutDirections):
    """The order of the distances from every row."""

    # (N, N), in row i the places of all rows by their distance from row i, the last of those at the same distance
    # marked
    order: NDArray[np.uint16]

    scale = 1.0  # values are squared differences of probabilities

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        return 6e-10 * self.order.size

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`."""
        value = np.zeros(len(labels))
        for part, member, sizes in member_batches(labels):
            step = max(1, CELLS // member.size)
            for first in range(0, len(self.order), step):
                checkpoint()
                add_balls(self.order, first, min(first + step, len(self.order)), member, sizes, value[part])
        return value


@kernel()
def add_balls(order, start, stop, member, sizes, value):  # type: ignore[no-untyped-def]
    """Add the balls around the rows `start` … `stop` - 1 to the values of a few labellings; `member` is (N, b).

    With c of the r rows in a ball from the first sample, the shares differ by c/n - (r - c)/m = (N c - n r) / (nm).
    """
    size, batch = order.shape[0], member.shape[1]
    inside, before, total = np.empty(batch), np.empty(batch), np.empty(batch)
    for i in range(start, stop):
        centre = member[i]
        inside[:] = 0.0
        before[:] = 0.0
        total[:] = 0.0
        last = 0
        for p in range(size):
            labels = member[order[i, p] & (END - 1)]
            for g in range(batch):
                inside[g] += labels[g]
            if order[i, p] & END:
                for g in range(batch):
                    first = inside[g] - before[g]  # on the border, from the first sample
                    same = centre[g] * first + (1 - centre[g]) * (p + 1 - last - first)
                    gap = float(size) * inside[g] - sizes[g] * (p + 1)
                    total[g] += same * (gap * gap)
                    before[g] = inside[g]
                last = p + 1
        for g in range(batch):
            n, m = sizes[g], size - sizes[g]
            count = centre[g] * n + (1 - centre[g]) * m
            value[g] += total[g] / (n * m * count) ** 2
