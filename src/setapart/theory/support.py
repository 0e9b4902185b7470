"""What is known of the support of the distributions: its diameter, a ball around it, the spread within, and estimates.

Estimates are plug-ins, with which a threshold is a rule of thumb.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import check_integer
from setapart._errors import ArgumentError, arg, message
from setapart._types import FloatArray
from setapart.data.rows import plain_rows
from setapart.data.samples import two_samples
from setapart.theory.magnitudes import check_magnitude
from setapart.transport.conditioning import condition

__all__ = ["Moments", "Support", "moments", "rows_beyond", "support_of"]

_ROUNDING = 1e-9  # relative: lengths that should agree may be computed in two ways
_BLOCK = 2**22  # distances held at a time


@dataclass(frozen=True)
class Moments:
    """Estimates from data.

    Attributes
    ----------
    radius : float
        The largest distance of a row to the mean of its sample. The support may reach farther.
    second_moment : float
        An unbiased estimate of E‖X - EX‖²: the trace of the pooled covariance within the samples.
    norm : float or None
        The largest ‖x‖ of all rows, D of the paper.
    raw_moment : float or None
        The mean of ‖x‖² over all rows: without a difference an unbiased estimate of E‖X‖², which the paper prints.
        Thresholds of form "paper" take it and `norm`; where these are None, the data count as centred.
    """

    radius: float
    second_moment: float
    norm: float | None = None
    raw_moment: float | None = None


def moments(x: Any, y: Any) -> Moments:
    """Estimate E‖X - EX‖² and the radius of the support, whether or not the means of the samples differ.

    E‖X‖² and the largest ‖x‖ are estimated as well. The thresholds as printed (form "paper") use these, and so grow
    when the data are moved (docs/errata.md, E6); all others use centred moments.

    With estimates in place of known values a threshold has no guaranteed level (docs/errata.md, E14), and says so:
    ``heuristic`` is True. A diameter is never estimated: that of a sample is always too small.

    Parameters
    ----------
    x, y : array_like or data frame, shapes (n, d) and (m, d)
        The samples; n + m > 2.

    Returns
    -------
    Moments

    Raises
    ------
    ValueError
        If the data cannot be used, do not vary, or vary on a scale beyond 1e-100 to 1e100.

    Examples
    --------
    >>> from setapart import theory
    >>> theory.moments([[0.0], [2.0]], [[5.0], [9.0]])
    Moments(radius=2.0, second_moment=5.0, norm=9.0, raw_moment=27.5)
    """
    samples = two_samples(plain_rows(x), plain_rows(y))
    apart = np.concatenate([_from_mean(samples.x), _from_mean(samples.y)])
    if len(apart) <= 2 or not apart.any():
        raise ValueError("moments needs rows that differ within a sample")
    radius = check_magnitude("moments: the radius", float(apart.max()))
    second_moment = float(np.sum(apart**2) / (len(apart) - 2))
    norms = np.linalg.norm(samples.pooled, axis=1)
    norm = check_magnitude("moments: the largest norm", float(norms.max()))
    return Moments(radius, second_moment, norm, raw_moment=float(np.mean(norms**2)))


def _from_mean(rows: FloatArray) -> FloatArray:
    points, exponent = condition(rows)
    lengths: FloatArray = np.ldexp(np.linalg.norm(points - points.mean(axis=0), axis=1), exponent)
    return lengths


@dataclass(frozen=True)
class Support:
    """Lengths that bound a support."""

    diameter: float  # B: no two points are farther apart
    radius: float  # ρ, of a ball that contains it
    second_moment: float  # a bound of E‖X - c‖², c the centre of that ball
    heuristic: bool  # whether any of it is an estimate from data


def support_of(
    *,
    diameter: float | None,
    radius: float | None,
    second_moment: float | None,
    d: int | None = None,
    moments: Moments | None = None,
    form: str = "corrected",
) -> Support:
    """Check what is known of a support, and derive from it what is not; the arguments of `setapart.theory.threshold`.

    A diameter follows from a radius, B ≤ 2ρ; a radius from a diameter, ρ ≤ B √(d / (2(d + 1))) (Jung, 1901), which is
    less than B/√2 whatever d; a second moment from a radius, E‖X - c‖² ≤ ρ². Estimates stand in only where they are
    smaller than what follows; for the form "paper", which is about the origin and not about a centre, always.
    """
    if moments is not None and not isinstance(moments, Moments):
        raise TypeError(f"moments must be what theory.moments(x, y) returns, got {type(moments).__name__}")
    lengths = _given_lengths(diameter, radius, second_moment)
    largest = lengths["diameter"] if "diameter" in lengths else 2.0 * lengths["radius"]
    ball = lengths["radius"] if "radius" in lengths else largest * _jung(d)
    if lengths.get("second_moment", 0.0) > (1.0 + _ROUNDING) * ball**2:
        implied = "" if "radius" in lengths else " (by the radius that the diameter implies)"
        raise ArgumentError(
            "second_moment",
            f"must be at most radius², {ball**2:g}{implied}",
            lengths["second_moment"],
            got=f"{lengths['second_moment']:g}",
        )
    if moments is not None:
        if moments.radius > (1.0 + _ROUNDING) * largest:
            raise ValueError(
                arg("diameter")
                + f" must be at least {moments.radius:g}, how far a row of `moments` is from the mean of its"
                f" sample; got {largest:g}"
            )
        ball = lengths.get("radius", min(ball, moments.radius))
    spread = ball**2 if moments is None else min(ball**2, moments.second_moment)
    if form == "paper" and moments is not None and moments.norm is not None and moments.raw_moment is not None:
        ball, spread = lengths.get("radius", moments.norm), moments.raw_moment
    return Support(
        diameter=largest,
        radius=ball,
        second_moment=lengths.get("second_moment", spread),
        heuristic=moments is not None and not {"radius", "second_moment"} <= set(lengths),
    )


def _given_lengths(diameter: float | None, radius: float | None, second_moment: float | None) -> dict[str, float]:
    """Those that are given, by name, checked: a diameter or a radius among them, and the two may go together."""
    if diameter is None and radius is None:
        raise ValueError(
            message(
                "{diameter} must be given: the largest distance between two points that can occur (or {radius}, of a "
                "ball that holds them all); no data can tell it"
            )
        )
    given = {"diameter": diameter, "radius": radius, "second_moment": second_moment}
    lengths = {
        name: check_magnitude(name, value, power=2 if name == "second_moment" else 1)
        for name, value in given.items()
        if value is not None
    }
    if {"diameter", "radius"} <= set(lengths) and lengths["radius"] < (0.5 - _ROUNDING) * lengths["diameter"]:
        raise ValueError(
            message(
                "{radius} must be at least half the diameter, {half:g}, got {given:g}; a ball of that radius has a "
                "smaller diameter: leave {diameter} out",
                half=lengths["diameter"] / 2.0,
                given=lengths["radius"],
            )
        )
    return lengths


def _jung(d: int | None) -> float:
    """The radius of the smallest ball around a set of diameter one in R^d, at most."""
    if d is None:
        return math.sqrt(0.5)
    d = check_integer("d", d, minimum=1)
    return math.sqrt(d / (2.0 * (d + 1.0)))


def rows_beyond(pooled: FloatArray, diameter: float) -> tuple[int, int, float] | None:
    """The two rows of `pooled` (N, d) that are farthest apart, with their distance; None within the diameter."""
    from scipy.spatial.distance import cdist

    points, exponent = condition(pooled)
    lengths = np.ldexp(np.linalg.norm(points, axis=1), exponent)
    outer = np.flatnonzero(lengths + lengths.max() > diameter)  # the others are near enough to every row
    best = (0, 0, diameter * (1.0 + _ROUNDING))
    for start in range(0, len(outer), step := max(1, _BLOCK // len(points))):
        rows = outer[start : start + step]
        distances = np.ldexp(cdist(points[rows], points[outer]), exponent)
        i, j = np.unravel_index(int(distances.argmax()), distances.shape)
        if distances[i, j] > best[2]:
            best = (int(rows[i]), int(outer[j]), float(distances[i, j]))
    return best if best[0] != best[1] else None
