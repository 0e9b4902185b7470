"""A witness: the function by which two samples differ most, of all functions in a class."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from setapart._checks import counted
from setapart._types import FloatArray
from setapart.data.samples import one_sample

__all__ = ["Witness"]


@dataclass(frozen=True, eq=False)
class Witness:
    """A function f of the class for which the mean of f(x) less the mean of f(y) is largest; call it on points.

    Attributes
    ----------
    value : float
        The difference of the means, which is the distance of the samples.
    function : callable
        f itself, from a (q, d) float array to (q,) values. What it is made of depends on the metric; that of a
        projected distance has `directions`.
    n_features : int
        d.
    """

    value: float
    function: Callable[[FloatArray], FloatArray]
    n_features: int

    def __call__(self, points: Any) -> FloatArray:
        """Values (q,) at points (q, d)."""
        rows = one_sample(points, label="points").rows
        if rows.shape[1] != self.n_features:
            found, wanted = counted(rows.shape[1], "feature"), counted(self.n_features, "feature")
            raise ValueError(f"points must have {wanted}, as the samples have; got {found}")
        return self.function(rows)

    def __repr__(self) -> str:
        return f"Witness(value={self.value:.6g}, n_features={self.n_features})"
