"""The squared maximum mean discrepancy as a statistic, for any kernel and for one bandwidth or several."""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from setapart._checks import check_choice, counted
from setapart._types import BoolArray, FloatArray
from setapart.statistics.base import Prepared, WithoutDirections, settle
from setapart.statistics.dissimilarity import (
    KEPT_ROWS,
    PreparedDissimilarity,
    prepare_dissimilarity,
    prepare_gram,
)
from setapart.statistics.distances import Distances, FromDistances
from setapart.statistics.fused_mmd import prepare_fused
from setapart.statistics.kernels import (
    AnyKernel,
    CallerKernel,
    HalfSquares,
    KernelDissimilarity,
    check_apart,
    check_bandwidth,
    in_bandwidths,
    square_factor,
)
from setapart.statistics.null_laws import NULLS
from setapart.statistics.traits import Traits
from setapart.statistics.unbiased import PreparedUnbiased
from setapart.statistics.witness import WitnessFunction, at_distances, leading_witness

__all__ = ["MMD", "PreparedLargest"]

GRID = (0.0625, 0.125, 0.25, 0.5, 1.0, 2.0)  # bandwidths, in units of the median distance


@dataclass(frozen=True)
class MMD(FromDistances):
    """Squared maximum mean discrepancy, E k(X, X') + E k(Y, Y') - 2 E k(X, Y).

    With the default estimator the means go over all pairs of rows, a row with itself included, so that the value is
    never negative. With a radial kernel it has no unit and is at most 2.

    Up to 8,192 pooled rows (3,344 with bandwidth "aggregate"), the dissimilarity of every two is kept for each
    bandwidth: 4 N² bytes, at most 256 MiB in all. Beyond that none is kept: memory grows with the rows alone, and every
    batch of relabellings computes the distances anew.

    Parameters
    ----------
    bandwidth : float, "median", "aggregate" or "fuse"
        h, in the unit of the data. "median" is the median of the distances between the pooled rows, whatever their
        labels: between all pairs of rows, or those of 4,096 rows drawn at random where there are more. Where over half
        of the pairs are equal, equal pairs are left out. "aggregate" takes the largest value over six h, from a
        sixteenth of the median by factors of two to twice the median, inside every relabelling. Values of different h
        are compared in units of how large relabellings make them, a mean plus three standard deviations (or one
        standard deviation, if unbiased), so that they have no bound. It sees fine differences too, for six times the
        work. "fuse" is MMD-FUSE: the Gaussian and the Laplace kernel, the latter of sums of absolute differences, each
        of ten h between half the 5th percentile of the distances (of their squares, for the Gaussian) and twice the
        95th; the unbiased estimates, over the root mean square of their kernels, in a soft maximum: the logarithm of
        the mean of exp(√(n (n - 1)) times each), n the smaller sample. For at most 2,000 pooled rows, and with no other
        setting.
    kernel : {"gaussian", "laplace", "imq", "linear"} or callable
        Radial ones: k = exp(-r² / 2), exp(-r), or the inverse multiquadric (1 + r²)^(-1/2), with r = ‖x - y‖ / h. They
        are characteristic: with enough rows every difference is seen. "linear" is k = xᵀy, which is not: the value is
        ‖mean x - mean y‖², in the squared unit of the data, and differences other than of the means are not seen. A
        callable (a, b) takes rows (p, d) and (q, d) and returns the kernel (p, q), finite, symmetric, positive definite
        and made of nothing but these rows; it is called once, with all pooled rows, 8,192 at most. What is seen is up
        to it. "linear" and callables have no bandwidth.
    estimator : {"biased", "unbiased"}
        "unbiased" leaves out the pairs of a row with itself: the mean over samples of one distribution is zero, and the
        value may be negative. With samples of one size it orders relabellings as "biased" does, and the p-value is the
        same; with others, "biased" leans towards relabellings whose smaller sample is the more spread out.

    Raises
    ------
    TypeError, ValueError
        If a setting cannot be used. When rows are prepared, also if the bandwidth is so large that all rows look the
        same, or a callable returns what is no kernel, and when they are compared, if the unbiased estimator meets a
        sample of one row.

    References
    ----------
    Gretton, Borgwardt, Rasch, Schölkopf and Smola, "A kernel two-sample test", Journal of Machine Learning Research 13,
    2012: the square of equation 5, and equation 3, with the bandwidth of section 8. The aggregate follows Schrab, Kim,
    Albert, Laurent, Guedj and Gretton, "MMD aggregated two-sample test", Journal of Machine Learning Research 24, 2023,
    with moments in place of a second level of relabellings. "fuse": Biggs, Schrab and Gretton, "MMD-FUSE: learning and
    combining kernels for two-sample testing without data splitting", NeurIPS 2023.

    Examples
    --------
    >>> import numpy as np
    >>> from setapart.statistics.mmd import MMD
    >>> pooled = np.array([[0.0], [0.0], [3.0], [3.0]])
    >>> labels = np.array([[True, True, False, False], [True, False, True, False]])
    >>> MMD(1.0).prepare(pooled, rng=np.random.default_rng(0)).evaluate(labels).round(4).tolist()
    [1.9778, 0.0]
    >>> unbiased = MMD(1.0, estimator="unbiased")
    >>> unbiased.prepare(pooled, rng=np.random.default_rng(0)).evaluate(labels).round(4).tolist()
    [1.9778, -0.9889]
    >>> polynomial = MMD(kernel=lambda a, b: (1.0 + a @ b.T) ** 2)  # means, variances and correlations
    >>> polynomial.prepare(pooled, rng=np.random.default_rng(0)).evaluate(labels).tolist()
    [99.0, 0.0]
    """

    name: ClassVar[str] = "mmd"

    bandwidth: float | str = "median"
    kernel: AnyKernel = "gaussian"
    estimator: str = "biased"

    def __post_init__(self) -> None:
        settle(self, bandwidth=check_bandwidth(self.bandwidth, self.kernel, ("median", "aggregate", "fuse")))
        check_choice("estimator", self.estimator, ("biased", "unbiased"))
        if self.bandwidth == "fuse" and (self.kernel, self.estimator) != ("gaussian", "biased"):
            raise ValueError(
                "bandwidth='fuse' has kernels and an estimator of its own; got"
                f" kernel={self.kernel!r} and estimator={self.estimator!r}"
            )

    @property
    def traits(self) -> Traits:
        """See `Traits`."""
        grows = callable(self.kernel) or self.kernel == "linear"  # without bound, as squares do
        has_length = isinstance(self.bandwidth, float) and not grows
        return Traits(
            "squared maximum mean discrepancy",
            looks_at="means of all features" if self.kernel == "linear" else "how near rows are to one another",
            unit="",
            degree=None if callable(self.kernel) or has_length else 2.0 if grows else 0.0,
            rotation=not self.needs_rows,
            directions=None,
            nulls=() if self.bandwidth in ("aggregate", "fuse") else NULLS,
            figures_end=1e6 if grows else None,  # a square has half the figures of a length
            squares=True,
        )

    @property
    def needs_rows(self) -> bool:
        """A function of the caller's is one of the rows, and so are sums of absolute differences."""
        return callable(self.kernel) or self.bandwidth == "fuse"

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> Prepared:
        """See `Statistic.prepare`."""
        if self.bandwidth == "fuse":
            return prepare_fused(pooled)
        if not callable(self.kernel):
            return super().prepare(pooled, rng=rng)
        if len(pooled) > KEPT_ROWS:
            raise ValueError(
                f"kernel as a function is kept for all rows, at most {counted(KEPT_ROWS, 'row')}; got {len(pooled):,}"
                " (use 'linear_time_mmd', or a kernel with a name)"
            )
        rows = pooled.view()
        rows.flags.writeable = False
        return self._estimated(prepare_gram(CallerKernel(self.kernel)(rows, rows), np.ascontiguousarray(pooled.T)))

    def _estimated(self, member: PreparedDissimilarity) -> PreparedDissimilarity | PreparedUnbiased:
        return PreparedUnbiased(member, member.sums()[0]) if self.estimator == "unbiased" else member

    def prepare_distances(self, distances: Distances, *, rng: np.random.Generator) -> Prepared:
        """See `FromDistances`."""
        if self.kernel == "linear":
            factor = square_factor(distances)
            return self._estimated(prepare_dissimilarity(distances, HalfSquares(), factor=factor))
        distances, unit = in_bandwidths(self.bandwidth, distances, rng)
        steps = GRID if self.bandwidth == "aggregate" else (1.0,)
        members = [
            prepare_dissimilarity(distances, KernelDissimilarity(str(self.kernel), unit * step), copies=len(steps))
            for step in steps
        ]
        check_apart(members[0].mean, distances, self.bandwidth)
        if len(members) > 1:
            unbiased = self.estimator == "unbiased"
            members = [replace(member, factor=1.0 / typical(member, unbiased)) for member in members]
        estimated = [self._estimated(member) for member in members]
        return estimated[0] if len(estimated) == 1 else PreparedLargest(tuple(estimated), GRID)


@dataclass(frozen=True, eq=False)
class PreparedLargest(WithoutDirections):
    """The largest of several values of a labelling, each in units of its own."""

    members: tuple[PreparedDissimilarity | PreparedUnbiased, ...]
    bandwidths: tuple[float, ...]  # of each, in units of the median distance

    @property
    def scale(self) -> float:
        """The largest of the members' scales."""
        return max(member.scale for member in self.members)

    @property
    def seconds(self) -> float:
        """Forecast for one labelling."""
        return sum(member.seconds for member in self.members)

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`."""
        values: FloatArray = np.max([member.evaluate(labels) for member in self.members], axis=0)
        return values

    def witness(self, labels: BoolArray, among: BoolArray | None = None) -> WitnessFunction:
        """See `WithWitness`: that of the bandwidth whose means differ most."""
        functions = [
            replace(member.witness(labels, among), name=at_distances(step))
            for member, step in zip(self.members, self.bandwidths, strict=True)
        ]
        return leading_witness(functions, labels, among)


def typical(prepared: PreparedDissimilarity, unbiased: bool) -> float:
    """How large relabellings make the value, over 1/n + 1/m, which all bandwidths share; positive."""
    mean, spread = prepared.moments()
    # Below a thousandth of the mean a bandwidth tells next to no pairs apart, and rounding decides.
    return float(max(spread, 1e-3 * mean) if unbiased else mean + 3.0 * spread) or 1.0
