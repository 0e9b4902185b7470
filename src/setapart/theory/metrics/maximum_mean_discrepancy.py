"""The maximum mean discrepancy as an integral probability metric."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from setapart._types import FloatArray
from setapart.statistics.distances import Distances
from setapart.statistics.kernels import AnyKernel, CallerKernel, check_kernel
from setapart.theory.magnitudes import check_magnitude
from setapart.theory.metrics.kernel_ball import Dissimilarity, ball_suprema, ball_witness
from setapart.theory.metrics.kernels import SMOOTH, LinearKernel, NegativeKernel, RadialKernel
from setapart.theory.metrics.metric import CheckedMetric

__all__ = ["MaximumMeanDiscrepancy"]

_LEAST = 5e-324  # the smallest double: a median below it is no bandwidth of zero


@dataclass(frozen=True)
class MaximumMeanDiscrepancy(CheckedMetric):
    """MMD, the metric of the functions of norm at most one in the Hilbert space of a kernel. Closed form.

    The statistic `setapart.MMD` is the square of the distance. Memory grows with the square of the number of rows.

    Parameters
    ----------
    kernel : {"gaussian", "laplace", "imq", "linear"} or callable
        With r the Euclidean distance of two points and h the bandwidth, exp(-r² / (2 h²)), exp(-r / h) or
        1 / √(1 + r² / h²); "linear" is the inner product, of which the metric is the distance of the means. A callable
        takes points (p, d) and (q, d) and returns the kernel (p, q), which must be
        symmetric and positive definite.
    bandwidth : float, optional
        h, in the unit of the data. By default the median distance between the pooled rows, as in
        `setapart.MMD`. "linear" and a callable have none. Distances below 1e-150 bandwidths count as zero.

    Attributes
    ----------
    lipschitz : float or None
        1 / h for the Gaussian and the inverse multiquadric kernel, and 1 for the linear one; None for the others, for a
        bandwidth that is left to the data, and for a callable, whose constant is not known.

    Raises
    ------
    TypeError, ValueError
        If a setting cannot be used. When samples are compared, also if a callable does not return a positive definite
        kernel.

    References
    ----------
    Gretton, Borgwardt, Rasch, Schölkopf and Smola, "A kernel two-sample test", Journal of Machine Learning Research 13,
    2012: equation 5, and section 2.3 for the witness. Wang, Gao and Xie (2021), Definition 1.

    Examples
    --------
    >>> from setapart import theory
    >>> metric = theory.MaximumMeanDiscrepancy(bandwidth=1.0)
    >>> x, y = [[0.0], [0.0]], [[3.0], [3.0]]
    >>> f = metric.witness(x, y)
    >>> round(f.value**2, 4), round(float(f(x).mean() - f(y).mean()) ** 2, 4)
    (1.9778, 1.9778)
    >>> linear = theory.MaximumMeanDiscrepancy(lambda a, b: a @ b.T)  # "linear": the distance of the means
    >>> linear.distance([[0.0, 0.0], [2.0, 0.0]], [[4.0, 4.0]])
    5.0
    """

    kernel: AnyKernel = "gaussian"
    bandwidth: float | None = None

    name: ClassVar[str] = "mmd"

    def __post_init__(self) -> None:
        check_kernel(self.kernel)
        if self.bandwidth is not None:
            if callable(self.kernel):
                raise ValueError("bandwidth belongs to the kernels with a name; build it into the callable")
            if self.kernel == "linear":
                raise ValueError("bandwidth belongs to the radial kernels; kernel='linear' has none")
            object.__setattr__(self, "bandwidth", check_magnitude("bandwidth", self.bandwidth))

    @property
    def lipschitz(self) -> float | None:
        """See the class: |f(x) - f(y)| ≤ ‖k(x, ·) - k(y, ·)‖ = √(k(x, x) + k(y, y) - 2 k(x, y))."""
        if self.kernel == "linear":
            return 1.0
        return 1.0 / self.bandwidth if self.bandwidth is not None and self.kernel in SMOOTH else None

    def _best(self, x: FloatArray, y: FloatArray) -> tuple[float, Callable[[FloatArray], FloatArray]]:
        return ball_witness(x, y, self._dissimilarity(np.concatenate([x, y])))

    def _suprema(self, points: FloatArray, signs: FloatArray) -> FloatArray:
        between = self._dissimilarity(points)(points, points)
        if self.kernel == "linear":  # K = ½‖a‖² + ½‖b‖² - D
            return ball_suprema(between, 0.5 * np.sum(points**2, axis=1), signs)
        # K = 1 - D for a radial kernel, K = -D for a callable.
        offsets = np.full(len(points), 0.0 if callable(self.kernel) else 0.5)
        return ball_suprema(between, offsets, signs)

    def _dissimilarity(self, points: FloatArray) -> Dissimilarity:
        if callable(self.kernel):
            return NegativeKernel(CallerKernel(self.kernel))
        if self.kernel == "linear":
            return LinearKernel()
        if self.bandwidth is not None:
            return RadialKernel(self.kernel, self.bandwidth)
        between = Distances.of(points)
        median = between.median(np.random.default_rng(0))
        return RadialKernel(self.kernel, max(float(np.ldexp(median, between.exponent)), _LEAST))
