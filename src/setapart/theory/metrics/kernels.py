"""The metrics of a kernel, the MMD and the energy distance: their class is the unit ball of a Hilbert space.

For weights w, the largest Σ w_i f(z_i) over ‖f‖ ≤ 1 is √(wᵀKw), reached by f = Σ w_i k(z_i, ·) / √(wᵀKw) (Gretton et
al., 2012, section 2). Where w sums to zero, as for two samples, K may be replaced by -D with D_ij = h_i + h_j - K_ij
for any h, which changes f by a constant. A D that vanishes on the diagonal loses no digits where kernels are all but
one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from setapart._types import FloatArray
from setapart.statistics.dissimilarity import ROUNDING
from setapart.statistics.distances import Distances
from setapart.statistics.kernels import NEGATIVE, RADIAL, AnyKernel, CallerKernel, HalfSquares, check_kernel
from setapart.theory.magnitudes import check_magnitude
from setapart.theory.metrics.metric import CheckedMetric, centre_of, check_centre, distances

__all__ = ["EnergyMetric", "MMDMetric"]

_SMOOTH = ("gaussian", "imq")  # √(2 - 2k) is at most distance / bandwidth
_FAR = 1e150  # bandwidths from which on every kernel is zero
_LEAST = 5e-324  # the smallest double: a median below it is no bandwidth of zero

Dissimilarity = Callable[[FloatArray, FloatArray], FloatArray]  # points (p, d) and (q, d) to D (p, q)


@dataclass(frozen=True)
class MMDMetric(CheckedMetric):
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
    >>> metric = theory.MMDMetric(bandwidth=1.0)
    >>> x, y = [[0.0], [0.0]], [[3.0], [3.0]]
    >>> f = metric.witness(x, y)
    >>> round(f.value**2, 4), round(float(f(x).mean() - f(y).mean()) ** 2, 4)
    (1.9778, 1.9778)
    >>> linear = theory.MMDMetric(lambda a, b: a @ b.T)  # "linear": the distance of the means
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
        return 1.0 / self.bandwidth if self.bandwidth is not None and self.kernel in _SMOOTH else None

    def _best(self, x: FloatArray, y: FloatArray) -> tuple[float, Callable[[FloatArray], FloatArray]]:
        return _witness_of_ball(x, y, self._dissimilarity(np.concatenate([x, y])))

    def _suprema(self, points: FloatArray, signs: FloatArray) -> FloatArray:
        between = self._dissimilarity(points)(points, points)
        if self.kernel == "linear":  # K = ½‖a‖² + ½‖b‖² - D
            return _suprema_of_ball(between, 0.5 * np.sum(points**2, axis=1), signs)
        # K = 1 - D for a radial kernel, K = -D for a callable.
        offsets = np.full(len(points), 0.0 if callable(self.kernel) else 0.5)
        return _suprema_of_ball(between, offsets, signs)

    def _dissimilarity(self, points: FloatArray) -> Dissimilarity:
        if callable(self.kernel):
            return partial(_negative, CallerKernel(self.kernel))
        if self.kernel == "linear":
            return _linear
        if self.bandwidth is not None:
            return partial(_radial, self.kernel, self.bandwidth)
        between = Distances.of(points)
        median = between.median(np.random.default_rng(0))
        return partial(_radial, self.kernel, max(float(np.ldexp(median, between.exponent)), _LEAST))


@dataclass(frozen=True)
class EnergyMetric(CheckedMetric):
    """√(2 E‖X - Y‖ - E‖X - X'‖ - E‖Y - Y'‖), a maximum mean discrepancy. Closed form.

    For weights that sum to zero the kernel may be taken as -‖x - y‖. The kernel itself, positive definite, is
    k(x, y) = ‖x - c‖ + ‖y - c‖ - ‖x - y‖ with a centre c, where all its functions vanish; the class is the ball of norm
    one. This k is twice the kernel that Sejdinovic et al. attach to the distance, whose squared discrepancy therefore
    is half of the energy. The statistic `setapart.Energy` is the square of the distance, whose unit is the root of that
    of the data. Functions of the class change by √(2 ‖x - y‖) at most, and have no Lipschitz constant.

    Memory grows with the square of the number of rows.

    Parameters
    ----------
    centre : array_like of shape (d,), optional
        For `suprema`, c; by default the mean of the points. The distance does not depend on it, and the witness is
        given up to a constant.

    Raises
    ------
    ValueError
        If the centre is not a point; when it is used, also if it has not the number of features.

    References
    ----------
    Sejdinovic, Sriperumbudur, Gretton and Fukumizu, "Equivalence of distance-based and RKHS-based statistics in
    hypothesis testing", Annals of Statistics 41, 2013, theorem 22.

    Examples
    --------
    >>> from setapart import theory
    >>> round(theory.EnergyMetric().distance([[0.0], [2.0]], [[1.0], [5.0]]) ** 2, 9)
    2.0
    """

    centre: tuple[float, ...] | None = None

    name: ClassVar[str] = "energy"
    lipschitz: ClassVar[None] = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "centre", check_centre(self.centre))

    def _best(self, x: FloatArray, y: FloatArray) -> tuple[float, Callable[[FloatArray], FloatArray]]:
        return _witness_of_ball(x, y, distances)

    def _suprema(self, points: FloatArray, signs: FloatArray) -> FloatArray:
        centre = centre_of(points, self.centre)
        return _suprema_of_ball(distances(points, points), distances(points, centre[None])[:, 0], signs)


def _witness_of_ball(x: FloatArray, y: FloatArray, dissimilarity: Dissimilarity) -> "tuple[float, _KernelFunction]":
    """The distance of samples (n, d) and (m, d), and the function of norm one that reaches it, up to a constant."""
    points = np.concatenate([x, y])
    weights = np.concatenate([np.full(len(x), 1.0 / len(x)), np.full(len(y), -1.0 / len(y))])
    between = dissimilarity(points, points)
    value = _root(-float(weights @ (between @ weights)), float(np.abs(between).mean()))
    return value, _KernelFunction(points, weights / value if value > 0.0 else np.zeros_like(weights), dissimilarity)


def _suprema_of_ball(between: FloatArray, offsets: FloatArray, signs: FloatArray) -> FloatArray:
    """√(σᵀKσ) / n for each row σ of `signs` (b, n), with K = h_i + h_j - D_ij from D (n, n) and `offsets` h (n,)."""
    n = len(offsets)
    size = float(np.abs(between).mean()) * n**2
    squares = (2.0 * float(row.sum()) * float(row @ offsets) - float(row @ (between @ row)) for row in signs)
    return np.array([_root(square, size) / n for square in squares])


@dataclass(frozen=True, eq=False)
class _KernelFunction:
    """z ↦ -Σ a_i D(z_i, z) for points z_i (N, d) and coefficients a (N,) that sum to zero."""

    points: FloatArray
    coefficients: FloatArray
    dissimilarity: Dissimilarity

    def __call__(self, points: FloatArray) -> FloatArray:
        """Values (q,) at points (q, d)."""
        return -(self.dissimilarity(points, self.points) @ self.coefficients)


def _root(square: float, size: float) -> float:
    if square < -NEGATIVE * size:
        raise ValueError(f"kernel must be positive definite; a sum of squares came out as {square:.3g}")
    return float(np.sqrt(square)) if square > ROUNDING * size else 0.0


def _radial(kernel: str, bandwidth: float, a: FloatArray, b: FloatArray) -> FloatArray:
    """D of a built-in kernel: one less it."""
    with np.errstate(over="ignore"):
        ratios = distances(a, b) / bandwidth
    return RADIAL[kernel](np.square(np.minimum(ratios, _FAR)))


def _linear(a: FloatArray, b: FloatArray) -> FloatArray:
    """D of the inner product: ½‖a - b‖²."""
    return HalfSquares()(np.square(distances(a, b)))


def _negative(kernel: CallerKernel, a: FloatArray, b: FloatArray) -> FloatArray:
    """D of a caller's kernel: its negative."""
    return -kernel(a, b)
