"""The linear-time estimate of the squared maximum mean discrepancy: pairs of rows of each sample, every row once.

For rows x, x' of the first sample and y, y' of the second, h = k(x, x') + k(y, y') - k(x, y') - k(x', y) has the mean
MMD², and terms without a row in common are independent, so that their mean is normal for many rows.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from setapart._checks import check_choice
from setapart._errors import message
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.statistics.arrangement import Arrangement, arrange
from setapart.statistics.base import WithoutDirections, settle
from setapart.statistics.dissimilarity import Dissimilarity
from setapart.statistics.distances import Distances
from setapart.statistics.kernels import (
    KERNELS,
    HalfSquares,
    KernelDissimilarity,
    check_bandwidth,
    in_bandwidths,
    square_factor,
)
from setapart.statistics.traits import Traits

__all__ = ["LinearTimeMMD"]


@dataclass(frozen=True)
class LinearTimeMMD:
    """The squared maximum mean discrepancy from pairs of rows, in time and memory that grow with the rows alone.

    Each sample is cut into pairs at random, without a look at the labels, and so whatever the order of the rows; of the
    larger sample as many rows are used as the smaller has, and an odd row is left out. The value is unbiased, and may
    be negative. It takes many more rows than `MMD` for the same power: it is for samples of which all pairs are too
    many.

    Parameters
    ----------
    bandwidth : float or "median"
        As for `MMD`; the median is over the pairs of at most 4,096 rows.
    kernel : {"gaussian", "laplace", "imq", "linear"}
        As for `MMD`.

    Raises
    ------
    TypeError, ValueError
        If a setting cannot be used. When samples are compared, also if one has fewer than two rows.

    References
    ----------
    Gretton, Borgwardt, Rasch, Schölkopf and Smola, "A kernel two-sample test", Journal of Machine Learning Research 13,
    2012, section 6: Lemma 14, and Theorem 15 for the normal law (`setapart.Asymptotic`).

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(20_000, 3)), rng.normal(size=(20_000, 3)) + 0.2
    >>> res = sa.two_sample_test(x, y, statistic="linear_time_mmd", method=sa.Asymptotic())
    >>> res.pvalue < 0.001
    True
    """

    name: ClassVar[str] = "linear_time_mmd"

    bandwidth: float | str = "median"
    kernel: str = "gaussian"

    def __post_init__(self) -> None:
        if callable(self.kernel):
            raise TypeError(
                "kernel must be a name: a function would be asked for all pairs of rows, which is what"
                " 'linear_time_mmd' spares (use sa.MMD)"
            )
        check_choice("kernel", self.kernel, KERNELS)
        settle(self, bandwidth=check_bandwidth(self.bandwidth, self.kernel, ("median",)))

    @property
    def traits(self) -> Traits:
        """See `Traits`."""
        radial = self.kernel != "linear"
        return Traits(
            "linear-time estimate of the squared maximum mean discrepancy",
            unit="",
            degree=(0.0 if self.bandwidth == "median" else None) if radial else 2.0,
            directions=None,
            nulls=("normal",),
            squares=True,
        )

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> "PreparedPairs":
        """Put the rows in a random order that does not depend on the one they came in; see `Statistic.prepare`."""
        ordering, ties, rows = rng.spawn(3)
        shuffle = ordering.permutation(len(pooled))
        arrangement = arrange(pooled, ties)
        distances = Distances.of(pooled)
        if self.kernel == "linear":
            dissimilarity: Dissimilarity = HalfSquares()
            factor = square_factor(distances)
            centred = distances.columns - distances.columns.mean(axis=1, keepdims=True)
            mean = float(np.mean(np.sum(centred**2, axis=0)))
        else:
            distances, unit = in_bandwidths(self.bandwidth, distances, rows)
            dissimilarity, factor, mean = KernelDissimilarity(self.kernel, unit), 1.0, 1.0
        points = np.ascontiguousarray(distances.columns[:, arrangement.order[shuffle]].T)
        return PreparedPairs(points, arrangement, shuffle, dissimilarity, mean * factor, factor)


@dataclass(frozen=True, eq=False)
class PreparedPairs(WithoutDirections):
    """The pooled rows in a random order."""

    points: FloatArray  # (N, d), in that order
    arrangement: Arrangement  # the order of their own that rows have before
    shuffle: IntArray  # (N,), the places of the arrangement, in the random order
    dissimilarity: Dissimilarity
    scale: float  # of the terms that cancel: one for a radial kernel, the mean of D for the linear one
    factor: float  # what a value is multiplied by in the end

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        size, d = self.points.shape
        return float(3e-7 * size + 1e-8 * size * d)

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`. Values may be negative."""
        return np.array([self._terms(row).mean() for row in labels])

    def asymptotic_pvalue(self, labels: BoolArray) -> float:
        """The p-value of one labelling (N,) by the normal law of a mean of independent terms, which must vary."""
        from scipy.special import ndtr

        terms = self._terms(labels)
        if not terms.any():
            return 1.0
        spread = float(terms.std(ddof=1)) if len(terms) > 1 else 0.0
        if spread <= 1e-14 * float(np.abs(terms).max()):
            raise ValueError(
                message(
                    "{'method=Asymptotic'} needs terms that vary, each of four rows; got {count} of them without "
                    "variance ({'use the permutation test, method=None'})",
                    count=len(terms),
                )
            )
        standard = float(terms.mean()) / spread * len(terms) ** 0.5
        return float(ndtr(-standard))

    def _terms(self, labels: BoolArray) -> FloatArray:
        """H of each two pairs (q,), for one labelling (N,)."""
        placed, _ = self.arrangement.place(labels)
        chosen = placed[self.shuffle]
        used = 2 * (min(int(chosen.sum()), int((~chosen).sum())) // 2)
        if used == 0:
            raise ValueError("statistic 'linear_time_mmd' needs at least 2 rows in each sample; got a sample of 1 row")
        x, y = (self.points[np.flatnonzero(side)[:used]] for side in (chosen, ~chosen))
        if isinstance(self.dissimilarity, HalfSquares):  # h = (x - y)ᵀ(x' - y'), in which nothing cancels
            products: FloatArray = np.sum((x[::2] - y[::2]) * (x[1::2] - y[1::2]), axis=1)
            return products * self.factor
        across = self._between(x[::2], y[1::2]) + self._between(x[1::2], y[::2])
        terms: FloatArray = across - self._between(x[::2], x[1::2]) - self._between(y[::2], y[1::2])
        return terms * self.factor

    def _between(self, a: FloatArray, b: FloatArray) -> FloatArray:
        return self.dissimilarity(np.sum((a - b) ** 2, axis=1))
