"""The energy distance as an integral probability metric."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from setapart._types import FloatArray
from setapart.theory.metrics.centre import centre_of, check_centre
from setapart.theory.metrics.distances import distances
from setapart.theory.metrics.kernel_ball import ball_suprema, ball_witness
from setapart.theory.metrics.metric import CheckedMetric

__all__ = ["EnergyDistance"]


@dataclass(frozen=True)
class EnergyDistance(CheckedMetric):
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
    >>> round(theory.EnergyDistance().distance([[0.0], [2.0]], [[1.0], [5.0]]) ** 2, 9)
    2.0
    """

    centre: tuple[float, ...] | None = None

    name: ClassVar[str] = "energy"
    lipschitz: ClassVar[None] = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "centre", check_centre(self.centre))

    def _best(self, x: FloatArray, y: FloatArray) -> tuple[float, Callable[[FloatArray], FloatArray]]:
        return ball_witness(x, y, distances)

    def _suprema(self, points: FloatArray, signs: FloatArray) -> FloatArray:
        centre = centre_of(points, self.centre)
        return ball_suprema(distances(points, points), distances(points, centre[None])[:, 0], signs)
