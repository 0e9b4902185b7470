"""The largest change of variance along any direction: the spectral norm of the difference of covariances."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from setapart._types import BoolArray, FloatArray
from setapart.projection.search import oriented
from setapart.projection.solution import STATIONARY, Solution
from setapart.projection.starts import Starts
from setapart.statistics.projected import OnProjection, ProjectedWasserstein
from setapart.statistics.traits import Traits
from setapart.transport.conditioning import ENORMOUS

__all__ = ["CovarianceDifference", "PreparedCovariance"]

_EXACT = 1e-9  # relative residual of an eigenvector but for rounding
_ROUNDING = 1e-13  # relative: variances that are equal differ by less


@dataclass(frozen=True)
class CovarianceDifference:
    """√ max over ‖a‖ = 1 of |var(X a) - var(Y a)|: the root of the largest absolute eigenvalue of S_x - S_y.

    Variances have divisor n, and each group of a labelling is at its own mean. The unit is that of the data. The
    direction comes from the Lanczos process, whose 21 steps are exact if the rows span no more directions; beyond, the
    value is a lower bound, close if one direction stands out. It is strong where the spread along a few directions
    changes, among however many, and sees neither means nor shape.

    References
    ----------
    Roy, "On a heuristic method of test construction and its use in multivariate analysis", Annals of Mathematical
    Statistics 24, 1953: a test of all directions by the largest one.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(50, 30)), rng.normal(size=(50, 30))
    >>> y[:, 4] *= 3.0
    >>> res = sa.two_sample_test(x, y, statistic="covariance", n_resamples=99, rng=0)
    >>> res.pvalue, int(np.argmax(np.abs(res.directions)))
    (0.01, 4)
    """

    name: ClassVar[str] = "covariance"
    traits: ClassVar[Traits] = Traits(
        "root of the largest change of variance along a direction",
        degree=1.0,
        rotation=True,
        sees_means=False,
        directions="direction",
        maximises="variance",
        figures_end=ENORMOUS,
    )

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> "PreparedCovariance":
        """Centre, scale, and drop what does not vary; see `Statistic.prepare`."""
        search = ProjectedWasserstein(1, centred=True, starts=Starts(mean=False, spectral=1, random=0))
        return PreparedCovariance(search.prepare(pooled, rng=rng))


@dataclass(frozen=True, eq=False)
class PreparedCovariance(OnProjection):
    """The rows as a search for one direction prepares them; its spectral start is the direction."""

    # The variances (2, b) of the samples along it for labellings (b, N) on a device, see `devices`
    elsewhere: Callable[[BoolArray], FloatArray] | None = None

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        size, r = self.rows.search.cloud.shape
        return 2e-8 * size * r + 2e-6 * r

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`."""
        search = self.rows.search
        if search.cloud.shape[1] == 0:
            return np.zeros(len(labels))
        labels = oriented(labels)
        first, second = self._both_variances(labels) if self.elsewhere is None else self.elsewhere(labels)
        change = np.abs(first - second)
        change[change <= _ROUNDING * (first + second)] = 0.0  # a root would make a number of what is rounding
        return np.ldexp(np.sqrt(change) * self.rows.unit, self.rows.exponent)

    def _both_variances(self, labels: BoolArray) -> tuple[FloatArray, FloatArray]:
        along = self.rows.search.cloud.project(self._leading(labels))[:, 0]
        return _variances(along, labels), _variances(along, ~labels)

    def describe(self, labels: BoolArray) -> Solution:
        """See `Prepared.describe`."""
        search = self.rows.search
        frame = self._leading(oriented(labels[None]))[0]
        directions, plan = search.displayed(labels, frame)
        residual = self._residual(labels, frame)
        status = "exact" if residual <= _EXACT else "stationary" if residual <= STATIONARY else "approximate"
        message = "The direction is the leading eigenvector of the difference of covariances"
        message += "." if status == "exact" else f", up to a residual of {residual:.2g} of its eigenvalue."
        value = float(self.evaluate(labels[None])[0])
        return Solution(value, directions, plan, status, message, residual, "spectral", 1)

    def _leading(self, labels: BoolArray) -> FloatArray:
        """The directions (b, r, 1) of the labellings."""
        search = self.rows.search
        if search.starting_frames is None:  # the rows span one direction, or none
            r = search.cloud.shape[1]
            return np.ones((len(labels), r, r))
        [(_, frames)] = search.starting_frames(labels)
        return frames

    def _residual(self, labels: BoolArray, frame: FloatArray) -> float:
        """‖Ma - λa‖ / |λ| for M = S_x - S_y and λ = aᵀMa."""
        if not frame.size:
            return 0.0
        image = np.zeros(len(frame))
        for sign, chosen in ((1.0, labels), (-1.0, ~labels)):
            rows = self.rows.search.cloud.rows[chosen]
            rows = rows - rows.mean(axis=0)
            image += sign * rows.T @ (rows @ frame[:, 0]) / len(rows)
        eigenvalue = float(frame[:, 0] @ image)
        length = float(np.linalg.norm(image))
        if length == 0.0:
            return 0.0
        return float(np.linalg.norm(image - eigenvalue * frame[:, 0])) / max(abs(eigenvalue), _ROUNDING * length)


def _variances(points: FloatArray, member: BoolArray) -> FloatArray:
    """The variance (b,) of those points (b, N) that are members, with divisor n; each row by itself."""
    count = member.sum(axis=1)
    mean = np.sum(np.where(member, points, 0.0), axis=1) / count
    squares = np.sum(np.where(member, (points - mean[:, None]) ** 2, 0.0), axis=1)
    variances: FloatArray = squares / count
    return variances
