"""The squared maximum mean discrepancy as a statistic, for several kernels and one bandwidth or several."""

from dataclasses import dataclass, replace

import numpy as np

from setapart._checks import check_choice, check_positive
from setapart._types import BoolArray, FloatArray
from setapart.statistics.base import Prepared
from setapart.statistics.dissimilarity import PreparedDissimilarity, prepare_dissimilarity
from setapart.statistics.distances import Distances, FromDistances
from setapart.statistics.kernels import RADIAL, KernelDissimilarity
from setapart.statistics.unbiased import PreparedUnbiased

__all__ = ["MMD", "PreparedLargest"]

GRID = (0.0625, 0.125, 0.25, 0.5, 1.0, 2.0)  # bandwidths, in units of the median distance
VANISHING = 1e-290  # a mean dissimilarity that is no longer precise
NARROW = 2.0**-200  # bandwidths, in units of the farthest row, below which rows are measured by the bandwidth
SMALLEST, WIDE = float(np.finfo(float).tiny), 2.0**500  # bandwidths at which nothing, or everything, looks the same


@dataclass(frozen=True)
class MMD(FromDistances):
    """Squared maximum mean discrepancy, E k(X, X') + E k(Y, Y') - 2 E k(X, Y).

    With the default estimator the means go over all pairs of rows, a row with itself included, so that the value is
    never negative. It has no unit and is at most 2.

    Parameters
    ----------
    bandwidth : float, "median" or "aggregate"
        h, in the unit of the data. "median" is the median of the distances between the pooled rows, whatever their
        labels: between all pairs of rows, or those of 4,096 rows drawn at random where there are more. Where over half
        of the pairs are equal, equal pairs are left out. "aggregate" takes the largest value over six h, from a
        sixteenth of the median by factors of two to twice the median, inside every relabelling. Values of different h
        are compared in units of how large relabellings make them, a mean plus three standard deviations (or one
        standard deviation, if unbiased), so that they have no bound. It sees fine differences too, for six times the
        work.
    kernel : {"gaussian", "laplace", "imq"}
        k = exp(-r² / 2), exp(-r), or the inverse multiquadric (1 + r²)^(-1/2), with r = ‖x - y‖ / h.
    estimator : {"biased", "unbiased"}
        "unbiased" leaves out the pairs of a row with itself: the mean over samples of one distribution is zero, and the
        value may be negative. With samples of one size it orders relabellings as "biased" does, and the p-value is the
        same; with others, "biased" leans towards relabellings whose smaller sample is the more spread out.

    Raises
    ------
    TypeError, ValueError
        If a setting cannot be used. When rows are prepared, also if the bandwidth is so large that all rows look the
        same, and when they are compared, if the unbiased estimator meets a sample of one row.

    References
    ----------
    Gretton, Borgwardt, Rasch, Schölkopf and Smola, "A kernel two-sample test", Journal of Machine Learning Research 13,
    2012: the square of equation 5, and equation 3, with the bandwidth of section 8. The aggregate follows Schrab, Kim,
    Albert, Laurent, Guedj and Gretton, "MMD aggregated two-sample test", Journal of Machine Learning Research 24, 2023,
    with moments in place of a second level of relabellings, as Biggs, Schrab and Gretton, "MMD-FUSE", NeurIPS 2023.

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
    """

    bandwidth: float | str = "median"
    kernel: str = "gaussian"
    estimator: str = "biased"

    def __post_init__(self) -> None:
        if isinstance(self.bandwidth, str):
            if self.bandwidth not in ("median", "aggregate"):
                raise ValueError(
                    f"bandwidth must be a positive number, 'median' or 'aggregate', got {self.bandwidth!r}"
                )
        else:
            object.__setattr__(self, "bandwidth", check_positive("bandwidth", self.bandwidth))
        check_choice("kernel", self.kernel, RADIAL)
        check_choice("estimator", self.estimator, ("biased", "unbiased"))

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "mmd"

    def prepare_distances(self, distances: Distances, *, rng: np.random.Generator) -> Prepared:
        """See `FromDistances`."""
        if self.bandwidth in ("median", "aggregate"):
            unit = distances.median(rng)
        else:
            with np.errstate(over="ignore"):
                unit = min(max(float(np.ldexp(self.bandwidth, -distances.exponent)), SMALLEST), WIDE)
        if unit < NARROW:  # a power of two goes to the rows, exactly
            mantissa, binary = np.frexp(unit)
            distances, unit = Distances(np.ldexp(distances.columns, -binary), distances.exponent + binary), mantissa
        steps = GRID if self.bandwidth == "aggregate" else (1.0,)
        members = [
            prepare_dissimilarity(distances, KernelDissimilarity(self.kernel, unit * step), copies=len(steps))
            for step in steps
        ]
        if distances.columns.any() and members[0].mean < VANISHING:
            raise ValueError(
                "bandwidth must not be so far above the distances between rows that all rows look the same;"
                f" got {self.bandwidth!r}"
            )
        unbiased = self.estimator == "unbiased"
        if len(members) > 1:
            members = [replace(member, factor=1.0 / typical(member, unbiased)) for member in members]
        each = [PreparedUnbiased(member, member.sums()[0]) for member in members] if unbiased else members
        return each[0] if len(each) == 1 else PreparedLargest(tuple(each))


@dataclass(frozen=True, eq=False)
class PreparedLargest:
    """The largest of several values of a labelling, each in units of its own."""

    members: tuple[PreparedDissimilarity | PreparedUnbiased, ...]

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

    def describe(self, labels: BoolArray) -> None:
        """Return nothing: there are no directions."""


def typical(prepared: PreparedDissimilarity, unbiased: bool) -> float:
    """How large relabellings make the value, over 1/n + 1/m, which all bandwidths share; positive.

    The mean is that of D over pairs of rows, and for large samples the variance is twice the sum over pairs of the
    squares of D, with rows and columns centred, divided by N².
    """
    rows, squares = prepared.sums()
    size, total = len(rows), rows.sum()
    itself = total / size**2 - 2.0 * rows / size  # the diagonal of the centred D
    pairs = squares - 2.0 * float(rows @ rows) / size + (total / size) ** 2 - float(itself @ itself)
    mean, spread = total / (size * (size - 1)), np.sqrt(2.0 * max(pairs, 0.0)) / size
    # Below a thousandth of the mean a bandwidth tells next to no pairs apart, and rounding decides.
    return float(max(spread, 1e-3 * mean) if unbiased else mean + 3.0 * spread) or 1.0
