"""The solution for one labelling: its directions, the plan along them, and how good they are."""

from dataclasses import dataclass

from setapart._types import FloatArray
from setapart.transport.plan import Plan

__all__ = ["Solution"]


@dataclass(frozen=True, eq=False)
class Solution:
    """Directions that (locally) maximise W₁ of two projected samples.

    Attributes
    ----------
    value : float
        W₁ along the directions: a lower bound of the maximum.
    directions : (d, k) float array
        Orthonormal, in the gauge of `projection.gauge`.
    plan : Plan
        An optimal coupling of the projected samples.
    status : str
        "exact", "stationary" (at a critical point, as far as can be told), "unfinished" (before one) or, of a variance,
        "approximate".
    message : str
        The same as a sentence.
    stationarity : float
        Length of the shortest vector in the convex hull of the last gradients, relative to the value.
    start : str
        The kind of start that led here.
    n_steps : int
        Evaluations used from that start.
    """

    value: float
    directions: FloatArray
    plan: Plan
    status: str
    message: str
    stationarity: float
    start: str
    n_steps: int
