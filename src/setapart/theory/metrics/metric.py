"""Integral probability metrics, sup over f in a class F of E f(X) - E f(Y) (Wang, Gao and Xie, 2021, Definition 1).

Every metric of this room says three things about its class: how far apart two samples are, by which function, and how
well its functions can follow random signs at given points. The last is what the Rademacher complexity is made of.

Lipschitz functions can be moved by constants. A distance does not notice, but (1/n) Σ σ_i f(z_i) then has no bound; the
class of the paper's equation (1) has infinite complexity (docs/errata.md, E5). So functions are made to vanish at one
point, the centre.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from setapart._checks import counted
from setapart._types import FloatArray
from setapart.data.arrays import to_matrix
from setapart.data.rows import plain_rows
from setapart.data.samples import one_sample, two_samples

__all__ = [
    "CheckedMetric",
    "IntegralProbabilityMetric",
    "Witness",
    "centre_of",
    "check_centre",
    "check_metric",
    "distances",
]


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
        rows = one_sample(plain_rows(points), label="points").rows
        if rows.shape[1] != self.n_features:
            raise ValueError(
                f"points must have {counted(self.n_features, 'feature')}, as the samples have; "
                f"got {counted(rows.shape[1], 'feature')}"
            )
        return self.function(rows)

    def __repr__(self) -> str:
        return f"Witness(value={self.value:.6g}, n_features={self.n_features})"


class IntegralProbabilityMetric(Protocol):
    """The settings of a metric."""

    @property
    def name(self) -> str:
        """What the metric is called."""
        ...

    @property
    def lipschitz(self) -> float | None:
        """A Lipschitz constant, for the Euclidean distance, that all functions of the class have; None without one."""
        ...

    def distance(self, x: Any, y: Any) -> float:
        """The distance of the empirical distributions of two samples (n, d) and (m, d)."""
        ...

    def witness(self, x: Any, y: Any) -> Witness:
        """A function of the class that reaches the distance."""
        ...

    def suprema(self, points: Any, signs: Any) -> FloatArray:
        """The suprema (b,) of (1/n) Σ_i σ_i f(z_i) over the class, for points z (n, d) and signs σ (b, n)."""
        ...


class CheckedMetric(ABC):
    """A metric that checks its data in one place; what is left to each metric takes clean arrays."""

    def distance(self, x: Any, y: Any) -> float:
        """The distance of two samples.

        Parameters
        ----------
        x, y : array_like or data frame, shapes (n, d) and (m, d)
            One-dimensional input counts as one feature.

        Returns
        -------
        float

        Raises
        ------
        ValueError
            If the samples cannot be used; the message names the sample, the row and the column.
        """
        return self.witness(x, y).value

    def witness(self, x: Any, y: Any) -> Witness:
        """A function of the class whose means over two samples differ by their distance; see `distance`."""
        samples = two_samples(plain_rows(x), plain_rows(y))
        value, function = self._best(samples.x, samples.y)
        return Witness(value, function, samples.x.shape[1])

    def suprema(self, points: Any, signs: Any) -> FloatArray:
        """The largest correlation of the class with signs at the points.

        Parameters
        ----------
        points : array_like or data frame of shape (n, d)
        signs : array_like of shape (b, n)
            Each +1 or -1.

        Returns
        -------
        (b,) float array
            sup over f of (1/n) Σ_i σ_i f(z_i), one for each row of signs, each computed by itself.

        Raises
        ------
        ValueError
            If the points or the signs cannot be used.
        """
        rows = one_sample(plain_rows(points), label="points").rows
        return self._suprema(rows, _check_signs(signs, len(rows)))

    @abstractmethod
    def _best(self, x: FloatArray, y: FloatArray) -> tuple[float, Callable[[FloatArray], FloatArray]]:
        """The distance, and a function that reaches it."""

    @abstractmethod
    def _suprema(self, points: FloatArray, signs: FloatArray) -> FloatArray:
        """See `suprema`."""


def check_metric(metric: object, method: str) -> None:
    """Check that an argument is a metric, an object and not its class, by the method that is needed of it."""
    if isinstance(metric, type) or not callable(getattr(metric, method, None)):
        raise TypeError(
            f"metric must be an integral probability metric such as theory.WassersteinMetric(), got {metric!r}"
        )


def _check_signs(signs: Any, n: int) -> FloatArray:
    checked = to_matrix(signs, "signs")
    if checked.shape[1] != n:
        raise ValueError(f"signs must have shape (b, {n}), one for each point; got {checked.shape}")
    if not np.all(np.abs(checked) == 1.0):
        raise ValueError("signs must be +1 or -1")
    return checked


def check_centre(centre: Any) -> tuple[float, ...] | None:
    """A point as a tuple of numbers; None stays None."""
    if centre is None:
        return None
    values = to_matrix(centre, "centre")
    if values.shape[1] != 1 or not np.isfinite(values).all():
        raise ValueError(f"centre must be one point, a finite number for each feature; got {centre!r}")
    return tuple(values[:, 0].tolist())


def centre_of(points: FloatArray, centre: tuple[float, ...] | None) -> FloatArray:
    """The centre (d,): the given one, or the mean of `points` (n, d)."""
    if centre is None:
        return np.asarray(points.mean(axis=0))
    if len(centre) != points.shape[1]:
        raise ValueError(f"centre must have a number for each of the {points.shape[1]} features, got {len(centre)}")
    return np.array(centre)


def distances(a: FloatArray, b: FloatArray) -> FloatArray:
    """Distances (p, q) of points (p, d) from points (q, d), of any size."""
    from scipy.spatial.distance import cdist

    # Coordinates of at most one: squares do not overflow.
    exponent = int(np.frexp(max(np.abs(a).max(initial=0.0), np.abs(b).max(initial=0.0)))[1])
    apart: FloatArray = np.ldexp(cdist(np.ldexp(a, -exponent), np.ldexp(b, -exponent)), exponent)
    return apart
