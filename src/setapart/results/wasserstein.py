"""The outcome of `wasserstein`."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from setapart._shown import Shown
from setapart._types import FloatArray

if TYPE_CHECKING:
    from setapart.transport.plan import Plan

__all__ = ["WassersteinResult"]


@dataclass(frozen=True, eq=False)
class WassersteinResult(Shown):
    """The exact Wasserstein distance W₁ of two weighted samples.

    Attributes
    ----------
    value : float
        In the units of the data.
    plan : Plan
        An optimal coupling, sparse: at most n + m - 1 pairs of rows.
    x_potential, y_potential : (n,) and (m,) float arrays
        Kantorovich potentials u and v: u_i + v_j ≤ ‖x_i - y_j‖ for all pairs, and Σ w_i u_i + Σ w_j v_j = `value`.
    notes : tuple of str
        Sentences on what to mind of the data.
    """

    value: float
    plan: "Plan"
    x_potential: FloatArray
    y_potential: FloatArray
    notes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        raise TypeError("a result has no truth value; look at .value")

    def __repr__(self) -> str:
        return f"WassersteinResult(value={self.value:.6g}, shape={self.plan.shape})"
