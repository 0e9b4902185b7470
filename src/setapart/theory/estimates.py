"""Moments of a support estimated from two samples: plug-ins, with which a threshold is a rule of thumb."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._types import FloatArray
from setapart.data.samples import two_samples
from setapart.theory.magnitudes import check_magnitude
from setapart.transport.conditioning import condition

__all__ = ["Moments", "moments"]


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
    samples = two_samples(x, y)
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
