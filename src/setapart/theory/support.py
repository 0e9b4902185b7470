"""What is known about the support of the distributions: its diameter, a ball around it, and the spread within."""

import math
from dataclasses import dataclass

import numpy as np

from setapart._checks import check_integer
from setapart._errors import ArgumentError, arg, message
from setapart._types import FloatArray
from setapart.theory.estimates import Moments
from setapart.theory.magnitudes import check_magnitude
from setapart.transport.conditioning import condition

__all__ = ["Support", "rows_beyond", "support_of"]

_ROUNDING = 1e-9  # relative: lengths that should agree may be computed in two ways
_BLOCK = 2**22  # distances held at a time


@dataclass(frozen=True)
class Support:
    """Lengths that bound a support.

    Attributes
    ----------
    diameter : float
        B: no two points are farther apart.
    radius : float
        ρ, of a ball that contains it.
    second_moment : float
        A bound of E‖X - c‖², c the centre of that ball.
    heuristic : bool
        Whether any of it is an estimate from data.
    """

    diameter: float
    radius: float
    second_moment: float
    heuristic: bool


def support_of(
    *,
    diameter: float | None,
    radius: float | None,
    second_moment: float | None,
    d: int | None = None,
    moments: Moments | None = None,
    form: str = "corrected",
) -> Support:
    """Check what is known of a support, and derive from it what is not.

    A diameter follows from a radius, B ≤ 2ρ; a radius from a diameter, ρ ≤ B √(d / (2(d + 1))) (Jung, 1901), which is
    less than B/√2 whatever d; a second moment from a radius, E‖X - c‖² ≤ ρ². Estimates stand in only where they are
    smaller than what follows; for the form "paper", which is about the origin and not about a centre, always.

    Parameters
    ----------
    diameter, radius, second_moment, d, moments, form
        See `setapart.theory.threshold`.

    Raises
    ------
    TypeError, ValueError
        If a number cannot be used, if they contradict each other, or if neither a diameter nor a radius is given.
    """
    if moments is not None and not isinstance(moments, Moments):
        raise TypeError(f"moments must be what theory.moments(x, y) returns, got {type(moments).__name__}")
    if diameter is None and radius is None:
        raise ValueError(
            message(
                "{diameter} must be given: the largest distance between two points that can occur (or {radius}, of a "
                "ball that holds them all); no data can tell it"
            )
        )
    given = {"diameter": diameter, "radius": radius, "second_moment": second_moment}
    known = {
        name: check_magnitude(name, value, power=2 if name == "second_moment" else 1)
        for name, value in given.items()
        if value is not None
    }
    if {"diameter", "radius"} <= set(known) and known["radius"] < (0.5 - _ROUNDING) * known["diameter"]:
        raise ValueError(
            message(
                "{radius} must be at least half the diameter, {half:g}, got {given:g}; a ball of that radius has a "
                "smaller diameter: leave {diameter} out",
                half=known["diameter"] / 2.0,
                given=known["radius"],
            )
        )
    largest = known["diameter"] if "diameter" in known else 2.0 * known["radius"]
    ball = known["radius"] if "radius" in known else largest * _jung(d)
    if known.get("second_moment", 0.0) > (1.0 + _ROUNDING) * ball**2:
        implied = "" if "radius" in known else " (by the radius that the diameter implies)"
        raise ArgumentError(
            "second_moment",
            f"must be at most radius², {ball**2:g}{implied}",
            known["second_moment"],
            got=f"{known['second_moment']:g}",
        )
    if moments is not None:
        if moments.radius > (1.0 + _ROUNDING) * largest:
            raise ValueError(
                arg("diameter")
                + f" must be at least {moments.radius:g}, how far a row of `moments` is from the mean of its"
                f" sample; got {largest:g}"
            )
        ball = known.get("radius", min(ball, moments.radius))
    spread = ball**2 if moments is None else min(ball**2, moments.second_moment)
    if form == "paper" and moments is not None and moments.norm is not None and moments.raw_moment is not None:
        ball, spread = known.get("radius", moments.norm), moments.raw_moment
    return Support(
        diameter=largest,
        radius=ball,
        second_moment=known.get("second_moment", spread),
        heuristic=moments is not None and not {"radius", "second_moment"} <= set(known),
    )


def _jung(d: int | None) -> float:
    """The radius of the smallest ball around a set of diameter one in R^d, at most."""
    if d is None:
        return math.sqrt(0.5)
    d = check_integer("d", d, minimum=1)
    return math.sqrt(d / (2.0 * (d + 1.0)))


def rows_beyond(pooled: FloatArray, diameter: float) -> tuple[int, int, float] | None:
    """Two rows that are farther apart than a diameter, the farthest, with their distance; None if there are none.

    Parameters
    ----------
    pooled : (N, d) float array
    diameter : float
    """
    from scipy.spatial.distance import cdist

    points, exponent = condition(pooled)
    reach = np.ldexp(np.linalg.norm(points, axis=1), exponent)
    outer = np.flatnonzero(reach + reach.max() > diameter)  # the others are near enough to every row
    best = (0, 0, diameter * (1.0 + _ROUNDING))
    for start in range(0, len(outer), step := max(1, _BLOCK // len(points))):
        rows = outer[start : start + step]
        distances = np.ldexp(cdist(points[rows], points[outer]), exponent)
        i, j = np.unravel_index(int(distances.argmax()), distances.shape)
        if distances[i, j] > best[2]:
            best = (int(rows[i]), int(outer[j]), float(distances[i, j]))
    return best if best[0] != best[1] else None
