"""The squared maximum mean discrepancy with a Gaussian kernel as a statistic."""

from dataclasses import dataclass

import numpy as np

from setapart._checks import check_positive
from setapart._types import FloatArray
from setapart.statistics.dissimilarity import PreparedDissimilarity, pair_distances, prepare_dissimilarity
from setapart.transport.conditioning import condition

__all__ = ["MMD"]

MEDIAN_ROWS = 4096  # the median of the distances is taken over as many rows at most: 8 million pairs
VANISHING = 1e-290  # a mean dissimilarity that is no longer precise


@dataclass(frozen=True)
class MMD:
    """Squared maximum mean discrepancy, E k(X, X') + E k(Y, Y') - 2 E k(X, Y), with k = exp(-‖x - y‖² / (2 h²)).

    The means go over all pairs of rows, a row with itself included (the "biased" estimate), so that the value is never
    negative. It has no unit and is at most 2.

    Parameters
    ----------
    bandwidth : float, optional
        h, in the unit of the data. By default the median of the distances between the pooled rows, whatever their
        labels: between all pairs of rows, or those of 4,096 rows drawn at random where there are more. Where over half
        of the pairs are equal, equal pairs are left out.

    Raises
    ------
    TypeError, ValueError
        If the bandwidth cannot be used. When rows are prepared, also if it is so large that all rows look the same.

    References
    ----------
    Gretton, Borgwardt, Rasch, Schölkopf and Smola, "A kernel two-sample test", Journal of Machine Learning Research 13,
    2012, the square of equation 5, with the bandwidth of section 8.

    Examples
    --------
    >>> import numpy as np
    >>> from setapart.statistics.mmd import MMD
    >>> pooled = np.array([[0.0], [0.0], [3.0], [3.0]])
    >>> prepared = MMD(bandwidth=1.0).prepare(pooled, rng=np.random.default_rng(0))
    >>> prepared.evaluate(np.array([[True, True, False, False], [True, False, True, False]])).round(4).tolist()
    [1.9778, 0.0]
    """

    bandwidth: float | None = None

    def __post_init__(self) -> None:
        if self.bandwidth is not None:
            object.__setattr__(self, "bandwidth", check_positive("bandwidth", self.bandwidth))

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "mmd"

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> PreparedDissimilarity:
        """Compare every two rows; see `Statistic.prepare`."""
        points, binary = condition(pooled)
        if self.bandwidth is None:
            bandwidth = median_distance(points, rng)
        else:
            with np.errstate(over="ignore"):
                bandwidth = max(float(np.ldexp(self.bandwidth, -binary)), float(np.finfo(float).tiny))
        # A power of two goes to the rows, exactly, so that it is the kernel's exponents that stay in range.
        mantissa, binary = np.frexp(bandwidth)
        prepared = prepare_dissimilarity(np.ldexp(points, -binary), Gaussian(float(mantissa)))
        if points.any() and prepared.mean < VANISHING:
            raise ValueError(
                "bandwidth must not be so far above the distances between rows that all rows look the same;"
                f" got {self.bandwidth!r}"
            )
        return prepared


def median_distance(points: FloatArray, rng: np.random.Generator) -> float:
    """The median distance between rows of `points` (N, d), for the bandwidth; positive."""
    if len(points) > MEDIAN_ROWS:
        # Not the first ones: they all come from one sample, and rows must be treated alike.
        points = points[rng.choice(len(points), MEDIAN_ROWS, replace=False, shuffle=False)]
    distances = pair_distances(points)
    median = float(np.median(distances)) if distances.size else 0.0
    if median > 0.0:
        return median
    distances = distances[distances > 0.0]
    return float(np.median(distances)) if distances.size else 1.0  # all rows equal: any bandwidth gives zero


@dataclass(frozen=True)
class Gaussian:
    """One less the Gaussian kernel of a bandwidth; precise also where the kernel is almost one."""

    bandwidth: float

    def __call__(self, squares: FloatArray) -> None:
        """See `Dissimilarity`."""
        np.multiply(squares, -0.5 / self.bandwidth**2, out=squares)
        np.expm1(squares, out=squares)
        np.negative(squares, out=squares)
